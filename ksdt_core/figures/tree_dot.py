"""A shared tree as Graphviz source: the class counts of both tables flank each node, their similarity stands below.

The text is made with HTML-like labels. Every name that comes from a table is escaped, so that a name can never become
markup. The source can be drawn in a browser, or restyled and laid out with any Graphviz.
"""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import dataclass, replace

import graphviz

from ksdt_core.figures.class_groups import ClassGroups
from ksdt_core.figures.escaping import one_line
from ksdt_core.figures.palette import LIGHT, Palette
from ksdt_core.figures.tree_glyphs import MARK, NO_ROWS, Counts, Glyph
from ksdt_core.figures.tree_plan import TreePlan, plan_tree
from ksdt_core.figures.tree_style import SCREEN
from ksdt_core.figures.tree_words import count_text, name_lines, node_words, shorten
from ksdt_core.trees.shared_tree import SharedTree
from ksdt_core.trees.text import TableNames

STYLE = replace(SCREEN, percent=False, name_letters=100_000, test_letters=18)  # names are set on two lines here
FONT = "Helvetica,Arial,sans-serif"
BOX_HEIGHT = 36
LINE_HEIGHT = 16  # of the second line of a name
BAR_WIDTH = 8
WIDEST_EDGE = 6.5
NARROWEST_EDGE = 0.4
LONGEST_TOOLTIP = 1_500  # letters; Graphviz reads no text of more than 16,384, and an escaped letter takes up to eight
_BARE = 'BORDER="0" CELLBORDER="0" CELLPADDING="0"'
_FIXED = f'{_BARE} CELLSPACING="0" FIXEDSIZE="TRUE"'  # a table that keeps its size in a larger cell


def tree_to_dot(
    shared: SharedTree, names: TableNames, *, scale: str = "none", palette: Palette = LIGHT, title: str = ""
) -> str:
    """Graphviz source of one shared tree; node `n3` is node 3 of the tree. `scale` is that of its thresholds."""
    graph = _digraph("tree", palette, title or "shared decision tree")
    _add_tree(graph, plan_tree(shared, scale=scale, style=STYLE), names, palette, prefix="n")
    return str(graph.source)


def set_to_dot(
    trees: Sequence[SharedTree], names: TableNames, *, scale: str = "none", palette: Palette = LIGHT, title: str = ""
) -> str:
    """Graphviz source of several trees side by side; node `t2n3` is node 3 of tree 2."""
    graph = _digraph("trees", palette, title or "shared decision trees")
    for number, shared in enumerate(trees, start=1):
        with graph.subgraph(name=f"cluster_{number}") as cluster:
            cluster.attr(label=f"Tree {number}", peripheries="0", fontcolor=palette.ink)
            plan = plan_tree(shared, scale=scale, style=STYLE)
            _add_tree(cluster, plan, names, palette, prefix=f"t{number}n")
    return str(graph.source)


def _digraph(name: str, palette: Palette, title: str) -> graphviz.Digraph:
    """An empty graph with the look of all trees."""
    return graphviz.Digraph(
        name,
        graph_attr={
            "bgcolor": "transparent",
            "ranksep": "0.42",
            "nodesep": "0.06",
            "pad": "0.05",
            "fontname": FONT,
            "tooltip": _tooltip_text(title),
        },
        node_attr={"shape": "plain", "fontname": FONT, "fontcolor": palette.ink},
        edge_attr={
            "arrowhead": "none",
            "color": palette.edge,
            "fontname": FONT,
            "fontcolor": palette.muted,
            "fontsize": "12",
        },
    )


def _add_tree(graph: graphviz.Digraph, plan: TreePlan, names: TableNames, palette: Palette, *, prefix: str) -> None:
    """The nodes and edges of one tree; the names of its nodes begin with the prefix."""
    labels = _Labels(plan.groups, palette)
    for node, glyph in sorted(plan.glyphs.items()):
        words = node_words(plan.source, node, names, scale=plan.scale)
        label, tooltip = f"<{labels.label(glyph)}>", _tooltip_text(" · ".join(words))
        graph.node(f"{prefix}{node}", label=label, tooltip=tooltip)
    for edge in sorted(plan.edges, key=lambda edge: edge.parent):
        width = max(NARROWEST_EDGE, WIDEST_EDGE * sum(edge.shares) / len(edge.shares))
        ends = f"{prefix}{edge.parent}", f"{prefix}{edge.child}"
        graph.edge(*ends, label=f" {edge.sign} ", penwidth=f"{width:.2f}", tooltip=edge.sign)


def _tooltip_text(text: str) -> str:
    """Text that Graphviz shows in a tooltip as it stands; it reads escape sequences there twice over."""
    escaped: str = graphviz.nohtml(
        shorten(one_line(text), LONGEST_TOOLTIP).replace("&", "&amp;").replace("\\", "\\" * 4)
    )
    return escaped


def _escape(text: str) -> str:
    """Text inside a label of markup; Graphviz reads escape sequences there, too, so a backslash is doubled."""
    return html.escape(one_line(text), quote=True).replace("\\", "\\\\")


