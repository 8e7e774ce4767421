"""Where the nodes of a tree stand: a tidy drawing, the same for the same tree.

Every subtree is drawn alike wherever it hangs, a parent is in the middle above its children, and subtrees are
pushed together until their outlines nearly touch. An outline is the outermost edge of each level [Reingold and
Tilford, 1981].

Where room is scarce, the two leaves of a split can be staggered: the right one hangs lower, nearly on the next level,
and its edge passes beside the left one. A pair of leaves is then hardly wider than one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ksdt_core.figures.drawn_tree import MOST_NODES, Children
from ksdt_core.trees.tree import LEAF, Tree

_Outline = tuple[list[float], list[float]]  # left and right edge of each level of a subtree, relative to its root


@dataclass(frozen=True, slots=True)
class Spacing:
    """Distances between nodes, in the unit of the drawing."""

    level_pitch: float
    sibling_gap: float
    cousin_gap: float
    above: float  # what a node needs above its place
    below: float
    margin: float
    drop: float = 0.0  # how much lower the right one of two sibling leaves hangs; 0: they stand side by side
    lane: float = 0.0  # from the middle of the widest edge to the leaf that it passes


@dataclass(frozen=True, slots=True)
class TreeLayout:
    """The centre `x` and the upper edge `y` of the box of each node, parents before their children."""

    x: dict[int, float]
    y: dict[int, float]
    width: float
    height: float


def folded_to_fit(tree: Tree, most: int = MOST_NODES) -> frozenset[int]:
    """The nodes to fold, all of one level and deeper, so that at most so many are drawn; none where all fit."""
    if tree.n_nodes <= most:
        return frozenset()
    levels = tree.levels
    deepest = next(
        level for level in range(int(levels.max()), 0, -1) if int((levels <= level).sum()) <= most or level == 1
    )
    at_the_edge = (levels == deepest) & (tree.attribute != LEAF)
    return frozenset(at_the_edge.nonzero()[0].tolist())


def subtree_sizes(tree: Tree) -> list[int]:
    """The number of nodes of the subtree that hangs from each node, itself included."""
    sizes = [1] * tree.n_nodes
    for node, parent in reversed(list(enumerate(tree.parents.tolist()))):
        if parent >= 0:
            sizes[parent] += sizes[node]
    return sizes


def lay_out(children: Children, half_widths: Mapping[int, float], spacing: Spacing) -> TreeLayout:
    """Places for all nodes that have a width."""
    offset, left_outline = _push_together(children, half_widths, spacing)
    x, y = {0: spacing.margin - min(left_outline)}, {0: spacing.margin + spacing.above}
    for node in sorted(children):  # a child has a larger number than its parent
        for child in children[node]:
            x[child] = x[node] + offset[child]
            y[child] = y[node] + spacing.level_pitch
        if _is_staggered(children, node, spacing):
            y[children[node][1]] += spacing.drop
    x, y = ({node: round(place, 2) for node, place in places.items()} for places in (x, y))
    width = max(place + half_widths[node] for node, place in x.items()) + spacing.margin
    return TreeLayout(x, y, round(width, 2), round(max(y.values()) + spacing.below + spacing.margin, 2))


def _push_together(
    children: Children, half_widths: Mapping[int, float], spacing: Spacing
) -> tuple[dict[int, float], list[float]]:
    """Each node's place relative to its parent, and the left outline of the whole, relative to the root.

    Outlines are kept from the deepest level up, so that a parent is added at the end of a list.
    """
    offset: dict[int, float] = {}
    outlines: dict[int, _Outline] = {}
    for node in sorted(half_widths, reverse=True):
        half = half_widths[node]
        if node not in children:
            outlines[node] = ([-half], [half])
            continue
        below = children[node]
        if len(below) > 2:
            outlines[node] = _row_of_children(below, offset, outlines, half=half, spacing=spacing)
            continue
        first, second = (outlines.pop(child) for child in below)
        if _is_staggered(children, node, spacing):
            apart, outlines[node] = _staggered(first, second, half=half, spacing=spacing)
        else:
            apart = _distance(first, second, spacing)
            outlines[node] = _joined(first, second, apart=apart, half=half)
        offset[below[0]], offset[below[1]] = -apart / 2, apart / 2
    return offset, outlines[0][0]


def _row_of_children(
    below: tuple[int, ...],
    offset: dict[int, float],
    outlines: dict[int, _Outline],
    *,
    half: float,
    spacing: Spacing,
) -> _Outline:
    """Three children or more side by side, their parent in the middle above the first and the last."""
    places, merged = [0.0], outlines.pop(below[0])
    for child in below[1:]:
        outline = outlines.pop(child)
        apart = _distance(merged, outline, spacing)
        merged = _side_by_side(merged, outline, apart)
        places.append(apart)
    middle = places[-1] / 2
    for child, place in zip(below, places, strict=True):
        offset[child] = place - middle
    left, right = ([edge - middle for edge in side] for side in merged)
    return [*left, -half], [*right, half]


def _side_by_side(first: _Outline, second: _Outline, apart: float) -> _Outline:
    """The outline of two subtrees, relative to the root of the first; the deeper one continues alone."""
    shifted = ([edge + apart for edge in second[0]], [edge + apart for edge in second[1]])
    depths = len(first[0]), len(second[0])
    both = min(depths)
    deeper = first if depths[0] > depths[1] else shifted
    n_more = max(depths) - both
    left = [min(a, b) for a, b in zip(first[0][depths[0] - both :], shifted[0][depths[1] - both :], strict=True)]
    right = [max(a, b) for a, b in zip(first[1][depths[0] - both :], shifted[1][depths[1] - both :], strict=True)]
    return [*deeper[0][:n_more], *left], [*deeper[1][:n_more], *right]


def _is_staggered(children: Children, node: int, spacing: Spacing) -> bool:
    """Whether both children of a node are leaves that do not stand side by side."""
    return spacing.drop > 0 and len(children[node]) == 2 and not any(child in children for child in children[node])


def _staggered(first: _Outline, second: _Outline, *, half: float, spacing: Spacing) -> tuple[float, _Outline]:
    """How far apart two staggered leaves are, and the outline of their parent.

    The right leaf counts as one of the next level, which it overlaps. On its own level only its edge needs room, and
    there a narrow gap will do.
    """
    (left,), (right,) = first[1], second[1]
    apart = left + spacing.lane
    passing = apart / 2 + spacing.lane - spacing.cousin_gap
    return apart, (
        [apart / 2 - right, -apart / 2 - left, -half],
        [apart / 2 + right, max(left - apart / 2, passing), half],
    )


def _distance(first: _Outline, second: _Outline, spacing: Spacing) -> float:
    """How far apart two siblings must stand: at every level that both subtrees reach there is a gap."""
    apart = 0.0
    gap = spacing.sibling_gap
    for right, left in zip(reversed(first[1]), reversed(second[0]), strict=False):
        apart = max(apart, right - left + gap)
        gap = spacing.cousin_gap
    return apart


def _joined(first: _Outline, second: _Outline, *, apart: float, half: float) -> _Outline:
    """The outline of a subtree from those of its children; the deeper one continues alone."""
    left, right = [edge - apart / 2 for edge in first[0]], [edge + apart / 2 for edge in second[1]]
    n_more = len(second[0]) - len(left)
    if n_more > 0:
        left = [edge + apart / 2 for edge in second[0][:n_more]] + left
    n_more = len(first[1]) - len(right)
    if n_more > 0:
        right = [edge - apart / 2 for edge in first[1][:n_more]] + right
    return ([*left, -half], [*right, half])
