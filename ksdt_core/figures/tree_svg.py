"""A shared tree as SVG: the one drawing that pages show, clicks go to and files are made from.

Class bars of both tables flank each node, level steps mean that the tables agree, and the similarity DSN stands
below. Each edge is two bands, as wide as the share of rows of its table that go this way. The text is the same for
the same tree, holds no script and asks for nothing outside.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from ksdt_core.figures.escaping import xml_text
from ksdt_core.figures.glyph_svg import ColourBy, Pen
from ksdt_core.figures.node_words import node_words
from ksdt_core.figures.palette import LIGHT, Palette, mix
from ksdt_core.figures.svg_parts import FONT, path, rect, text
from ksdt_core.figures.tree_edges import Bands, bands, number
from ksdt_core.figures.tree_look import TreeLook
from ksdt_core.figures.tree_plan import TreePlan, plan_tree
from ksdt_core.figures.tree_style import MINIATURE_BAR, SCREEN, TreeStyle, name_height, pixel
from ksdt_core.figures.words import attribute_of, category_of
from ksdt_core.trees.shared_tree import SharedTree
from ksdt_core.trees.text import TableNames

EDGE_START = 0.36  # of the width of the box, from its middle
RING = 3.0  # pixels between a glyph and the ring around it


def tree_svg(
    shared: SharedTree,
    names: TableNames,
    *,
    scale: str = "none",
    palette: Palette = LIGHT,
    style: TreeStyle = SCREEN,
    max_width: float | None = None,
    folded: Collection[int] = frozenset(),
    selected: int | None = None,
    genes: bool = False,
    colour: ColourBy = "dsn",
    interactive: bool = False,
    prefix: str = "tree",
    title: str = "",
) -> str:
    """The drawing of one tree. `scale` is that of its thresholds; `genes` sets names of attributes in italics."""
    plan = plan_tree(shared, scale=scale, style=style, folded=folded, max_width=max_width)
    return plan_svg(plan, names, TreeLook(palette, selected, genes, colour, interactive, prefix), title=title)


def plan_svg(plan: TreePlan, names: TableNames, look: TreeLook, *, title: str = "") -> str:
    """The drawing of a tree that was measured before.

    Every node is `<g class="node" data-node="3">`; a split has `data-attribute`, too. Interactive nodes also know their
    `data-parent` and show the class `lit`.
    """
    width, height = number(plan.layout.width), number(plan.layout.height)
    role = "group" if look.interactive else "img"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="ksdt-tree" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" font-family="{FONT}" role="{role}" '
        f'aria-labelledby="{look.prefix}-title {look.prefix}-desc">'
        f'<title id="{look.prefix}-title">{xml_text(title or _title(names))}</title>'
        f'<desc id="{look.prefix}-desc">{xml_text(description(plan.shared, names))}</desc>'
        f"{_states(look.palette) if look.interactive else ''}{tree_body(plan, names, look)}</svg>"
    )


def description(shared: SharedTree, names: TableNames) -> str:
    """The drawing in words, for those who cannot see it."""
    tree = shared.tree
    first = "A tree without a split" if tree.is_leaf[0] else f"The root tests {attribute_of(shared, 0)}"
    return (
        f"{first}; {tree.n_nodes} nodes, {tree.n_leaves} leaves. At each node, class counts of {names.left} stand at "
        f"the left and of {names.right} at the right, their similarity DSN below."
    )


def tree_body(plan: TreePlan, names: TableNames, look: TreeLook) -> str:
    """The drawing without the element around it, to be set into a larger figure."""
    palette, selected = look.palette, look.selected
    pen = Pen(plan.style, palette, plan.groups, look.colour, look.genes, look.prefix)
    path_to = _path_to(plan, selected)
    field = mix(palette.line, palette.page, share=0.55)
    parents = plan.shared.tree.parents.tolist()
    parts = [pen.definitions(), *_edges(plan, palette, on_path=path_to)]
    if selected in plan.glyphs:
        ring = f' stroke="{palette.ink}" stroke-width="{number(2 * pixel(plan.style))}"'
        parts.append(_around(plan, selected, fill=field, more=f' class="selected"{ring}'))
    for node, glyph in plan.glyphs.items():
        place = f"translate({number(plan.layout.x[node])} {number(plan.layout.y[node])})"
        inside = pen.glyph(glyph, ground=field if node == selected else palette.page)
        if look.interactive:
            inside = _reach(plan, node, palette) + inside
        words = _words(plan, node, names)
        opening = _opening(plan, node)
        if look.interactive:
            opening += _keys(words, parent=parents[node], is_selected=node == selected)
        parts.append(f'{opening} transform="{place}"><title>{"&#10;".join(words)}</title>{inside}</g>')
    return "".join(parts)


def _title(names: TableNames) -> str:
    return f"Shared decision tree of {names.left} and {names.right}"


def _words(plan: TreePlan, node: int, names: TableNames) -> list[str]:
    """What the node says in full, escaped."""
    words = node_words(plan.shared, node, names, scale=plan.scale)
    glyph = plan.glyphs[node]
    folded = (f"{glyph.name} folded",) if glyph.n_folded else ()
    return [xml_text(line) for line in (*words, *folded)]


def _opening(plan: TreePlan, node: int) -> str:
    """The element of a node, left open for more attributes."""
    glyph = plan.glyphs[node]
    kind = " leaf" if glyph.is_leaf else " folded" if glyph.n_folded else ""
    attribute = "" if glyph.is_leaf else f' data-attribute="{xml_text(attribute_of(plan.shared, node))}"'
    return f'<g class="node{kind}" data-node="{node}"{attribute}'


def _keys(words: list[str], *, parent: int, is_selected: bool) -> str:
    """What makes a node a button that the keyboard reaches and a reader speaks."""
    pressed = "true" if is_selected else "false"
    above = f' data-parent="{parent}"' if parent >= 0 else ""
    return f'{above} tabindex="0" role="button" aria-pressed="{pressed}" aria-label="{"; ".join(words)}"'


def _edges(plan: TreePlan, palette: Palette, *, on_path: frozenset[int]) -> Iterator[str]:
    """The bands to every node, those on the way to the selected node last and dark, and the signs upon them."""
    ways = [
        (child, parent, goes_left)
        for parent, both in plan.children.items()
        for child, goes_left in zip(both, (True, False), strict=True)
    ]
    size = plan.style.sign_size
    signs = []
    shares = [
        (cdv.sum(axis=1) / max(cdv[0].sum(), 1)).tolist() for cdv in (plan.shared.cdv_left, plan.shared.cdv_right)
    ]
    for child, parent, goes_left in sorted(ways, key=lambda way: way[0] in on_path):
        edge = _bands_to(plan, child, parent, goes_left=goes_left, shares=(shares[0][child], shares[1][child]))
        colour = palette.muted if child in on_path else palette.edge
        yield f'<g class="edge" data-to="{child}">{path(edge.left, colour)}{path(edge.right, colour)}</g>'
        if plan.style.detail != "miniature":
            x, y = edge.middle
            categorical = category_of(plan.shared, parent) is not None
            sign = ("=" if goes_left else "≠") if categorical else ("≤" if goes_left else ">")
            signs.append(rect(x - 0.34 * size, y - 0.42 * size, 0.68 * size, 0.84 * size, fill=palette.page))
            signs.append(text(sign, x, y + 0.34 * size, size=size, fill=palette.muted, bold=True))
    yield from signs


def _bands_to(plan: TreePlan, child: int, parent: int, *, goes_left: bool, shares: tuple[float, float]) -> Bands:
    style, layout = plan.style, plan.layout
    unit = pixel(style)
    mini = style.detail == "miniature"
    widest = SCREEN.widest_edge * unit * 0.6 if mini else style.widest_edge
    left, right = (max(style.narrowest_edge, widest * share) for share in shares)
    side = -1 if goes_left else 1
    reach = 4 * unit if mini else EDGE_START * plan.glyphs[parent].box_width
    down = name_height(style) + MINIATURE_BAR[1] * unit if mini else style.box_height
    start = (layout.x[parent] + side * reach, layout.y[parent] + down)
    end = (layout.x[child], layout.y[child])
    spare = plan.spacing
    stubs = (0.0, 0.0) if mini else (0.75 * (spare.below - style.box_height), 0.75 * spare.above)
    return bands(start, end, widths=(left, right), gap=style.edge_gap, stubs=stubs)


def _path_to(plan: TreePlan, selected: int | None) -> frozenset[int]:
    """The nodes on the way from the root to the selected node, with it."""
    if selected not in plan.glyphs:
        return frozenset()
    parents = plan.shared.tree.parents.tolist()
    found, node = set(), selected
    while node >= 0:
        found.add(node)
        node = parents[node]
    return frozenset(found)


def _around(plan: TreePlan, node: int, *, fill: str, more: str, at_origin: bool = False, away: float = RING) -> str:
    """A frame around a whole glyph."""
    glyph, spacing = plan.glyphs[node], plan.spacing
    away = away * pixel(plan.style)
    x, y = (0.0, 0.0) if at_origin else (plan.layout.x[node], plan.layout.y[node])
    return rect(
        x - glyph.half_width - away, y - spacing.above - away / 2, 2 * (glyph.half_width + away),
        spacing.above + spacing.below + away * 1.5, fill=fill, radius=6 * pixel(plan.style), more=more,
    )  # fmt: skip


def _reach(plan: TreePlan, node: int, palette: Palette) -> str:
    """The area that takes a click, and the ring that the keyboard's focus shows."""
    area = _around(plan, node, fill="none", more=' pointer-events="all"', at_origin=True, away=0)
    ring = f' class="ring" stroke="{palette.ink}" stroke-width="2" stroke-dasharray="4 3" display="none"'
    return area + _around(plan, node, fill="none", more=ring, at_origin=True)


def _states(palette: Palette) -> str:
    """How nodes look under the pointer, with the keyboard's focus, and `lit` because their attribute is pointed at."""
    return (
        "<style>.ksdt-tree .node{cursor:pointer;outline:none}"
        f".ksdt-tree .node:not(.leaf):hover .box{{fill:{palette.panel};stroke:{palette.ink}}}"
        ".ksdt-tree .node:focus-visible .ring{display:inline}"
        f".ksdt-tree .node.lit .box{{stroke:{palette.ink};stroke-width:2.5px}}</style>"
    )
