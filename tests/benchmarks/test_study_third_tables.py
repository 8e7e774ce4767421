"""Trees in a third table: the tables of a family, one rotation, and the section."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.reproduction.report import NOT_COMPUTED
from benchmarks.study.table_families import choice, wine
from benchmarks.study.third_table_lines import HEADING, beats_baseline, third_table_lines
from benchmarks.study.third_tables import FAMILIES, ThirdTask, third_tasks


def test_parts_of_one_table_share_no_row_and_lose_none():
    assert [table.n_rows for table in choice()] == [491, 491, 491]
    ages = [table.values[:, 0] for table in choice()]
    assert ages[0].max() <= ages[1].min() <= ages[1].max() <= ages[2].min()
    red, *white = wine()
    assert (red.name, sum(table.n_rows for table in white)) == ("wine-red", 4898)


def test_every_family_is_rotated_once_around():
    assert len(third_tasks()) == 3 * len(FAMILIES)
    assert len({task.key for task in third_tasks()}) == 3 * len(FAMILIES)


def test_a_rotation_tells_what_the_trees_do():
    found = ThirdTask("choice", 2, permutations=99, pair_permutations=19).run(Path())
    assert (found["pair"], found["third"], found["rows"]) == ("cmc younger:cmc middle", "cmc older", 491)
    assert found["p"] == pytest.approx(0.01)
    assert found["roots"][1] == 5


def entry(p: float, *, accuracy: float, balanced: float = 0.6, rows: int = 10) -> dict:
    return {
        "pair": "a:b", "third": "c", "rows": rows, "shared": p, "balanced": balanced, "accuracy": accuracy,
        "baseline": 0.5, "p": p, "p_pairing": None, "roots": [5, 5],
    }  # fmt: skip


def test_findings_follow_the_numbers(approved):
    """Of 100 rows 70 are clearly more than half, of 10 rows 6 are not."""
    found = [("wine", entry(0.001, accuracy=0.7, rows=100)), ("wine", entry(0.002, accuracy=0.6)),
             ("choice", entry(1.0, accuracy=0.5, balanced=0.5))]  # fmt: skip
    assert [beats_baseline(one) for _, one in found] == [True, False, False]
    text = "\n".join(third_table_lines(found))
    assert text.startswith(HEADING)
    approved("\n".join(line for line in text.splitlines() if line.startswith("- ")))
    assert "0.0030" in text  # q of the two small ones: 3 · 0.002 / 2
    assert NOT_COMPUTED in third_table_lines([])
