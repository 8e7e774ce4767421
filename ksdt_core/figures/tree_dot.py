"""A shared tree as Graphviz source that is easy to edit manually: a line for each node, its look in one place.

The first lines say how all nodes and edges look. A node is a box with plain text: its test, the class counts of both
tables, their similarity. A leaf adds the colours of its class. Every name that comes from a table is escaped, so that
it can never become markup or another node.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import graphviz

from ksdt_core.figures.escaping import one_line
from ksdt_core.figures.palette import LIGHT, Palette
from ksdt_core.figures.tree_glyphs import MARK, NO_ROWS, Counts, Glyph
from ksdt_core.figures.tree_plan import TreePlan, plan_tree
from ksdt_core.figures.tree_style import PICTURE
from ksdt_core.figures.tree_words import count_text, name_lines, node_words, shorten
from ksdt_core.text import PERCENT_SIGN
from ksdt_core.trees.learned_tree import LearnedTree
from ksdt_core.trees.shared_tree import SharedTree
from ksdt_core.trees.text import TableNames, balanced
from ksdt_core.trees.value_tree import ValueTree

STYLE = replace(PICTURE, name_letters=100_000, test_letters=18)  # names are set on two lines here
FONT = "Helvetica,Arial,sans-serif"
WIDEST_EDGE = 6.5
NARROWEST_EDGE = 0.4
LONGEST_TOOLTIP = 1_500  # letters; Graphviz reads no text of more than 16,384, and an escaped letter takes up to eight
LINE_END = "\\n"  # of Graphviz


def tree_to_dot(
    shared: SharedTree, names: TableNames, *, scale: str = "none", palette: Palette = LIGHT, title: str = ""
) -> str:
    """Graphviz source of one shared tree; node `n3` is node 3 of the tree. `scale` is that of its thresholds."""
    graph = _digraph("tree", shared, names, palette, title or "shared decision tree")
    _add_tree(graph, plan_tree(shared, scale=scale, style=STYLE), names, palette, prefix="n")
    return str(graph.source)


def set_to_dot(
    trees: Sequence[SharedTree], names: TableNames, *, scale: str = "none", palette: Palette = LIGHT, title: str = ""
) -> str:
    """Graphviz source of several trees side by side; node `t2n3` is node 3 of tree 2."""
    graph = _digraph("trees", trees[0], names, palette, title or "shared decision trees")
    for number, shared in enumerate(trees, start=1):
        with graph.subgraph(name=f"cluster_{number}") as cluster:
            cluster.attr(label=f"Tree {number}", peripheries="0", fontcolor=palette.ink)
            plan = plan_tree(shared, scale=scale, style=STYLE)
            _add_tree(cluster, plan, names, palette, prefix=f"t{number}n")
    return str(graph.source)


def _digraph(
    name: str, drawn: SharedTree | LearnedTree | ValueTree, names: TableNames, palette: Palette, title: str
) -> graphviz.Digraph:
    """An empty graph with the look of all nodes and edges, and a comment that says how to read a node."""
    classes = ", ".join(map(one_line, drawn.tree.class_names))
    tables = f"{one_line(names.left)} | {one_line(names.right)}"
    comment = f"Counts of a node: rows of {classes} in {one_line(names.left)}"
    if isinstance(drawn, ValueTree):
        comment = "Numbers at leaves: what the tree adds"
    if isinstance(drawn, SharedTree):
        comment = f"Counts of a node: rows of {classes} in {tables}; then their {balanced(drawn)}similarity (DSN)"
    return graphviz.Digraph(
        name,
        graph_attr={
            "comment": _tooltip_text(comment),
            "bgcolor": "transparent",
            "ranksep": "0.42",
            "nodesep": "0.15",
            "fontname": FONT,
            "tooltip": _tooltip_text(title),
        },
        node_attr={
            "shape": "box",
            "style": "rounded,filled",
            "fillcolor": palette.page,
            "color": palette.faint,
            "fontcolor": palette.ink,
            "fontname": FONT,
            "fontsize": "11",
            "margin": "0.12,0.06",
        },
        edge_attr={
            "arrowhead": "none",
            "color": palette.edge,
            "fontcolor": palette.muted,
            "fontname": FONT,
            "fontsize": "12",
        },
    )


def _add_tree(graph: graphviz.Digraph, plan: TreePlan, names: TableNames, palette: Palette, *, prefix: str) -> None:
    """The nodes and edges of one tree; the names of its nodes start with the prefix."""
    similarity = f"{balanced(plan.source)}DSN" if isinstance(plan.source, SharedTree) else "DSN"
    for node, glyph in sorted(plan.glyphs.items()):
        words = node_words(plan.source, node, names, scale=plan.scale)
        look = {}
        if glyph.is_leaf:
            look = {
                "fillcolor": plan.groups.tint(glyph.answer, palette),
                "color": plan.groups.colour(glyph.answer, palette),
            }
        label = graphviz.nohtml(LINE_END.join(map(_label_text, _lines(glyph, similarity))))
        graph.node(f"{prefix}{node}", label=label, tooltip=_tooltip_text(" · ".join(words)), **look)
    for edge in sorted(plan.edges, key=lambda edge: edge.parent):
        share = sum(edge.shares) / len(edge.shares) if edge.shares else 0.0  # a plain tree has no rows
        width = max(NARROWEST_EDGE, WIDEST_EDGE * share)
        ends = f"{prefix}{edge.parent}", f"{prefix}{edge.child}"
        graph.edge(*ends, label=f" {edge.sign} ", penwidth=f"{width:.2f}", tooltip=edge.sign)


def _lines(glyph: Glyph, similarity: str) -> list[str]:
    """What a node says: its test or its class, the counts of both tables, their similarity."""
    if not glyph.counts:  # of a plain tree
        return [line for line in (*name_lines(glyph.name), glyph.second) if line]
    if glyph.is_leaf:
        if len(glyph.purity) == 1:  # of one table
            return [glyph.name, glyph.purity[0], *map(_counts_text, glyph.counts)]
        correct = " | ".join("none" if purity == NO_ROWS else f"{purity}{PERCENT_SIGN}" for purity in glyph.purity)
        first = [glyph.name, f"correct {correct}"]
    else:
        first = [*name_lines(glyph.name), f"{glyph.second} {MARK}" if glyph.is_uneven else glyph.second]
        first = [line for line in first if line]
    counts = " | ".join(map(_counts_text, glyph.counts))
    return [*first, counts, f"{similarity} {glyph.dsn_text}"] if glyph.dsn_text else [*first, counts]


def _counts_text(counts: Counts) -> str:
    return counts.total or ", ".join(map(count_text, (*counts.above, *counts.below)))


def _label_text(text: str) -> str:
    """Text of a label as it stands: Graphviz reads entities and escape sequences there."""
    return one_line(text).replace("&", "&amp;").replace("\\", "\\\\")


def _tooltip_text(text: str) -> str:
    """Text that Graphviz shows in a tooltip as it stands; it reads escape sequences there twice over."""
    escaped: str = graphviz.nohtml(
        shorten(one_line(text), LONGEST_TOOLTIP).replace("&", "&amp;").replace("\\", "\\" * 4)
    )
    return escaped


def plain_to_dot(source: ValueTree, *, palette: Palette = LIGHT, title: str = "") -> str:
    """Graphviz source of a tree of numbers, which has no rows."""
    graph = _digraph("tree", source, TableNames(), palette, title or "decision tree")
    _add_tree(graph, plan_tree(source, style=STYLE), TableNames(), palette, prefix="n")
    return str(graph.source)


def learned_to_dot(learned: LearnedTree, names: TableNames, *, palette: Palette = LIGHT) -> str:
    """Graphviz source of a tree of one table."""
    graph = _digraph("tree", learned, names, palette, "decision tree")
    _add_tree(graph, plan_tree(learned, style=STYLE), names, palette, prefix="n")
    return str(graph.source)
