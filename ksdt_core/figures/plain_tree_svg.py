"""A tree that knows no tables as SVG: questions and answers alone, in the look of the shared trees.

Orthogonal trees have numbers at their leaves; trees of an imported run have classes, but no rows to count here.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from ksdt_core.figures.escaping import one_line, xml_text
from ksdt_core.figures.glyph_svg import NAME_LINE, SECOND_LINE
from ksdt_core.figures.palette import LIGHT, Palette
from ksdt_core.figures.svg_parts import FONT, path, rect, text
from ksdt_core.figures.text_width import text_width
from ksdt_core.figures.tree_edges import bands, number
from ksdt_core.figures.tree_glyphs import BLANK
from ksdt_core.figures.tree_layout import Spacing, lay_out, subtree_sizes, visible_children
from ksdt_core.figures.tree_style import MINIATURE_SCALE, SCREEN, TreeStyle, scaled
from ksdt_core.figures.words import short_class_names, shorten, threshold_text
from ksdt_core.trees.tree import LEAF, Tree
from ksdt_core.trees.value_tree import ValueTree

MOST_NODES = 63  # more are folded: a drawing that nobody can read says nothing
SCALES = (1.0, 0.9, 0.8, 0.7, MINIATURE_SCALE)
PITCH = 74.0  # pixels from level to level; no counts stand between them
EDGE = 1.6


@dataclass(frozen=True, slots=True)
class _Box:
    """What is written in a node, and its colours."""

    name: str
    second: str
    fill: str
    outline: str
    width: float
    is_leaf: bool
    is_folded: bool


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


def plain_tree_svg(
    source: Tree | ValueTree,
    *,
    scale: str = "none",
    palette: Palette = LIGHT,
    max_width: float | None = None,
    folded: Collection[int] | None = None,
    prefix: str = "plain",
    title: str = "",
) -> str:
    """The drawing; too large a tree is folded below some level. `scale` is that of the thresholds."""
    tree = source if isinstance(source, Tree) else source.tree
    hidden = folded_to_fit(tree) if folded is None else folded
    children = visible_children(tree, hidden)
    for size in SCALES:
        style = (
            replace(scaled(SCREEN, size), level_pitch=PITCH * size) if size < 1 else replace(SCREEN, level_pitch=PITCH)
        )
        boxes = _boxes(source, children, style, scale=scale, palette=palette)
        spacing = Spacing(style.level_pitch, style.sibling_gap, style.cousin_gap, 0.0, style.box_height, style.margin)
        layout = lay_out(children, {node: box.width / 2 for node, box in boxes.items()}, spacing)
        if max_width is None or layout.width <= max_width:
            break
    parts = []
    for parent, both in children.items():
        for child, side in zip(both, (-1, 1), strict=True):
            start = (layout.x[parent] + side * 0.3 * boxes[parent].width, layout.y[parent] + style.box_height)
            edge = bands(start, (layout.x[child], layout.y[child]), widths=(EDGE, EDGE), gap=0.0, stubs=(4.0, 4.0))
            parts.append(f'<g class="edge">{path(edge.left, palette.edge)}{path(edge.right, palette.edge)}</g>')
            parts.append(_sign(tree, parent, edge.middle, goes_left=side < 0, style=style, palette=palette))
    for node, box in boxes.items():
        place = f"translate({number(layout.x[node])} {number(layout.y[node])})"
        kind = " leaf" if box.is_leaf else " folded" if box.is_folded else ""
        words = xml_text(_words(source, node, scale=scale))
        parts.append(
            f'<g class="node{kind}" data-node="{node}" transform="{place}"><title>{words}</title>'
            f"{_drawn(box, style, palette)}</g>"
        )
    width, height = number(layout.width), number(layout.height)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="ksdt-tree" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" font-family="{FONT}" role="img" aria-labelledby="{prefix}-title">'
        f'<title id="{prefix}-title">{xml_text(title or "Decision tree")}</title>{"".join(parts)}</svg>'
    )


def _boxes(
    source: Tree | ValueTree, children: dict[int, tuple[int, int]], style: TreeStyle, *, scale: str, palette: Palette
) -> dict[int, _Box]:
    tree = source if isinstance(source, Tree) else source.tree
    shown = [0, *(child for both in children.values() for child in both)]
    sizes = subtree_sizes(tree)
    found = {}
    for node in sorted(shown):
        is_leaf, is_folded = tree.attribute[node] == LEAF, False
        fill, outline = palette.page, palette.faint
        if is_leaf:
            name, second, fill, outline = _answer(source, node, palette)
        elif node not in children:
            name, second, is_folded = f"{sizes[node]:,} nodes", "", True
        else:
            name, second = _question(tree, node, style, scale=scale)
        size = style.leaf_size if is_leaf else style.name_size
        width = max(
            style.leaf_width if is_leaf else style.split_width,
            text_width(name, size, bold=True) + 2 * style.padding,
            text_width(second, style.test_size) + 2 * style.padding,
        )
        found[node] = _Box(name, second, fill, outline, width, is_leaf, is_folded)
    return found


def _question(tree: Tree, node: int, style: TreeStyle, *, scale: str) -> tuple[str, str]:
    attribute = int(tree.attribute[node])
    name = shorten(one_line(tree.attributes[attribute]).strip() or BLANK, style.name_letters)
    return name, shorten(one_line(_test(tree, node, scale=scale)))


def _test(tree: Tree, node: int, *, scale: str) -> str:
    values = tree.categories[int(tree.attribute[node])]
    if values is not None:
        return f"= {values[int(tree.category[node])]}"
    return f"≤ {threshold_text(float(tree.threshold[node]), scale)}"


def _answer(source: Tree | ValueTree, node: int, palette: Palette) -> tuple[str, str, str, str]:
    """Both lines of a leaf, its fill and its outline."""
    if isinstance(source, Tree):
        label = int(source.label[node])
        name = shorten(one_line(short_class_names(source.class_names)[label]).strip() or BLANK)
        return name, "", palette.class_tint(label), palette.class_colour(label)
    numbers = source.values[node].tolist()
    largest = max(range(len(numbers)), key=lambda output: abs(numbers[output]))
    value = numbers[largest]
    if len(numbers) == 1:
        label = int(value > 0)
        return f"{value:+.2f}", "", palette.class_tint(label), palette.class_colour(label)
    name = shorten(one_line(source.outputs[largest]).strip() or BLANK)
    return f"{value:+.2f}", name, palette.class_tint(largest), palette.class_colour(largest)


def _words(source: Tree | ValueTree, node: int, *, scale: str) -> str:
    """The node in full, for its tooltip."""
    tree = source if isinstance(source, Tree) else source.tree
    if tree.attribute[node] != LEAF:
        return f"{tree.attributes[int(tree.attribute[node])]} {_test(tree, node, scale=scale)}"
    if isinstance(source, Tree):
        return f"answers {tree.class_names[int(tree.label[node])]}"
    pairs = zip(source.outputs, source.values[node].tolist(), strict=True)
    return "; ".join(f"{name}: {value:+.4f}" for name, value in pairs)


def _drawn(box: _Box, style: TreeStyle, palette: Palette) -> str:
    height = style.box_height
    dashed = ' class="box" stroke-dasharray="3"' if box.is_folded else ' class="box"'
    frame = rect(
        -box.width / 2, 0, box.width, height, fill=box.fill, radius=style.radius, stroke=box.outline,
        stroke_width=style.outline * (1.25 if box.is_leaf else 1), more=dashed,
    )  # fmt: skip
    size = style.leaf_size if box.is_leaf else style.name_size
    baseline = height * NAME_LINE if box.second else height / 2 + 0.35 * size
    parts = [frame, text(box.name, 0, baseline, size=size, fill=palette.ink, bold=True)]
    if box.second:
        parts.append(text(box.second, 0, height * SECOND_LINE, size=style.test_size, fill=palette.muted))
    return "".join(parts)


def _sign(
    tree: Tree, parent: int, place: tuple[float, float], *, goes_left: bool, style: TreeStyle, palette: Palette
) -> str:
    categorical = tree.categories[int(tree.attribute[parent])] is not None
    sign = ("=" if goes_left else "≠") if categorical else ("≤" if goes_left else ">")
    (x, y), size = place, style.sign_size
    ground = rect(x - 0.34 * size, y - 0.42 * size, 0.68 * size, 0.84 * size, fill=palette.page)
    return ground + text(sign, x, y + 0.34 * size, size=size, fill=palette.muted, bold=True)
