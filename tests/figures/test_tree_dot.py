"""The Graphviz source of a tree: every number is there, every name stays text, real Graphviz lays it out."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ksdt_core.figures.palette import DARK, LIGHT
from ksdt_core.figures.tree_dot import set_to_dot, tree_to_dot
from ksdt_core.figures.tree_glyphs import NO_ROWS
from ksdt_core.figures.tree_svg import tree_svg
from ksdt_core.figures.tree_words import dsn_text
from ksdt_core.trees.text import TableNames
from tests.figures.handmade import small_tree

pygraphviz = pytest.importorskip("pygraphviz", reason="pygraphviz lays the drawing out; pip install ksdt[test]")

NAMES = TableNames("red wine", "white wine")
SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = (
    "<script>alert(1)</script>",
    '"]; x [label="',
    "</TABLE>>]; evil -> x [label=<",
    "<b>bold</b>",
    "a & b &amp; &#60;",
    "back\\slash \\N \\G \\",
    "line\nbreak\ttab\x00\x1b[31m",
    "🍷 vin \u202ertl\u202c שלום",
    "\ufffe\uffff",
    "=HYPERLINK(1)",
    "",
    " ",
    "x" * 300,
    "x" * 5000,
    "\\&" * 5000,
)


def drawn(dot: str) -> ElementTree.Element:
    graph = pygraphviz.AGraph(dot)
    return ElementTree.fromstring(graph.draw(format="svg", prog="dot"))


def texts(svg: ElementTree.Element) -> list[str]:
    return [element.text or "" for element in svg.iter(f"{SVG}text")]


def tooltips(svg: ElementTree.Element) -> list[str]:
    return [element.get("{http://www.w3.org/1999/xlink}title", "") for element in svg.iter(f"{SVG}a")]


def test_real_graphviz_draws_every_node_with_its_counts_and_similarity():
    shared = small_tree()
    svg = drawn(tree_to_dot(shared, NAMES))
    nodes = [element for element in svg.iter(f"{SVG}g") if element.get("class") == "node"]
    edges = [element for element in svg.iter(f"{SVG}g") if element.get("class") == "edge"]
    assert (len(nodes), len(edges)) == (7, 6)
    for element in nodes:
        node = int(element.find(f"{SVG}title").text.removeprefix("n"))
        shown = texts(element)
        both = [", ".join(map(str, rows[node].tolist())) for rows in (shared.rows_left, shared.rows_right)]
        assert shown[-2:] == [" | ".join(both), f"DSN {dsn_text(float(shared.dsn[node]))}"]


def test_a_similarity_of_balanced_rows_is_not_told_as_that_of_the_counts_above_it():
    shared = small_tree()
    doubled = replace(shared, rows_left=shared.cdv_left, cdv_left=shared.cdv_left * 2)
    shown = texts(drawn(tree_to_dot(doubled, NAMES)))
    assert sum(text.startswith("balanced DSN ") for text in shown) == 7
    assert not any(text.startswith("DSN") for text in shown)


def test_the_source_is_easy_to_edit_by_hand(approved):
    """One line for each node and edge, plain text in it, and the look of all in one place."""
    lines = [line.strip() for line in tree_to_dot(small_tree(), NAMES).splitlines()]
    approved(lines[1])
    nodes = [line for line in lines if re.match(r"n\d \[", line)]
    assert len(nodes) == 7
    assert nodes[0].startswith('n0 [label="alcohol\\n≤ 10.25\\n87, 67 | 190, 140\\nDSN ')
    assert not any("<" in line for line in nodes)
    assert [line for line in lines if line.startswith("node [")], "how nodes look"
    assert all(("fillcolor" in line) == ("correct" in line) for line in nodes), "only leaves have their own colours"


def test_tests_and_signs_are_written_out():
    shown = texts(drawn(tree_to_dot(small_tree(), NAMES)))
    assert {"alcohol", "≤ 10.25", "volatile", "acidity", "≤ 0.37", "colour", "= deep", "≤", ">", "=", "≠"} <= {
        text.strip() for text in shown
    }
    assert "poor" in shown, "a leaf says its class without the word that all classes share"


@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_hostile_names_stay_text(name, palette):
    shared = small_tree((name, name + "1", name + "2"), (name, "other" + name), colours=("pale", name))
    dot = tree_to_dot(shared, TableNames(name, name), palette=palette, title=name)
    svg = drawn(dot)
    assert len([g for g in svg.iter(f"{SVG}g") if g.get("class") == "node"]) == 7
    assert len([g for g in svg.iter(f"{SVG}g") if g.get("class") == "edge"]) == 6
    assert not list(svg.iter(f"{SVG}script"))
    assert not list(svg.iter("script"))


@pytest.mark.parametrize("name", ["<b>bold</b>", "a & b &amp;", "back\\slash \\N", '"q"', "<i>"])
def test_names_are_shown_verbatim_in_labels_and_tooltips(name):
    svg = drawn(tree_to_dot(small_tree((name, "b", "c")), TableNames("one", "two")))
    assert name in " ".join(texts(svg)).replace("\u00a0", " ")
    assert any(tip.startswith(f"{name} ≤ 10.25") for tip in tooltips(svg))


@settings(max_examples=40, deadline=None)
@given(st.text(max_size=30), st.text(max_size=30), st.text(max_size=30))
def test_any_text_gives_a_drawing_of_seven_nodes(attribute, class_name, table):
    shared = small_tree((attribute, "b", "c"), (class_name, class_name + "'"))
    svg = drawn(tree_to_dot(shared, TableNames(table, "other")))
    assert len([g for g in svg.iter(f"{SVG}g") if g.get("class") == "node"]) == 7


@pytest.mark.parametrize("n_classes", [2, 3, 4, 9])
def test_any_number_of_classes_is_drawn(n_classes):
    shared = small_tree(classes=tuple(f"class {c}" for c in range(n_classes)))
    shown = texts(drawn(tree_to_dot(shared, NAMES)))
    if n_classes > 3:
        whole = " | ".join(f"n {rows[0].sum()}" for rows in (shared.rows_left, shared.rows_right))
        assert whole in shown, "with many classes the number of rows stands in their place"
    else:
        assert any(text.startswith(", ".join(map(str, shared.rows_left[0].tolist()))) for text in shown)


def test_tooltip_holds_the_full_name_and_both_thresholds_of_a_scaled_pair():
    name = "a very long attribute name that no box could ever hold"
    shared = small_tree((name, "b", "c"))
    tips = tooltips(drawn(tree_to_dot(shared, NAMES, scale="rank")))
    assert any(f"{name} ≤ 10.25 (P1025.0 " in tip for tip in tips)


def test_same_tree_gives_the_same_source():
    assert tree_to_dot(small_tree(), NAMES) == tree_to_dot(small_tree(), NAMES)


def test_themes_differ_in_colour_only():
    light, dark = (tree_to_dot(small_tree(), NAMES, palette=palette) for palette in (LIGHT, DARK))
    colour = re.compile(r"#[0-9A-F]{6}")
    assert light != dark
    assert colour.sub("#", light) == colour.sub("#", dark)


def test_wider_edges_carry_more_rows():
    dot = tree_to_dot(small_tree(), NAMES)
    widths = {m[1]: float(m[2]) for m in re.finditer(r"n\d -> n(\d) \[.*?penwidth=([\d.]+)", dot)}
    assert widths["1"] > widths["2"] > widths["6"]


def test_node_without_rows_of_a_table_is_drawn():
    shared = small_tree()
    empty = shared.rows_right.copy()
    empty[6] = 0
    object.__setattr__(shared, "rows_right", empty)
    assert "none" in " ".join(texts(drawn(tree_to_dot(shared, NAMES))))
    assert np.all(shared.rows_right[6] == 0)


def test_graphviz_source_and_drawing_read_the_same_plan():
    """With nine classes the source had other colours than the drawing, and a DSN where no row was left to compare."""
    shared = small_tree(classes=tuple(f"class {c}" for c in range(9)))
    for cdv in ("rows_left", "rows_right"):
        counts = getattr(shared, cdv).copy()
        counts[6] = 0
        object.__setattr__(shared, cdv, counts)
    dot, svg = tree_to_dot(shared, NAMES), tree_svg(shared, NAMES)
    leaves = [line for line in dot.splitlines() if "correct" in line and "label=" in line]
    of_dot = {re.search(r' color="(#[0-9A-F]{6})"', line)[1] for line in leaves}
    boxes = re.findall(r'<g class="node leaf".*?<rect [^>]*stroke="(#[0-9A-F]{6})"', svg)
    assert of_dot == set(boxes)
    assert f"DSN {NO_ROWS}" in texts(drawn(dot))


@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
def test_a_whole_set_is_laid_out_with_every_node_of_every_tree(name):
    trees = [small_tree(), small_tree((name, name + "1", name + "2"), (name, "other" + name))]
    graph = pygraphviz.AGraph(set_to_dot(trees, TableNames(name, name)))
    graph.layout("dot")
    assert sorted(graph.nodes()) == sorted(f"t{number}n{node}" for number in (1, 2) for node in range(7))
    assert len(graph.edges()) == 12
    assert all(node.attr["pos"] for node in graph.nodes())
    assert [part.graph_attr["label"] for part in graph.subgraphs()] == ["Tree 1", "Tree 2"]
