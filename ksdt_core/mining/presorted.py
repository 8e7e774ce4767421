"""The columns of both tables in the order of their values: sorted once, used by every run on the pair."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.model.pair import DatasetPair, Domain
from ksdt_core.data.readers.threads import n_threads
from ksdt_core.mining import column_kernel

LARGE = 500_000  # cells from which on a second thread is worth its start


@dataclass(frozen=True, slots=True, eq=False)
class SortedDomain:
    """One table column by column: values, and the rows in the order of the values."""

    values: NDArray[np.float64]  # (n_attributes, n_rows)
    order: NDArray[np.int32]  # (n_attributes, n_rows)


@dataclass(frozen=True, slots=True, eq=False)
class Presorted:
    """Both tables of a pair, sorted; classes and weights play no part, so shuffled classes leave it as it is."""

    left: SortedDomain
    right: SortedDomain
    categorical: NDArray[np.bool_]  # (n_attributes,)


@dataclass(frozen=True, slots=True, eq=False)
class UnionColumns:
    """Chosen columns with the rows of both tables in one list, those of the left table first."""

    columns: NDArray[np.int64]  # (n_columns,), positions among the pair's attributes, in column order
    order: NDArray[np.int32]  # (n_columns, n_rows), rows by growing value
    codes: NDArray[np.int32]  # (n_columns, n_rows), number of the row's value among the distinct ones
    categorical: NDArray[np.bool_]
    kind: NDArray[np.int32]  # (n_rows,), class + n_classes · side
    weight: NDArray[np.int64]  # (n_rows,)


def presort(pair: DatasetPair) -> Presorted:
    """Sort every column of both tables."""
    categorical = np.array([values is not None for values in pair.categories], dtype=np.bool_)
    return Presorted(_sorted_domain(pair.left), _sorted_domain(pair.right), categorical)


def _sorted_domain(domain: Domain) -> SortedDomain:
    values = np.ascontiguousarray(domain.scaled.T)
    order = np.empty(values.shape, dtype=np.int32)

    def sort(first: int, last: int) -> None:
        for a in range(first, last):
            order[a] = np.argsort(values[a])

    over_columns(sort, values.shape[0], n_cells=values.size)
    return SortedDomain(values, order)


def with_right_columns(presorted: Presorted, permutation: NDArray[np.intp]) -> Presorted:
    """The right table's columns permuted among the attribute names."""
    right = SortedDomain(presorted.right.values[permutation], presorted.right.order[permutation])
    return Presorted(presorted.left, right, presorted.categorical)


def column_gains(pair: DatasetPair, presorted: Presorted) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The best information gain of each attribute on the left table alone and on the right table alone."""
    n_classes = len(pair.class_names)
    left = _gains(pair.left, presorted.left, presorted.categorical, n_classes)
    return left, _gains(pair.right, presorted.right, presorted.categorical, n_classes)


def _gains(domain: Domain, table: SortedDomain, categorical: NDArray[np.bool_], n_classes: int) -> NDArray[np.float64]:
    gains = np.empty(table.order.shape[0])
    logs = column_kernel.count_logs(domain.n_mined)

    def work(first: int, last: int) -> None:
        column_kernel.best_gains(
            first, last, table.order, table.values, categorical, domain.classes, domain.weights, n_classes, logs, gains
        )

    over_columns(work, gains.size, n_cells=table.order.size)
    return gains


def union_columns(pair: DatasetPair, presorted: Presorted, columns: NDArray[np.int64]) -> UnionColumns:
    """Merge the sorted columns of the two tables."""
    n_rows = pair.left.n_rows + pair.right.n_rows
    order = np.empty((columns.size, n_rows), dtype=np.int32)
    codes = np.empty((columns.size, n_rows), dtype=np.int32)

    def merge(first: int, last: int) -> None:
        column_kernel.merge_columns(
            first, last, columns, presorted.left.order, presorted.right.order,
            presorted.left.values, presorted.right.values, order, codes,
        )  # fmt: skip

    over_columns(merge, columns.size, n_cells=order.size)
    kind = np.concatenate([pair.left.classes, pair.right.classes + len(pair.class_names)]).astype(np.int32)
    weight = np.concatenate([pair.left.weights, pair.right.weights])
    return UnionColumns(columns, order, codes, presorted.categorical[columns], kind, weight)


def over_columns(work: Callable[[int, int], None], n_columns: int, *, n_cells: int) -> None:
    """Run `work(first, last)` over all columns, on several threads where there is enough to do.

    Each column is computed by itself, so the result does not depend on the number of threads.
    """
    n_workers = n_threads(n_columns)
    if n_cells < LARGE or n_workers < 2:
        work(0, n_columns)
        return
    bounds = np.unique(np.linspace(0, n_columns, 4 * n_workers + 1).astype(int)).tolist()
    with ThreadPoolExecutor(n_workers) as threads:
        list(threads.map(work, bounds[:-1], bounds[1:]))
