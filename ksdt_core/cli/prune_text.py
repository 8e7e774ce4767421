"""What pruning did, as text."""

from __future__ import annotations

from collections.abc import Iterator

from ksdt_core.formats.pruned import LEFT_OUT
from ksdt_core.formats.result import Result
from ksdt_core.mining.tree_set import SetScores
from ksdt_core.pruning.report import GUARDED, PruningReport, Removed, TreeChange
from ksdt_core.text import printable, score, true_minus

MOST_REMOVED = 40
_LEFT_OUT_WORDS = dict(zip(LEFT_OUT, ("compared weightings", "significance test", "cross-validation"), strict=True))


def pruning_lines(report: PruningReport, result: Result) -> Iterator[str]:
    """The whole report, a line at a time; names are safe for a terminal."""
    before, after = report.n_tests
    tables = f"{printable(report.left_name)} : {printable(report.right_name)}"
    yield f"{tables}, pruned by {report.method}: {after} of {before} tests remain"
    yield f"  criterion: {GUARDED[report.method]}; SA is counted on the {report.rows.replace('-', ' ')} rows"
    yield from _caveats(report, result)
    yield ""
    yield from _score_lines(report.before, report.after)
    for number, change in enumerate(report.trees, start=1):
        yield from _tree_lines(number, change)
    yield ""
    yield "Removed" if report.removed else "Nothing was removed."
    for removed in report.removed[:MOST_REMOVED]:
        yield f"  {_removed_words(removed, report)}"
    if len(report.removed) > MOST_REMOVED:
        yield f"  and {len(report.removed) - MOST_REMOVED} more; --csv FILE lists all."


def _caveats(report: PruningReport, result: Result) -> Iterator[str]:
    if report.rows == "held-out" and report.method != "mdl" and report.alpha is None:
        yield "  the held-out rows were used for pruning, so SA after pruning is slightly optimistic"
    lost = [words for key, words in _LEFT_OUT_WORDS.items() if result.document.get(key)]
    if lost:
        yield f"  removed, because it belongs to the trees before pruning: {', '.join(lost)}"


def _score_lines(before: SetScores, after: SetScores) -> Iterator[str]:
    names = (("SDTSQ", "sdtsq"), ("SA", "sa"), ("DS", "ds"), ("TD", "td"))
    changes = (
        f"{name} {score(getattr(before, key))} → {score(getattr(after, key))}"
        for name, key in names
        if getattr(before, key) is not None
    )
    yield f"Set: {', '.join(changes)}"


def _tree_lines(number: int, change: TreeChange) -> Iterator[str]:
    before, after = change.before, change.after
    digits = 1 if after.guarded > 2 else 4
    yield (
        f"Tree {number}: {before.leaves} → {after.leaves} leaves, SA {score(before.sa)} → {score(after.sa)}, DS "
        f"{score(before.ds)} → {score(after.ds)}, SDTQ {score(before.sdtq)} → {score(after.sdtq)}, criterion "
        f"{before.guarded:.{digits}f} → {after.guarded:.{digits}f}"
    )
    if change.alpha is not None:
        links = ", ".join(f"{link.alpha:.4g} ({link.leaves})" for link in change.sequence)
        yield f"  alpha {change.alpha:.4g}; all alphas (number of leaves): {links}"


def _removed_words(removed: Removed, report: PruningReport) -> str:
    attribute = printable(removed.attribute)
    if removed.category is not None:
        test = f"{attribute} = {printable(removed.category)}"
    elif removed.threshold_left == removed.threshold_right:
        test = f"{attribute} ≤ {_threshold(removed.threshold_left)}"
    else:
        left, right = printable(report.left_name), printable(report.right_name)
        bounds = f"{_threshold(removed.threshold_left)} ({left}) | {_threshold(removed.threshold_right)} ({right})"
        test = f"{attribute} ≤ {bounds}"
    tests = "1 test" if removed.tests == 1 else f"{removed.tests} tests"
    return (
        f"tree {removed.tree + 1}, node {removed.node}, level {removed.level}: {test} is now {printable(removed.label)}"
        f" ({tests}, {removed.nodes} nodes)"
    )


def _threshold(value: float | None) -> str:
    return true_minus(f"{value:.6g}")
