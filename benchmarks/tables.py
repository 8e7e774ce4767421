"""Tables to measure on, made from seeds; nothing is read from disk."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data import Dataset


def expression_tables(
    *, rows: tuple[int, int], attributes: int, informative: int = 60, seed: int = 0
) -> tuple[Dataset, Dataset]:
    """Two tables like gene expression: many attributes, few of them shifted by the class, more or less strongly."""
    random = np.random.default_rng(seed)
    shifts = np.zeros(attributes)
    shifts[:informative] = random.uniform(0.0, 2.0, informative)
    left, right = (_shifted(random, n, shifts) for n in rows)
    return table("left", *left), table("right", *right)


def _shifted(
    random: np.random.Generator, n_rows: int, shifts: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.intp]]:
    classes = random.integers(0, 2, n_rows)
    return random.normal(size=(n_rows, shifts.size)) + classes[:, None] * shifts, classes.astype(np.intp)


def replicated(source: Dataset, n_rows: int, *, noise: float = 0.05, seed: int = 0) -> Dataset:
    """As many rows as wanted: rows drawn again, each cell moved by up to `noise` of its column's magnitude.

    This is how DH14, section 5.8, makes its tables for the study of growth.
    """
    random = np.random.default_rng(seed)
    rows = random.integers(0, source.n_rows, n_rows)
    bound = noise * np.abs(source.values).max(axis=0)
    values = source.values[rows] + random.uniform(-bound, bound, (n_rows, source.n_attributes))
    return table(source.name, values, source.classes[rows])


def table(name: str, values: NDArray[np.float64], classes: NDArray[np.intp]) -> Dataset:
    """A table of numbers with classes `neg` and `pos`."""
    n_attributes = values.shape[1]
    return Dataset(
        name=name,
        attributes=tuple(f"a{column}" for column in range(n_attributes)),
        values=np.asfortranarray(values),
        categories=(None,) * n_attributes,
        class_names=("neg", "pos"),
        classes=classes,
    )


def union(left: Dataset, right: Dataset) -> tuple[NDArray[np.float64], NDArray[np.intp]]:
    """The rows of both tables in one, as a peer sees them."""
    return np.vstack([left.values, right.values]), np.concatenate([left.classes, right.classes])
