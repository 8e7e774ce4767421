"""The picture of the nulls: a dot for every shuffle, a line for the set."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ksdt_core.evidence.set_chance import NullSummary, Significance
from ksdt_core.figures.null_dots import draw_nulls
from ksdt_core.figures.null_svg import MOST_TICKS, ticks
from ksdt_core.figures.palette import DARK, LIGHT
from ksdt_core.figures.plain_layout import FONT
from ksdt_core.trees.text import TableNames


def outcome(*nulls: tuple[float, ...] | None) -> Significance:
    summaries = tuple(
        (name, None if values is None else NullSummary(0.1, 0.5, 0.1, max(values), values))
        for name, values in zip(("left", "right", "matching"), nulls, strict=True)
    )
    return Significance(5, 0.8, 0.1, summaries, summaries, 1)


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_a_row_for_each_null_that_was_tried_and_a_dot_for_each_shuffle(palette):
    nulls = ((0.5, 0.51, 0.6), (0.2,) * 5, None)
    figure = draw_nulls(outcome(*nulls), TableNames("red", "white"), palette=palette)
    assert [len(trace.x) for trace in figure.data] == [3, 5]
    assert len(figure.layout.shapes) == 2, "the set's line crosses each row"
    assert all(shape.x0 == shape.x1 == 0.8 for shape in figure.layout.shapes)


@pytest.mark.parametrize("others", [0.2, 0.95], ids=["far right", "far left"])
def test_the_number_of_the_set_stands_on_a_line_of_its_own(others):
    figure = draw_nulls(outcome((others,) * 3, (others,) * 3, None), TableNames("red", "white"))
    *titles, number = figure.layout.annotations
    assert "trees of this set" in number.text, "not the quality of the set, which stands beside the chart"
    assert all((number.yshift or 0) - (title.yshift or 0) >= 1.25 * figure.layout.font.size for title in titles)
    assert figure.layout.margin.t >= number.yshift + 2 * figure.layout.font.size


def test_dots_of_equal_value_are_piled():
    figure = draw_nulls(outcome((0.2,) * 5, (0.3, 0.4), (0.5,)), TableNames("red", "white"))
    assert sorted(figure.data[0].y) == [0, 1, 2, 3, 4]
    assert list(figure.data[1].y) == [0, 0]


def test_dots_lie_where_their_values_are():
    values = (0.1, 0.35, 0.79)
    figure = draw_nulls(outcome(values, values, values), TableNames("red", "white"))
    assert list(figure.data[0].x) == pytest.approx(values, abs=0.02)


def test_all_equal_values_are_drawn():
    figure = draw_nulls(outcome((0.8,) * 3, (0.8,) * 3, None), TableNames("red", "white"))
    assert len(figure.data) == 2


def test_names_are_shown_as_they_stand():
    figure = draw_nulls(outcome((0.2,), (0.3,), None), TableNames("<b>red</b>", "a & b"))
    shown = " ".join(annotation.text for annotation in figure.layout.annotations)
    assert "&lt;b&gt;red" in shown
    assert "a &amp; b" in shown


def test_the_axis_says_what_it_counts_in_the_letters_of_the_page():
    figure = draw_nulls(outcome((0.2, 0.3), (0.4,), None), TableNames("red", "white"))
    assert figure.layout.xaxis.title.text is None
    assert "SDTQ" in figure.layout.xaxis2.title.text, "once, below the last row"
    assert figure.layout.font.family == FONT
    assert figure.layout.template.layout.xaxis.title.font.size == figure.layout.font.size, "and no larger"


@given(low=st.floats(0, 1), width=st.floats(1e-6, 1))
@example(low=0.36344651440791215, width=0.05707421392517042)
def test_the_axis_of_a_report_has_a_few_round_marks_for_any_values(low, width):
    marks = ticks(low, low + width)
    assert 1 <= len(marks) <= MOST_TICKS
    assert all(low - 1e-9 <= mark <= low + width + 1e-9 for mark in marks)
