"""Compared ensembles in words: one sentence, and a table for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ksdt_core.studies.learning.ensemble_settings import ENSEMBLES
from ksdt_core.studies.learning.ensemble_study import BASELINE, SINGLE, EnsembleStudy, Errors, MethodErrors
from ksdt_core.studies.learning.learned import TableFacts
from ksdt_core.text import counted, lined_up, number, percent, printable

NONE = "–"
NAMES = {BASELINE: "Baseline", SINGLE: "Single tree (CART, not pruned)", **ENSEMBLES}


def error_words(errors: Errors | None, *, interval: bool = False) -> str:
    """An error as people read it: a share in percent, where asked with its interval; or a number in its unit."""
    if errors is None:
        return NONE
    if errors.is_number:
        return number(errors.error)
    said = percent(errors.error, 1)
    if not interval or errors.interval is None:
        return said
    low, high = (f"{100 * bound:.1f}" for bound in errors.interval)
    return f"{said} ({low}–{high})"


def kind_words(study: EnsembleStudy) -> str:
    """On which rows the methods are compared."""
    judged = study.best
    if judged.cross_validated is not None:
        return f"cross-validated error ({study.settings.folds} folds)"
    if judged.test is not None and study.test is not None:
        return f"error on {printable(study.test.name)}"
    return "out-of-bag error" if judged.out_of_bag is not None else "error on training rows (optimistic)"


def headline(study: EnsembleStudy, *, interval: bool = True) -> str:
    """Which ensemble predicts best on rows that it did not see, beside one tree and the baseline."""
    best, tree, guess = study.best, study.of(SINGLE), study.of(BASELINE)
    first = f"Lowest {kind_words(study)}" if len(study.ensembles) > 1 else f"{kind_words(study).capitalize()}"
    sure = _interval(best.judged) if interval else ""
    unit = f" in units of {printable(study.target)}" if study.settings.regression else ""
    beside = "" if best.cross_validated is None and best.test is None else (
        f"; a single tree {error_words(tree.judged)}, the baseline {error_words(guess.judged)}"
    )  # fmt: skip
    said = f"{first}: {NAMES[best.method]}, {error_words(best.judged)}{sure}{unit}{beside}."
    if best.test is not None and study.test is not None and best.cross_validated is not None:
        said += (
            f" Trained on {printable(study.table.name)} and tested on {printable(study.test.name)}: "
            f"{error_words(best.test)}, the baseline {error_words(guess.test)}."
        )
    return said


def _interval(errors: Errors) -> str:
    if errors.interval is None:
        return ""
    low, high = errors.interval
    return f" ({percent(0.95)} interval {100 * low:.1f} to {percent(high, 1)})"


def table_heads(study: EnsembleStudy) -> tuple[str, ...]:
    """The columns of the table; those of rows that were not looked at are omitted."""
    return tuple(head for head, _ in _columns(study))


def table_rows(study: EnsembleStudy) -> list[tuple[str, ...]]:
    """A row for each method."""
    return [tuple(cell for _, cell in _columns(study, each)) for each in study.methods]


def _columns(study: EnsembleStudy, method: MethodErrors | None = None) -> Iterator[tuple[str, str]]:
    """Each column's head, and the cell of a method."""
    each = method or study.methods[0]
    bracket = "" if study.settings.regression else f" ({percent(0.95)})"
    yield "error of", NAMES[each.method]
    yield "vote", each.vote or NONE
    yield "trees", f"{each.trees:,}" if each.trees else NONE
    yield "nodes", f"{each.nodes:,}" if each.nodes else NONE
    yield "training rows", error_words(each.training)
    if any(found.out_of_bag for found in study.methods):
        yield "out of bag", error_words(each.out_of_bag)
    if study.settings.folds:
        yield f"cross-validated{bracket}", error_words(each.cross_validated, interval=True)
    if study.test is not None:
        yield f"on {printable(study.test.name)}{bracket}", error_words(each.test, interval=True)


def study_lines(study: EnsembleStudy) -> Iterator[str]:
    """The whole document as text; names are safe for a terminal."""
    yield headline(study)
    yield ""
    yield _table_line(study.table, "learned from")
    if study.test is not None:
        yield _table_line(study.test, "tested on")
    what = f"numbers, errors are in units of {printable(study.target)}" if study.settings.regression else "classes"
    yield f"  target {printable(study.target)}: {what}; seed {study.settings.seed}"
    yield ""
    cells: Sequence[tuple[str, ...]] = [table_heads(study), *table_rows(study)]
    yield from lined_up(cells, words=(0, 1), widest=40)


def _table_line(table: TableFacts, what: str) -> str:
    gaps = f", {counted(table.missing, 'missing value', 'missing values')} filled" if table.missing else ""
    rows, attributes = counted(table.rows, "row", "rows"), counted(table.attributes, "attribute", "attributes")
    return f"{printable(table.name)}: {rows} {what}, {attributes}{gaps}"
