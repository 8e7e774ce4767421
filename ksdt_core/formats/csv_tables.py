"""What was found out about attributes, pairs and third tables, as CSV."""

from __future__ import annotations

from collections.abc import Iterator

from ksdt_core.evidence.pair_evidence import Evidence
from ksdt_core.evidence.replicated import Replication
from ksdt_core.formats.csv_text import Cell, csv_text
from ksdt_core.studies.attributes.attribute_view import AttributeEntry, AttributeView
from ksdt_core.studies.attributes.distribution import NumberSummary, Summary

_ATTRIBUTES = (
    *("attribute", "kind", "trees", "roots", "tests", "levels"),
    *("chosen", "chosen_as_root", "trees_choosing", "chosen_by_halves", "table", "class", "n", "missing"),
    *("mean", "sd", "min", "lower_quartile", "median", "upper_quartile", "max", "value", "count"),
)
_EVIDENCE = (
    *("attribute", "p", "direction", "class", "split_left", "split_right"),
    *("effect_left", "effect_left_low", "effect_left_high", "effect_right", "effect_right_low", "effect_right_high"),
    *("p_difference", "weight_share"),
)


def attributes_csv(view: AttributeView) -> str:
    """A row for each attribute, table and class; of a categorical attribute a row for each value, too."""
    return csv_text(_ATTRIBUTES, (row for entry in view.entries for row in _attribute_rows(view, entry)))


def _attribute_rows(view: AttributeView, entry: AttributeEntry) -> Iterator[list[Cell]]:
    use, selection = entry.use, entry.selection
    levels = "; ".join(f"{level}: {count}" for level, count in use.levels)
    chosen: list[Cell] = [None] * 3 if selection is None else [selection.used, selection.root, selection.trees]
    start: list[Cell] = [entry.name, entry.kind, use.trees, use.roots, use.tests, levels, *chosen]
    start.append(None if view.halves is None else view.halves.share(entry.name))
    for table, summaries in ((view.left_name, entry.left), (view.right_name, entry.right)):
        for class_name, summary in zip(view.class_names, summaries, strict=True):
            for cells in _summary_cells(summary):
                yield [*start, table, class_name, summary.n, summary.missing, *cells]


def _summary_cells(summary: Summary) -> Iterator[list[Cell]]:
    if isinstance(summary, NumberSummary):
        quartiles = (summary.lower_quartile, summary.median, summary.upper_quartile)
        yield [summary.mean, summary.sd, summary.minimum, *quartiles, summary.maximum, None, None]
        return
    for value, count in summary.counts:
        yield [*[None] * 7, value, count]


def evidence_csv(found: Evidence) -> str:
    """A row for each attribute."""
    return csv_text(_EVIDENCE, _evidence_rows(found))


def _evidence_rows(found: Evidence) -> Iterator[list[Cell]]:
    for entry in found.attributes:
        yield [
            *(entry.attribute, entry.p, entry.direction, entry.class_name, entry.split_left, entry.split_right),
            *(entry.effect_left, *entry.interval_left, entry.effect_right, *entry.interval_right),
            *(entry.p_difference, entry.weight_share),
        ]


def replication_csv(found: Replication) -> str:
    """The splits of all trees with their counts in the table and what became of them."""
    classes = [f"rows_{name}" for name in found.result.classes]
    columns = ("tree", "node", "level", "attribute", "split", "status", "p", *classes, "dsn_left", "dsn_right")
    return csv_text(columns, _replication_rows(found))


def _replication_rows(found: Replication) -> Iterator[list[Cell]]:
    for number, tree in enumerate(found.trees, start=1):
        for node in tree.nodes:
            if node.status is not None:
                yield [
                    *(number, node.id, node.level, node.attribute, node.split, node.status, node.p),
                    *node.cdv,
                    *(node.dsn_left, node.dsn_right),
                ]
