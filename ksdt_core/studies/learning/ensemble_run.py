"""From a table to ensembles, their errors on training, left-out and further rows, and those of simpler predictions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.model.dataset import Dataset
from ksdt_core.data.preparing.folds import stratified_folds
from ksdt_core.data.preparing.train_test import match_test
from ksdt_core.errors import InvalidDataError, InvalidParameterError
from ksdt_core.learners.cart import filled
from ksdt_core.learners.ensemble_growth import GrownEnsemble, grow_ensemble
from ksdt_core.learners.voting import left_out
from ksdt_core.parallel.executor import Progress
from ksdt_core.studies.learning.ensemble_settings import EnsembleSettings
from ksdt_core.studies.learning.ensemble_study import BASELINE, SINGLE, EnsembleStudy, Errors, MethodErrors
from ksdt_core.studies.learning.learned import TableFacts
from ksdt_core.studies.learning.run import check_target, target_numbers, treated
from ksdt_core.text import nearest

Answers = NDArray[Any]
Predict = Callable[[Dataset], Answers]


@dataclass(frozen=True, slots=True, eq=False)
class _Rows:
    """A table with what is to be predicted for each row: positions of classes, or numbers."""

    table: Dataset
    answers: Answers
    is_number: bool

    def take(self, rows: NDArray[np.intp]) -> _Rows:
        return _Rows(self.table.take_rows(rows), self.answers[rows], self.is_number)

    def errors(self, found: Answers) -> Errors:
        if self.is_number:
            return Errors(self.answers.size, float(np.sum((found - self.answers) ** 2)), is_number=True)
        return Errors(self.answers.size, float(np.sum(found != self.answers)))


def compare_ensembles(
    table: Dataset,
    settings: EnsembleSettings | None = None,
    *,
    target: str = "class",
    test: Dataset | None = None,
    facts: dict[str, Any] | None = None,
    test_facts: dict[str, Any] | None = None,
    progress: Progress | None = None,
) -> EnsembleStudy:
    """Grow ensembles on a table and compare their errors with those of one tree and of the baseline.

    The classes of the table are those of its `target`; for a numeric target (`regression`) they are its numbers. The
    folds are the same for every method. `test` is another table with the same attributes: its rows are used only
    for these errors. `facts` and `test_facts` say where the tables are read from.
    """
    settings = settings or EnsembleSettings()
    table = treated(_without(table, settings.exclude), settings.of_table)
    rows = _rows(table, settings, target)
    further = None if test is None else _rows(_as_learned(test, table, settings), settings, target, is_test=True)
    folds = _folds(rows, settings)
    asked = (BASELINE, SINGLE, *settings.methods)
    found, done = [], 0
    for method in asked:
        predict, grown, whole = _trained(method, rows, settings)
        parts = []
        for seen, held in folds:
            trained, _, _ = _trained(method, rows.take(seen), settings)
            parts.append((held, trained(rows.take(held).table)))
            done = _tell(done, len(asked) * (len(folds) + 1), progress)
        found.append(
            MethodErrors(
                method=method,
                vote=settings.vote_of(method),
                trees=0 if grown is None else grown.n_trees,
                nodes=0 if grown is None else grown.n_nodes,
                training=rows.errors(predict(table)),
                out_of_bag=None if grown is None else _out_of_bag(grown, rows, whole),
                cross_validated=_together(rows, parts) if folds else None,
                test=None if further is None else further.errors(predict(further.table)),
            )
        )
        done = _tell(done, len(asked) * (len(folds) + 1), progress)
    names = () if settings.regression else table.class_names
    described = None if further is None else _facts(further.table, test_facts)
    return EnsembleStudy(_facts(table, facts), target, settings, names, tuple(found), described)


def _tell(done: int, total: int, progress: Progress | None) -> int:
    if progress is not None:
        progress(done + 1, total)
    return done + 1


def _facts(table: Dataset, given: dict[str, Any] | None) -> TableFacts:
    return TableFacts(table.name, table.n_rows, 0, table.n_attributes, table.n_missing, **(given or {}))


def _without(table: Dataset, excluded: tuple[str, ...]) -> Dataset:
    for name in excluded:
        if name not in table.attributes:
            near = nearest(name, table.attributes)
            raise InvalidParameterError(
                "unknown-attribute-of-table", option="exclude", name=name, table=table.name, nearest=near
            )
    left = [column for column, name in enumerate(table.attributes) if name not in excluded]
    if not left:
        raise InvalidParameterError("nothing-to-split-by", option="exclude")
    return table if len(left) == table.n_attributes else table.take_columns(left)


def _rows(table: Dataset, settings: EnsembleSettings, target: str, *, is_test: bool = False) -> _Rows:
    """What is to be predicted; a target that cannot be learned is refused, though test rows may be all of one class."""
    if not is_test:
        check_target(table, settings.of_table, target)
    answers = target_numbers(table, target) if settings.regression else table.classes
    return _Rows(table, answers, settings.regression)


def _folds(rows: _Rows, settings: EnsembleSettings) -> list[tuple[NDArray[np.intp], NDArray[np.intp]]]:
    """The same for all methods; classes are spread over the folds, numbers at random."""
    if not settings.folds:
        return []
    table = rows.table
    by = np.zeros(table.n_rows, dtype=np.intp) if rows.is_number else table.classes
    names = ("rows",) if rows.is_number else table.class_names
    return stratified_folds(by, settings.folds, settings.seed, class_names=names, name=table.name)


def _trained(method: str, rows: _Rows, settings: EnsembleSettings) -> tuple[Predict, GrownEnsemble | None, Dataset]:
    """How a method that learned from these rows predicts others, what grew, and the rows with their gaps filled."""
    whole = filled(rows.table)
    if method == BASELINE:
        usual = float(rows.answers.mean()) if rows.is_number else int(np.bincount(rows.answers).argmax())
        return lambda table: np.full(table.n_rows, usual), None, whole
    grown = grow_ensemble(whole, method, settings.growth, numbers=rows.answers if rows.is_number else None)  # type: ignore[arg-type]
    return lambda table: grown.predict(filled(table, rows.table).values), grown, whole


def _out_of_bag(grown: GrownEnsemble, rows: _Rows, whole: Dataset) -> Errors | None:
    """Each row predicted by the trees whose sample it is not in; None where no row was omitted of any."""
    if not grown.bags:
        return None
    voters = left_out(grown.bags, whole.n_rows)
    judged = np.flatnonzero(voters.any(axis=0))
    if not judged.size:
        return None
    return rows.take(judged).errors(grown.predict_left_out(whole.values[judged], voters[:, judged]))


def _together(rows: _Rows, parts: list[tuple[NDArray[np.intp], Answers]]) -> Errors:
    """Every row is predicted once, by what did not see it."""
    found = np.zeros(rows.answers.size, dtype=rows.answers.dtype)
    for held, answers in parts:
        found[held] = answers
    return rows.errors(found)


def _as_learned(test: Dataset, table: Dataset, settings: EnsembleSettings) -> Dataset:
    """The test rows with the attributes, the codes of categories and the classes of the training table.

    A category that the training table does not have gets a code that no tree tests.
    """
    matched = match_test(table, test)
    values = np.array(matched.right.values)
    for column, (own, both) in enumerate(zip(table.categories, matched.right.categories, strict=True)):
        if own is not None and both is not None and own != both:
            code = np.array([own.index(name) if name in own else len(own) for name in both], dtype=np.float64)
            known = ~np.isnan(values[:, column])
            values[known, column] = code[values[known, column].astype(np.intp)]
    same = replace(matched.right, attributes=table.attributes, categories=table.categories, values=values)
    if settings.regression:
        return same
    used = [name for name, rows in zip(test.class_names, test.class_counts().tolist(), strict=True) if rows]
    unknown = tuple(name for name in used if name not in _with_rows(table))
    if unknown:
        raise InvalidDataError("classes-not-learned", test=test.name, train=table.name, names=unknown)
    place = np.array([table.class_names.index(name) if name in used else 0 for name in test.class_names], dtype=np.intp)
    return replace(same, class_names=table.class_names, classes=place[test.classes])


def _with_rows(table: Dataset) -> Iterator[str]:
    return (name for name, rows in zip(table.class_names, table.class_counts().tolist(), strict=True) if rows)
