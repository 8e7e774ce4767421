"""A boosted or averaged ensemble: a sum of real-valued trees."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.model.dataset import Dataset
from ksdt_core.errors import InvalidDataError, InvalidParameterError
from ksdt_core.trees.value_tree import ValueTree

Floats = NDArray[np.float64]
Link = Literal["identity", "logistic", "softmax", "shares"]
"""What makes shares of classes of the sum; `identity` predicts numbers, `shares` are sums that are shares already."""


@dataclass(frozen=True, slots=True, eq=False)
class SumOfTrees:
    """f(x) = base + Σ_t tree_t(x), one column for each output; a link turns f into shares of the classes."""

    trees: tuple[ValueTree, ...]
    base: Floats  # (n_outputs,)
    link: Link
    class_names: tuple[str, ...]  # empty where numbers are predicted

    def __post_init__(self) -> None:
        self.base.setflags(write=False)

    @property
    def attributes(self) -> tuple[str, ...]:
        return self.trees[0].tree.attributes

    def raw(self, rows: Dataset | Floats) -> Floats:
        """f of every row, before the link."""
        values = self._columns(rows)
        total: Floats = np.tile(self.base, (values.shape[0], 1))
        for tree in self.trees:
            total += tree.at(values)
        return total

    def shares(self, rows: Dataset | Floats) -> Floats:
        """The share that the model gives to each class, a row for each row of the table."""
        if not self.class_names:
            raise InvalidParameterError("shares-of-numbers")
        raw = self.raw(rows)
        if self.link == "shares":
            return raw
        if self.link == "softmax":
            powers = np.exp(raw - raw.max(axis=1, keepdims=True))
            shares: Floats = powers / powers.sum(axis=1, keepdims=True)
            return shares
        second = np.exp(-np.logaddexp(0.0, -raw[:, 0]))  # 1 / (1 + exp(-f)) without overflow
        return np.column_stack([1.0 - second, second])

    def predict(self, rows: Dataset | Floats) -> NDArray[np.intp] | Floats:
        """The position of the class with the largest share, the first of equal ones; or the number."""
        if not self.class_names:
            return self.raw(rows)[:, 0]
        if self.link == "logistic":
            return np.asarray(self.raw(rows)[:, 0] > 0, dtype=np.intp)
        return np.asarray(self.raw(rows).argmax(axis=1), dtype=np.intp)

    def _columns(self, rows: Dataset | Floats) -> Floats:
        """The cells of a table in the order of the model's attributes, or an array that has this order already."""
        name = rows.name if isinstance(rows, Dataset) else "the rows"
        if isinstance(rows, Dataset):
            missing = [attribute for attribute in self.attributes if attribute not in rows.attributes]
            if missing:
                raise InvalidDataError("table-without-attributes-of-model", table=name, attributes=missing)
            values = rows.values[:, [rows.attributes.index(attribute) for attribute in self.attributes]]
        else:
            values = np.asarray(rows, dtype=np.float64)
            if values.ndim != 2 or values.shape[1] != len(self.attributes):
                columns = values.shape[1] if values.ndim == 2 else 0
                raise InvalidDataError(
                    "columns-of-table-unlike-trees", table=name, columns=columns, attributes=len(self.attributes)
                )
        gaps = np.isnan(values)
        if gaps.any():
            first = self.attributes[int(np.flatnonzero(gaps.any(axis=0))[0])]
            raise InvalidDataError("gaps-for-model", table=name, cells=int(gaps.sum()), column=first)
        return values
