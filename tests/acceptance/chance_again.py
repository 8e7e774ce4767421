"""Balanced draws, shuffles, folds and yardsticks made again from two files: NumPy, SciPy and scikit-learn alone.

Random choices follow the streams that the seed fixes: [seed, table] for balanced rows, [seed, null, number] for a
shuffle (its first child shuffles, its second seeds the balancing), seed for the folds of each table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd
from scipy import stats
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression

from tests.acceptance import mining_again as mining
from tests.acceptance.mining_again import Ground, Kinds, Side, Vector

NULLS = ("left", "right", "matching")


@dataclass(frozen=True)
class Study:
    """Two files as they were read (sparse columns dropped, cells missing), and how they were mined."""

    cells: tuple[Vector, Vector]
    classes: tuple[Vector, Vector]
    kinds: Kinds
    codes: dict[str, tuple[float, ...]]
    class_names: tuple[str, ...]
    weights: tuple[float, float, float]
    k: int
    seed: int

    @classmethod
    def of(
        cls,
        frames: Sequence[pd.DataFrame],
        target: str,
        codes: Sequence[str],
        *,
        k: int,
        weights: tuple[float, float, float] = (0.3, 0.4, 0.3),
        seed: int = 0,
    ) -> Study:
        left, right = frames
        names = tuple(left.columns.drop(target))
        words = {
            name: tuple(sorted(set(left[name].dropna()) | set(right[name].dropna())))
            for name in names
            if not pd.api.types.is_numeric_dtype(left[name])
        }
        kinds = Kinds(names, words, tuple(codes))
        class_names = tuple(sorted(set(left[target])))
        values = {name: tuple(sorted(set(left[name].dropna()) | set(right[name].dropna()))) for name in codes}
        return cls(
            tuple(mining.cells_of(frame, kinds) for frame in frames),
            tuple(np.array([class_names.index(name) for name in frame[target]]) for frame in frames),
            kinds, values, class_names, weights, k, seed,
        )  # fmt: skip

    def sides(self) -> tuple[Side, Side]:
        """Both tables filled and ranked, each row once."""
        return self._sides(self.cells, self.classes)

    def _sides(self, cells: Sequence[Vector], classes: Sequence[Vector]) -> tuple[Side, Side]:
        made = []
        for own, labels in zip(cells, classes, strict=True):
            done = mining.filled(own, own, self.kinds)
            made.append(Side(done, mining.ranked(done, self.kinds), labels, np.ones(labels.size, dtype=np.int64)))
        return made[0], made[1]

    def ground(self, sides: Sequence[Side], seed: int) -> Ground:
        """The pair with rows drawn again, ready for the miner."""
        n_classes = len(self.class_names)
        left, right = mining.balanced(sides, n_classes, seed)
        return Ground((left, right), self.kinds, n_classes, self.weights, self.k)

    def mined(self) -> tuple[Ground, list[mining.Tree]]:
        ground = self.ground(self.sides(), self.seed)
        return ground, mining.mined(ground)


def shuffled(study: Study, null: str, number: int) -> list[float]:
    """SDTQ of the trees that one shuffle gives."""
    first, second = np.random.SeedSequence([study.seed, NULLS.index(null), number]).spawn(2)
    random, seed = np.random.default_rng(first), int(np.random.default_rng(second).integers(2**31))
    sides = list(study.sides())
    if null == "matching":
        order = np.arange(len(study.kinds.names))
        for columns in study.kinds.groups(study.codes):
            order[columns] = random.permutation(columns)
        sides[1] = replace(sides[1], original=sides[1].original[order], scaled=sides[1].scaled[order])
    else:
        which = NULLS.index(null)
        sides[which] = replace(sides[which], classes=random.permutation(sides[which].classes))
    return [mining.quality(tree) for tree in mining.mined(study.ground(sides, seed))]


def folds(classes: Vector, n_folds: int, seed: int) -> Vector:
    """For each row the fold that tests it: rows of a class are shuffled, then dealt out in turn, class after class."""
    random = np.random.default_rng(seed)
    order = np.concatenate([random.permutation(np.flatnonzero(classes == c)) for c in np.unique(classes)])
    fold = np.empty(classes.size, dtype=int)
    fold[order] = np.arange(classes.size) % n_folds
    return fold


@dataclass(frozen=True)
class Fold:
    """The pair of the training rows of one fold, and the rows to test: cells in their units, filled by training."""

    sides: tuple[Side, Side]
    tested: tuple[Vector, Vector]  # which rows
    cells: tuple[Vector, Vector]


def fold_of(study: Study, number: int, n_folds: int) -> Fold:
    tests = [folds(classes, n_folds, study.seed) == number for classes in study.classes]
    learned = [own[:, ~test] for own, test in zip(study.cells, tests, strict=True)]
    sides = study._sides(learned, [own[~test] for own, test in zip(study.classes, tests, strict=True)])
    held = [
        mining.filled(own[:, test], train, study.kinds)
        for own, test, train in zip(study.cells, tests, learned, strict=True)
    ]
    return Fold(sides, (tests[0], tests[1]), (held[0], held[1]))


def cross_validated(study: Study, n_folds: int) -> list[Vector]:
    """For each table what each tree (by position in the set) answers for the rows that its fold did not mine."""
    said = [np.zeros((study.k, classes.size), dtype=int) for classes in study.classes]
    for number in range(n_folds):
        fold = fold_of(study, number, n_folds)
        ground = study.ground(fold.sides, study.seed)
        for position, tree in enumerate(mining.mined(ground)):
            for side in (0, 1):
                said[side][position, fold.tested[side]] = mining.answers(ground, tree, side, fold.cells[side])
    return said


def learned(study: Study, learn: Vector, classes: Vector, test: Vector) -> dict[str, Vector]:
    """The chance of each class for the test rows: logistic regression on standardised columns, a forest of 100."""
    tables = []
    for cells in (learn, test):
        own = [cells[place] for place, name in enumerate(study.kinds.names) if name not in study.kinds.words]
        coded = [
            (cells[place] == value).astype(float)
            for place, name in enumerate(study.kinds.names)
            if name in study.kinds.words
            for value in range(len(study.kinds.words[name]))
        ]
        tables.append(np.array([*own, *coded]).T)
    largest = np.abs(tables[0]).max(axis=0)
    tables = [table / np.where(largest == 0, 1, largest) for table in tables]
    centre, spread = tables[0].mean(axis=0), tables[0].std(axis=0)
    one, other = ((table - centre) / np.where(spread == 0, 1, spread) for table in tables)
    logistic = LogisticRegression(max_iter=1000, solver="newton-cholesky").fit(one, classes)
    forest = RandomForestClassifier(100, random_state=study.seed).fit(one, classes)
    return {"logistic": logistic.predict_proba(other), "forest": forest.predict_proba(other)}


def yardsticks(study: Study, n_folds: int) -> dict[tuple[str, str, int], Vector]:
    """(learner, how, table): the chance of each class for each row; how is "cv" or "transfer"."""
    n = len(study.class_names)
    found = {
        (learner, how, side): np.zeros((classes.size, n))
        for learner in ("logistic", "forest")
        for how in ("cv", "transfer")
        for side, classes in enumerate(study.classes)
    }
    for number in range(n_folds):
        fold = fold_of(study, number, n_folds)
        for side in (0, 1):
            own = fold.sides[side]
            for learner, chances in learned(study, own.original, own.classes, fold.cells[side]).items():
                found[learner, "cv", side][fold.tested[side]] = chances
    sides = study.sides()
    for side in (0, 1):
        source, goal = sides[1 - side], sides[side]
        for learner, chances in learned(study, source.scaled, source.classes, goal.scaled).items():
            found[learner, "transfer", side] = chances
    return found


def area(scores: Vector, positive: Vector) -> float:
    """The probability that a positive row has the higher score, ties half."""
    wins = stats.mannwhitneyu(scores[positive], scores[~positive]).statistic
    return float(wins / positive.sum() / (~positive).sum())
