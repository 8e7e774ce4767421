"""The trees of a report: drawings, nodes where the drawing is too small for them, and rules."""

from __future__ import annotations

from collections.abc import Iterator

from ksdt_core.data.model.pair import DatasetPair
from ksdt_core.evidence.effects import Effects
from ksdt_core.figures.display_names import DisplayNames, displayed
from ksdt_core.figures.figure_svg import figure_svg, panel_detail
from ksdt_core.figures.glyph_svg import ColourBy
from ksdt_core.figures.palette import Palette
from ksdt_core.figures.tree_tables import node_table, root_name
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.mining.unit_words import converted_units
from ksdt_core.reports.report_blocks import (
    Drawing,
    Heading,
    Paragraph,
    Section,
    Table,
    TreePart,
    Whole,
    cells,
    paragraph,
)
from ksdt_core.reports.report_effects import tree_verdict
from ksdt_core.reports.report_rules import evidence_table, mined_table
from ksdt_core.rules.full_paths import tree_rules
from ksdt_core.text import counted, percent, score
from ksdt_core.trees.shared_tree import SharedTree
from ksdt_core.trees.text import TableNames, balanced

MOST_NODES = 120  # of a tree whose nodes are listed
_READING = (
    "A row that meets the test goes to the left. The bar at the left of a node shows the classes of ■ {left}, "
    "the bar at the right those of ● {right}. The number below is their {balanced}similarity (DSN); 1 means the same "
    "class shares in both tables."
)
_RULES = (
    "Each rule is a path of a tree. For both tables, it lists the correct rows among all rows that meet its "
    f"conditions, their share, and its {percent(0.95)} interval. “Lowest similarity” is the smallest one along the "
    "path. p tests whether the share differs between the tables (Fisher's test, Holm-corrected for all rules). These "
    "counts come from the training rows and are optimistic."
)
_NO_RULES = "The tables were not available, so rules have no intervals and no tests, and DSN is that of the leaf."
_TOO_MANY = (
    "The drawing has no space for the numbers of so many nodes. The bundle of this result{command} contains the "
    "drawing as a separate file and all nodes as a table."
)
_BUNDLE = " (ksdt export --format bundle)"


def trees_section(
    tree_set: TreeSet,
    effects: Effects,
    *,
    mined: DatasetPair | None,
    palette: Palette,
    genes: bool,
    colour: ColourBy,
    in_app: bool,
    display: DisplayNames | None,
) -> Section:
    """All trees, each with its rules; `mined` is the pair without the rows held out, where it is at hand."""
    shown = tree_set if display is None else displayed(tree_set, display)
    names = TableNames(tree_set.pair.left.name, tree_set.pair.right.name)
    rules = None if mined is None else tree_rules(tree_set, mined)
    reading = paragraph(_READING.format(left=names.left, right=names.right, balanced=balanced(tree_set.trees[0])))
    parts = []
    for position, shared in enumerate(tree_set.trees):
        is_full = panel_detail(shown, position, "double") == "full"
        svg = figure_svg(
            shown, trees=[position], width="double", palette=palette, genes=genes, colour=colour,
            prefix=f"report-tree-{position + 1}",
        )  # fmt: skip
        title = f"Tree {position + 1}: {root_name(shared)}"
        caption = tree_verdict(tree_set, effects, position)
        drawing = Drawing(svg, title, caption, is_tree=True, is_large=not is_full)
        nodes = () if is_full else _nodes(shared, names, in_app=in_app)
        table = mined_table(shared, names) if rules is None else evidence_table(rules, position, names)
        whole = Whole((Heading(title), paragraph(_scores(shared), "muted"), drawing))
        parts.append(TreePart(position + 1, (whole, *nodes, table)))
    about = paragraph(_NO_RULES, "muted") if rules is None else paragraph(_RULES)
    units = converted_units(tree_set.pair)
    converted = (paragraph(f"Units converted: {units}.", "note"),) if units else ()
    renamed = () if display is None else (paragraph(f"In the drawings: {display.words}.", "note"),)
    return Section("trees", "Trees and rules", (reading, *converted, *renamed, about, *parts))


def _scores(shared: SharedTree) -> str:
    return (
        f"{balanced(shared).capitalize()}SA {score(shared.sa)}, DS {score(shared.ds)}, SDTQ {score(shared.sdtq)}; "
        f"{counted(shared.tree.n_nodes, 'node', 'nodes')}, {counted(shared.tree.n_leaves, 'leaf', 'leaves')}"
    )


def _nodes(shared: SharedTree, names: TableNames, *, in_app: bool) -> Iterator[Paragraph | Table]:
    """The numbers that the drawing has no room for, unless they would fill pages."""
    if shared.tree.n_nodes > MOST_NODES:
        yield paragraph(_TOO_MANY.format(command="" if in_app else _BUNDLE), "note")
        return
    yield paragraph("The drawing has no space for all numbers of this tree. The table lists its nodes.", "note")
    columns = ("node", "path", "test", "label")
    rows = tuple(
        cells(*(str(row[name]) for name in columns), *_counts(shared, row["node"]), score(row["dsn"]))
        for row in node_table(shared).to_dict("records")
    )
    dsn = f"{balanced(shared)}DSN"
    head = ("Node", "Path", "Test", "Class", f"Rows {names.left}", f"Rows {names.right}", dsn)
    yield Table(rows, head, numbers=(6,), look="nodes")


def _counts(shared: SharedTree, node: int) -> tuple[str, ...]:
    """The rows of each class in either table."""
    return tuple(" | ".join(f"{n:,}" for n in rows[node].tolist()) for rows in shared.rows)
