"""The rows that a learner is given: a table, or one or both sides of a pair."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.model.dataset import Dataset
from ksdt_core.data.model.pair import DatasetPair
from ksdt_core.errors import InvalidDataError, InvalidParameterError
from ksdt_core.learners.encoding import Encoding

Source = Literal["left", "right", "union"]


@dataclass(frozen=True, slots=True, eq=False)
class LearningRows:
    """Rows as a learner takes them, each with its class and how often it counts."""

    encoding: Encoding
    class_names: tuple[str, ...]
    matrix: NDArray[np.float64]
    classes: NDArray[np.intp]
    weights: NDArray[np.float64]


def learning_rows(
    data: Dataset | DatasetPair, *, source: Source | None = None, exclude: Collection[str] = ()
) -> LearningRows:
    """The rows of a table, or those of the left, the right or both tables of a pair, as mined (scaled, balanced)."""
    encoding = Encoding.of(data.attributes, data.categories).without(exclude)
    values, classes, weights = _chosen_rows(data, source)
    if values.shape[0] == 0 or encoding.n_columns == 0:
        raise InvalidDataError("nothing-to-learn-from", table=data.name)
    return LearningRows(encoding, data.class_names, encoding.matrix(values, name=data.name), classes, weights)


def learning_table(data: Dataset | DatasetPair, *, source: Source | None = None) -> Dataset:
    """The same rows as a table, for learners that know categories; a row that counts twice stands there twice."""
    values, classes, weights = _chosen_rows(data, source)
    rows = np.repeat(np.arange(classes.size), weights.astype(np.intp))
    return Dataset(data.name, data.attributes, values[rows], data.categories, data.class_names, classes[rows])


def _chosen_rows(
    data: Dataset | DatasetPair, source: Source | None
) -> tuple[NDArray[np.float64], NDArray[np.intp], NDArray[np.float64]]:
    """Values, classes, and how often each row counts."""
    if isinstance(data, Dataset):
        if source is not None:
            raise InvalidParameterError("source-of-one-table", source=source)
        return data.values, data.classes, np.ones(data.n_rows)
    sides = {"left": (data.left,), "right": (data.right,), "union": (data.left, data.right)}
    chosen = sides.get(source or "union")
    if chosen is None:
        raise InvalidParameterError("not-a-choice", option="source", value=source, choices=tuple(sides))
    values = np.concatenate([side.scaled for side in chosen])
    classes = np.concatenate([side.classes for side in chosen])
    return values, classes, np.concatenate([side.weights for side in chosen]).astype(np.float64)
