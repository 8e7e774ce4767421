"""A shared tree as Graphviz source: the class counts of both tables flank each node, their similarity stands below.

The text is made with HTML-like labels. Every name that comes from a table is escaped, so that a name can never become
markup. The source can be drawn in a browser, or restyled and laid out with any Graphviz.
"""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import dataclass

import graphviz
import numpy as np

from ksdt_core.figures.escaping import one_line
from ksdt_core.figures.node_words import node_words
from ksdt_core.figures.palette import LIGHT, Palette
from ksdt_core.figures.words import (
    attribute_of,
    category_of,
    count_text,
    dsn_text,
    name_lines,
    question_text,
    short_class_names,
    shorten,
)
from ksdt_core.trees.shared_tree import SharedTree
from ksdt_core.trees.text import TableNames

FONT = "Helvetica,Arial,sans-serif"
BOX_HEIGHT = 36
LINE_HEIGHT = 16  # of the second line of a name
BAR_WIDTH = 8
WIDEST_EDGE = 6.5
NARROWEST_EDGE = 0.4
LEAF_PITCH = 118  # pixels from one leaf to the next, about
MOST_CLASSES_WITH_COUNTS = 3
LONGEST_TOOLTIP = 1_500  # letters; Graphviz reads no text of more than 16,384, and an escaped letter takes up to eight
_BARE = 'BORDER="0" CELLBORDER="0" CELLPADDING="0"'
_FIXED = f'{_BARE} CELLSPACING="0" FIXEDSIZE="TRUE"'  # a table that keeps its size in a larger cell


def tree_to_dot(
    shared: SharedTree, names: TableNames, *, scale: str = "none", palette: Palette = LIGHT, title: str = ""
) -> str:
    """Graphviz source of one shared tree; node `n3` is node 3 of the tree. `scale` is that of its thresholds."""
    graph = _digraph("tree", palette, title or "shared decision tree")
    _add_tree(graph, _Drawing(shared, names, scale, palette), prefix="n")
    return str(graph.source)


def set_to_dot(
    trees: Sequence[SharedTree], names: TableNames, *, scale: str = "none", palette: Palette = LIGHT, title: str = ""
) -> str:
    """Graphviz source of several trees side by side; node `t2n3` is node 3 of tree 2."""
    graph = _digraph("trees", palette, title or "shared decision trees")
    for number, shared in enumerate(trees, start=1):
        with graph.subgraph(name=f"cluster_{number}") as cluster:
            cluster.attr(label=f"Tree {number}", peripheries="0", fontcolor=palette.ink)
            _add_tree(cluster, _Drawing(shared, names, scale, palette), prefix=f"t{number}n")
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


def _add_tree(graph: graphviz.Digraph, drawing: _Drawing, *, prefix: str) -> None:
    """The nodes and edges of one tree; the names of its nodes begin with the prefix."""
    shared = drawing.shared
    for node in range(shared.tree.n_nodes):
        words = node_words(shared, node, drawing.names, scale=drawing.scale)
        label, tooltip = f"<{drawing.label(node)}>", _tooltip_text(" · ".join(words))
        graph.node(f"{prefix}{node}", label=label, tooltip=tooltip)
    for parent in np.flatnonzero(~shared.tree.is_leaf).tolist():
        for child, sign in drawing.children(parent):
            width = f"{drawing.edge_width(child):.2f}"
            graph.edge(f"{prefix}{parent}", f"{prefix}{child}", label=f" {sign} ", penwidth=width, tooltip=sign)


