"""A tree as SVG: the one drawing that pages show, clicks go to and files are made from.

Class bars of both tables flank each node of a shared tree, level steps mean that the tables agree, and the similarity
DSN is below. Each edge is two bands, as wide as the share of rows of its table that go this way. A plain tree has
questions and answers alone. The text is the same for the same tree, holds no script and asks for nothing outside.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from ksdt_core.figures.drawn_tree import AnyTree, drawn_levels, drawn_parents, tables_of, tree_of
from ksdt_core.figures.escaping import xml_text
from ksdt_core.figures.glyph_svg import ColourBy, Pen, TreeLook
from ksdt_core.figures.palette import LIGHT, Palette, mix
from ksdt_core.figures.svg_parts import FONT, number, path, rect, text
from ksdt_core.figures.text_width import text_width
from ksdt_core.figures.tree_edges import Bands, bands
from ksdt_core.figures.tree_plan import Edge, TreePlan, plan_tree
from ksdt_core.figures.tree_style import MINIATURE_BAR, SCREEN, TreeStyle, name_height, pixel
from ksdt_core.figures.tree_words import attribute_of, node_words
from ksdt_core.trees.learned_tree import LearnedTree
from ksdt_core.trees.text import TableNames

EDGE_START = 0.36  # of the width of the box, from its middle, in print
FROM_CORNER = 12.0  # pixels from the corner of the box to the start of an edge, on screen
PLAIN_EDGE = 0.5  # of the widest edge, where no rows are counted
UNNAMED = TableNames()  # a plain tree knows no tables
CLAIMED_WORDS = "predicts the class in both tables"
HIDDEN = ' aria-hidden="true"'  # from screen readers: the nodes say it all
RING = 3.0  # pixels between a glyph and the ring around it


def tree_svg(
    source: AnyTree,
    names: TableNames = UNNAMED,
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
    plan = plan_tree(source, scale=scale, style=style, folded=folded, max_width=max_width)
    return plan_svg(plan, names, TreeLook(palette, selected, genes, colour, interactive, prefix), title=title)


def plan_svg(plan: TreePlan, names: TableNames, look: TreeLook, *, title: str = "", pen: Pen | None = None) -> str:
    """The drawing of a tree that was measured before.

    Every node is `<g class="node" data-node="3">`; a split has `data-attribute`, too. An interactive drawing is one
    stop of the Tab key: a script moves the focus between its nodes. These know their `data-parent`, have their words
    as `data-tip`, and show the classes `selected`, `lit` and `same`; edges show `on`.
    """
    width, height = number(plan.layout.width), number(plan.layout.height)
    role = "tree" if look.interactive else "img"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="ksdt-tree" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" font-family="{FONT}" role="{role}" '
        f'aria-labelledby="{look.prefix}-title {look.prefix}-desc">'
        f'<title id="{look.prefix}-title">{xml_text(title or _title(plan.source, names))}</title>'
        f'<desc id="{look.prefix}-desc">{xml_text(description(plan.source, names))}</desc>'
        f"{_states(look.palette) if look.interactive else ''}{tree_body(plan, names, look, pen)}</svg>"
    )


def description(source: AnyTree, names: TableNames) -> str:
    """The drawing in words, for those who cannot see it."""
    tree = tree_of(source)
    first = "A tree without a split" if tree.is_leaf[0] else f"The root tests {attribute_of(source, 0)}"
    if isinstance(source, LearnedTree):
        return (
            f"{first}; {source.n_nodes} nodes, {source.n_leaves} leaves. The rows of each node are at its left, "
            f"for {names.left}."
        )
    whole = f"{first}; {tree.n_nodes} nodes, {tree.n_leaves} leaves."
    if not tables_of(source):
        return whole
    return (
        f"{whole} At each node, the class counts of {names.left} are at the left and those of {names.right} at "
        "the right, with their similarity (DSN) below."
    )


def tree_body(plan: TreePlan, names: TableNames, look: TreeLook, pen: Pen | None = None) -> str:
    """The drawing without the element around it, to be set into a larger figure; `pen` draws nodes otherwise."""
    palette, selected = look.palette, look.selected
    pen = pen or Pen(plan.style, plan.groups, look)
    path_to = _path_to(plan, selected)
    field = mix(palette.line, palette.page, share=0.55)
    parents = drawn_parents(plan.source)
    parts = [pen.definitions() if tables_of(plan.source) else "", *_edges(plan, palette, on_path=path_to)]
    if selected in plan.glyphs:
        ring = f' stroke="{palette.ink}" stroke-width="{number(2 * pixel(plan.style))}"'
        parts.append(_around(plan, selected, fill=field, more=f' class="selected"{ring}'))
    levels = drawn_levels(plan.source)
    for node, glyph in plan.glyphs.items():
        place = f"translate({number(plan.layout.x[node])} {number(plan.layout.y[node])})"
        inside = pen.glyph(glyph, ground=field if node == selected else palette.page)
        if look.interactive:
            inside = _reach(plan, node, palette) + inside
        words = _words(plan, node, names)
        if _is_claimed(plan, node, look):
            inside += _claimed_mark(plan, node, palette)
            words.append(CLAIMED_WORDS)
        lines, opening = "&#10;".join(words), _opening(plan, node)
        if look.interactive:
            opening += _keys(words, parent=parents[node], level=levels[node], is_selected=node == selected)
            opening += f' data-tip="{lines}"' + (
                "" if glyph.is_leaf else f' aria-expanded="{str(not glyph.n_folded).lower()}"'
            )
        said = "" if look.interactive else f"<title>{lines}</title>"
        parts.append(f'{opening} transform="{place}">{said}{inside}</g>')
    return "".join(parts)


def _is_claimed(plan: TreePlan, node: int, look: TreeLook) -> bool:
    """Whether the node tests an attribute that predicts the class in both tables."""
    return bool(look.claimed) and not plan.glyphs[node].is_leaf and attribute_of(plan.source, node) in look.claimed


def _claimed_mark(plan: TreePlan, node: int, palette: Palette) -> str:
    """A disc on the left edge of the box, between the bar and the words, where no count stands."""
    style, x = plan.style, -plan.glyphs[node].box_width / 2
    is_small = style.detail == "miniature"
    radius = 3 * pixel(style) if is_small else style.bar_gap
    y = (name_height(style) if is_small else style.box_height) / 2
    more = ' class="claimed"'
    return rect(x - radius, y - radius, 2 * radius, 2 * radius, fill=palette.ink, radius=radius, more=more)


def _title(source: AnyTree, names: TableNames) -> str:
    if isinstance(source, LearnedTree):
        return f"Decision tree of {names.left}"
    if not tables_of(source):
        return "Decision tree"
    return f"Shared decision tree of {names.left} and {names.right}"


def _words(plan: TreePlan, node: int, names: TableNames) -> list[str]:
    """What the node says in full, escaped."""
    words = node_words(plan.source, node, names, scale=plan.scale)
    glyph = plan.glyphs[node]
    folded = (f"{glyph.name} folded",) if glyph.n_folded else ()
    return [xml_text(line) for line in (*words, *folded)]


def _opening(plan: TreePlan, node: int) -> str:
    """The element of a node, left open for more attributes."""
    glyph = plan.glyphs[node]
    kind = " leaf" if glyph.is_leaf else " folded" if glyph.n_folded else ""
    attribute = "" if glyph.is_leaf else f' data-attribute="{xml_text(attribute_of(plan.source, node))}"'
    return f'<g class="node{kind}" data-node="{node}"{attribute}'


def _keys(words: list[str], *, parent: int, level: int, is_selected: bool) -> str:
    """What makes a node an item that the arrow keys reach and a screen reader speaks."""
    above = f' data-parent="{parent}"' if parent >= 0 else ""
    return (
        f'{above} tabindex="{0 if parent < 0 else -1}" role="treeitem" aria-level="{level}" '
        f'aria-selected="{"true" if is_selected else "false"}" aria-label="{"; ".join(words)}"'
    )


def _edges(plan: TreePlan, palette: Palette, *, on_path: frozenset[int]) -> Iterator[str]:
    """The bands to every node, those on the way to the selected node last and dark, and the signs upon them."""
    size = plan.style.sign_size
    signs = []
    for edge in sorted(plan.edges, key=lambda edge: edge.child in on_path):
        drawn = _bands_of(plan, edge)
        colour = palette.muted if edge.child in on_path else palette.edge
        paths = "".join(path(outline, colour) for outline in drawn.outlines)
        yield f'<g class="edge" data-to="{edge.child}"{HIDDEN}>{paths}</g>'
        if plan.style.detail != "miniature":
            x, y = drawn.middle if len(edge.sign) == 1 else _above_child(plan, edge)
            half = 0.34 * size if len(edge.sign) == 1 else text_width(edge.sign, size, bold=True) / 2 + 0.1 * size
            ground = rect(x - half, y - 0.42 * size, 2 * half, 0.84 * size, fill=palette.page)
            sign = text(edge.sign, x, y + 0.34 * size, size=size, fill=palette.muted, bold=True)
            signs.append(f'<g data-to="{edge.child}">{ground}{sign}</g>')
    if signs:
        yield f"<g{HIDDEN}>{''.join(signs)}</g>"


def _above_child(plan: TreePlan, edge: Edge) -> tuple[float, float]:
    """Where words stand on the way to a child: right above it, where no other way passes."""
    above = plan.spacing.above if plan.glyphs[edge.child].counts else 0.0
    return plan.layout.x[edge.child], plan.layout.y[edge.child] - above - 0.75 * plan.style.sign_size


def _bands_of(plan: TreePlan, edge: Edge) -> Bands:
    style, layout = plan.style, plan.layout
    unit = pixel(style)
    mini = style.detail == "miniature"
    widest = SCREEN.widest_edge * unit * 0.6 if mini else style.widest_edge
    widths = tuple(max(style.narrowest_edge, widest * share) for share in edge.shares) or (PLAIN_EDGE * widest,)
    side = -1 if layout.x[edge.child] < layout.x[edge.parent] else 1
    reach = 4 * unit if mini else _from_middle(plan, edge)
    down = name_height(style) + MINIATURE_BAR[1] * unit if mini else style.box_height
    start = (layout.x[edge.parent] + side * reach, layout.y[edge.parent] + down)
    end = (layout.x[edge.child], layout.y[edge.child])
    spare = plan.spacing
    stubs = (0.0, 0.0) if mini else (0.75 * (spare.below - style.box_height), 0.75 * spare.above)
    return bands(start, end, widths=widths, gap=style.edge_gap, stubs=stubs)


def _from_middle(plan: TreePlan, edge: Edge) -> float:
    """How far from the middle of its box an edge starts: on screen straight above its child where it can."""
    width = plan.glyphs[edge.parent].box_width
    if isinstance(plan.source, LearnedTree):
        return min(EDGE_START * width, abs(plan.layout.x[edge.child] - plan.layout.x[edge.parent]))
    if plan.style.unit != "px":
        return EDGE_START * width
    aside = abs(plan.layout.x[edge.child] - plan.layout.x[edge.parent])
    return min(width / 2 - FROM_CORNER * plan.style.scale, aside)


def _path_to(plan: TreePlan, selected: int | None) -> frozenset[int]:
    """The nodes on the way from the root to the selected node, with it."""
    if selected not in plan.glyphs:
        return frozenset()
    parents = drawn_parents(plan.source)
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
    """The area that takes a click, and the ring that selection and the keyboard's focus show."""
    area = _around(plan, node, fill="none", more=' pointer-events="all"', at_origin=True, away=0)
    ring = f' class="ring" stroke="{palette.ink}" stroke-width="2" stroke-dasharray="4 3"'
    return area + _around(plan, node, fill="none", more=ring, at_origin=True)


def _states(palette: Palette) -> str:
    """How nodes look under the pointer, selected, with the keyboard's focus, and lit because of their attribute."""
    field = mix(palette.line, palette.page, share=0.55)
    return (
        "<style>.ksdt-tree .node{cursor:pointer;outline:none}.ksdt-tree .ring{display:none}"
        f".ksdt-tree .node:not(.leaf):hover .box{{fill:{palette.panel};stroke:{palette.ink}}}"
        f".ksdt-tree .selected>.ring{{display:inline;fill:{field};stroke-dasharray:none}}"
        f".ksdt-tree .selected>.ground{{fill:{field}}}"
        ".ksdt-tree .node:focus-visible>.ring{display:inline}"
        f".ksdt-tree .edge.on path{{fill:{palette.muted}}}"
        f".ksdt-tree .same>.box,.ksdt-tree .lit>.box{{stroke:{palette.ink};stroke-width:2.5px}}</style>"
    )
