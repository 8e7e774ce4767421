"""The part of the study on the pair test: planted kinds, its tasks, and its section of the page."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from benchmarks.reproduction.report import NOT_COMPUTED
from benchmarks.study.kinds import BLOCK, FEW, KINDS, MANY, SIGNAL, Kind, planted_pair
from benchmarks.study.page import with_section
from benchmarks.study.pair_results import PairResults, discovered, load_pair_results
from benchmarks.study.pair_test_lines import HEADING, pair_test_lines
from benchmarks.study.pair_tests import PairTask, RealTask, plain
from benchmarks.study.plan import Plan, untried
from benchmarks.study.power import EMPTY, USUAL, Cell
from benchmarks.study.power_lines import power_lines
from benchmarks.study.printed import printed_p, printed_power
from tests.benchmarks.made_up import results

BLOCKS = next(kind for kind in FEW if kind.rho == 0.9)


def test_kinds_are_as_many_as_promised():
    assert len(MANY) == 6
    assert all(kind.signal != "both" for kind in (*MANY, *FEW))
    assert all(kind.signal == "both" for kind in SIGNAL)
    assert len({plain(name) for name in KINDS}) == len(MANY) + len(FEW) + len(SIGNAL)
    assert [kind.cell for kind in MANY[:5]] == list(EMPTY)
    assert SIGNAL[0].cell == USUAL
    assert not untried(SIGNAL[0])
    assert untried(BLOCKS)


def test_class_shares_and_sizes_are_exact():
    made = planted_pair(KINDS["disjoint, class shares 50:15"], 3).pair
    assert [int((side.classes == 1).sum()) for side in (made.left, made.right)] == [50, 15]
    made = planted_pair(KINDS["disjoint, 40:200 rows"], 3).pair
    assert (made.left.n_rows, made.right.n_rows) == (40, 200)
    assert len(planted_pair(KINDS["three classes"], 3).pair.class_names) == 3
    assert all(planted_pair(KINDS["categorical"], 3).pair.categories)


def test_blocks_are_correlated_and_trees_lie_in_different_ones():
    columns = [planted_pair(BLOCKS, number).pair.left.scaled[:, : 2 * BLOCK] for number in range(20)]
    among = np.mean([np.corrcoef(values.T) for values in columns], axis=0)
    assert abs(among[0, 1:BLOCK].mean() - 0.9) < 0.03
    assert abs(among[0, BLOCK:].mean()) < 0.1
    shared = planted_pair(KINDS["blocks of ρ 0.9"], 1).shared
    assert len(shared) % BLOCK == 0
    assert planted_pair(BLOCKS, 1).shared == frozenset()


def test_a_clear_tree_is_found_and_its_attribute_is_right(monkeypatch):
    clear = Kind("clear", noise=0.0, depth=1, attributes=6)
    monkeypatch.setitem(KINDS, clear.name, clear)
    found = PairTask(clear.name, 0, 3, 59).run(Path())
    assert found["true"] == [1, 1, 1]
    assert all(p <= 0.05 for p in found["shared"])
    assert found["pairing"] == [None] * 3
    assert PairTask(clear.name, 1, 3, 59).run(Path())["shared"] == found["shared"][1:]


def test_a_real_pair_is_tested():
    found = RealTask(("spect-train", "spect-test"), ranked=False, permutations=39, tumour=False).run(Path())
    assert found["rows"] == [80, 187]
    assert found["shared"] == min(1, 2 * max(found["left"], found["right"]))
    assert len(found["named"]) == min(found["claimed"], 12)


def test_old_figures_are_read_off_the_page():
    page = "\n".join(power_lines(results(), None))
    read = printed_power(page)
    assert read == {cell: {k: found[k] for k in ("claimed", "replicates")} for cell, found in results().power.items()}
    assert Cell(rows=60) in read
    page = "### One, tested\n\n| AA:BB | 1 | 1 | 1 | – | 0.03 | 0.2 | 1 | 1 | 1 | – | 1 | 1 |\n\n### Two, tested\n"
    assert printed_p(page, "One, tested") == {"AA:BB": (0.03, 0.2)}
    assert printed_p(page, "Two, tested") == {}


def made_up(share: float) -> PairResults:
    one = {"shared": [0.01 if n < 200 * share else 0.5 for n in range(200)], "pairing": [None] * 200}
    pairs = {name: one | {"true": [0] * 200, "false": [1, *[0] * 199]} for name in KINDS}
    real = {"rows": [3, 4], "attributes": 5, "scale": "rank", "left": 0.1, "right": 0.1, "pairing": None, "differ": 0}
    ranked = {
        name: real | {"shared": p, "claimed": 13, "named": ["x"] * 12}
        for name, p in (("AA:BB", 0.002), ("AA:CC", 0.04), ("BB:CC", 0.9))
    }
    return PairResults(Plan(), pairs, {}, results().power, ranked, {}, ranked, {"AA:BB": (0.01, 0.03)})


def findings_of(section: str) -> str:
    return "\n".join(line for line in section.splitlines() if line.startswith("- "))


def test_the_section_follows_the_numbers(approved):
    low, high = ("\n".join(pair_test_lines(made_up(share))) for share in (0.02, 0.95))
    for section in (low, high):
        approved("\n".join(re.findall(r"^- \*\*(.+?)\*\* ", section, re.MULTILINE)))
    assert "2.0 % of 200" in low
    assert "`x` and 1 " in low
    assert discovered(made_up(0).ranked) == ["AA:BB"]
    width = 0
    for line in low.splitlines():
        width = (width or line.count("|")) if line.startswith("|") else 0
        assert not width or line.count("|") == width, line


def test_what_is_not_done_is_marked(tmp_path):
    from benchmarks.study.keeping import Keeper

    nothing = load_pair_results(Plan(), Keeper(tmp_path), {}, {})
    text = "\n".join(pair_test_lines(nothing))
    assert text.count(NOT_COMPUTED) == 2
    assert findings_of(text).count("%") == 0


@pytest.mark.parametrize("rest", ["", "\n## Another\n\nlast\n"])
def test_only_the_section_is_replaced(rest):
    page = "# Title\n\n## The 15 pairs\n\nfirst\n" + rest
    once = with_section(page, HEADING, f"{HEADING}\n\none\n")
    assert once == page.replace("## The 15", f"{HEADING}\n\none\n\n## The 15")
    assert with_section(once, HEADING, f"{HEADING}\n\none\n") == once
    assert with_section(once, HEADING, f"{HEADING}\n\ntwo\n") == once.replace("one", "two")
