"""The picture of the nulls: a dot for every shuffle, a line for the set."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ksdt_core.evidence.set_chance import NullSummary, Significance
from ksdt_core.figures.null_svg import MOST_TICKS, null_svg, null_titles, ticks
from ksdt_core.figures.palette import DARK, LIGHT
from ksdt_core.text import score
from ksdt_core.trees.text import TableNames

SVG = "{http://www.w3.org/2000/svg}"
NAMES, STATISTIC = TableNames("red", "white"), 0.8


def outcome(*nulls: tuple[float, ...] | None) -> Significance:
    summaries = tuple(
        (name, None if values is None else NullSummary(0.1, 0.5, 0.1, max(values), values))
        for name, values in zip(("left", "right", "matching"), nulls, strict=True)
    )
    return Significance(5, STATISTIC, 0.1, summaries, summaries, 1)


def drawn(*nulls: tuple[float, ...] | None, names: TableNames = NAMES, palette=LIGHT) -> ElementTree.Element:
    return ElementTree.fromstring(null_svg(outcome(*nulls), names, palette=palette))


def dots(svg: ElementTree.Element) -> list[list[tuple[float, float]]]:
    """The middle of each dot, row by row."""
    rows = svg.findall(f"{SVG}g[@class='null']")
    return [[(float(dot.get("cx")), float(dot.get("cy"))) for dot in row.findall(f"{SVG}circle")] for row in rows]


def words(svg: ElementTree.Element) -> list[str]:
    return [each.text for each in svg.findall(f"{SVG}text")]


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_a_row_for_each_null_that_was_tried_and_a_dot_for_each_shuffle(palette):
    svg = drawn((0.5, 0.51, 0.6), (0.2,) * 5, None, palette=palette)
    assert [len(row) for row in dots(svg)] == [3, 5]
    (line,) = svg.findall(f"{SVG}rect[@class='observed']")
    assert float(line.get("height")) > max(y for row in dots(svg) for _, y in row) - float(line.get("y")) > 0


@pytest.mark.parametrize("others", [0.2, 0.95], ids=["far right", "far left"])
def test_the_number_of_the_set_stands_above_the_titles(others):
    svg = drawn((others,) * 3, (others,) * 3, None)
    heights = {each.text: float(each.get("y")) for each in svg.findall(f"{SVG}text")}
    (number,) = (said for said in heights if said.endswith(score(STATISTIC)) and said != score(STATISTIC))
    titles = null_titles(NAMES)
    assert all(heights[titles[side]] - heights[number] >= 1.25 * 11.5 for side in ("left", "right"))


def test_dots_of_equal_value_are_piled():
    first, second, _ = dots(drawn((0.2,) * 5, (0.3, 0.4), (0.5,)))
    assert len({x for x, _ in first}) == 1
    assert len({y for _, y in first}) == 5
    assert len({y for _, y in second}) == 1


def test_dots_lie_where_their_values_are():
    values = (0.1, 0.35, STATISTIC - 0.01)
    svg = drawn(values, values, values)
    low, middle, high = sorted(x for x, _ in dots(svg)[0])
    assert (middle - low) / (high - low) == pytest.approx(0.25 / (values[2] - 0.1), abs=0.03)


def test_all_equal_values_are_drawn():
    assert len(dots(drawn((STATISTIC,) * 3, (STATISTIC,) * 3, None))) == 2


def test_no_null_is_no_drawing():
    assert null_svg(outcome(None, None, None), NAMES) == ""


def test_names_are_shown_as_they_stand():
    names = TableNames("<b>red</b>", "a & b")
    said = words(drawn((0.2,), (0.3,), None, names=names))
    assert {null_titles(names)["left"], null_titles(names)["right"]} <= set(said)


@given(low=st.floats(0, 1), width=st.floats(1e-6, 1))
@example(low=0.36344651440791215, width=0.05707421392517042)
def test_the_axis_of_a_report_has_a_few_round_marks_for_any_values(low, width):
    marks = ticks(low, low + width)
    assert 1 <= len(marks) <= MOST_TICKS
    assert all(low - 1e-9 <= mark <= low + width + 1e-9 for mark in marks)
