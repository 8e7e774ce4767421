"""The result document of a pruned set, and the table of what was removed."""

from __future__ import annotations

from typing import Any

from ksdt_core.formats.csv_text import csv_text
from ksdt_core.formats.result import Documented, Result, result_document
from ksdt_core.pruning.prune import Pruned
from ksdt_core.pruning.report import PruningReport

LEFT_OUT = ("sweep", "significance", "cross_validated")
"""What a document says of the set before it was pruned, and what no longer holds."""

_COLUMNS = (
    "tree",
    "node",
    "level",
    "attribute",
    "threshold_left",
    "threshold_right",
    "category",
    "answers_now",
    "nodes_below",
    "tests",
    "attributes",
)


def pruned_document(
    pruned: Pruned, result: Result | None = None, *, effects: Documented | None = None
) -> dict[str, Any]:
    """The result document of the pruned set; `pruned` lists what was done, the latest last.

    Of the `result` that was pruned it keeps where the tables lie and earlier prunings. Its sweep, significance and
    cross-validation are those of the whole trees and are omitted; `effects` are what the pruned trees predict.
    """
    source, earlier = (None, ()) if result is None else (result.source, result.pruned)
    done = (*earlier, pruned.report.summary_document())
    return result_document(pruned.trees, source=source, pruned=done, effects=effects)


def removed_csv(report: PruningReport) -> str:
    """What was removed, a row for each node that became a leaf; trees count from 1, as `ksdt show` does."""
    rows = [
        (
            removed.tree + 1,
            removed.node,
            removed.level,
            removed.attribute,
            removed.threshold_left,
            removed.threshold_right,
            removed.category,
            removed.label,
            removed.nodes,
            removed.tests,
            "; ".join(removed.attributes),
        )
        for removed in report.removed
    ]
    return csv_text(_COLUMNS, rows)
