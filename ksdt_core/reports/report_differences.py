"""What differs, for a report: the tables at the nodes of similar trees, and the trees from each other."""

from __future__ import annotations

import math

from ksdt_core.data.model.pair import DatasetPair
from ksdt_core.figures.difference_matrix import difference_shade, difference_text
from ksdt_core.figures.palette import Palette, text_on
from ksdt_core.figures.tree_tables import root_name
from ksdt_core.mining.holdout import mined_rows
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.reports.report_blocks import Block, Cell, Items, Section, Table, cells, paragraph
from ksdt_core.rules.condition_text import conditions_text
from ksdt_core.rules.difference_words import difference_sentence, differences_headline
from ksdt_core.rules.differences import Difference, Differences, alignable_differences
from ksdt_core.text import p_number, percent, score

_MISSING = "The tables were not available, so differences between them could not be computed."
_NONE = "No node has enough rows of both tables."
_FOUND = (
    "Differences between the tables at nodes of similar trees, corrected for the base rates. The odds ratio "
    "compares the odds of the class in the two tables, and 1 means that the base rates explain the difference. p "
    "is corrected for all nodes (Holm). Nodes that only repeat a difference of their parent are not listed."
)


def differences_section(tree_set: TreeSet, pair: DatasetPair | None, mined: DatasetPair | None) -> Section:
    """A sentence for each node at which the tables differ most."""
    return Section("differences", "Where the tables differ", _parting(tree_set, pair, mined), short="Differences")


def _parting(tree_set: TreeSet, pair: DatasetPair | None, mined: DatasetPair | None) -> tuple[Block, ...]:
    if pair is None or mined is None:
        return (paragraph(_MISSING, "muted"),)
    numbers = mined_rows(pair, tree_set.settings.holdout)
    differences = alignable_differences(tree_set, mined, row_numbers=numbers)
    headline = paragraph(differences_headline(differences), "strong")
    if not differences.found:
        return (headline, paragraph(_NONE))
    sentences = tuple(paragraph(difference_sentence(each, differences)) for each in differences.found if each.is_clear)
    table = _table(differences)
    return (headline, paragraph(_FOUND), table, *((Items(sentences, is_numbered=True),) if sentences else ()))


def _table(differences: Differences) -> Table:
    """A row for each node, the surest first."""
    tables = differences.tables
    rows = tuple(
        cells(
            conditions_text(each.conditions),
            each.answer,
            *(_share(each, differences, side) for side in (0, 1)),
            f"{math.exp(each.log_odds):.2f}",
            p_number(each.p_corrected),
        )
        for each in differences.found
    )
    return Table(rows, ("Where", "Class", *tables, "Odds ratio beyond base rate", "p"), numbers=(4, 5), look="rules")


def _share(difference: Difference, differences: Differences, side: int) -> str:
    counts = difference.counts[side]
    n = counts[differences.class_names.index(difference.answer)]
    return f"{n:,} of {sum(counts):,}, {percent(n / max(1, sum(counts)))}"


def diversity_section(tree_set: TreeSet, palette: Palette) -> Section:
    """TPD of every two trees, dark where they differ much; nothing on the diagonal."""
    if len(tree_set.trees) < 2:
        return Section("diversity", "Diversity", (paragraph("A single tree has no diversity."),))
    said = paragraph(
        "Difference (TPD) of every pair of trees: 0 if they use the same attributes, 1 if they share none. The "
        f"mean is the diversity (TD), {score(tree_set.scores.td or 0.0)}."
    )
    rows = tuple(_matrix_row(tree_set, row, palette) for row in range(len(tree_set.trees)))
    head = ("", *(f"{number}" for number in range(1, len(rows) + 1)))
    return Section("diversity", "Diversity", (said, Table(rows, head, look="matrix", has_names=True)))


def _matrix_row(tree_set: TreeSet, row: int, palette: Palette) -> tuple[Cell, ...]:
    found = [Cell(f"{row + 1} {root_name(tree_set.trees[row])}")]
    for column, tpd in enumerate(tree_set.tpd[row].tolist()):
        ground = palette.panel if row == column else difference_shade(tpd, palette)
        words = "" if row == column else difference_text(tpd)
        found.append(Cell(words, ground=ground, ink=text_on(ground, palette)))
    return tuple(found)
