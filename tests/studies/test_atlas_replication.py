"""An atlas that replicates: each cell is the replication of the pair's best set, corrected over all cells."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from itertools import combinations
from types import SimpleNamespace

import numpy as np
import pytest
from scipy.stats import binom

from ksdt_core.cli.show_atlas import atlas_lines
from ksdt_core.data.preparing.pairing import pair_datasets
from ksdt_core.evidence.chance_level import CHANCE_LEVEL
from ksdt_core.evidence.replicated import ReplicatedVote
from ksdt_core.evidence.replication import replicate
from ksdt_core.formats.json_text import document_text
from ksdt_core.mining.sweeps import sweep
from ksdt_core.studies.atlas.all_pairs import atlas
from ksdt_core.studies.atlas.other_tables import SHUFFLES, Checked, OtherTable
from ksdt_core.studies.atlas.replication_words import cell_text, checks_table, findings, problems
from ksdt_core.studies.atlas.settings import AtlasSettings, atlas_settings
from ksdt_core.studies.atlas.view import ATLAS
from ksdt_core.studies.atlas.work_file import WorkFile
from tests.studies.atlas_made import OTHER_CLASSES, alike, made

SMALL = {"k": 2, "max_depth": 2, "scale": "rank"}


def small(**options: object) -> AtlasSettings:
    return atlas_settings(**{**SMALL, "replicate": True, **options})


@pytest.fixture(scope="module")
def found():
    """Three tables that are alike, one that lacks attributes, one with other classes."""
    return atlas([*alike(3), made("narrow", 9, attributes="ab"), OTHER_CLASSES], small())


def test_each_cell_is_the_replication_of_the_best_set_of_its_pair():
    tables = alike(4)
    entries = atlas(tables, small()).entries
    for entry, (left, right) in zip(entries, combinations(tables, 2), strict=True):
        best = sweep(pair_datasets(left, right, scale="rank"), pool="wvp2", k=2, max_depth=2).best
        others = [table for table in tables if table.name not in (left.name, right.name)]
        assert [cell.table for cell in entry.others] == [table.name for table in others]
        for cell, table in zip(entry.others, others, strict=True):
            expected = replicate(best, table, SHUFFLES)
            assert cell.checked.vote == expected.vote
            splits = [node.holds for tree in expected.trees for node in tree.nodes if node.holds is not None]
            assert (cell.checked.hold, cell.checked.judged) == (sum(splits), len(splits))


def test_q_values_correct_for_all_cells(found):
    """The step-up procedure as it is defined: the least p·n/rank over this p and larger ones."""
    cells = [cell for entry in found.entries for cell in entry.others if cell.checked is not None]
    ranked = sorted(cell.p_value for cell in cells)
    assert len(set(ranked)) > 3
    for cell in cells:
        plain = min(p * len(ranked) / rank for rank, p in enumerate(ranked, start=1) if p >= cell.p_value)
        assert cell.q_value == pytest.approx(min(1.0, plain))
        assert cell.beyond_chance is (cell.q_value <= 0.05)


def test_what_cannot_be_matched_says_why(found):
    pair = next(entry for entry in found.entries if (entry.left, entry.right) == ("t0", "t1"))
    other = pair.on_table("other")
    assert (other.checked, other.q_value, other.beyond_chance) == (None, None, False)
    assert "different classes" in other.problem
    assert pair.on_table("narrow").checked is not None
    missing = {name for entry in found.entries if (cell := entry.on_table("narrow")) and cell.checked
               for name in cell.checked.not_measured}  # fmt: skip
    assert missing <= {"c", "d"}
    assert missing
    assert pair.on_table("t0") is None
    not_mined = next(entry for entry in found.entries if entry.problem is not None)
    assert not_mined.others == ()


def test_document_is_read_as_it_was_written(found):
    document = json.loads(document_text(found.to_document()))
    assert ATLAS.read(document).entries == found.view.entries
    assert document["settings"]["replicate"] is True
    older = atlas(alike(3), atlas_settings(**SMALL)).to_document()
    assert all("replications" not in pair for pair in older["pairs"])
    assert ATLAS.read(json.loads(document_text(older))).checks == ()


def test_any_number_of_workers_and_stops_give_the_same_bytes(tmp_path):
    tables, kept = [*alike(3), OTHER_CLASSES], WorkFile(tmp_path / "work.jsonl")
    expected = document_text(atlas(tables, small()).to_document())
    assert document_text(atlas(tables, small(), workers=2).to_document()) == expected

    def stop() -> bool:
        return kept.path.exists() and kept.path.read_bytes().count(b"}\n") >= 2

    part = atlas(tables, small(), kept=kept, should_stop=stop)
    assert not part.is_whole
    assert document_text(atlas(tables, small(), kept=kept).to_document()) == expected


def test_pairs_that_were_tried_on_fewer_tables_are_not_taken(tmp_path):
    """The key of a pair knows every table that its trees were tried on."""
    kept = WorkFile(tmp_path / "work.jsonl")
    atlas(alike(3), small(), kept=kept)
    assert document_text(atlas(alike(4), small(), kept=kept).to_document()) == document_text(
        atlas(alike(4), small()).to_document()
    )


def test_a_table_has_no_column_that_it_excludes_and_its_own_names_are_mapped():
    tables = alike(3)
    tables[2] = replace(tables[2], attributes=("w", "x", "y", "z"))
    rows = [{"t0": a, "t1": a, "t2": w} for a, w in zip("abcd", "wxyz", strict=True)]
    mapped = atlas(tables, small(own={"attribute_rows": rows})).entries[0].on_table("t2").checked
    assert mapped.vote == atlas(alike(3), small()).entries[0].on_table("t2").checked.vote
    assert mapped.not_measured == ()
    own = {"attribute_rows": rows, "excludes": {"t2": ["w"]}}
    assert atlas(tables, small(own=own)).entries[0].on_table("t2").checked.not_measured == ("a",)


def test_a_set_without_splits_is_said_to_be_one(approved):
    flat = [replace(table, values=np.zeros_like(table.values)) for table in alike(2)]
    entry = atlas([*flat, alike(3)[2]], small()).entries[0]
    approved(entry.others[0].problem)


def test_words(found, approved):
    view = found.view
    cells = [cell for _, cell in view.checks if cell.checked is not None]
    held = [cell for cell in cells if cell.beyond_chance]
    votes = [cell.checked.vote for cell in held]
    better = sum(binom.sf(vote.correct - 1, vote.n_rows, vote.baseline) < 0.05 for vote in votes)
    numbers = [len(held), len(cells), CHANCE_LEVEL, better, len(view.checks) - len(cells)]
    assert [float(number) for number in re.findall(r"\d[\d.]*\b", findings(view))] == numbers
    approved(findings(view))
    assert [(table, pairs.count(" : ")) for _, table, pairs in problems(view)] == [("other", 6)]
    assert len(checks_table(view).rows) == len(view.checks)
    text = "\n".join(atlas_lines(view))
    for cell in cells:
        assert cell_text(cell) + ("*" if cell.beyond_chance else "") in text
    assert findings(atlas(alike(2), atlas_settings(**SMALL)).view) == ""
    approved(findings(atlas([*alike(2), OTHER_CLASSES], small()).view))


def test_a_hair_above_guessing_is_not_said_to_beat_it():
    near, clear = (
        Checked(ReplicatedVote(confusion, p_classes=0.001, p_pairing=None), 2109, hold=1, judged=1, not_measured=())
        for confusion in (((1700, 83), (242, 84)), ((1750, 33), (200, 126)))
    )
    assert near.vote.accuracy > near.vote.baseline
    for checked, n in ((near, 0), (clear, 1)):
        view = SimpleNamespace(checks=[(None, OtherTable("third", checked, q_value=0.01))])
        assert re.findall(r"\d+", findings(view))[-1] == str(n)


def test_a_hostile_name_cannot_reach_the_terminal():
    tables = [*alike(2), replace(alike(3)[2], name="evil\x1b[31m")]
    assert not any("\x1b" in line for line in atlas_lines(atlas(tables, small()).view))