@dataclass(frozen=True, slots=True)
class _Labels:
    """The labels of the nodes of one tree."""

    groups: ClassGroups
    palette: Palette

    def label(self, glyph: Glyph) -> str:
        """The glyph, three rows of three: counts above, bar | box | bar, counts below with DSN between them."""
        lines = (glyph.name,) if glyph.is_leaf else name_lines(glyph.name)
        height = BOX_HEIGHT + LINE_HEIGHT * (len(lines) - 1)
        box = self._leaf_box(glyph) if glyph.is_leaf else self._split_box(glyph, lines, height)
        left, right = glyph.counts
        rows = (
            (self._above(left), "", self._above(right)),
            (self._bar(left, height=height), box, self._bar(right, height=height, rounded=True)),
            (self._below(left), self._pill(glyph), self._below(right)),
        )
        body = "".join(f"<TR>{''.join(f'<TD>{cell}</TD>' for cell in row)}</TR>" for row in rows)
        return f'<TABLE {_BARE} CELLSPACING="1">{body}</TABLE>'

    def _above(self, counts: Counts) -> str:
        """The count of the first of two classes; more classes have all their numbers below."""
        return self._count(counts.above[0]) if len(counts.below) == 1 else ""

    def _below(self, counts: Counts) -> str:
        """The count of the second of two classes; of three all counts, of more the number of rows."""
        if counts.total:
            return self._font(counts.total, 9.5)
        shown = counts.below if len(counts.below) == 1 else (*counts.above, *counts.below)
        return "<BR/>".join(map(self._count, shown))

    def _count(self, count: int) -> str:
        return self._font(count_text(count), 10.5, colour=self.palette.ink if count else self.palette.faint)

    def _bar(self, counts: Counts, *, height: int, rounded: bool = False) -> str:
        """A class bar as high as the box, the first class on top: level steps mean that the tables agree.

        The bar of the left table has square ends, that of the right table round ones.
        """
        style = ' STYLE="ROUNDED"' if rounded else ""
        size = f'FIXEDSIZE="TRUE" WIDTH="{BAR_WIDTH}"'
        cells = [
            f'<TR><TD {size} HEIGHT="{part}" BGCOLOR="{self.groups.colour(group, self.palette)}"{style}></TD></TR>'
            for group, part in enumerate(bar_heights(counts.groups, height))
            if part
        ]
        empty = f'<TR><TD {size} HEIGHT="{height}"></TD></TR>'
        return f'<TABLE {_FIXED} WIDTH="{BAR_WIDTH}" HEIGHT="{height}">{"".join(cells) or empty}</TABLE>'

    def _split_box(self, glyph: Glyph, names: Sequence[str], height: int) -> str:
        lines = [self._font(f"<B>{_escape(line)}</B>", 13) for line in names]
        second = f"{glyph.second} {MARK}" if glyph.is_uneven else glyph.second
        text = "<BR/>".join([*lines, self._font(_escape(second), 11, colour=self.palette.muted)])
        return self._box(text, (62, height), fill=self.palette.page, outline=self.palette.faint)

    def _leaf_box(self, glyph: Glyph) -> str:
        purities = "|".join("none" if purity == NO_ROWS else purity for purity in glyph.purity)
        text = f"{self._font(f'<B>{_escape(glyph.name)}</B>', 11)}<BR/>{self._font(purities, 9.3)}"
        tint, colour = (shade(glyph.answer, self.palette) for shade in (self.groups.tint, self.groups.colour))
        return self._box(text, (46, BOX_HEIGHT), fill=tint, outline=colour)

    def _box(self, text: str, size: tuple[int, int], *, fill: str, outline: str) -> str:
        return (
            f'<TABLE BORDER="1" CELLBORDER="0" CELLSPACING="0" CELLPADDING="3" STYLE="ROUNDED" COLOR="{outline}" '
            f'BGCOLOR="{fill}"><TR><TD WIDTH="{size[0]}" HEIGHT="{size[1]}">{text}</TD></TR></TABLE>'
        )

    def _pill(self, glyph: Glyph) -> str:
        fill, ink = self.palette.dsn_colours(glyph.dsn)
        size, text = 'WIDTH="36" HEIGHT="15"', self._font(glyph.dsn_text, 10, colour=ink)
        cell = f'<TR><TD FIXEDSIZE="TRUE" {size}>{text}</TD></TR>'
        return f'<TABLE {_FIXED} {size} STYLE="ROUNDED" BGCOLOR="{fill}">{cell}</TABLE>'

    def _font(self, text: str, size: float, *, colour: str = "") -> str:
        return f'<FONT POINT-SIZE="{size}" COLOR="{colour or self.palette.ink}">{text}</FONT>'


def bar_heights(counts: Sequence[int], height: int) -> list[int]:
    """Heights of the parts of a bar: whole pixels that sum to the bar, at least 1 for a class with any row."""
    total = sum(counts)
    if not total:
        return [0] * len(counts)
    heights = [max(1, round(height * n / total)) if n else 0 for n in counts]
    heights[heights.index(max(heights))] += height - sum(heights)
    return heights
