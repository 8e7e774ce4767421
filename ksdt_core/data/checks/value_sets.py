"""Which values of a categorical attribute stand in which table."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.checks.profile import Profile
from ksdt_core.data.matching.identifiers import is_identifier
from ksdt_core.data.matching.value_matching import ValueMatch
from ksdt_core.data.matching.value_suggestions import suggest_values
from ksdt_core.data.model.dataset import Dataset
from ksdt_core.data.model.pair import Matched

FEW_VALUES = 30
"""Numbers of so many different values may be answers; more are measurements."""


@dataclass(frozen=True, slots=True)
class Values:
    """A shared attribute that is not numeric, with the values that stand in each table."""

    attribute: str
    left: tuple[str, ...]
    right: tuple[str, ...]
    numbers: tuple[bool, bool]  # whether the column of a table holds numbers only

    @property
    def only_left(self) -> list[str]:
        return [value for value in self.left if value not in set(self.right)]

    @property
    def only_right(self) -> list[str]:
        return [value for value in self.right if value not in set(self.left)]

    @property
    def apart(self) -> bool:
        """Whether no value is in both tables."""
        return not set(self.left) & set(self.right)

    @property
    def measured(self) -> bool:
        """Whether one table has numbers that the other cannot have meant as answers."""
        return any(self.numbers) and not (self.apart and max(len(self.left), len(self.right)) <= FEW_VALUES)


def differing_values(
    tables: tuple[Dataset, Dataset], matched: Matched, profiles: tuple[Profile, Profile]
) -> tuple[Values, ...]:
    """The shared attributes with values that stand in one table only; columns that name the rows are not looked at."""
    if not any(matched.left.categories):
        return ()
    kinds = [dict(zip(table.attributes, table.categories, strict=True)) for table in tables]
    renamed = {name for name, _, _ in matched.value_matches}
    sides, found = (matched.left, matched.right), []
    for column, values in enumerate(matched.left.categories):
        name, right_name = matched.left.attributes[column], matched.right_names[column]
        left_kind, right_kind = kinds[0][name], kinds[1][right_name]
        if values is None or (left_kind == right_kind and name not in renamed):
            continue
        left, right = (_standing(profile.columns[column], values) for profile in profiles)
        if left and right and left != right and not any(is_identifier(side, column) for side in sides):
            found.append(Values(name, left, right, (left_kind is None, right_kind is None and name not in renamed)))
    return tuple(found)


def suggested_values(differing: tuple[Values, ...]) -> tuple[ValueMatch, ...]:
    """Values of the right table that surely are values of the left one."""
    return tuple(
        (values.attribute, new, old)
        for values in differing
        if not values.measured and values.only_right
        for old, new in suggest_values(values.left, values.right).items()
    )


def _standing(cells: NDArray[np.float64], values: tuple[str, ...]) -> tuple[str, ...]:
    """The values that stand in the cells."""
    counts = np.bincount(cells[~np.isnan(cells)].astype(np.intp), minlength=len(values))
    return tuple(values[position] for position in np.flatnonzero(counts).tolist())
