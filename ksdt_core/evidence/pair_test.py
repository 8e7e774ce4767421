"""The evidence of a pair: two questions answered without mining, so that no answer depends on weights or settings.

Shared signal: does the same attribute predict the class, in the same direction, in both tables? The statistic is
E = ln mean over (split, class, sign g) of exp(δ·[h(g·z_L) + h(g·z_R)]) at the root, beside shuffles of each table's
classes. Pairing: does it matter which attribute is paired with which? The statistic is T = E + ½ Σ over the children of
the best root split of max(0, E(child) − 0.8 ln p), beside permutations of the right table's columns among attributes
of the same kind. Attributes: m_j beside the largest m of each shuffle.

The rows are those of the tables, each once, also where mining balances them. A null value within one part in 10⁹ of the
observed one counts as reaching it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.model.pair import DatasetPair
from ksdt_core.data.model.settled import Codes
from ksdt_core.evidence.content_order import ContentOrder, content_order
from ksdt_core.evidence.pair_attributes import attribute_scores, described
from ksdt_core.evidence.pair_evidence import (
    FEWEST_MOVABLE,
    ClassNull,
    Evidence,
    EvidencePair,
    EvidenceTable,
    Pairing,
    SharedSignal,
)
from ksdt_core.evidence.pair_kernels import Columns, pairing_null, shuffled_classes
from ksdt_core.evidence.pair_splits import Splits, codes_of_pair, split_cells, tested_cells, without_attributes
from ksdt_core.evidence.refilling import Refilling, refilling_of
from ksdt_core.evidence.root_scores import (
    Constants,
    Table,
    bits_of_classes,
    both_tables,
    terms_of_shuffles,
    tested_classes,
)
from ksdt_core.evidence.shuffle_kernel import stream_key
from ksdt_core.given import whole
from ksdt_core.parallel.executor import run_tasks
from ksdt_core.parallel.workers import Workers

Null = Literal["left", "right", "matching"]
Task = tuple[Null, int, int]  # shuffles of a null, from the first to before the last
Vector = NDArray[np.float64]
Found = tuple[Vector, Vector]  # of each shuffle the statistic, and the largest m
TOLERANCE = 1e-9
STEP_WORK = 4_000_000  # splits × shuffles of one task


@dataclass(frozen=True, slots=True, eq=False)
class Trial:
    """What every shuffle shares."""

    splits: Splits
    left: Table
    right: Table
    left_classes: NDArray[np.intp]
    right_classes: NDArray[np.intp]
    tested: NDArray[np.intp]
    constants: Constants
    columns: Columns | None  # None where the pairing is not tested
    order: ContentOrder
    seed: int
    left_refilling: Refilling | None
    right_refilling: Refilling | None

    @property
    def n_terms(self) -> int:
        return 2 * int(self.tested.size) * self.splits.n_splits


def evidence(
    pair: DatasetPair,
    *,
    permutations: int = 999,
    workers: Workers = 1,
    exclude: Sequence[str] = (),
    progress: Callable[[int, int], None] | None = None,
    should_stop: Callable[[], bool] | None = None,
) -> Evidence:
    """Test whether two tables share signal, and in which attributes. Attributes in `exclude` are ignored."""
    permutations = whole("permutations", permutations, smallest=1, usual="999")
    pair = without_attributes(pair, exclude)
    codes = codes_of_pair(pair)
    trial = trial_of(pair, codes)
    step = max(1, min(permutations, STEP_WORK // (trial.splits.n_splits * int(trial.tested.size))))
    nulls: tuple[Null, ...] = ("left", "right") if trial.columns is None else ("left", "right", "matching")
    starts = range(0, permutations, step)
    tasks: list[Task] = [(null, start, min(start + step, permutations)) for null in nulls for start in starts]
    found = run_tasks(shuffles, trial, tasks, workers=workers, progress=progress, should_stop=should_stop)
    reached = {
        null: (
            np.concatenate([value[0] for task, value in zip(tasks, found, strict=True) if task[0] == null]),
            np.concatenate([value[1] for task, value in zip(tasks, found, strict=True) if task[0] == null]),
        )
        for null in nulls
    }
    observed = observed_statistic(trial)
    left, right = (_class_null(observed, reached[null][0]) for null in ("left", "right"))
    scores = attribute_scores(trial.splits, trial.left, trial.right)
    p_attributes = np.minimum(1.0, 2 * np.maximum(*(p_values(scores.best, reached[n][1]) for n in ("left", "right"))))
    return Evidence(
        pair=_tested(pair),
        permutations=permutations,
        shared=SharedSignal(min(1.0, 2 * max(left.p, right.p)), left, right, observed),
        pairing=_pairing(trial, reached["matching"][0]) if trial.columns is not None else None,
        attributes=described(pair, codes, trial.splits, (trial.left, trial.right), scores, p_attributes),
    )


def trial_of(pair: DatasetPair, codes: Codes) -> Trial:
    """Everything that is settled before the first shuffle."""
    cells = tested_cells(pair, codes)
    splits = split_cells(*cells, pair.categories, codes, pair.preparation.scale)
    tested = tested_classes(len(pair.class_names))
    classes = [np.array(side.classes, dtype=np.intp) for side in (pair.left, pair.right)]
    left, right = both_tables(splits, classes[0], classes[1], tested)
    order = content_order(*cells, classes[0], classes[1])
    return Trial(
        splits=splits,
        left=left,
        right=right,
        left_classes=classes[0],
        right_classes=classes[1],
        tested=tested,
        constants=Constants.of(splits.n_attributes, splits.n_splits),
        columns=movable_columns(pair, codes, splits, order),
        order=order,
        seed=pair.preparation.seed,
        left_refilling=refilling_of(pair, codes, cells, is_left=True),
        right_refilling=refilling_of(pair, codes, cells, is_left=False),
    )


def movable_columns(pair: DatasetPair, codes: Codes, splits: Splits, order: ContentOrder) -> Columns | None:
    """The columns that can change places; None without a scale, or where fewer than 20 can.

    Numeric columns on a scale change places among themselves, codes and categorical columns among those with the same
    values.
    """
    if pair.preparation.scale == "none":
        return None
    groups: dict[tuple[object, ...], list[int]] = {}
    for column in np.argsort(order.column_keys, kind="stable").tolist():
        groups.setdefault((pair.categories[column], codes[column]), []).append(column)
    if sum(len(columns) for columns in groups.values() if len(columns) > 1) < FEWEST_MOVABLE:
        return None
    members = [column for columns in groups.values() for column in columns]
    ends = np.concatenate([[0], np.cumsum([len(columns) for columns in groups.values()])])
    return Columns(splits.first, np.array(members, dtype=np.int64), ends.astype(np.int64))


def observed_statistic(trial: Trial) -> float:
    """E of the root."""
    totals, _ = terms_of_shuffles(trial.left, trial.right, trial.left.classes[None], trial.constants)
    return math.log(totals[0] / trial.n_terms)


def shuffles(trial: Trial, task: Task) -> Found:
    """The statistic of each of these shuffles, and the largest m over all attributes."""
    null, start, stop = task
    if null == "matching":
        statistics = pairing_statistics(trial, start, stop)
        return statistics, np.zeros(0)
    is_left = null == "left"
    tables = (trial.left, trial.right) if is_left else (trial.right, trial.left)
    made = shuffles_of_classes(trial, start, stop, is_left=is_left)
    refilling = trial.left_refilling if is_left else trial.right_refilling
    if refilling is None:
        totals, largest = terms_of_shuffles(*tables, bits_of_classes(made, trial.tested), trial.constants)
    else:
        totals, largest = _refilled(trial, refilling, made)
    return np.log(totals / trial.n_terms), largest


def shuffles_of_classes(trial: Trial, start: int, stop: int, *, is_left: bool) -> NDArray[np.intp]:
    """The classes of all rows of a table in these shuffles."""
    order = trial.order
    classes = trial.left_classes if is_left else trial.right_classes
    rows, table = (order.left_rows, order.left_key) if is_left else (order.right_rows, order.right_key)
    made = np.empty((stop - start, classes.size), dtype=np.intp)
    shuffled_classes(stream_key(trial.seed, "classes", table), start, rows, classes, made)
    return made


def pairing_statistics(trial: Trial, start: int, stop: int) -> Vector:
    """T of these shuffles of the pairing; start −1 is the pairing as it is.

    The table whose columns are permuted is chosen by content: T does not tell the tables apart.
    """
    order, sides = trial.order, [table.side(trial.constants) for table in (trial.left, trial.right)]
    if order.left_key > order.right_key:
        sides.reverse()
    statistics = np.empty(stop - start)
    key = stream_key(trial.seed, "pairing", min(order.left_key, order.right_key))
    constants = trial.constants
    pairing_null(key, start, trial.columns, sides[0], sides[1], constants.delta, constants.kappa, statistics)
    return statistics


def p_values(observed: Vector | float, null: Vector) -> Vector:
    """(1 + #{null ≥ observed}) / (1 + shuffles) for each observed value."""
    values = np.asarray(observed, dtype=np.float64)
    level = values - TOLERANCE * np.maximum(1.0, np.abs(values))
    reached = null.size - np.searchsorted(np.sort(null), level, side="left")
    return np.asarray((1 + reached) / (1 + null.size))


def _refilled(trial: Trial, refilling: Refilling, made: NDArray[np.intp]) -> Found:
    """The terms of shuffles that change cells, too: columns with missing cells are split again in each."""
    stays = ~np.isin(trial.splits.attribute, refilling.columns)
    tables = (trial.left, trial.right) if refilling.is_left else (trial.right, trial.left)
    words = bits_of_classes(made, trial.tested)
    totals, largest = np.zeros(made.shape[0]), np.full(made.shape[0], -np.inf)
    if stays.any():
        totals, largest = terms_of_shuffles(tables[0].only(stays), tables[1].only(stays), words, trial.constants)
    for k, classes in enumerate(made):
        splits = refilling.splits(classes)
        left, right = (classes, trial.right_classes) if refilling.is_left else (trial.left_classes, classes)
        again = both_tables(splits, left, right, trial.tested)
        again = again if refilling.is_left else (again[1], again[0])
        total, most = terms_of_shuffles(*again, words[k : k + 1], trial.constants)
        totals[k] += total[0]
        largest[k] = max(largest[k], most[0])
    return totals, largest


def _class_null(observed: float, null: Vector) -> ClassNull:
    return ClassNull(float(p_values(observed, null)), math.fsum(null) / null.size, float(null.max()))


def _pairing(trial: Trial, null: Vector) -> Pairing:
    observed = float(pairing_statistics(trial, -1, 0)[0])
    return Pairing(float(p_values(observed, null)), observed, math.fsum(null) / null.size, float(null.max()))


def _tested(pair: DatasetPair) -> EvidencePair:
    left, right = (EvidenceTable(side.name, side.n_rows) for side in (pair.left, pair.right))
    return EvidencePair(left, right, pair.n_attributes, pair.class_names, pair.preparation.scale)
