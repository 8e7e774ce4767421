"""A tree ready to be drawn: its nodes measured and placed, in a style that fits the room there is.

The one plan behind every picture of a tree, shared or plain: the SVG drawings, the miniatures and the Graphviz source
all read it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from ksdt_core.figures.class_groups import ClassGroups, class_groups
from ksdt_core.figures.drawn_tree import AnyTree, Children, tables_of, visible_children
from ksdt_core.figures.tree_glyphs import Glyph, node_glyphs, spacing_of
from ksdt_core.figures.tree_layout import Spacing, TreeLayout, lay_out
from ksdt_core.figures.tree_style import MINIATURE_SCALE, SCREEN, TreeStyle, scaled
from ksdt_core.figures.tree_words import edge_signs

SCALES = (1.0, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.65, 0.6, MINIATURE_SCALE / 2)


@dataclass(frozen=True, slots=True)
class Edge:
    """The way from a node to one of its children, and the share of each table's rows that take it."""

    parent: int
    child: int
    sign: str
    shares: tuple[float, ...]  # left table, right table, or one table; none in a plain tree


@dataclass(frozen=True, slots=True)
class TreePlan:
    """Everything that a drawing needs to know except colours."""

    source: AnyTree
    style: TreeStyle
    scale: str  # of the thresholds
    groups: ClassGroups
    glyphs: dict[int, Glyph]
    edges: tuple[Edge, ...]
    spacing: Spacing
    layout: TreeLayout


def plan_tree(
    source: AnyTree,
    *,
    scale: str = "none",
    style: TreeStyle = SCREEN,
    folded: Collection[int] = (),
    max_width: float | None = None,
) -> TreePlan:
    """The tree in this style or, where `max_width` is given, in the largest that fits.

    Long names are cut to fewer letters first, in print names of classes, too. Smaller styles omit counts, then all
    but names and small bars; a plain tree keeps its thresholds. The smallest style is taken even where it does not fit.
    """
    groups, children = class_groups(source), visible_children(source, folded)
    edges = tree_edges(source, children)
    styles = _styles(style, is_plain=not tables_of(source)) if max_width is not None else [style]
    first, last = 0, len(styles) - 1
    while True:  # the first of the styles that fits, by halves
        middle = first if first == last else (first + last) // 2
        glyphs = node_glyphs(source, children, styles[middle], scale=scale, groups=groups)
        spacing = spacing_of(styles[middle], source)
        layout = lay_out(children, {node: glyph.half_width for node, glyph in glyphs.items()}, spacing)
        if first == last:
            return TreePlan(source, styles[middle], scale, groups, glyphs, edges, spacing, layout)
        if max_width is None or layout.width <= max_width:
            last = middle
        else:
            first = middle + 1


def tree_edges(source: AnyTree, children: Children) -> tuple[Edge, ...]:
    """The edges of the nodes that are drawn."""
    return tuple(_edges(source, children))


def _edges(source: AnyTree, children: Children) -> Iterator[Edge]:
    shares = [(cdv.sum(axis=1) / max(cdv[0].sum(), 1)).tolist() for cdv in tables_of(source)]
    for parent, both in children.items():
        signs = edge_signs(source, parent)
        for child, sign in zip(both, signs, strict=True):
            yield Edge(parent, child, sign, tuple(table[child] for table in shares))


def _styles(style: TreeStyle, *, is_plain: bool) -> list[TreeStyle]:
    scales = [scale for scale in SCALES if scale >= MINIATURE_SCALE or not is_plain]
    if style.unit == "px":
        return [style, *(scaled(style, scale) for scale in scales)]
    short = replace(style, short_classes=True)
    return [style, scaled(style, 1), *(scaled(short, scale) for scale in scales)]
