"""The page of the study, from made-up numbers."""

from __future__ import annotations

from benchmarks.study.findings import finding_lines
from benchmarks.study.page import growth_slopes, page
from benchmarks.study.pair_results import PairResults
from benchmarks.study.power import EMPTY
from tests.benchmarks.made_up import nulls, results, variants

SLOPES = [0.9, 1.0, 0.9]


def _text(found, slopes=SLOPES) -> str:
    return "\n".join(page(found, slopes, PairResults(found.plan), [], null_figure=False, power_figure=False))


def test_every_table_has_as_many_cells_as_its_head():
    width = 0
    for line in _text(results()).splitlines():
        if line.startswith("|"):
            width = width or line.count("|")
            assert line.count("|") == width, line
        else:
            width = 0


def test_findings_follow_the_numbers():
    text = "\n".join(finding_lines(results(), SLOPES))
    assert "shuffled classes score the same: the null explains it" in text
    assert "Time grows roughly linearly: holds" in text
    assert "the test keeps its level" in text
    assert "3 of 3 pairs at p ≤ 0.05 by mean SDTQ" in text
    other = results()
    other.variants["published"] = variants(0.9, 0.4)
    other.nulls["published"] = nulls(0.5, 0.6, matching=False)
    other.power[EMPTY[0]] = {"claimed": 40, "replicates": 200}
    changed = "\n".join(finding_lines(other, [0.9, 1.6, 0.9]))
    assert "shuffled classes stay below it" in changed
    assert "Time grows roughly linearly: does not hold" in changed
    assert "the test does not keep its level everywhere" in changed
    assert "0 of 3 pairs at p ≤ 0.05 by mean SDTQ" in changed


def test_what_was_not_computed_is_said():
    nothing = results()
    for part in (nothing.variants, nothing.nulls, nothing.power):
        part.update(dict.fromkeys(part))
    text = _text(nothing, [])
    assert text.count("Not computed in this run.") >= 7
    assert "Some kinds of pairs were not computed" in text
    assert "holds" not in text


def test_slopes_are_read_off_the_chart():
    assert growth_slopes("<!-- slope 0.88 --> <g/> <!-- slope 1.04 -->") == [0.88, 1.04]
