"""Whether it matters which attribute is paired with which, computed again from the definition: NumPy alone.

T = E(root) + ½ Σ over the two children of the best root split of max(0, E(child) − 0.8 ln p), beside shuffles of one
table's columns among those of the same kind. Which table that is, and the order of the columns, follow from content.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tests.acceptance.chance_again import Study
from tests.acceptance.evidence_again import (
    STEP,
    Constants,
    mixed,
    orders,
    reaching,
    splits_of,
    stream,
    tested,
    z_scores,
)
from tests.acceptance.mining_again import Vector

FEWEST_COLUMNS, FEWEST_ROWS, TIE = 20, 8, 1e-9


@dataclass(frozen=True)
class Half:
    """One of the two tables: the rows that meet each split, and those of each class."""

    met: Vector  # (splits, rows)
    positive: Vector  # (tested, rows)

    def within(self, rows: Vector) -> Half:
        return Half(self.met[:, rows], self.positive[:, rows])

    @property
    def usable(self) -> Vector:
        n, met = self.met.shape[1], self.met.sum(axis=1)
        return (20 * met >= n) & (20 * (n - met) >= n)


@dataclass(frozen=True)
class Trial:
    """Both tables, and where the splits of each column are."""

    halves: tuple[Half, Half]
    places: Sequence[Vector]  # of the splits of each column
    constants: Constants

    def statistic(self, partners: Sequence[int], order: Sequence[int]) -> float:
        """T with column partners[j] of the second table beside column j of the first one."""
        left = np.concatenate([self.places[j] for j in order])
        right = np.concatenate([self.places[partners[j]] for j in order])
        one, other = self.halves
        pair = Half(one.met[left], one.positive), Half(other.met[right], other.positive)
        terms, usable = self._terms(pair)
        found = math.log(terms.mean())
        if not usable.any():
            return found
        highest = np.where(usable, terms.max(axis=(0, 1)), 0.0)
        best = int(np.flatnonzero(highest * (1 + TIE) >= highest.max())[0])
        for wanted in (True, False):
            child = [half.within(half.met[best] == wanted) for half in pair]
            if min(half.met.shape[1] for half in child) >= FEWEST_ROWS:
                own = math.log(self._terms(child)[0].mean())
                found += 0.5 * max(0.0, own - 0.8 * math.log(len(self.places)))
        return found

    def _terms(self, pair: Sequence[Half]) -> tuple[Vector, Vector]:
        usable = pair[0].usable & pair[1].usable
        left, right = (np.where(usable, z_scores(half.met, half.positive), 0.0) for half in pair)
        return self.constants.terms(left, right), usable


def p_value(study: Study, n: int) -> float | None:
    """Of n shuffles; None where fewer than 20 columns can change places."""
    splits, n_classes, n_columns = splits_of(study), len(study.class_names), len(study.kinds.names)
    order = orders([side.scaled for side in study.sides()], study.classes, n_classes)
    groups = _groups(study, order[0].columns)
    if sum(len(group) for group in groups if len(group) > 1) < FEWEST_COLUMNS:
        return None
    halves = [Half(met, tested(own, n_classes)) for met, own in zip(splits.met, study.classes, strict=True)]
    if order[0].key > order[1].key:
        halves.reverse()
    places = [np.flatnonzero(splits.attribute == j) for j in range(n_columns)]
    trial = Trial((halves[0], halves[1]), places, Constants.of(n_columns, splits.attribute.size))
    members, key = (
        [column for group in groups for column in group],
        stream(study.seed, "pairing", min(each.key for each in order)),
    )
    values = [trial.statistic(_drawn(key, number, groups), members) for number in range(n)]
    return reaching(trial.statistic(range(n_columns), range(n_columns)), np.array(values))


def _groups(study: Study, keys: Vector) -> list[list[int]]:
    """Columns of one kind, by their keys."""
    kinds, found = study.kinds, {}
    for column in np.argsort(keys, kind="stable").tolist():
        name = kinds.names[column]
        found.setdefault((kinds.words.get(name), study.codes.get(name)), []).append(column)
    return list(found.values())


def _drawn(key: np.uint64, number: int, groups: Sequence[Sequence[int]]) -> list[int]:
    """The partner of each column in a shuffle."""
    partners = [0] * sum(map(len, groups))
    with np.errstate(over="ignore"):
        state = mixed(key + np.uint64(number) * STEP)
        for group in groups:
            drawn = list(group)
            for last in range(len(drawn) - 1, 0, -1):
                state = state + STEP
                other = int(((mixed(state) >> np.uint64(32)) * np.uint64(last + 1)) >> np.uint64(32))
                drawn[last], drawn[other] = drawn[other], drawn[last]
            for column, partner in zip(group, drawn, strict=True):
                partners[column] = partner
    return partners
