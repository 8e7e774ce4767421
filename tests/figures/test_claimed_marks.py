"""Splits by attributes that predict the class in both tables carry a mark, and say so to those who cannot see it."""

from __future__ import annotations

from ksdt_core.figures.tree_drawings import tree_drawings
from ksdt_core.figures.tree_words import attribute_of
from ksdt_core.trees.text import TableNames
from tests.figures.handmade import small_tree

NAMES = TableNames("red wine", "white wine")


def nodes(svg: str) -> dict[str, str]:
    """What is drawn of each node."""
    return {part.split('"', 2)[1]: part for part in svg.split("data-node=")[1:]}


def test_only_splits_by_claimed_attributes_are_marked():
    shared = small_tree()
    name = attribute_of(shared, 0)
    for drawing in tree_drawings(shared, NAMES, claimed=frozenset({name})):
        drawn = nodes(drawing.svg)
        marked = {node for node, part in drawn.items() if 'class="claimed"' in part}
        tested = {str(node) for node in range(shared.tree.n_nodes) if not shared.tree.is_leaf[node]}
        assert marked == {node for node in tested if attribute_of(shared, int(node)) == name}
        assert all(("in both tables" in part) == (node in marked) for node, part in drawn.items())


def test_nothing_is_marked_without_claims():
    assert all('class="claimed"' not in drawing.svg for drawing in tree_drawings(small_tree(), NAMES))
