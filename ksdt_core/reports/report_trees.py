"""The trees of a report: drawings, rules with their evidence, and how much any two trees differ."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from ksdt_core.data.pair import DatasetPair
from ksdt_core.figures.difference_matrix import difference_shade, difference_text
from ksdt_core.figures.figure_svg import figure_svg, panel_detail
from ksdt_core.figures.glyph_svg import ColourBy
from ksdt_core.figures.palette import Palette
from ksdt_core.figures.shades import text_on
from ksdt_core.figures.tables import node_table, root_name, rule_table
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.rules import Evidence, Rule, RuleList, conditions_text, tree_rules
from ksdt_core.trees.shared_tree import SharedTree

FIXED_SPACE = "\N{NO-BREAK SPACE}"


@dataclass(frozen=True, slots=True)
class RuleRow:
    """A rule as a row of a table; what the rows alone tell is empty where they are not here."""

    conditions: str
    units: tuple[str, ...]  # the conditions in the units of each table, where a scale was chosen
    answer: str
    left: str
    right: str
    dsn: str
    p: str
    copies: int = 1


@dataclass(frozen=True, slots=True, eq=False)
class TreeView:
    """One tree of the report."""

    number: int
    root: str
    shared: SharedTree
    drawing: Markup
    nodes: tuple[dict[str, object], ...]  # where the drawing has no room for all numbers
    rules: tuple[RuleRow, ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of the matrix of differences."""

    text: str
    ground: str
    ink: str


def tree_views(
    tree_set: TreeSet, *, mined: DatasetPair | None, palette: Palette, genes: bool, colour: ColourBy
) -> list[TreeView]:
    """All trees, each with its rules; `mined` is the pair without the rows held out, where it is at hand."""
    rules = None if mined is None else tree_rules(tree_set, mined)
    views = []
    for position, shared in enumerate(tree_set.trees):
        number = position + 1
        drawing = figure_svg(
            tree_set, trees=[position], width="double", palette=palette, genes=genes, colour=colour,
            prefix=f"report-tree-{number}",
        )  # fmt: skip
        is_full = panel_detail(tree_set, position, "double") == "full"
        views.append(
            TreeView(
                number=number,
                root=root_name(shared),
                shared=shared,
                drawing=Markup(drawing),  # the drawing escapes every name
                nodes=() if is_full else _nodes(shared, tree_set.settings.scale),
                rules=_mined_rules(shared, tree_set.settings.scale) if rules is None else _rules(rules, position),
            )
        )
    return views


def difference_cells(tree_set: TreeSet, palette: Palette) -> list[list[Cell]]:
    """TPD of every two trees, dark where they differ much; nothing on the diagonal."""
    rows = []
    for row, values in enumerate(tree_set.tpd.tolist()):
        cells = []
        for column, tpd in enumerate(values):
            ground = palette.panel if row == column else difference_shade(tpd, palette)
            cells.append(Cell("" if row == column else difference_text(tpd), ground, text_on(ground, palette)))
        rows.append(cells)
    return rows


def _nodes(shared: SharedTree, scale: str) -> tuple[dict[str, object], ...]:
    return tuple(
        {str(name): value for name, value in row.items()} for row in node_table(shared, scale=scale).to_dict("records")
    )


def _rules(rules: RuleList, position: int) -> tuple[RuleRow, ...]:
    return tuple(_rule(rule, rules) for rule in rules.of_tree(position))


def _rule(rule: Rule, rules: RuleList) -> RuleRow:
    units: tuple[str, ...] = ()
    if rules.scale != "none" and rule.conditions:
        units = tuple(conditions_text(rule.conditions, scale=rules.scale, table=table) for table in (0, 1))
    return RuleRow(
        conditions=conditions_text(rule.conditions, scale=rules.scale),
        units=units,
        answer=rule.answer,
        left=_evidence(rule.left),
        right=_evidence(rule.right),
        dsn="" if rule.dsn_lowest is None else f"{rule.dsn_lowest:.3f}",
        p="" if rule.p_corrected is None else f"{rule.p_corrected:.2g}",
        copies=rule.copies,
    )


def _evidence(evidence: Evidence) -> str:
    """448 of 630, 71 % (67 to 75), to be broken after the comma only."""
    if evidence.confidence is None or evidence.interval is None:
        return "no row"
    low, high = (f"{100 * bound:.0f}" for bound in evidence.interval)
    rows = f"{evidence.correct:,} of {evidence.support:,}"
    share = f"{100 * evidence.confidence:.0f} % ({low} to {high})"
    return ", ".join(part.replace(" ", FIXED_SPACE) for part in (rows, share))


def _mined_rules(shared: SharedTree, scale: str) -> tuple[RuleRow, ...]:
    """What the trees themselves tell: counts of rows as mined, and the similarity at the leaf."""
    return tuple(
        RuleRow(
            conditions=str(row["rule"]),
            units=(),
            answer=str(row["class"]),
            left=_share(int(row["right_left"]), int(row["rows_left"])),
            right=_share(int(row["right_right"]), int(row["rows_right"])),
            dsn=f"{row['dsn']:.3f}",
            p="",
        )
        for row in rule_table(shared, scale=scale).to_dict("records")
    )


def _share(correct: int, rows: int) -> str:
    return f"{correct:,} of {rows:,}, {100 * correct / rows:.0f} %" if rows else "no row"
