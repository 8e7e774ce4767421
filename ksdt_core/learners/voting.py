"""Trees that vote: the answer of an ensemble by mode, mean or median, also to rows that trees did not see."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ksdt_core.trees.value_tree import ValueTree

Floats = NDArray[np.float64]
Vote = Literal["mode", "mean", "median"]
Rule = Literal["mode", "mean", "median", "lower-median"]
"""How answers become one. AdaBoost for numbers takes the lower of two middle numbers."""
TIE = 1e-12  # votes that differ by less are equal
BLOCK = 8192  # rows that are answered at a time: the answers of all trees to them are held


@dataclass(frozen=True, slots=True, eq=False)
class VotingTrees:
    """Trees whose leaves hold the share of each class, or a number, with a weight for each tree.

    With a_t(x) the answer of tree t and w_t its weight:

        mode          the class c with the largest Σ_t w_t [c = argmax a_t(x)], the first of equal ones
        mean          Σ_t w_t a_t(x) / Σ_t w_t
        median        the middle of the a_t(x): half of the weight is not larger, half not smaller
        lower-median  the smallest a_t(x) with Σ_{s: a_s ≤ a_t} w_s ≥ ½ Σ_s w_s

    By mean and median of shares the class with the largest one is the answer.
    """

    trees: tuple[ValueTree, ...]
    weights: Floats  # (n_trees,)
    rule: Rule
    class_names: tuple[str, ...]  # empty where numbers are predicted

    def __post_init__(self) -> None:
        self.weights.setflags(write=False)

    @property
    def n_trees(self) -> int:
        return len(self.trees)

    @property
    def n_nodes(self) -> int:
        """Nodes of all trees together."""
        return sum(tree.n_nodes for tree in self.trees)

    def answers(self, values: Floats, *, voters: NDArray[np.bool_] | None = None) -> Floats:
        """For each row the voted share of each class, or the number; NaN where no tree votes.

        `voters` (n_trees, n_rows) says which trees vote on which rows, by default all of them.
        """
        n_outputs = len(self.class_names) or 1
        found = np.empty((values.shape[0], n_outputs))
        for rows in _blocks(values.shape[0]):
            given = np.stack([tree.at(values[rows]) for tree in self.trees])
            voting = np.ones(given.shape[:2], dtype=np.bool_) if voters is None else voters[:, rows]
            found[rows] = combined(given, self.weights[:, None] * voting, self.rule)
        return found

    def shares(self, values: Floats) -> Floats:
        """The voted share of each class."""
        return self.answers(values)

    def predict(self, values: Floats, *, voters: NDArray[np.bool_] | None = None) -> NDArray[np.intp] | Floats:
        """The position of each row's class, or its number."""
        found = self.answers(values, voters=voters)
        if not self.class_names:
            return found[:, 0]
        found = np.nan_to_num(found)
        if self.rule == "mode":
            found = (found >= found.max(axis=1, keepdims=True) - TIE).astype(np.float64)
        return np.asarray(found.argmax(axis=1), dtype=np.intp)


def combined(answers: Floats, weights: Floats, rule: Rule) -> Floats:
    """The answers of trees (n_trees, n_rows, n_outputs) as one, with weights (n_trees, n_rows); NaN without a vote."""
    total = weights.sum(axis=0)
    if rule in ("median", "lower-median"):
        found = _median(answers, weights, is_lower=rule == "lower-median")
        return found if rule == "lower-median" else np.where(total[:, None] > 0, found, np.nan)
    summed = np.zeros(answers.shape[1:])
    for answer, weight in zip(answers, weights, strict=True):  # in the order of the trees, as scikit-learn adds them
        if rule == "mode":
            summed[np.arange(weight.size), answer.argmax(axis=1)] += weight
        else:
            summed += weight[:, None] * answer
    with np.errstate(invalid="ignore"):
        return np.asarray(summed / total[:, None], dtype=np.float64)


def _median(answers: Floats, weights: Floats, *, is_lower: bool) -> Floats:
    """The number up to which half of the weight lies; where that is exactly half, the middle of it and the next."""
    order = np.argsort(answers, axis=0, kind="stable")
    by_size = np.take_along_axis(answers, order, axis=0)
    reached = np.cumsum(np.take_along_axis(np.broadcast_to(weights[:, :, None], answers.shape), order, axis=0), axis=0)
    half = reached[-1] / 2
    lower = np.take_along_axis(by_size, np.argmax(reached >= half, axis=0)[None], axis=0)[0]
    if is_lower:
        return np.asarray(lower)
    upper = np.take_along_axis(by_size, np.argmax(reached > half, axis=0)[None], axis=0)[0]
    return np.asarray((lower + upper) / 2)


def left_out(bags: Sequence[NDArray[np.intp]], n_rows: int) -> NDArray[np.bool_]:
    """Which rows each tree did not see: (n_trees, n_rows)."""
    outside = np.ones((len(bags), n_rows), dtype=np.bool_)
    for tree, bag in enumerate(bags):
        outside[tree, bag] = False
    return outside


def _blocks(n_rows: int) -> Iterator[slice]:
    return (slice(start, start + BLOCK) for start in range(0, n_rows, BLOCK))
