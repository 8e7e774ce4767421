"""The histograms of a node's attribute: every row is drawn, the threshold stands where it splits them."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ksdt_core.figures.class_groups import ClassGroups
from ksdt_core.figures.node_values import HEAD, PLOT, WIDTH, NodeValues, values_svg
from ksdt_core.figures.palette import LIGHT
from tests.figures.shapes import HOSTILE

SVG = "{http://www.w3.org/2000/svg}"
TWO = ClassGroups((0, 1), 2, has_other=False)


def side(cells, classes, threshold, title="one") -> NodeValues:
    return NodeValues(title, np.array(cells, float), np.array(classes, np.intp), threshold, f"{threshold}")


def plots(svg: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(svg))


def bars(plot: ElementTree.Element, colour: str) -> list[tuple[float, float, float]]:
    """Left end, width and height of the bars of one class."""
    return [
        tuple(float(part.get(name)) for name in ("x", "width", "height"))
        for part in plot.iter(f"{SVG}rect")
        if part.get("fill") == colour
    ]


rows = st.lists(st.tuples(st.floats(-50, 50).map(lambda x: round(x, 2)), st.integers(0, 1)), min_size=1, max_size=60)


@settings(max_examples=60)
@given(rows, rows, st.floats(-60, 60))
def test_the_bars_of_a_class_hold_all_its_rows(left, right, threshold):
    sides = tuple(side(*zip(*each, strict=True), threshold) for each in (left, right))
    for plot, each in zip(plots(values_svg(sides, TWO)), (left, right), strict=True):
        heights = [sum(height for _, _, height in bars(plot, LIGHT.class_colour(group))) for group in (0, 1)]
        counts = [sum(answer == group for _, answer in each) for group in (0, 1)]
        assert heights[0] * counts[1] == pytest.approx(heights[1] * counts[0], rel=1e-3, abs=0.5)
        assert all(
            x >= -0.1 and x + width <= WIDTH + 1
            for group in (0, 1)
            for x, width, _ in bars(plot, LIGHT.class_colour(group))
        )


def test_both_tables_have_one_axis_and_the_passing_side_is_shaded():
    sides = (side([0, 1, 2, 10], [0, 0, 1, 1], 4.0), side([0, 5, 9, 10], [0, 1, 1, 1], 6.0))
    first, second = plots(values_svg(sides, TWO))
    lines = [bars(plot, LIGHT.ink)[0][0] for plot in (first, second)]
    shaded = [
        next(float(part.get("width")) for part in plot.iter(f"{SVG}rect") if part.get("height") == f"{PLOT:g}")
        for plot in (first, second)
    ]
    assert lines[0] < lines[1]
    assert [line + 1 for line in lines] == pytest.approx(shaded, abs=0.01)
    assert shaded[1] - shaded[0] == pytest.approx(WIDTH * 2 / 11, abs=0.1), "whole numbers from -0.5 to 10.5"
    ticks = [
        {text.text for text in plot.iter(f"{SVG}text") if float(text.get("y")) > HEAD + PLOT}
        for plot in (first, second)
    ]
    assert ticks[0] == ticks[1] >= {"0", "10"}


def test_a_categorical_attribute_has_its_own_value_first():
    sides = (side([0, 1, 1, 2], [0, 0, 1, 1], None), side([1, 1, 2, 2], [0, 1, 1, 1], None))
    plot = plots(values_svg(sides, TWO, values=("red", "green", "blue"), category=2))[0]
    names = [text.text for text in plot.iter(f"{SVG}text") if float(text.get("y")) > HEAD + PLOT]
    assert names == ["blue", "green", "red"]


@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_names_stay_text(name):
    sides = (side([0, 1], [0, 1], 0.5, title=name), side([], [], 0.5, title=name))
    tags = {element.tag.removeprefix(SVG) for element in ElementTree.fromstring(values_svg(sides, TWO)).iter()}
    assert tags <= {"svg", "g", "rect", "text"}
    sides = (side([0, 1], [0, 1], None, title=name), side([1], [0], None, title=name))
    ElementTree.fromstring(values_svg(sides, TWO, values=(name, f"{name} too"), category=0))
