"""The atlas: what it says of a pair is what mining the pair says, however the work is divided, stopped or resumed."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ksdt_core.data.preparing.pairing import pair_datasets
from ksdt_core.errors import InvalidDataError, InvalidParameterError
from ksdt_core.evidence.significance import significance
from ksdt_core.formats.json_text import document_text
from ksdt_core.mining.miners import mine
from ksdt_core.mining.sweeps import sweep
from ksdt_core.studies.atlas.all_pairs import atlas
from ksdt_core.studies.atlas.entry import PAIR_ENTRY
from ksdt_core.studies.atlas.settings import AtlasSettings, atlas_settings
from ksdt_core.studies.atlas.view import ATLAS
from ksdt_core.studies.atlas.work_file import WorkFile
from tests.refusals import refused
from tests.studies.atlas_made import OTHER_ATTRIBUTES, OTHER_CLASSES, alike, made

SMALL = {"k": 2, "max_depth": 2, "scale": "rank"}


def small(**options: object) -> AtlasSettings:
    return atlas_settings(**{**SMALL, **options})


def text_of(found) -> str:
    return document_text(found.to_document())


def stop_after(n_pairs: int, kept: WorkFile):
    """Asks for a stop once so many pairs are kept."""

    def asked() -> bool:
        return kept.path.exists() and kept.path.read_bytes().count(b"}\n") >= n_pairs

    return asked


def test_each_pair_has_the_best_and_worst_set_of_its_sweep():
    tables = [*alike(), made("narrow", 3, attributes="ab")]
    found = atlas(tables, small())
    assert [(entry.left, entry.right) for entry in found.entries] == list(combinations(("t0", "t1", "t2", "narrow"), 2))
    for entry, (left, right) in zip(found.entries, combinations(tables, 2), strict=True):
        swept = sweep(pair_datasets(left, right, scale="rank"), pool="wvp2", k=2, max_depth=2)
        assert entry.n_attributes == (2 if "narrow" in (left.name, right.name) else 4)
        assert entry.found.best.weights == swept.best.settings.weights
        assert entry.found.best.scores == swept.best.scores
        assert entry.found.worst.scores == swept.worst.scores
        assert entry.found.best_tree.sdtq == max(tree.sdtq for one in swept.entries for tree in one.trees)
        again = mine(pair_datasets(left, right, scale="rank"), weights=entry.found.best.weights, k=2, max_depth=2)
        assert again.scores == entry.found.best.scores


def test_document_has_the_keys_of_the_format():
    document = atlas(alike(), small()).to_document()
    assert document["format"] == "ksdt-atlas/1"
    assert document["datasets"] == ["t0", "t1", "t2"]
    for pair in document["pairs"]:
        assert {"left", "right", "attributes", "best", "worst"} <= set(pair)
        for choice in (pair["best"], pair["worst"]):
            assert set(choice) == {"weights", "scores"}
            assert set(choice["weights"]) == {"ig", "ds", "atd"}
            assert set(choice["scores"]) == {"sa", "ds", "td", "sdtsq"}
        assert pair["best"]["scores"]["sdtsq"] >= pair["worst"]["scores"]["sdtsq"]
        assert (pair["p_value"], pair["q_value"], pair["problem"]) == (None, None, None)
    assert "interrupted" not in document
    view = ATLAS.read(json.loads(document_text(document)))
    assert [PAIR_ENTRY.write(entry) for entry in view.entries] == document["pairs"]


def test_pairs_that_cannot_be_mined_stay_with_a_sentence(approved):
    found = atlas([*alike(2), OTHER_CLASSES, OTHER_ATTRIBUTES], small())
    by_pair = {(entry.left, entry.right): entry for entry in found.entries}
    assert by_pair["t0", "t1"].problem is None
    different = by_pair["t0", "other"]
    assert (different.found, different.n_attributes) == (None, 4)
    approved(different.problem)
    strange = by_pair["t0", "strange"]
    assert (strange.found, strange.n_attributes) == (None, 0)
    approved(strange.problem)
    assert found.is_whole
    assert found.to_document()["pairs"][1]["best"] is None


def test_class_map_holds_for_every_table_that_has_the_class():
    found = atlas([*alike(2), OTHER_CLASSES], small(class_map={"bad": "no", "good": "yes"}))
    assert all(entry.problem is None for entry in found.entries)
    with refused("class-in-no-table", InvalidDataError, class_name="ugly"):
        atlas(alike(2), small(class_map={"ugly": "no"}))


def test_p_values_repeat_the_choice_from_the_pool_and_are_corrected_over_all_pairs():
    tables = [*alike(3), OTHER_CLASSES]
    found = atlas(tables, small(permutations=7))
    tested = [entry for entry in found.entries if entry.p_value is not None]
    assert len(tested) == 3
    for entry, (left, right) in zip(tested, combinations(tables[:3], 2), strict=True):
        pair = pair_datasets(left, right, scale="rank")
        expected = significance(pair, sweep(pair, pool="wvp2", k=2, max_depth=2), permutations=7)
        assert entry.p_value == expected.p_value
        assert entry.significance["vectors"] == 10
        assert "values" not in entry.significance["nulls"]["left"]
    ranked = sorted(entry.p_value for entry in tested)
    for entry in tested:
        plain = min(p * 3 / rank for rank, p in enumerate(ranked, start=1) if p >= entry.p_value)
        assert entry.q_value == pytest.approx(min(1.0, plain))
    assert all(entry.q_value is None for entry in found.entries if entry.problem)


def test_other_miners_are_compared_on_the_same_pairs():
    found = atlas(alike(2), small(compare=True))
    entry, pair = found.entries[0], pair_datasets(*alike(2), scale="rank")
    assert [method for method, _ in entry.compared] == ["sequential", "single"]
    for method, other in entry.compared:
        swept = sweep(pair, pool="wvp2", k=2, max_depth=2, method=method)
        assert (other.best.scores, other.worst.scores) == (swept.best.scores, swept.worst.scores)
    assert dict(entry.compared)["single"].best.weights.atd is None


@pytest.mark.parametrize("compare", [["sequential"], ["single", "parallel"]])
def test_compared_methods_can_be_named(compare):
    assert [method for method, _ in small(compare=compare).compared] == [m for m in compare if m != "parallel"]


def test_a_file_of_vectors_leaves_the_single_miner_its_usual_pool(tmp_path):
    (tmp_path / "own.txt").write_text("0.2 0.2 0.6\n", encoding="utf-8")
    chosen = small(pool=str(tmp_path / "own.txt"), compare=True)
    assert [(method, len(pool)) for method, pool in chosen.compared] == [("sequential", 1), ("single", 9)]


def test_any_number_of_workers_gives_the_same_bytes():
    tables, chosen = [*alike(3), OTHER_CLASSES], small(permutations=2, compare=True)
    assert text_of(atlas(tables, chosen, workers=2)) == text_of(atlas(tables, chosen, workers=1))


@pytest.mark.parametrize("workers", [1, 2])
def test_a_stopped_atlas_holds_what_is_finished_and_goes_on_to_the_same_bytes(tmp_path, workers):
    tables, chosen, kept = alike(4), small(permutations=3), WorkFile(tmp_path / "work.jsonl")
    part = atlas(tables, chosen, workers=workers, kept=kept, should_stop=stop_after(2, kept))
    assert 2 <= len(part.entries) < 6
    assert not part.is_whole
    assert part.to_document()["interrupted"] is True
    ticks = []
    whole = atlas(tables, chosen, workers=workers, kept=kept, progress=lambda done, total: ticks.append((done, total)))
    assert ticks[0] == (len(part.entries), 6), "finished pairs are not mined again"
    assert text_of(whole) == text_of(atlas(tables, chosen))


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(cut=st.integers(0, 10_000), noise=st.sampled_from([b"", b"{", b'{"key": 1}\n', b"\xff\x00\n", b"[]\nnull\n"]))
def test_a_work_file_cut_anywhere_gives_the_same_bytes(tmp_path, finished, cut, noise):
    """A kill may come in the middle of a line; what cannot be read is mined again."""
    content, expected = finished
    kept = WorkFile(tmp_path / "work.jsonl")
    kept.path.write_bytes(content[:cut] + noise)
    assert text_of(atlas(alike(3), small(), kept=kept)) == expected
    assert len(kept.read(KeysOfAll())) == 3, "and the file is whole again"


class KeysOfAll(set):
    def __contains__(self, key: object) -> bool:
        return True


@pytest.fixture(scope="module")
def finished(tmp_path_factory) -> tuple[bytes, str]:
    kept = WorkFile(tmp_path_factory.mktemp("work") / "work.jsonl")
    found = atlas(alike(3), small(), kept=kept)
    return kept.path.read_bytes(), text_of(found)


def test_finished_pairs_of_other_tables_or_settings_are_not_taken(tmp_path, finished):
    kept = WorkFile(tmp_path / "work.jsonl")
    kept.path.write_bytes(finished[0])
    for tables, chosen in (
        (alike(3), small(k=3)),
        (alike(3), small(seed=1, balance=True)),
        ([replace(alike(3)[0], name="renamed"), *alike(3)[1:]], small()),
        ([made("t0", 99), *alike(3)[1:]], small()),
    ):
        assert text_of(atlas(tables, chosen, kept=kept)) == text_of(atlas(tables, chosen))


def test_another_table_joins_without_mining_the_others_again(tmp_path, finished):
    kept, ticks = WorkFile(tmp_path / "work.jsonl"), []
    kept.path.write_bytes(finished[0])
    atlas(alike(4), small(), kept=kept, progress=lambda done, total: ticks.append((done, total)))
    assert ticks[0] == (3, 6)


def test_tables_of_one_name_are_told_apart():
    found = atlas([made("t", 1), made("t", 2), made("t (2)", 3)], small())
    assert [table.name for table in found.tables] == ["t", "t (2)", "t (2) (2)"]


@pytest.mark.parametrize(
    ("n", "options", "code", "facts"),
    [
        (1, {}, "number-of-atlas-tables", {"tables": 1, "most": 1000}),
        (2, {"permutations": -1}, "out-of-range", {"option": "permutations", "value": -1}),
        (2, {"compare": ["random"]}, "not-a-choice", {"option": "compare", "value": "random"}),
        (2, {"roots": ["a"]}, "option-names-attributes-in-atlas", {"option": "roots"}),
        (2, {"costs": {"a": 2}}, "option-names-attributes-in-atlas", {"option": "costs"}),
    ],
)
def test_what_cannot_be_asked_is_refused(n, options, code, facts):
    with refused(code, **facts):
        atlas(alike(n), small(**options))


@pytest.mark.parametrize("options", [{"scale": "log"}, {"pool": "wvp9"}, {"k": 0}])
def test_options_of_the_miner_and_of_the_preparation_are_checked(options):
    with pytest.raises(InvalidParameterError, match=next(iter(options))):
        small(**options)


def test_work_file_in_a_place_that_cannot_be_written_is_said(tmp_path):
    with refused("finished-pairs-unusable", file=str(tmp_path)):
        atlas(alike(2), small(), kept=WorkFile(Path(tmp_path)))


@pytest.mark.parametrize(
    "line", [b"[" * 100_000, b'{"key": "k", "pair": {"left": 1, "right": 2, "attributes": 1e999}}']
)
def test_a_line_of_the_work_file_that_breaks_a_reader_is_passed_over(line, tmp_path):
    path = tmp_path / "pairs"
    path.write_bytes(line)
    assert WorkFile(path).read({"k"}) == {}
