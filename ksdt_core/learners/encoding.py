"""Tables as matrices of numbers for learners that know no categories, and the way back to the attributes."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Self

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.model.dataset import Categories
from ksdt_core.errors import InvalidDataError, InvalidParameterError, Remedy

NUMERIC = -1
LARGEST = float(np.finfo(np.float32).max)  # scikit-learn compares cells in 32 bits


@dataclass(frozen=True, slots=True)
class Encoding:
    """What each column of a learner's matrix stands for.

    The codes of a category are no order, so a categorical attribute becomes a column for each value that is 1 where
    A = v; of two values the first is enough, since the other column would be its complement.
    """

    attributes: tuple[str, ...]
    categories: Categories
    attribute: tuple[int, ...]  # of each column of the matrix
    category: tuple[int, ...]  # position of the value that the column marks, NUMERIC for a numeric attribute

    @classmethod
    def of(cls, attributes: tuple[str, ...], categories: Categories) -> Self:
        columns: list[tuple[int, int]] = []
        for position, values in enumerate(categories):
            if values is None:
                columns.append((position, NUMERIC))
            else:
                n_marked = len(values) if len(values) > 2 else 1
                columns += [(position, value) for value in range(n_marked)]
        return cls(attributes, categories, tuple(c[0] for c in columns), tuple(c[1] for c in columns))

    @classmethod
    def plain(cls, attributes: tuple[str, ...]) -> Self:
        """A matrix whose columns are numeric attributes."""
        return cls.of(attributes, (None,) * len(attributes))

    def without(self, names: Collection[str]) -> Self:
        """The same attributes, but no column for those of these names: a learner does not see them."""
        kept = [column for column, position in enumerate(self.attribute) if self.attributes[position] not in names]
        attribute, category = (tuple(each[column] for column in kept) for each in (self.attribute, self.category))
        return replace(self, attribute=attribute, category=category)

    @property
    def n_columns(self) -> int:
        return len(self.attribute)

    def matrix(self, values: NDArray[np.float64], *, name: str = "the table") -> NDArray[np.float64]:
        """Rows of attribute values as the learner sees them."""
        if values.ndim != 2 or values.shape[1] != len(self.attributes):
            raise InvalidParameterError(
                "columns-of-table-unlike-trees", table=name, columns=values.shape[-1], attributes=len(self.attributes)
            )
        gaps = np.isnan(values)
        if gaps.any():
            column = self.attributes[int(np.flatnonzero(gaps.any(axis=0))[0])]
            raise InvalidDataError(
                "gaps-in-learning-rows",
                table=name,
                cells=int(gaps.sum()),
                column=column,
                remedies=(Remedy("missing", "common"),),
            )
        large = np.abs(values) > LARGEST
        if large.any():
            column = self.attributes[int(np.flatnonzero(large.any(axis=0))[0])]
            raise InvalidDataError("number-too-large-to-learn", table=name, column=column, limit=LARGEST)
        columns = [
            values[:, attribute] if category == NUMERIC else (values[:, attribute] == category).astype(np.float64)
            for attribute, category in zip(self.attribute, self.category, strict=True)
        ]
        return np.stack(columns, axis=1) if columns else np.empty((values.shape[0], 0))
