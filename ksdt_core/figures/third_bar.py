"""A shared tree with the bars of a third table: pointed ends, right of the second bar, dashed where no row comes.

Counts and similarity give way to what became of each split: holds, does not hold, few rows, not measured.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from ksdt_core.evidence.replicated import ReplicatedNode, ReplicatedTree, Status
from ksdt_core.evidence.replication_text import STATUS_WORDS
from ksdt_core.figures.class_groups import class_groups
from ksdt_core.figures.drawn_tree import visible_children
from ksdt_core.figures.glyph_svg import Pen, TreeLook
from ksdt_core.figures.palette import LIGHT, Palette
from ksdt_core.figures.svg_parts import bar, number, rect, text
from ksdt_core.figures.text_width import text_width
from ksdt_core.figures.tree_glyphs import Glyph, node_glyphs, spacing_of
from ksdt_core.figures.tree_layout import folded_to_fit, lay_out
from ksdt_core.figures.tree_plan import TreePlan, tree_edges
from ksdt_core.figures.tree_style import SCREEN, TreeStyle, scaled
from ksdt_core.figures.tree_svg import plan_svg
from ksdt_core.trees.shared_tree import SharedTree
from ksdt_core.trees.text import TableNames

STYLE = replace(SCREEN, detail="no counts", level_pitch=86.0)
POINT = 4.0  # pixels that the ends of a bar taper over
PILL_TEXT = 10.5
SIZES = (1.0, 0.9, 0.8, 0.7, 0.62)  # letters stay readable in all of them


@dataclass(frozen=True, slots=True)
class ThirdPen(Pen):
    """Glyphs with a third bar and the status of the split."""

    nodes: Mapping[int, ReplicatedNode] = field(default_factory=dict)

    def definitions(self) -> str:
        width, height = self.style.bar_width, self.style.box_height
        return (
            Pen.definitions(self)
            + f'<defs><clipPath id="{self.look.prefix}-pointed"><path d="{_pointed(width, height)}"/></clipPath></defs>'
        )

    def glyph(self, glyph: Glyph, *, ground: str) -> str:
        """The node with the middle of its upper edge at the origin."""
        node = self.nodes[glyph.node]
        offset = glyph.box_width / 2 + self.style.bar_gap
        third = offset + self.style.bar_width + self.style.bar_gap
        return "".join(
            (
                self._box(glyph),
                *self._bars(glyph, offset),
                self._third(node, third),
                "" if node.status is None or glyph.n_folded else self._status(node.status, ground),
            )
        )

    def _third(self, node: ReplicatedNode, x: float) -> str:
        """The classes of the third table; an empty bar is a dashed outline."""
        width, height = self.style.bar_width, self.style.box_height
        counts = tuple(self.groups.counts(list(node.cdv)))
        place = f'<g class="third" transform="translate({number(x)} 0)"'
        if not any(counts):
            outline = f'<path d="{_pointed(width, height)}" fill="none" stroke="{self.palette.faint}" '
            return f'{place}>{outline}stroke-dasharray="2.5 2"/></g>'
        colours = [self.groups.colour(group, self.palette) for group in range(len(counts))]
        inside = bar(counts, colours, (width, height), smallest=1.2, gap=self.style.step_gap, page=self.palette.page)
        return f'{place} clip-path="url(#{self.look.prefix}-pointed)">{inside}</g>'

    def _status(self, status: Status, ground: str) -> str:
        """The pill below the box: dark where the split holds."""
        words, palette = STATUS_WORDS[status], self.palette
        top, height, width = self.style.box_height + self.style.pill_gap, self.style.pill_height + 2, pill_width(status)
        fill, ink, outline = palette.panel, palette.ink, palette.line
        if status == "holds":
            fill, ink, outline = palette.ink, palette.page, palette.ink
        elif status == "does-not-hold":
            fill, outline = palette.page, palette.ink
        dashed = ' stroke-dasharray="3 2"' if status == "not-measured" else ""
        pill = rect(
            -width / 2, top, width, height, fill=fill, radius=height / 2, stroke=outline, stroke_width=1,
            more=f' class="status {status}"{dashed}',
        )  # fmt: skip
        y = top + height / 2 + 0.36 * PILL_TEXT
        return pill + text(words, 0, y, size=PILL_TEXT, fill=ink, bold=status == "holds")


def pill_width(status: Status) -> float:
    """How wide the pill of a status is."""
    return text_width(STATUS_WORDS[status], PILL_TEXT, bold=True) + 12


def _pointed(width: float, height: float) -> str:
    """A bar whose ends taper to a point."""
    middle, low = number(width / 2), number(height - POINT)
    return f"M{middle} 0L{number(width)} {number(POINT)}V{low}L{middle} {number(height)}L0 {low}V{number(POINT)}Z"


def plan_with_third(
    shared: SharedTree, replicated: ReplicatedTree, *, scale: str = "none", max_width: float | None = None
) -> TreePlan:
    """The plan of the tree with room for the third bars and the pills, at the largest size that fits `max_width`."""
    for factor in SIZES:
        plan = _plan(shared, replicated, scale=scale, style=_style(factor))
        if max_width is None or plan.layout.width <= max_width:
            break
    return plan


def _style(factor: float) -> TreeStyle:
    """The style at this size; what matters is never omitted."""
    style = STYLE if factor == 1 else replace(scaled(STYLE, factor), detail="no counts", level_pitch=STYLE.level_pitch)
    return replace(style, percent=factor == 1)


def _plan(shared: SharedTree, replicated: ReplicatedTree, *, scale: str, style: TreeStyle) -> TreePlan:
    groups = class_groups(shared)
    children = visible_children(shared.tree, folded_to_fit(shared.tree))
    glyphs = {
        node: replace(glyph, half_width=_half_width(glyph, replicated.nodes[node], style))
        for node, glyph in node_glyphs(shared, children, style, scale=scale, groups=groups).items()
    }
    spacing = spacing_of(style, shared)
    layout = lay_out(children, {node: glyph.half_width for node, glyph in glyphs.items()}, spacing)
    return TreePlan(shared, style, scale, groups, glyphs, tree_edges(shared, children), spacing, layout)


def _half_width(glyph: Glyph, node: ReplicatedNode, style: TreeStyle) -> float:
    bars = glyph.box_width / 2 + 2 * (style.bar_gap + style.bar_width)
    return max(bars, 0.0 if node.status is None else pill_width(node.status) / 2)


def third_svg(
    shared: SharedTree,
    replicated: ReplicatedTree,
    names: TableNames,
    *,
    plan: TreePlan | None = None,
    palette: Palette = LIGHT,
    genes: bool = False,
    prefix: str = "third",
    title: str = "",
) -> str:
    """The drawing of one tree with the bars of three tables; `plan` gives it another size, or a scale."""
    plan = plan or plan_with_third(shared, replicated)
    look = TreeLook(palette, genes=genes, prefix=prefix)
    pen = ThirdPen(plan.style, plan.groups, look, nodes={node.id: node for node in replicated.nodes})
    return plan_svg(plan, names, look, title=title, pen=pen)
