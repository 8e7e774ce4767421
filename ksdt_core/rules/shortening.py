"""One rule while its conditions are dropped: which rows each of them alone keeps out."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ksdt_core.rules.conditions import Condition
from ksdt_core.rules.table_rows import TableRows


class Shortening:
    """The conditions a rule still has, and for each table which rows fail which of them.

    A row that fails only one condition is covered as soon as that one is dropped; so one look at these rows tells what
    dropping any of the conditions would do.
    """

    def __init__(self, rows: tuple[TableRows, ...], conditions: tuple[Condition, ...], answer: int) -> None:
        self.conditions = conditions
        self._rows, self._answer = rows, answer
        self._fails = [
            ~np.array([each.holds(table.cells, table.position) for each in conditions], dtype=np.bool_).reshape(
                len(conditions), table.n_rows
            )
            for table in rows
        ]
        self._n_failed = [fails.sum(axis=0) for fails in self._fails]

    def reliability(self) -> float:
        """The smallest confidence over the tables; 0 in one where no row meets the conditions."""
        shares = []
        for table, n_failed in zip(self._rows, self._n_failed, strict=True):
            classes = table.classes[n_failed == 0]
            shares.append(float((classes == self._answer).sum()) / classes.size if classes.size else 0.0)
        return min(shares)

    def reliabilities_without(self) -> NDArray[np.float64]:
        """The same without each of the conditions."""
        n_conditions = len(self.conditions)
        least = np.ones(n_conditions)
        for table, fails, n_failed in zip(self._rows, self._fails, self._n_failed, strict=True):
            covered = n_failed == 0
            alone = np.flatnonzero(n_failed == 1)
            which = fails[:, alone].argmax(axis=0)
            right = table.classes == self._answer
            n_rows = int(covered.sum()) + np.bincount(which, minlength=n_conditions)
            n_right = int(right[covered].sum()) + np.bincount(which[right[alone]], minlength=n_conditions)
            least = np.minimum(least, n_right / np.maximum(n_rows, 1))
        return least

    def masks_without(self, position: int) -> list[NDArray[np.bool_]]:
        """For each table the rows that meet all conditions but this one."""
        return [n_failed - fails[position] == 0 for n_failed, fails in zip(self._n_failed, self._fails, strict=True)]

    def drop(self, position: int) -> None:
        self.conditions = self.conditions[:position] + self.conditions[position + 1 :]
        self._n_failed = [
            n_failed - fails[position] for n_failed, fails in zip(self._n_failed, self._fails, strict=True)
        ]
        self._fails = [np.delete(fails, position, axis=0) for fails in self._fails]
