"""A tree ready to be drawn: its glyphs measured and placed, in a style that fits the room there is."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from ksdt_core.figures.class_groups import ClassGroups, class_groups
from ksdt_core.figures.tree_glyphs import Glyph, node_glyphs, spacing_of
from ksdt_core.figures.tree_layout import Spacing, TreeLayout, lay_out, visible_children
from ksdt_core.figures.tree_style import MINIATURE_SCALE, SCREEN, TreeStyle, scaled
from ksdt_core.trees.shared_tree import SharedTree

SCALES = (1.0, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.65, 0.6, MINIATURE_SCALE / 2)


@dataclass(frozen=True, slots=True)
class TreePlan:
    """Everything that a drawing needs to know but for colours."""

    shared: SharedTree
    style: TreeStyle
    scale: str  # of the thresholds
    groups: ClassGroups
    children: dict[int, tuple[int, int]]
    glyphs: dict[int, Glyph]
    spacing: Spacing
    layout: TreeLayout


def plan_tree(
    shared: SharedTree,
    *,
    scale: str = "none",
    style: TreeStyle = SCREEN,
    folded: Collection[int] = (),
    max_width: float | None = None,
) -> TreePlan:
    """The tree in this style or, where `max_width` is given, in the largest that fits.

    Long names are cut to fewer letters first, in print names of classes, too. Smaller styles leave out counts, then all
    but names and small bars. The smallest style is taken even where it does not fit.
    """
    groups, children = class_groups(shared), visible_children(shared.tree, folded)
    styles = _styles(style) if max_width is not None else [style]
    first, last = 0, len(styles) - 1
    while True:  # the first of the styles that fits, by halves
        middle = first if first == last else (first + last) // 2
        plan = _plan(shared, styles[middle], scale=scale, groups=groups, children=children)
        fits = max_width is None or plan.layout.width <= max_width
        if first == last:
            return plan
        if fits:
            last = middle
        else:
            first = middle + 1


def _styles(style: TreeStyle) -> list[TreeStyle]:
    if style.unit == "px":
        return [style, *(scaled(style, scale) for scale in SCALES)]
    short = replace(style, short_classes=True)
    return [style, scaled(style, 1), *(scaled(short, scale) for scale in SCALES)]


def _plan(
    shared: SharedTree, style: TreeStyle, *, scale: str, groups: ClassGroups, children: dict[int, tuple[int, int]]
) -> TreePlan:
    glyphs = node_glyphs(shared, children, style, scale=scale, groups=groups)
    spacing = spacing_of(style, len(shared.tree.class_names))
    layout = lay_out(children, {node: glyph.half_width for node, glyph in glyphs.items()}, spacing)
    return TreePlan(shared, style, scale, groups, children, glyphs, spacing, layout)
