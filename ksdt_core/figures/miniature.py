"""A tree at a glance, for a card: two small bars a split, a square in the colour of its class a leaf."""

from __future__ import annotations

from ksdt_core.figures.palette import LIGHT, Palette
from ksdt_core.figures.tree_style import CARD
from ksdt_core.figures.tree_svg import tree_svg
from ksdt_core.trees.shared_tree import SharedTree
from ksdt_core.trees.text import TableNames


def miniature_svg(
    shared: SharedTree,
    names: TableNames,
    *,
    scale: str = "none",
    palette: Palette = LIGHT,
    prefix: str = "miniature",
    title: str = "",
) -> str:
    """The drawing of `tree_svg` without a word in it; every node keeps its tooltip."""
    return tree_svg(shared, names, scale=scale, palette=palette, style=CARD, prefix=prefix, title=title)
