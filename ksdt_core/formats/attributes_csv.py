"""The attribute view as one long table."""

from __future__ import annotations

from collections.abc import Iterator

from ksdt_core.formats.csv_text import Cell, csv_text
from ksdt_core.studies.attributes.attribute_view import AttributeEntry, AttributeView
from ksdt_core.studies.attributes.distribution import NumberSummary, Summary

_COLUMNS = (
    *("attribute", "kind", "trees", "roots", "tests", "levels"),
    *("chosen", "chosen_as_root", "trees_choosing", "chosen_by_halves", "table", "class", "n", "missing"),
    *("mean", "sd", "min", "lower_quartile", "median", "upper_quartile", "max", "value", "count"),
)


def attributes_csv(view: AttributeView) -> str:
    """A row for each attribute, table and class; of a categorical attribute a row for each value, too."""
    return csv_text(_COLUMNS, (row for entry in view.entries for row in _rows(view, entry)))


def _rows(view: AttributeView, entry: AttributeEntry) -> Iterator[list[Cell]]:
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
