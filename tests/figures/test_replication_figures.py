"""The forest plot and the tree with a third bar: marks, statuses and rooms, whatever names say."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from itertools import pairwise

import pytest

from ksdt_core.evidence.effects import measure_effects
from ksdt_core.evidence.replication import replicate
from ksdt_core.figures.forest_svg import NARROW, NOT_ABOVE, SHORT, WIDE, forest_rows, forest_svg
from ksdt_core.figures.palette import DARK, LIGHT
from ksdt_core.figures.text_width import text_width
from ksdt_core.figures.third_bar import plan_with_third, third_svg
from ksdt_core.mining.miners import mine
from ksdt_core.text import PERCENT_SIGN
from ksdt_core.trees.text import TableNames
from tests.mining.planted import planted_pair

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = TableNames("<script>", '"&')


@pytest.fixture(scope="module")
def found():
    """Three trees, and a third table that lacks one of their attributes."""
    pair = planted_pair(strength=1.5, n_rows=90, n_attributes=6)
    trees = mine(pair, k=3, max_depth=3)
    third = planted_pair(strength=1.5, n_rows=90, n_attributes=6, seed=4).matched.left
    lacking = next(name for name in trees.attributes if name != "a0")
    third = third.take_columns([c for c, name in enumerate(third.attributes) if name != lacking])
    return pair, trees, replicate(trees, replace(third, name="<third>"), 99)


def test_the_verdict_on_a_tree_ends_before_the_scale_begins(found):
    """Regression: on a phone it lay on the marks."""
    _, _, replicated = found
    rows = forest_rows(replicated, None, ["Tree"] * 3)
    for width in (WIDE, NARROW):
        drawn = ET.fromstring(forest_svg(rows, ("a", "b", "c"), width=width))
        scale = min(float(line.get("x")) for line in drawn.iter(f"{SVG}rect") if line.get("width") == "1")
        for each in drawn.iter(f"{SVG}text"):
            if "above" in (each.text or ""):
                assert float(each.get("x")) + text_width(each.text, float(each.get("font-size"))) < scale
    said = "".join(ET.fromstring(forest_svg(rows, ("a", "b", "c"), width=NARROW)).itertext())
    assert SHORT[NOT_ABOVE] in said
    assert NOT_ABOVE not in said


def test_every_status_is_written_once_at_its_split(found):
    _, trees, replicated = found
    seen = set()
    for shared, tree in zip(trees.trees, replicated.trees, strict=True):
        root = ET.fromstring(
            third_svg(shared, tree, HOSTILE, plan=plan_with_third(shared, tree, scale="rank", max_width=400))
        )
        for group in root.iter(f"{SVG}g"):
            if "data-node" not in group.attrib:
                continue
            node = tree.nodes[int(group.attrib["data-node"])]
            pills = [each.attrib["class"] for each in group.iter(f"{SVG}rect") if "status" in each.get("class", "")]
            assert pills == ([] if node.status is None else [f"status {node.status}"])
            seen.add(node.status)
            assert len([each for each in group.iter(f"{SVG}g") if each.get("class") == "third"]) == 1
    assert {"holds", "not-measured"} <= seen


def test_empty_bars_are_dashed_and_others_show_the_rows(found):
    _, trees, replicated = found
    for shared, tree in zip(trees.trees, replicated.trees, strict=True):
        root = ET.fromstring(third_svg(shared, tree, HOSTILE))
        for group in root.iter(f"{SVG}g"):
            if "data-node" in group.attrib:
                node = tree.nodes[int(group.attrib["data-node"])]
                third = next(each for each in group.iter(f"{SVG}g") if each.get("class") == "third")
                assert any("stroke-dasharray" in each.attrib for each in third) == (sum(node.cdv) == 0)


def test_glyphs_with_their_pills_do_not_overlap(found):
    _, trees, replicated = found
    for shared, tree in zip(trees.trees, replicated.trees, strict=True):
        plan = plan_with_third(shared, tree, scale="rank")
        by_level: dict[float, list[tuple[float, float]]] = {}
        for node, glyph in plan.glyphs.items():
            by_level.setdefault(plan.layout.y[node], []).append((plan.layout.x[node], glyph.half_width))
        for row in by_level.values():
            row.sort()
            for (x, half), (other, other_half) in pairwise(row):
                assert x + half <= other - other_half


@pytest.mark.parametrize("width", [WIDE, NARROW])
@pytest.mark.parametrize("palette", [LIGHT, DARK])
def test_forest_plot_has_a_mark_for_each_table_and_row(found, width, palette):
    pair, trees, replicated = found
    rows = forest_rows(replicated, measure_effects(pair, trees).training, ["Tree <1>", "Tree 2", "Tree 3"])
    svg = forest_svg(rows, ("a", "b", replicated.table.name), palette=palette, width=width)
    root = ET.fromstring(svg)
    marks = [each.attrib["data-table"] for each in root.iter(f"{SVG}g") if each.get("class") == "mark"]
    assert marks == ["0", "1", "2"] * 4
    assert svg.count("<polygon") == 4 + 1  # and one in the legend
    texts = [each.text or "" for each in root.iter(f"{SVG}text")]
    assert f"{100 * replicated.vote.accuracy:.1f}{PERCENT_SIGN}" in texts
    assert all(0 <= float(x) <= width for x in re.findall(r' x="([-\d.e+]+)"', svg))


def test_forest_plot_without_the_mined_tables(found):
    rows = forest_rows(found[2], None, ["1", "2", "3"])
    assert all(row.mined == () for row in rows)
    root = ET.fromstring(forest_svg(rows, ("a", "b", "c")))
    marks = [each.attrib["data-table"] for each in root.iter(f"{SVG}g") if each.get("class") == "mark"]
    assert marks == ["2"] * 4
