"""One attribute in both tables: bars, medians, shares, and names that stay text."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from ksdt_core.data.matching.matching import match_tables
from ksdt_core.data.model.dataset import Dataset
from ksdt_core.figures.distributions import MOST_BARS, distribution_table, draw_distributions
from ksdt_core.figures.palette import DARK, LIGHT
from ksdt_core.figures.value_bins import common_axis, value_bins

HOSTILE = "<script>alert(1)</script>"


def table(name: str, cells, *, values: tuple[str, ...] | None = None, classes: tuple[str, ...] = ("no", "yes")):
    cells = np.asarray(cells, dtype=np.float64)[:, None]
    labels = (np.arange(cells.shape[0]) % len(classes)).astype(np.intp)
    return Dataset(name, ("x",), cells, (values,), classes, labels)


def numbers(shift: float = 0.0, factor: float = 1.0):
    return np.random.default_rng(3).normal(size=80) * factor + shift


def test_shares_of_each_class_sum_to_100_percent_in_each_table():
    figure = draw_distributions(match_tables(table("north", numbers()), table("south", numbers(0.5))), 0)
    outlines = [trace for trace in figure.data if trace.mode == "lines"]
    assert len(outlines) == 4, "two classes in two tables"
    for trace in outlines:
        assert sum(trace.y[:-1]) == pytest.approx(100)
        assert len(trace.x) == len(trace.y), "an edge for each share, and the last edge"
    assert [trace.line.color for trace in outlines] == [LIGHT.class_colour(0), LIGHT.class_colour(1)] * 2
    assert [trace.name for trace in figure.data if trace.showlegend] == ["no", "yes"], "each class once"


def test_medians_are_marked():
    figure = draw_distributions(match_tables(table("north", numbers()), table("south", numbers())), 0)
    marks = [trace for trace in figure.data if trace.mode == "markers"]
    assert marks[0].customdata[0] == pytest.approx(np.median(numbers()[::2]))


def test_other_units_have_an_axis_of_their_own():
    one = draw_distributions(match_tables(table("north", numbers()), table("south", numbers(0.2))), 0)
    two = draw_distributions(match_tables(table("north", numbers()), table("south", numbers(100, 20))), 0)
    assert "own" not in one.layout.xaxis.title.text
    assert "separate" in two.layout.xaxis.title.text
    assert max(two.data[0].x) < 10 < min(two.data[-2].x)


def test_missing_cells_are_counted_and_left_out():
    cells = numbers()
    cells[:3] = np.nan
    matched = match_tables(table("north", cells), table("south", numbers()))
    titles = [note.text for note in draw_distributions(matched, 0).layout.annotations]
    assert "3 cells missing" in titles[0]
    assert "missing" not in titles[1]
    assert distribution_table(matched, 0)["missing"].tolist() == [2, 1, 0, 0]


def test_categories_are_bars_and_rare_ones_are_put_together():
    values = tuple(f"v{number:02d}" for number in range(40))
    cells = np.arange(200) % 40
    matched = match_tables(table("north", cells, values=values), table("south", cells, values=values))
    figure = draw_distributions(matched, 0)
    for bars in figure.data:
        assert len(bars.x) == MOST_BARS + 1
        assert bars.x[-1] == "16 other values"
        assert sum(bars.y) == pytest.approx(100)
    assert "most common value" in distribution_table(matched, 0)


def test_names_stay_text_in_both_themes():
    left = replace(table(HOSTILE, numbers(), classes=(HOSTILE, "b")), attributes=(HOSTILE,))
    right = replace(table("south", numbers(), classes=(HOSTILE, "b")), attributes=(HOSTILE,))
    for palette in (LIGHT, DARK):
        text = draw_distributions(match_tables(left, right), 0, palette=palette).to_json()
        assert "<script" not in text.replace("\\u003c", "<")


def test_classes_that_only_one_table_has_are_drawn_there():
    matched = match_tables(table("north", numbers()), table("south", numbers(), classes=("neg", "pos")))
    figure = draw_distributions(matched, 0)
    assert sorted(trace.name for trace in figure.data if trace.showlegend) == ["neg", "no", "pos", "yes"]
    assert len(distribution_table(matched, 0)) == 4


@pytest.mark.parametrize(
    "cells", [np.zeros(5), np.array([7.0]), np.arange(12.0), np.array([0, 1e12]), np.append(np.zeros(999), 1e9)]
)
def test_every_cell_falls_into_a_bar(cells):
    bins = value_bins([cells])
    assert bins.counts(cells).sum() == cells.size
    assert (np.diff(bins.edges) > 0).all()


def test_whole_numbers_have_a_bar_each():
    assert value_bins([np.array([1.0, 2.0, 4.0])]).edges.tolist() == [0.5, 1.5, 2.5, 3.5, 4.5]


def test_one_axis_only_where_both_columns_stay_readable():
    assert common_axis(np.array([0.0, 1.0]), np.array([0.5, 2.0]))
    assert not common_axis(np.array([0.0, 1.0]), np.array([0.0, 100.0]))
    assert common_axis(np.array([]), np.array([1.0]))
