"""Figures of the Diversity page: matrix, dendrogram, map, aligned trees, use of attributes."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ksdt_core.figures.aligned_html import AlignedTrees, aligned_html
from ksdt_core.figures.dendrogram import draw_dendrogram
from ksdt_core.figures.difference_matrix import MOST_NUMBERS, difference_table, difference_text, draw_difference_matrix
from ksdt_core.figures.diversity_map import draw_diversity_map, map_sentences, some_share_a_place
from ksdt_core.figures.palette import DARK, LIGHT
from ksdt_core.figures.usage_html import shared_by_several, usage_html
from ksdt_core.mining.map_points import MapPoint
from ksdt_core.mining.weights import WeightVector
from ksdt_core.trees.text import TableNames
from tests.figures.handmade import cut_short, small_tree

TPD = np.array([[0.0, 0.25, 1.0], [0.25, 0.0, 0.5], [1.0, 0.5, 0.0]])
SHARED = np.array([[3, 2, 0], [2, 3, 1], [0, 1, 2]])
ROOTS = ("alcohol", "<b>x</b> & y", "a very long name of an attribute")
NAMES = TableNames("red <i>wine</i>", "white wine")
HOSTILE = ("<script>alert(1)</script>", '"]; x [label="', "a & b\n|c|")


def texts(figure) -> dict[tuple[float, float], str]:
    found = {}
    for trace in figure.data:
        if trace.mode == "text":
            found |= {(y, x): text for x, y, text in zip(trace.x, trace.y, trace.text, strict=True)}
    return found


def parsed(markup: str) -> ElementTree.Element:
    """The markup after its styles, as a tree: fails where a name has broken out."""
    body = markup.split("</style>", 1)[1].replace("&ensp;", " ").replace("class=main", 'class="main"')
    return ElementTree.fromstring(f"<div>{body}</div>")


class TestTableOfDifferences:
    def test_both_sides_show_the_difference_and_no_name_breaks_out(self):
        table = parsed(difference_table(TPD, ROOTS, label='by "count"'))
        rows = [[cell.text for cell in row.iter("td")] for row in table.iter("tr")][1:]
        assert rows == [[None, "0.250", "1.000"], ["0.250", None, "0.500"], ["1.000", "0.500", None]]
        assert [name.text for name in table.iter("span")][1] == "<b>x</b> & y"


class TestMatrix:
    def test_numbers_stand_in_the_cells(self):
        shown = texts(draw_difference_matrix(TPD, ROOTS, shared=SHARED))
        assert shown == {(0, 1): "0.250", (0, 2): "1.000", (1, 2): "0.500", (1, 0): "2", (2, 0): "0", (2, 1): "1"}

    def test_every_cell_but_the_diagonal_can_be_clicked(self):
        targets = draw_difference_matrix(TPD, ROOTS, shared=SHARED).data[-1]
        assert targets.marker.opacity == 0
        assert sorted(map(tuple, targets.customdata)) == [(0, 1), (0, 1), (0, 2), (0, 2), (1, 2), (1, 2)]
        for x, y, pair in zip(targets.x, targets.y, targets.customdata, strict=True):
            assert {x, y} == set(pair)

    def test_choice_is_ringed_above_the_diagonal(self):
        plain, ringed = (draw_difference_matrix(TPD, ROOTS, shared=SHARED, selected=cell) for cell in (None, (2, 1)))
        assert len(ringed.layout.shapes) == len(plain.layout.shapes) + 1
        ring = ringed.layout.shapes[-1]
        assert (ring.x0 + ring.x1, ring.y0 + ring.y1) == (2 * 2, 2 * 1)

    def test_names_stay_text(self):
        text = json.dumps(draw_difference_matrix(TPD, ROOTS, shared=SHARED).to_plotly_json(), default=list)
        assert "<b>x</b>" not in text
        assert "&lt;b&gt;x" in text

    def test_many_trees_leave_numbers_out(self):
        k = MOST_NUMBERS + 1
        figure = draw_difference_matrix(
            np.ones((k, k)) - np.eye(k), [f"a{i}" for i in range(k)], shared=np.zeros((k, k), dtype=np.int64)
        )
        assert texts(figure) == {}

    def test_larger_differences_are_darker_by_day_and_lighter_by_night(self):
        for palette, order in ((LIGHT, 1), (DARK, -1)):
            shapes = draw_difference_matrix(TPD, ROOTS, shared=SHARED, palette=palette).layout.shapes
            fills = [shapes[i].fillcolor for i in (1, 5, 2)]  # 0.25, 0.5, 1
            light = [sum(int(fill[i : i + 2], 16) for i in (1, 3, 5)) for fill in fills]
            assert light == sorted(light, reverse=order > 0)

    @given(st.floats(0, 1))
    def test_a_number_is_never_rounded_to_a_claim(self, tpd):
        text = difference_text(tpd)
        assert float(text) == pytest.approx(tpd, abs=0.001)
        if text == "1.000":
            assert tpd >= 0.99995
        if text == "0.000":
            assert tpd <= 0.00005


class TestDendrogram:
    def test_nearest_trees_join_first(self):
        figure = draw_dendrogram(TPD, ROOTS)
        joints = figure.data[-1]
        assert list(joints.x) == pytest.approx([0.25, 0.75])
        labels = figure.layout.yaxis.ticktext
        assert {label.split(" ")[0] for label in labels} == {"<b>1</b>", "<b>2</b>", "<b>3</b>"}
        assert "<b>x</b>" not in "".join(labels)

    def test_trees_that_are_all_alike_and_all_different(self):
        for tpd in (np.zeros((3, 3)), np.ones((3, 3)) - np.eye(3)):
            assert len(draw_dendrogram(tpd, ROOTS).data) == 3

    def test_two_trees(self):
        assert list(draw_dendrogram(TPD[:2, :2], ROOTS[:2]).data[-1].x) == [0.25]


def point(weights: tuple[float, ...], td: float, roots: tuple[str | None, ...] = ("a", "b")) -> MapPoint:
    return MapPoint(WeightVector.of(weights), sdtsq=0.5, sa=0.5, ds=0.5, td=td, nodes=9, roots=roots)


class TestMap:
    POINTS = (
        point((0.1, 0.1, 0.8), 1.0),
        point((0.1, 0.3, 0.6), 1.0),
        point((0.3, 0.1, 0.6), 1.0),
        point((0.7, 0.2, 0.1), 0.72, ("ESR1", "ESR1")),
    )

    def test_sets_at_one_place_are_counted(self):
        points, ring = draw_diversity_map(self.POINTS, WeightVector.of((0.1, 0.3, 0.6))).data
        assert dict(zip(zip(points.x, points.y, strict=True), points.text, strict=True)) == {
            (0.8, 1.0): "",
            (0.6, 1.0): "2",
            (0.1, 0.72): "",
        }
        assert (ring.x[0], ring.y[0]) == (0.6, 1.0)
        assert some_share_a_place(self.POINTS)
        assert not some_share_a_place([self.POINTS[0], self.POINTS[-1]])

    def test_set_that_is_not_on_the_map_has_no_ring(self):
        assert len(draw_diversity_map(self.POINTS, WeightVector.of((0.2, 0.2, 0.6))).data) == 1

    def test_words(self, approved):
        alone = [point((0.1, 0.1, 0.8), 0.5, (None, None))]
        some, every, one = (map_sentences(points) for points in (self.POINTS, self.POINTS[:3], alone))
        assert [number in some for number in ("0.720", "0.7, 0.2, 0.1", "ESR1")] == [True] * 3
        assert "0.1, 0.1, 0.8" in one
        approved("\n".join((some, every, one)))


class TestAlignedTrees:
    def both(self, **options: object) -> AlignedTrees:
        other = small_tree(attributes=("acid", "volatile acidity", "colour"))
        return AlignedTrees(small_tree(), other, ("Tree 1 · alcohol", "Tree 2 · acid"), NAMES, **options)

    def test_every_position_is_a_row_with_the_evidence_of_both_trees(self):
        table = parsed(aligned_html(self.both()))
        rows = table.findall(".//tbody/tr")
        assert len(rows) == 7
        first = ["".join(cell.itertext()) for cell in rows[0]]
        assert first[4] == "root"
        assert first[1] == "87" + "67"
        assert (first[3], first[5]) == ("alcohol ≤ 10.25", "acid ≤ 10.25")
        ways = ["".join(row[4].itertext()).split() for row in rows]
        assert ways[1:4] == [["≤"], ["≤", "≤"], ["≤", ">"]]
        assert ways[5] == [">", "="]

    def test_a_similarity_of_balanced_rows_is_headed_so(self):
        both = self.both()
        heads = [cell.text for cell in parsed(aligned_html(both)).findall(".//thead//th")]
        assert heads.count("Similarity (DSN)") == 2
        first = replace(both.first, rows_left=both.first.cdv_left, cdv_left=both.first.cdv_left * 2)
        heads = [cell.text for cell in parsed(aligned_html(replace(both, first=first))).findall(".//thead//th")]
        assert heads.count("Balanced similarity (DSN)") == 2
        assert "Similarity (DSN)" not in heads

    def test_shared_attributes_are_marked_and_joined(self):
        markup = aligned_html(self.both())
        assert markup.count("<mark") == 4, "volatile acidity and colour in both trees"
        assert markup.count("p same") == 2
        assert self.both().common == ["colour", "volatile acidity"]

    def test_splits_only(self):
        assert len(parsed(aligned_html(self.both(), splits_only=True)).findall(".//tbody/tr")) == 3

    def test_positions_that_one_tree_lacks_are_empty(self):
        stump = small_tree()
        cut = AlignedTrees(stump, cut_short(stump), ("1", "2"), NAMES)
        rows = parsed(aligned_html(cut)).findall(".//tbody/tr")
        assert len(rows) == 7
        assert ["".join(cell.itertext()) for cell in rows[2]][5:] == ["", "", "", ""]

    def test_hostile_names_stay_text(self):
        shared = small_tree(attributes=HOSTILE, classes=("</td>", "<img src=x>"), colours=("'><b>", '"'))
        both = AlignedTrees(shared, shared, (HOSTILE[0], HOSTILE[1]), TableNames(*HOSTILE[:2]))
        table = parsed(aligned_html(both))
        tags = {element.tag for element in table.iter()}
        assert tags <= {"div", "table", "thead", "tbody", "tr", "th", "td", "span", "b", "i", "mark"}
        assert not any(name.startswith("on") for element in table.iter() for name in element.attrib)

    def test_three_classes_show_a_total(self):
        shared = small_tree(classes=("a", "b", "c"))
        markup = aligned_html(AlignedTrees(shared, shared, ("1", "2"), NAMES))
        root = parsed(markup).find(".//tbody/tr")
        assert "".join(root[1].itertext()) == str(int(shared.cdv_left[0].sum()))


class TestUsage:
    def test_trees_are_columns_and_levels_rows(self):
        table = parsed(usage_html([small_tree(), small_tree(attributes=("acid", "sugar", "colour"))]))
        rows = table.findall(".//tbody/tr")
        assert [["".join(cell.itertext()) for cell in row] for row in rows] == [
            ["1", "alcohol", "acid"],
            ["2", "volatil…cidity" + "colour", "sugar" + "colour"],
        ]

    def test_attributes_of_several_trees_stand_out(self):
        trees = [small_tree(), small_tree(attributes=("acid", "sugar", "colour"))]
        assert shared_by_several(trees) == {"colour"}
        assert len(re.findall("<mark", usage_html(trees))) == 2

    def test_bar_is_the_mean_share_of_rows(self):
        shared = small_tree()
        left, right = (cdv[1].sum() / cdv[0].sum() for cdv in (shared.cdv_left, shared.cdv_right))
        assert f"width:{(left + right) / 2:.1%}" in usage_html([shared])
        assert "width:100.0%" in usage_html([shared])

    def test_hostile_names_stay_text(self):
        parsed(usage_html([small_tree(attributes=HOSTILE)] * 2))
