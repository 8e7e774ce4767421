"""The outline of a tree: a line for each node, with the numbers of the drawing."""

from __future__ import annotations

import re
from dataclasses import replace

from hypothesis import given, settings

from ksdt_core.figures.node_html import similarity_sentence
from ksdt_core.figures.tree_outline import tree_outline
from ksdt_core.text import percent
from ksdt_core.trees.text import TableNames
from tests.figures.handmade import small_tree
from tests.figures.shapes import shared_trees

NAMES = TableNames("red wine", "white wine")


def test_lines_come_in_the_order_of_reading():
    lines = tree_outline(small_tree(), NAMES)
    assert [line["node"] for line in lines] == [0, 1, 3, 4, 2, 5, 6]
    assert [line["sign"] for line in lines] == ["", "≤", "≤", ">", ">", "=", "≠"]
    assert [line["level"] for line in lines] == [1, 2, 3, 3, 2, 3, 3]
    assert (lines[0]["name"], lines[0]["question"]) == ("alcohol", "≤ 10.25")
    assert lines[0]["texts"] == ["87 | 67", "190 | 140"]
    assert [line["name"] for line in lines if line["leaf"]] == ["poor", "good", "good", "poor"]


@settings(max_examples=40)
@given(shared_trees())
def test_every_node_has_a_line_below_that_of_its_parent(shared):
    lines = tree_outline(shared, NAMES)
    places = {line["node"]: place for place, line in enumerate(lines)}
    assert sorted(places) == list(range(shared.tree.n_nodes))
    assert all(places[line["parent"]] < places[line["node"]] for line in lines if line["parent"] >= 0)
    for line in lines:
        assert [sum(counts) for counts in line["counts"]] == [rows[line["node"]].sum() for rows in shared.rows]


def test_similarity_is_told_with_the_shares_of_both_tables(approved):
    shared = small_tree()
    said = [similarity_sentence(shared, node, NAMES) for node in (4, 0)]
    assert [re.findall(r"\d+\s%", each)[0] for each in said] == [percent(0.82), percent(0.44)]
    approved("\n".join(said))


def test_after_balancing_a_high_similarity_is_not_told_as_that_of_the_original_shares():
    """Original shares of 44 % and 58 % are alike only once rows were drawn again."""
    shared = small_tree()
    said = similarity_sentence(replace(shared, rows_left=shared.cdv_left, cdv_left=shared.cdv_left * 2), 0, NAMES)
    shares = similarity_sentence(shared, 0, NAMES).partition(": ")[2]
    assert said == f"Balanced similarity is high. Before balancing, {shares}"
    unknown = replace(shared, rows_known=False)  # an older document: its shares are those of the balanced rows
    assert similarity_sentence(unknown, 0, NAMES) == f"Balanced similarity is high: {shares}"
