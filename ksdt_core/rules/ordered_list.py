"""An ordered list of rules at work: which rule answers each row, and what a change would do to the accuracies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ksdt_core.rules.table_rows import TableRows

Masks = Sequence[NDArray[np.bool_]]
"""Rows of each table."""


@dataclass(frozen=True, slots=True, eq=False)
class Change:
    """What a change of the list does: rows of each table that another rule answers, which, and rows then right."""

    rows: Masks
    deciders: Sequence[NDArray[np.intp]]
    correct: tuple[int, ...]
    shared_accuracy: float


@dataclass(slots=True, eq=False)
class OrderedList:
    """Rules in order; the first that covers a row answers it, and the default what none covers.

    A change is computed from the rows that it moves, so that trying one costs little however long the list is.
    """

    rows: tuple[TableRows, ...]
    covers: list[NDArray[np.bool_]]  # of each table (n_rules, n_rows)
    answers: NDArray[np.intp]  # the class of each rule, and last that of the default
    alive: NDArray[np.bool_]  # rules that are still in the list
    decider: list[NDArray[np.intp]]  # of each table: the rule that answers each row; the last answer is the default's
    correct: tuple[int, ...]  # rows of each table that get their class

    @classmethod
    def of(cls, rows: tuple[TableRows, ...], rule_covers: Sequence[Masks], answers: Sequence[int]) -> OrderedList:
        """A list of rules that cover all rows, so that the default answers none yet."""
        covers = [np.array([masks[table] for masks in rule_covers]) for table in range(len(rows))]
        with_default = np.append(np.array(answers, dtype=np.intp), 0)
        decider = [cover.argmax(axis=0).astype(np.intp) for cover in covers]
        correct = (int((with_default[by] == each.classes).sum()) for by, each in zip(decider, rows, strict=True))
        return cls(rows, covers, with_default, np.ones(len(answers), dtype=np.bool_), decider, tuple(correct))

    def with_default(self, answer: int) -> OrderedList:
        """A copy with another default, to drop rules from."""
        answers = self.answers.copy()
        answers[-1] = answer
        decider = [by.copy() for by in self.decider]
        return OrderedList(self.rows, self.covers, answers, self.alive.copy(), decider, self.correct)

    @property
    def default(self) -> int:
        """The place of the default after all rules."""
        return self.answers.size - 1

    @property
    def accuracy(self) -> tuple[float, ...]:
        return tuple(n / max(1, table.n_rows) for n, table in zip(self.correct, self.rows, strict=True))

    @property
    def shared_accuracy(self) -> float:
        """The smallest accuracy over the tables."""
        return min(self.accuracy)

    def decided_by(self, rule: int) -> tuple[int, ...]:
        """Rows of each table that this rule answers."""
        return tuple(int((by == rule).sum()) for by in self.decider)

    def if_widened(self, rule: int, masks: Masks) -> Change:
        """What happens if the rule covers these rows, which are all it covers now and more."""
        changed = [mask & (by > rule) for mask, by in zip(masks, self.decider, strict=True)]
        return self._change(changed, [np.full(int(each.sum()), rule, dtype=np.intp) for each in changed])

    def widen(self, rule: int, masks: Masks, change: Change) -> None:
        for cover, mask in zip(self.covers, masks, strict=True):
            cover[rule] = mask
        self._apply(change)

    def if_dropped(self, rule: int) -> Change:
        """What happens without the rule: its rows go to the next that covers them."""
        changed = [by == rule for by in self.decider]
        later = np.flatnonzero(self.alive)
        later = later[later > rule]
        heirs = []
        for cover, each in zip(self.covers, changed, strict=True):
            below = cover[np.ix_(later, np.flatnonzero(each))]
            heir = np.full(below.shape[1], self.default, dtype=np.intp)
            if later.size:
                inherited = below.any(axis=0)
                heir[inherited] = later[below.argmax(axis=0)[inherited]]
            heirs.append(heir)
        return self._change(changed, heirs)

    def drop(self, rule: int, change: Change) -> None:
        self.alive[rule] = False
        self._apply(change)

    def _change(self, rows: Masks, deciders: Sequence[NDArray[np.intp]]) -> Change:
        correct = []
        for table, mask, heir, by, n in zip(self.rows, rows, deciders, self.decider, self.correct, strict=True):
            classes = table.classes[mask]
            gained = int((self.answers[heir] == classes).sum()) - int((self.answers[by[mask]] == classes).sum())
            correct.append(n + gained)
        shares = (n / max(1, table.n_rows) for n, table in zip(correct, self.rows, strict=True))
        return Change(rows, deciders, tuple(correct), min(shares))

    def _apply(self, change: Change) -> None:
        for by, mask, heir in zip(self.decider, change.rows, change.deciders, strict=True):
            by[mask] = heir
        self.correct = change.correct
