"""A figure for print or for a slide: one tree or a whole set with a key, in the width of a column."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from ksdt_core.evidence.effect_text import figure_notes
from ksdt_core.evidence.effects import Effects
from ksdt_core.figures.escaping import xml_text
from ksdt_core.figures.figure_key import FigureKey
from ksdt_core.figures.glyph_svg import ColourBy, TreeLook
from ksdt_core.figures.palette import LIGHT, Palette
from ksdt_core.figures.svg_parts import FONT, number, rect
from ksdt_core.figures.tree_plan import TreePlan, plan_tree
from ksdt_core.figures.tree_style import PICTURE, PRINT, Detail, TreeStyle
from ksdt_core.figures.tree_svg import description, tree_body
from ksdt_core.figures.tree_tables import root_name
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.text import score
from ksdt_core.trees.shared_tree import SharedTree
from ksdt_core.trees.text import TableNames, balanced

FigureWidth = Literal["single", "double", "screen"]
POINTS_PER_MM = 72 / 25.4
READABLE = 0.85  # of the size of letters; where a wider figure is to be had, they should not be smaller
COLUMNS_MM = {"single": 85.0, "double": 180.0}
PAGE_MM = 240.0  # height of a page of print without its margins and a caption
SCREEN_WIDTH = 1200.0  # pixels
"""Of a figure for a slide; a single tree may be narrower."""


@dataclass(frozen=True, slots=True)
class _Panel:
    """One tree of the figure with its heading."""

    number: int  # of the tree in its set, from 1
    shared: SharedTree
    plan: TreePlan
    shrunk: float  # below 1 where even the smallest style is too wide

    @property
    def width(self) -> float:
        return self.plan.layout.width * self.shrunk

    @property
    def height(self) -> float:
        return self.plan.layout.height * self.shrunk


def figure_svg(
    tree_set: TreeSet,
    *,
    trees: Sequence[int] | None = None,
    width: FigureWidth = "single",
    palette: Palette = LIGHT,
    genes: bool = False,
    colour: ColourBy = "dsn",
    prefix: str = "figure",
    effects: Effects | None = None,
) -> str:
    """The trees at these positions (all where None is given) with one key.

    Where `effects` are known the key says what guessing gives, and which trees do no better.
    `single` and `double` are columns of 85 and 180 mm with letters in points; `screen` is in pixels, for slides.
    """
    chosen = range(len(tree_set.trees)) if trees is None else trees
    style = PICTURE if width == "screen" else PRINT
    room = column_width(width)
    panels = [_panel(tree_set, position, style, room, among_others=len(chosen) > 1) for position in chosen]
    if width == "screen" and len(panels) == 1:
        room = max(panels[0].width, room / 2)
    names = TableNames(tree_set.pair.left.name, tree_set.pair.right.name)
    drawn, height = _grid(panels, names, style, room, palette=palette, genes=genes, colour=colour, prefix=prefix)
    said = tuple(figure_notes(effects, tree_set, chosen)) if effects is not None else ()
    key = FigureKey([panel.plan for panel in panels], names, palette, style, colour, f"{prefix}-key", said)
    key_drawn, key_height = key.draw(room - 2 * style.margin)
    line = rect(style.margin, height, room - 2 * style.margin, style.outline, fill=palette.line)
    top = height + 2.5 * style.margin
    total = top + key_height + style.margin
    title = _title(tree_set, chosen)
    words = " ".join(description(panel.shared, names) for panel in panels[:1])
    unit = "mm" if width != "screen" else ""
    outer = (room, total) if width == "screen" else _on_a_page(COLUMNS_MM[width], total / POINTS_PER_MM)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{number(outer[0])}{unit}" height="{number(outer[1])}{unit}" '
        f'viewBox="0 0 {number(room)} {number(total)}" font-family="{FONT}" role="img" '
        f'aria-labelledby="{prefix}-title {prefix}-desc"><title id="{prefix}-title">{xml_text(title)}</title>'
        f'<desc id="{prefix}-desc">{xml_text(words)}</desc>'
        f"{rect(0, 0, room, total, fill=palette.page)}{drawn}{line}"
        f'<g class="key" transform="translate({number(style.margin)} {number(top)})">{key_drawn}</g></svg>'
    )


def _on_a_page(width: float, height: float) -> tuple[float, float]:
    """The size in mm: a figure higher than a page (many trees) is made smaller as a whole until it fits."""
    shrunk = min(1.0, PAGE_MM / height)
    return width * shrunk, height * shrunk


def column_width(width: FigureWidth) -> float:
    """The width of a figure in the unit of its style."""
    return SCREEN_WIDTH if width == "screen" else COLUMNS_MM[width] * POINTS_PER_MM


def narrowest_column(tree_set: TreeSet, position: int) -> FigureWidth:
    """The single column where the tree fits with all its numbers, well readable, else the double one."""
    return "single" if _has_room(_panel(tree_set, position, PRINT, column_width("single")).plan) else "double"


def panel_detail(tree_set: TreeSet, position: int, width: FigureWidth) -> Detail:
    """What a tree alone in a figure of this width shows: not every number of a large tree can be read in it."""
    return _panel(tree_set, position, PICTURE if width == "screen" else PRINT, column_width(width)).plan.style.detail


def _title(tree_set: TreeSet, chosen: Sequence[int]) -> str:
    tables = f"{tree_set.pair.left.name} and {tree_set.pair.right.name}"
    if len(chosen) == 1:
        return f"Shared decision tree {chosen[0] + 1} of {tables}"
    return f"{len(chosen)} shared decision trees of {tables}"


def _panel(tree_set: TreeSet, position: int, style: TreeStyle, room: float, *, among_others: bool = False) -> _Panel:
    """A tree in the room there is; among others it takes half of it, if all its numbers can be read there."""
    shared, scale = tree_set.trees[position], tree_set.settings.scale
    if among_others and room > column_width("single"):
        half = plan_tree(shared, scale=scale, style=style, max_width=room / 2)
        if _has_room(half) and half.layout.width <= room / 2:
            return _Panel(position + 1, shared, half, 1.0)
    plan = plan_tree(shared, scale=scale, style=style, max_width=room)
    return _Panel(position + 1, shared, plan, min(1.0, room / plan.layout.width))


def _has_room(plan: TreePlan) -> bool:
    """Whether everything is drawn, and little smaller than it should be."""
    return plan.style.detail == "full" and plan.style.scale >= READABLE


def _grid(
    panels: Sequence[_Panel],
    names: TableNames,
    style: TreeStyle,
    room: float,
    *,
    palette: Palette,
    genes: bool,
    colour: ColourBy,
    prefix: str,
) -> tuple[str, float]:
    """The panels in rows, as many in each as fit, and the height of all; several have headings."""
    heading = 2 * style.name_size if len(panels) > 1 else 0.0
    parts, top = [], 0.0
    for row in _rows(panels, room):
        spare = (room - sum(panel.width for panel in row)) / (len(row) + 1)
        x = spare
        for panel in row:
            look = TreeLook(palette, genes=genes, colour=colour, prefix=f"{prefix}-{panel.number}")
            body = tree_body(panel.plan, names, look)
            if heading:
                middle = x + panel.width / 2
                parts.append(_heading(panel, middle, top + 0.75 * heading, style, palette=palette, genes=genes))
            shrunk = f" scale({number(panel.shrunk)})" if panel.shrunk < 1 else ""
            place = f"translate({number(x)} {number(top + heading)}){shrunk}"
            parts.append(f'<g class="tree" data-tree="{panel.number}" transform="{place}">{body}</g>')
            x += panel.width + spare
        top += heading + max(panel.height for panel in row) + (style.cousin_gap if heading else 0)
    return "".join(parts), top


def _rows(panels: Sequence[_Panel], room: float) -> list[list[_Panel]]:
    rows: list[list[_Panel]] = []
    for panel in panels:
        if rows and sum(other.width for other in rows[-1]) + panel.width <= room:
            rows[-1].append(panel)
        else:
            rows.append([panel])
    return rows


def _heading(panel: _Panel, x: float, y: float, style: TreeStyle, *, palette: Palette, genes: bool) -> str:
    """Number and root of a tree; the root in italics where attributes are genes."""
    shared = panel.shared
    root = xml_text(root_name(shared) if shared.tree.is_leaf[0] else panel.plan.glyphs[0].name or root_name(shared))
    slant = ' font-style="italic"' if genes else ""
    return (
        f'<text x="{number(x)}" y="{number(y)}" text-anchor="middle" font-size="{number(style.name_size)}" '
        f'font-weight="700" fill="{palette.ink}">Tree {panel.number} · <tspan{slant}>{root}</tspan>'
        f'<tspan font-weight="400" font-size="{number(style.test_size)}" fill="{palette.muted}"> '
        f"{balanced(shared)}SA {score(shared.sa)}, DS {score(shared.ds)}</tspan></text>"
    )