def natural_width(shared: SharedTree) -> int:
    """About how many pixels the drawing is wide when its letters have their full size."""
    return LEAF_PITCH * max(shared.tree.n_leaves, 2)


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
class _Drawing:
    """The pieces of one tree's drawing."""

    shared: SharedTree
    names: TableNames
    scale: str
    palette: Palette

    def children(self, node: int) -> tuple[tuple[int, str], tuple[int, str]]:
        """Both children with the sign on the way to them."""
        tree = self.shared.tree
        signs = ("≤", ">") if category_of(self.shared, node) is None else ("=", "≠")
        return (int(tree.left[node]), signs[0]), (int(tree.right[node]), signs[1])

    def edge_width(self, node: int) -> float:
        """Width of the edge that leads to a node: the mean over the tables of the share of rows that take it."""
        shares = [cdv[node].sum() / max(cdv[0].sum(), 1) for cdv in (self.shared.cdv_left, self.shared.cdv_right)]
        return max(NARROWEST_EDGE, WIDEST_EDGE * float(np.mean(shares)))

    def label(self, node: int) -> str:
        """The glyph, three rows of three: counts above, bar | box | bar, counts below with DSN between them."""
        height = self._height(node)
        box = self._leaf_box(node) if self.shared.tree.is_leaf[node] else self._split_box(node, height)
        left, right = self.shared.cdv_left[node].tolist(), self.shared.cdv_right[node].tolist()
        rows = (
            (self._above(left), "", self._above(right)),
            (self._bar(left, height=height), box, self._bar(right, height=height, rounded=True)),
            (self._below(left), self._pill(node), self._below(right)),
        )
        body = "".join(f"<TR>{''.join(f'<TD>{cell}</TD>' for cell in row)}</TR>" for row in rows)
        return f'<TABLE {_BARE} CELLSPACING="1">{body}</TABLE>'

    def _height(self, node: int) -> int:
        n_lines = 1 if self.shared.tree.is_leaf[node] else len(name_lines(attribute_of(self.shared, node)))
        return BOX_HEIGHT + LINE_HEIGHT * (n_lines - 1)

    def _above(self, counts: list[int]) -> str:
        """The count of the first of two classes; more classes have all their numbers below."""
        return self._count(counts[0]) if len(counts) == 2 else ""

    def _below(self, counts: list[int]) -> str:
        """The count of the second of two classes; of three all counts, of more the number of rows."""
        if len(counts) == 2:
            return self._count(counts[1])
        if len(counts) <= MOST_CLASSES_WITH_COUNTS:
            return "<BR/>".join(self._count(n) for n in counts)
        return self._font(f"n {count_text(sum(counts))}", 9.5)

    def _count(self, count: int) -> str:
        return self._font(count_text(count), 10.5, colour=self.palette.ink if count else self.palette.faint)

    def _bar(self, counts: list[int], *, height: int, rounded: bool = False) -> str:
        """A class bar as high as the box, the first class on top: level steps mean that the tables agree.

        The bar of the left table has square ends, that of the right table round ones.
        """
        style = ' STYLE="ROUNDED"' if rounded else ""
        size = f'FIXEDSIZE="TRUE" WIDTH="{BAR_WIDTH}"'
        cells = [
            f'<TR><TD {size} HEIGHT="{part}" BGCOLOR="{self.palette.class_colour(position)}"{style}></TD></TR>'
            for position, part in enumerate(bar_heights(counts, height))
            if part
        ]
        empty = f'<TR><TD {size} HEIGHT="{height}"></TD></TR>'
        return f'<TABLE {_FIXED} WIDTH="{BAR_WIDTH}" HEIGHT="{height}">{"".join(cells) or empty}</TABLE>'

    def _split_box(self, node: int, height: int) -> str:
        lines = [self._font(f"<B>{_escape(line)}</B>", 13) for line in name_lines(attribute_of(self.shared, node))]
        test = shorten(question_text(self.shared, node, scale=self.scale), 18)
        text = "<BR/>".join([*lines, self._font(_escape(test), 11, colour=self.palette.muted)])
        return self._box(text, (62, height), fill=self.palette.page, outline=self.palette.faint)

    def _leaf_box(self, node: int) -> str:
        label = int(self.shared.tree.label[node])
        name = shorten(short_class_names(self.shared.tree.class_names)[label])
        purities = "|".join(
            f"{100 * cdv[node, label] / cdv[node].sum():.0f}" if cdv[node].sum() else "none"
            for cdv in (self.shared.cdv_left, self.shared.cdv_right)
        )
        text = f"{self._font(f'<B>{_escape(name)}</B>', 11)}<BR/>{self._font(_escape(purities), 9.3)}"
        tint, colour = self.palette.class_tint(label), self.palette.class_colour(label)
        return self._box(text, (46, BOX_HEIGHT), fill=tint, outline=colour)

    def _box(self, text: str, size: tuple[int, int], *, fill: str, outline: str) -> str:
        return (
            f'<TABLE BORDER="1" CELLBORDER="0" CELLSPACING="0" CELLPADDING="3" STYLE="ROUNDED" COLOR="{outline}" '
            f'BGCOLOR="{fill}"><TR><TD WIDTH="{size[0]}" HEIGHT="{size[1]}">{text}</TD></TR></TABLE>'
        )

    def _pill(self, node: int) -> str:
        dsn = float(self.shared.dsn[node])
        fill, ink = self.palette.dsn_colours(dsn)
        size, text = 'WIDTH="36" HEIGHT="15"', self._font(dsn_text(dsn), 10, colour=ink)
        cell = f'<TR><TD FIXEDSIZE="TRUE" {size}>{text}</TD></TR>'
        return f'<TABLE {_FIXED} {size} STYLE="ROUNDED" BGCOLOR="{fill}">{cell}</TABLE>'

    def _font(self, text: str, size: float, *, colour: str = "") -> str:
        return f'<FONT POINT-SIZE="{size}" COLOR="{colour or self.palette.ink}">{text}</FONT>'


def bar_heights(counts: list[int], height: int) -> list[int]:
    """Heights of the parts of a bar: whole pixels that sum to the bar, at least 1 for a class with any row."""
    total = sum(counts)
    if not total:
        return [0] * len(counts)
    heights = [max(1, round(height * n / total)) if n else 0 for n in counts]
    heights[int(np.argmax(heights))] += height - sum(heights)
    return heights
