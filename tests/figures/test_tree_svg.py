"""The drawing of a tree: every number is there, every name stays text, nothing is asked from outside."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest
from hypothesis import given, settings

from ksdt_core.figures.palette import DARK, GREY, LIGHT
from ksdt_core.figures.svg_parts import bar_parts
from ksdt_core.figures.tree_style import CARD
from ksdt_core.figures.tree_svg import tree_svg
from ksdt_core.figures.tree_words import dsn_text
from ksdt_core.trees.text import TableNames
from tests.figures.handmade import small_tree
from tests.figures.shapes import HOSTILE, shared_trees, tree_of_shape

NAMES = TableNames("red wine", "white wine")
SVG = "{http://www.w3.org/2000/svg}"
TAGS = {"svg", "title", "desc", "defs", "clipPath", "g", "rect", "path", "text", "style"}
COLOUR = re.compile(r"#[0-9A-Fa-f]{6}")


def parsed(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def nodes(svg: ElementTree.Element) -> dict[int, ElementTree.Element]:
    found = [g for g in svg.iter(f"{SVG}g") if "node" in g.get("class", "").split()]
    return {int(g.get("data-node")): g for g in found}


def texts(element: ElementTree.Element) -> list[str]:
    return [text.text or "" for text in element.iter(f"{SVG}text")]


def assert_harmless(svg: str) -> ElementTree.Element:
    root = parsed(svg)
    for element in root.iter():
        assert element.tag.removeprefix(SVG) in TAGS
        for name, value in element.attrib.items():
            assert not name.startswith("on")
            assert "href" not in name
            assert "url(" not in value or value.startswith("url(#")
    assert "<script" not in svg
    return root


@pytest.mark.parametrize("interactive", [False, True])
def test_every_node_has_its_counts_and_its_similarity(interactive):
    shared = small_tree()
    found = nodes(assert_harmless(tree_svg(shared, NAMES, interactive=interactive)))
    assert sorted(found) == list(range(7))
    for node, element in found.items():
        shown = texts(element)
        for cdv in (shared.rows_left, shared.rows_right):
            for count in cdv[node].tolist():
                assert str(count) in shown
        assert dsn_text(float(shared.dsn[node])) in shown


def test_the_left_table_stands_at_the_left_class_1_above_and_class_2_below():
    root = nodes(parsed(tree_svg(small_tree(), NAMES)))[0]
    where = {text.text: (float(text.get("x")), float(text.get("y"))) for text in root.iter(f"{SVG}text")}
    assert where["87"][0] == where["67"][0] < where["alcohol"][0] < where["190"][0] == where["140"][0]
    assert where["87"][1] == where["190"][1] < where["alcohol"][1] < where["67"][1] == where["140"][1]
    assert where["alcohol"][1] < where["≤ 10.25"][1]


def test_tests_signs_and_leaves_are_written_out():
    svg = parsed(tree_svg(small_tree(), NAMES))
    shown = texts(svg)
    assert {"≤ 10.25", "volatile acidity", "≤ 0.37", "colour", "= deep"} <= set(shown)
    assert (shown.count("≤"), shown.count(">"), shown.count("="), shown.count("≠")) == (2, 2, 1, 1)
    leaf = texts(nodes(svg)[3])
    assert leaf[0] == "poor", "a leaf says its class without the word that all classes share"
    assert {"96", "88"} <= set(leaf), "and how many of its rows are of that class"


@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
@pytest.mark.parametrize("interactive", [False, True])
def test_hostile_names_stay_text(name, interactive):
    shared = small_tree((name, name + "1", name + "2"), (name, "other" + name), colours=("pale", name))
    for palette in (LIGHT, DARK):
        svg = tree_svg(
            shared, TableNames(name, name), palette=palette, interactive=interactive, title=name, scale="rank"
        )
        assert len(nodes(assert_harmless(svg))) == 7
    assert len(nodes(assert_harmless(tree_svg(shared, TableNames(name, name), style=CARD)))) == 7


@settings(max_examples=60)
@given(shared_trees())
def test_any_tree_gives_a_drawing_of_all_its_nodes(shared):
    svg = tree_svg(shared, TableNames("one", "two"), interactive=True, selected=0)
    assert len(nodes(assert_harmless(svg))) == shared.tree.n_nodes
    assert svg == tree_svg(shared, TableNames("one", "two"), interactive=True, selected=0)


@pytest.mark.parametrize("name", ["<b>bold</b>", "a & b &amp;", "back\\slash \\N", '"q"', "<i>"])
def test_names_are_shown_verbatim_in_labels_tooltips_and_attributes(name):
    root = nodes(parsed(tree_svg(small_tree((name, "b", "c")), NAMES, interactive=True)))[0]
    assert name in texts(root)
    assert root.get("data-attribute") == name
    assert root.get("data-tip").startswith(f"{name} ≤ 10.25\nred wine: 87 poor wine, 67 good wine\n")
    assert root.find(f"{SVG}title") is None, "the tooltip of the browser would cover the node"
    assert root.get("aria-label").startswith(f"{name} ≤ 10.25; red wine: 87 poor wine")


def test_tooltip_holds_the_full_name_and_both_thresholds_of_a_scaled_pair():
    name = "a very long attribute name that no box could ever hold"
    root = nodes(parsed(tree_svg(small_tree((name, "b", "c")), NAMES, scale="rank")))[0]
    assert f"{name} ≤ 10.25 (P1025.0 " in root.findtext(f"{SVG}title")
    shown = next(text for text in texts(root) if "…" in text)
    assert shown.startswith("a very")
    assert shown.endswith("hold")


def test_an_interactive_tree_is_one_tab_stop_with_an_item_for_each_node():
    svg = parsed(tree_svg(small_tree(), NAMES, interactive=True, selected=1, folded={2}))
    assert svg.get("role") == "tree"
    stops = [element.get("tabindex") for element in nodes(svg).values()]
    assert stops.count("0") == 1
    for node, element in nodes(svg).items():
        assert element.get("role") == "treeitem"
        assert element.get("aria-level") == ("1", "2", "2", "3", "3", "3", "3")[node]
        assert element.get("aria-selected") == ("true" if node == 1 else "false")
        assert element.get("aria-expanded") == {0: "true", 1: "true", 2: "false"}.get(node)
        assert element.get("data-parent") == (None, "0", "0", "1", "1", "2", "2")[node]
    outside = [
        child
        for child in svg
        if child.get("role") is None and child.tag == f"{SVG}g" and "node" not in child.get("class", "")
    ]
    assert all(child.get("aria-hidden") == "true" for child in outside), "a tree holds items only"
    still = parsed(tree_svg(small_tree(), NAMES))
    assert still.get("role") == "img"
    assert not any(element.get("tabindex") for element in still.iter())
    described = still.get("aria-labelledby").split()
    assert [still.find(f"*[@id='{name}']").tag for name in described] == [f"{SVG}title", f"{SVG}desc"]
    assert "red wine" in still.findtext(f"{SVG}desc")


def test_the_way_to_the_selected_node_is_dark():
    svg = parsed(tree_svg(small_tree(), NAMES, selected=4))
    colours = {
        int(edge.get("data-to")): {path.get("fill") for path in edge}
        for edge in svg.iter(f"{SVG}g")
        if edge.get("class") == "edge"
    }
    dark = {node for node, fills in colours.items() if fills == {LIGHT.muted}}
    assert dark == {1, 4}
    assert len(svg.findall(f".//{SVG}rect[@class='selected']")) == 1
    assert not parsed(tree_svg(small_tree(), NAMES, selected=99)).findall(f".//{SVG}rect[@class='selected']")


def test_edges_are_two_bands_as_wide_as_the_share_of_rows():
    shared = small_tree()
    svg = parsed(tree_svg(shared, NAMES))
    for edge in (g for g in svg.iter(f"{SVG}g") if g.get("class") == "edge"):
        child = int(edge.get("data-to"))
        for path, cdv in zip(edge, (shared.rows_left, shared.rows_right), strict=True):
            begin, end = re.match(r"M(\S+) .*?H(\S+?)V", path.get("d")), re.findall(r" (\S+) \S+V\S+Z$", path.get("d"))
            width = float(end[0].split(" ")[-1]) - float(begin[1])
            assert width == pytest.approx(max(0.4, 6.5 * cdv[child].sum() / cdv[0].sum()), abs=0.15)


def test_folded_subtrees_say_what_they_hide():
    shared = small_tree()
    svg = parsed(tree_svg(shared, NAMES, folded={1}, interactive=True))
    found = nodes(svg)
    assert sorted(found) == [0, 1, 2, 5, 6]
    assert {"3 nodes", "84 | 221 rows"} <= set(texts(found[1]))
    assert "volatile acidity" in found[1].get("aria-label")


@pytest.mark.parametrize("n_classes", [2, 3, 4, 8, 9, 20])
def test_any_number_of_classes_is_drawn(n_classes):
    shared = tree_of_shape([0, 1, 0], classes=tuple(f"class {c}" for c in range(n_classes)))
    svg = tree_svg(shared, NAMES)
    found = nodes(parsed(svg))
    for node, element in found.items():
        shown = texts(element)
        if n_classes > 3:
            assert f"n {shared.rows_left[node].sum():,}" in shown
        else:
            assert {f"{n:,}" for n in shared.rows_left[node].tolist()} <= set(shown)
        assert all(f"{n:,} class" in element.findtext(f"{SVG}title") for n in shared.rows_right[node].tolist())
    assert (LIGHT.other_class in svg) == (n_classes > 8)


def test_several_drawings_fit_one_page():
    first, second = (tree_svg(small_tree(), NAMES, prefix=prefix) for prefix in ("a", "b"))
    ids = [re.findall(r' id="([^"]*)"', svg) for svg in (first, second)]
    assert ids[0]
    assert not set(ids[0]) & set(ids[1])
    assert set(re.findall(r"url\(#([^)]*)\)", first)) <= set(ids[0])


def test_themes_differ_in_colour_only_and_grey_has_none():
    light, dark, grey = (tree_svg(small_tree(), NAMES, palette=palette) for palette in (LIGHT, DARK, GREY))
    assert len({light, dark, grey}) == 3
    assert COLOUR.sub("#", light) == COLOUR.sub("#", dark)
    for colour in COLOUR.findall(grey):
        assert colour[1:3] == colour[3:5] == colour[5:7]


def test_colour_by_class_tints_every_box_and_quiets_similarity():
    by_dsn, by_class = (tree_svg(small_tree(), NAMES, colour=colour) for colour in ("dsn", "class"))
    assert by_class.count(LIGHT.class_tint(0)) > by_dsn.count(LIGHT.class_tint(0))
    assert any(colour in by_dsn for colour in LIGHT.dsn)
    assert not any(colour in by_class for colour in LIGHT.dsn)


def test_names_of_genes_are_italic_and_classes_are_not():
    svg = parsed(tree_svg(small_tree(), NAMES, genes=True))
    italic = {text.text for text in svg.iter(f"{SVG}text") if text.get("font-style") == "italic"}
    assert italic == {"alcohol", "volatile acidity", "colour"}
    assert "italic" not in tree_svg(small_tree(), NAMES)


def test_a_node_without_rows_of_a_table_is_drawn():
    shared = small_tree()
    empty = shared.rows_right.copy()
    empty[6] = 0
    object.__setattr__(shared, "rows_right", empty)
    assert "–" in texts(nodes(parsed(tree_svg(shared, NAMES)))[6])


def test_a_node_that_no_row_reaches_is_no_disagreement():
    """DSN is 0 by definition where a table has no row; with none in either the loudest colour would mislead."""
    shared = small_tree()
    for side in ("rows_left", "rows_right"):
        empty = getattr(shared, side).copy()
        empty[6] = 0
        object.__setattr__(shared, side, empty)
    object.__setattr__(shared, "dsn", np.where(np.arange(7) == 6, 0.0, shared.dsn))
    node = nodes(parsed(tree_svg(shared, NAMES)))[6]
    assert "–" in texts(node)
    assert ".000" not in texts(node)
    fills = {part.get("fill") for part in node.iter(f"{SVG}rect")}
    assert LIGHT.dsn[0] in fills
    assert LIGHT.dsn[-1] not in fills


def test_a_tree_without_a_split_is_drawn():
    svg = parsed(tree_svg(tree_of_shape([]), NAMES))
    assert list(nodes(svg)) == [0]
    assert "without a split" in svg.findtext(f"{SVG}desc")


@pytest.mark.parametrize("name", ["", " ", "\u3000"])
def test_a_name_without_a_letter_is_seen_to_be_blank(name):
    found = nodes(parsed(tree_svg(small_tree((name, "b", "c"), (name, "good")), NAMES)))
    assert "(blank)" in texts(found[0])
    assert "(blank)" in texts(found[3])


def test_miniature_has_bars_and_squares_but_no_word():
    svg = parsed(tree_svg(small_tree(), NAMES, style=CARD))
    assert texts(svg) == []
    assert len(nodes(svg)) == 7
    squares = [r for r in svg.iter(f"{SVG}rect") if r.get("class") == "box"]
    assert {(r.get("width"), r.get("height")) for r in squares} == {("10", "10")}
    assert len(squares) == 4


def test_bars_show_every_class_that_has_a_row():
    assert bar_parts((3, 0, 1), 36, 1) == [27, 0, 9]
    assert bar_parts((10_000, 1), 36, 1) == [35, 1]
    assert bar_parts((0, 0), 36, 1) == [0, 0]
