"""The page of the study, from made-up numbers."""

from __future__ import annotations

import re

from benchmarks.reproduction.report import NOT_COMPUTED
from benchmarks.study.findings import finding_lines
from benchmarks.study.page import growth_slopes, page
from benchmarks.study.pair_results import PairResults
from benchmarks.study.power import EMPTY
from benchmarks.study.power_lines import SOME_KINDS_MISSING
from tests.benchmarks.made_up import nulls, results, variants

SLOPES = [0.9, 1.0, 0.9]


def _text(found, slopes=SLOPES) -> str:
    return "\n".join(page(found, slopes, PairResults(found.plan), [], null_figure=False, power_figure=False))


def _verdicts(findings: str) -> str:
    """What stands in bold at the beginning of each finding."""
    return "\n".join(re.findall(r"^- \*\*(.+?\.)\*\* ", findings, re.MULTILINE))


def test_every_table_has_as_many_cells_as_its_head():
    width = 0
    for line in _text(results()).splitlines():
        if line.startswith("|"):
            width = width or line.count("|")
            assert line.count("|") == width, line
        else:
            width = 0


def test_no_name_of_the_code_is_printed():
    """A regression: the number of shuffles was printed as `{results.plan.variant_shuffles}`."""
    text = _text(results())
    assert "{" not in text
    assert f"for {results().plan.variant_shuffles} shuffles of each table's classes" in text


def test_findings_follow_the_numbers(approved):
    text = "\n".join(finding_lines(results(), SLOPES))
    approved(_verdicts(text))
    assert "3 of 3 pairs" in text
    other = results()
    other.variants["published"] = variants(0.9, 0.4)
    other.nulls["published"] = nulls(0.5, 0.6, matching=False)
    other.power[EMPTY[0]] = {"claimed": 40, "replicates": 200}
    changed = "\n".join(finding_lines(other, [0.9, 1.6, 0.9]))
    approved(_verdicts(changed))
    assert "0 of 3 pairs" in changed


def test_what_was_not_computed_is_said():
    nothing = results()
    for part in (nothing.variants, nothing.nulls, nothing.power):
        part.update(dict.fromkeys(part))
    text = _text(nothing, [])
    assert text.count(NOT_COMPUTED) >= 7
    assert SOME_KINDS_MISSING in text
    assert "holds" not in text


def test_slopes_are_read_off_the_chart():
    assert growth_slopes("<!-- slope 0.88 --> <g/> <!-- slope 1.04 -->") == [0.88, 1.04]
