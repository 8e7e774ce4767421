"""Pairs made directly from lists, with the scales written out plainly."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.model.dataset import Categories, Dataset
from ksdt_core.data.model.pair import DatasetPair, Domain, Matched, Preparation, Scale

Table = Sequence[Sequence[float]]


def pair_of(
    left: tuple[Table, Sequence[int]],
    right: tuple[Table, Sequence[int]],
    *,
    class_names: Sequence[str] = ("neg", "pos"),
    attributes: Sequence[str] | None = None,
    categories: Categories | None = None,
    scale: Scale = "none",
    weights: tuple[Sequence[int], Sequence[int]] | None = None,
) -> DatasetPair:
    """A pair of two tables given as (rows of values, classes); `weights` stand for a balanced pair."""
    n_attributes = np.asarray(left[0]).shape[1]
    names = tuple(attributes or (f"a{i}" for i in range(n_attributes)))
    kinds = categories or (None,) * n_attributes
    tables = [_dataset(name, table, names, kinds, class_names) for name, table in (("left", left), ("right", right))]
    domains = [
        Domain(
            name=table.name,
            original=table.values,
            scaled=scaled_values(table.values, kinds, scale),
            classes=table.classes,
            weights=np.array(weights[side] if weights else [1] * table.n_rows, dtype=np.int64),
        )
        for side, table in enumerate(tables)
    ]
    return DatasetPair(
        attributes=names,
        categories=kinds,
        class_names=tuple(class_names),
        left=domains[0],
        right=domains[1],
        preparation=Preparation(scale=scale, balance=weights is not None),
        matched=Matched(tables[0], tables[1], how=("exact",) * n_attributes, right_names=names),
    )


def _dataset(
    name: str,
    table: tuple[Table, Sequence[int]],
    attributes: tuple[str, ...],
    kinds: Categories,
    classes: Sequence[str],
) -> Dataset:
    values = np.array(table[0], dtype=np.float64)
    return Dataset(name, attributes, values, kinds, tuple(classes), np.array(table[1], dtype=np.intp))


def scaled_values(values: NDArray[np.float64], kinds: Categories, scale: Scale) -> NDArray[np.float64]:
    """The numeric columns as z-scores or as average rank / (rows + 1); a constant column is 0."""
    if scale == "none":
        return values
    columns = [
        column if kinds[i] is not None else np.array(_scaled_column(column.tolist(), scale))
        for i, column in enumerate(values.T)
    ]
    return np.stack(columns, axis=1)


def _scaled_column(column: list[float], scale: Scale) -> list[float]:
    n = len(column)
    if max(column) == min(column):
        return [0.0] * n
    if scale == "zscore":
        low, high = Fraction(min(column)), Fraction(max(column))
        shares = [(Fraction(x) - low) / (high - low) for x in column]  # exact, and squares cannot overflow
        mean = sum(shares) / n
        deviation = float(sum((share - mean) ** 2 for share in shares) / n) ** 0.5
        return [float(share - mean) / deviation for share in shares]
    smaller_and_equal = [(sum(y < x for y in column), sum(y == x for y in column)) for x in column]
    return [(smaller + (equal + 1) / 2) / (n + 1) for smaller, equal in smaller_and_equal]
