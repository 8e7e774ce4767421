"""Splits by attributes that predict the class in both tables carry a mark, and say so to those who cannot see it."""

from __future__ import annotations

import re

from ksdt_core.figures.tree_drawings import tree_drawings
from ksdt_core.figures.tree_style import SCREEN
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


def box(part: str, kind: str) -> tuple[float, float, float, float]:
    """The left, upper, right and lower end of a rectangle of a node."""
    (drawn,) = re.findall(rf'<rect [^>]*class="{kind}"[^>]*>', part)
    lengths = dict(re.findall(r' (x|y|width|height)="([-.0-9]+)"', drawn))
    x, y, width, height = (float(lengths[name]) for name in ("x", "y", "width", "height"))
    return x, y, x + width, y + height


def test_a_mark_stands_between_bar_and_words_where_no_count_is():
    """Regression: the disc on the corner of the box covered the count above the bar of the left table."""
    shared = small_tree()
    full = tree_drawings(shared, NAMES, claimed=frozenset({attribute_of(shared, 0)}))[0]
    root = nodes(full.svg)["0"]
    left, top, right, bottom = box(root, "claimed")
    edge, above, _, below = box(root, "box")
    assert above <= top < bottom <= below
    assert edge - SCREEN.bar_gap <= left < right <= edge + SCREEN.padding


def test_nothing_is_marked_without_claims():
    assert all('class="claimed"' not in drawing.svg for drawing in tree_drawings(small_tree(), NAMES))
