"""Every number of an atlas computed again from its files: scores, gains, p- and q-values, clustering, replication."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd
from scipy.cluster.hierarchy import linkage

from tests.acceptance import chance_again as chance
from tests.acceptance import mining_again as mining
from tests.acceptance import recounting as plain

SIDES = (0, 1)


@dataclass(frozen=True)
class PairAgain:
    """Two tables of an atlas, mined with every weighting of its pool."""

    study: chance.Study
    n_shuffles: int

    @classmethod
    def of(
        cls, frames: Sequence[pd.DataFrame], target: str, *, most_missing: float, k: int, n_shuffles: int
    ) -> PairAgain:
        sparse = [name for name in frames[0] if any(frame[name].isna().mean() > most_missing for frame in frames)]
        kept = [frame.drop(columns=sparse) for frame in frames]
        codes = [name for name in kept[0].columns.drop(target) if plain.are_codes(kept[0][name], kept[1][name])]
        return cls(chance.Study.of(kept, target, codes, k=k, pool=chance.WVP2), n_shuffles)

    @cached_property
    def best(self) -> chance.Found:
        return self.study.best(self.study.sides(), self.study.seed)

    @cached_property
    def worst(self) -> float:
        return min(
            chance.Found.of(
                mining.Ground(self.best.ground.sides, self.study.kinds, 2, weights, self.study.k), None
            ).scores["sdtsq"]
            for weights in self.study.pool
        )

    @property
    def accuracies(self) -> list[float]:
        """Mean over the trees, of the rows as balanced."""
        return [float(np.mean([own[at] for own in self.best.of_trees])) for at in SIDES]

    @property
    def baselines(self) -> list[float]:
        """The share of the largest class of each table, of the rows as balanced."""
        found = []
        for side in self.best.ground.sides:
            rows = side.counts(np.arange(side.classes.size), 2)
            found.append(float(rows.max() / rows.sum()))
        return found

    @property
    def gain(self) -> float:
        return min(own - guessed for own, guessed in zip(self.accuracies, self.baselines, strict=True))

    @cached_property
    def p(self) -> float:
        """The largest of the three nulls; each shuffle chooses the best weighting again."""
        own = np.mean([each[4] for each in self.best.of_trees])
        reached = [
            sum(np.mean(chance.shuffled(self.study, null, number)) >= own for number in range(self.n_shuffles))
            for null in chance.NULLS
        ]
        return (1 + max(reached)) / (1 + self.n_shuffles)

    def vote_on(self, table: pd.DataFrame, target: str, most_missing: float) -> Voted:
        """The vote of the trees on a third table: ranked within itself, by the thresholds of the scale."""
        kinds, names = self.study.kinds, self.study.class_names
        cells = mining.cells_of(table, kinds)
        measured = [np.isnan(own).mean() <= most_missing for own in cells]
        scaled = mining.ranked(mining.filled(np.where(np.array(measured)[:, None], cells, 0.0), cells, kinds), kinds)
        votes = np.zeros((len(names), len(table)))
        for tree in self.best.trees:
            np.add.at(votes, (_walked(tree, scaled, measured), np.arange(len(table))), 1)
        missing = sorted({kinds.names[a] for tree in self.best.trees for a in _tested(tree) if not measured[a]})
        return Voted(np.array([names.index(name) for name in table[target]]), votes.argmax(axis=0), missing)


def _tested(tree: mining.Tree) -> set[int]:
    return {node.attribute for node in tree.nodes() if node.children}


def _walked(tree: mining.Tree, scaled: np.ndarray, measured: Sequence[bool]) -> np.ndarray:
    """The answer for each row; at a node whose attribute is not measured its rows stop and get its class."""
    said, stack = np.zeros(scaled.shape[1], int), [(tree.root, np.ones(scaled.shape[1], bool))]
    while stack:
        node, here = stack.pop()
        if not node.children or not measured[node.attribute]:
            said[here] = node.label
            continue
        met = scaled[node.attribute] <= node.threshold
        stack += [(node.children[0], here & met), (node.children[1], here & ~met)]
    return said


@dataclass(frozen=True)
class Voted:
    """Classes of a third table and the answers of a vote."""

    classes: np.ndarray
    answers: np.ndarray
    not_measured: list[str]

    @property
    def accuracy(self) -> float:
        return float((self.classes == self.answers).mean())

    @property
    def interval(self) -> tuple[float, float]:
        return plain.wilson(int((self.classes == self.answers).sum()), self.classes.size)

    @property
    def baseline(self) -> float:
        return float(np.bincount(self.classes).max() / self.classes.size)

    @property
    def balanced_accuracy(self) -> float:
        return self._balanced(self.classes)

    def _balanced(self, classes: np.ndarray) -> float:
        return float(np.mean([(self.answers[classes == c] == c).mean() for c in np.unique(classes)]))

    def p(self, n: int = 2000) -> float:
        """By shuffles of its own."""
        random = np.random.default_rng(1)
        reached = sum(self._balanced(random.permutation(self.classes)) >= self.balanced_accuracy for _ in range(n))
        return (1 + reached) / (1 + n)


def step_up(ps: Sequence[float]) -> list[float]:
    """Benjamini and Hochberg: the smallest of p · n / rank over this p and all larger ones."""
    found, smallest = [0.0] * len(ps), 1.0
    for rank, at in sorted(enumerate(sorted(range(len(ps)), key=lambda i: ps[i]), start=1), reverse=True):
        smallest = min(smallest, ps[at] * len(ps) / rank)
        found[at] = smallest
    return found


def merges(qualities: Sequence[float]) -> list[float]:
    """Heights at which average linkage joins three tables; qualities of the pairs 0-1, 0-2, 1-2."""
    return [float(height) for height in linkage([1 - own for own in qualities], "average")[:, 2]]
