"""Balanced draws, shuffles, folds and yardsticks made again from two files: NumPy, SciPy and scikit-learn alone.

Random choices follow the streams that the seed fixes: [seed, table] for balanced rows, [seed, null, number] for a
shuffle (its first child shuffles, its second seeds the balancing), seed for the folds and for the rows held out of
each table.
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
SAME = 1e-12  # scores of sets that count as equal
WVP2 = (
    (0.1, 0.1, 0.8), (0.1, 0.3, 0.6), (0.1, 0.5, 0.4), (0.1, 0.7, 0.2), (0.3, 0.1, 0.6),
    (0.3, 0.4, 0.3), (0.3, 0.5, 0.2), (0.5, 0.1, 0.4), (0.5, 0.3, 0.2), (0.7, 0.2, 0.1),
)  # fmt: skip


@dataclass(frozen=True)
class Study:
    """Two files as they were read (sparse columns dropped, cells missing), and how they were mined."""

    cells: tuple[Vector, Vector]
    classes: tuple[Vector, Vector]
    kinds: Kinds
    codes: dict[str, tuple[float, ...]]
    class_names: tuple[str, ...]
    pool: tuple[tuple[float, float, float], ...]  # weights to choose from, or the one weighting
    k: int
    seed: int
    is_balanced: bool

    @classmethod
    def of(
        cls,
        frames: Sequence[pd.DataFrame],
        target: str,
        codes: Sequence[str],
        *,
        k: int,
        pool: Sequence[tuple[float, float, float]] = ((0.3, 0.4, 0.3),),
        seed: int = 0,
        is_balanced: bool = True,
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
            kinds, values, class_names, tuple(pool), k, seed, is_balanced,
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

    def rows(self, chosen: Sequence[Vector]) -> Study:
        """The same study of some rows of both tables."""
        cells, classes = (tuple(own[..., at] for own, at in zip(both, chosen, strict=True)) for both in self._both)
        return replace(self, cells=cells, classes=classes)

    @property
    def _both(self) -> tuple[tuple[Vector, Vector], tuple[Vector, Vector]]:
        return self.cells, self.classes

    def best(self, sides: Sequence[Side], seed: int, held: Held | None = None) -> Found:
        """The set of highest SDTSQ of all weights, the earlier on a tie; rows are drawn once if they are balanced."""
        n_classes = len(self.class_names)
        left, right = mining.balanced(sides, n_classes, seed) if self.is_balanced else sides
        found = [Found.of(Ground((left, right), self.kinds, n_classes, weights, self.k), held) for weights in self.pool]
        highest = max(each.scores["sdtsq"] for each in found)
        return next(each for each in found if each.scores["sdtsq"] >= highest - SAME)


@dataclass(frozen=True)
class Held:
    """Rows of both tables that were not mined: cells in their units, filled by the rows that were."""

    cells: tuple[Vector, Vector]
    classes: tuple[Vector, Vector]


@dataclass(frozen=True)
class Found:
    """A set of trees with its scores: accuracies are those of the rows held out, where there are any."""

    ground: Ground
    trees: list[mining.Tree]
    of_trees: list[tuple[float, ...]]  # accuracy left and right, SA, DS, SDTQ
    differences: Vector
    scores: dict[str, float]

    @classmethod
    def of(cls, ground: Ground, held: Held | None) -> Found:
        trees = mining.mined(ground)
        of_trees = []
        for tree in trees:
            accuracies = mining.training_accuracies(tree)
            if held is not None:
                said = [mining.answers(ground, tree, at, held.cells[at]) for at in (0, 1)]
                accuracies = [float((own == held.classes[at]).mean()) for at, own in enumerate(said)]
            of_trees.append(mining.scores(tree, accuracies))
        tpd = mining.differences(trees, len(ground.kinds.names))
        return cls(ground, trees, of_trees, tpd, mining.set_scores(of_trees, tpd))


def held_out(study: Study, share: float) -> tuple[Study, Held]:
    """Of each class round(share · rows) rows of a shuffled list, class after class; the others are mined."""
    kept, aside = [], []
    for classes in study.classes:
        random, taken = np.random.default_rng(study.seed), np.zeros(classes.size, dtype=bool)
        for c in np.unique(classes):
            rows = random.permutation(np.flatnonzero(classes == c))
            taken[rows[: round(share * rows.size)]] = True
        kept.append(np.flatnonzero(~taken))
        aside.append(np.flatnonzero(taken))
    trained, tested = study.rows(kept), study.rows(aside)
    left, right = (mining.filled(own, by, study.kinds) for own, by in zip(tested.cells, trained.cells, strict=True))
    return trained, Held((left, right), tested.classes)


def shuffled(study: Study, null: str, number: int, held: Held | None = None) -> list[float]:
    """SDTQ of the trees that one shuffle gives; rows held out are shuffled among themselves."""
    first, second = np.random.SeedSequence([study.seed, NULLS.index(null), number]).spawn(2)
    random, seed = np.random.default_rng(first), int(np.random.default_rng(second).integers(2**31))
    sides = list(study.sides())
    if null == "matching":
        order = np.arange(len(study.kinds.names))
        for columns in study.kinds.groups(study.codes):
            order[columns] = random.permutation(columns)
        sides[1] = replace(sides[1], original=sides[1].original[order], scaled=sides[1].scaled[order])
        held = held and replace(held, cells=(held.cells[0], held.cells[1][order]))
    else:
        which = NULLS.index(null)
        sides[which] = replace(sides[which], classes=random.permutation(sides[which].classes))
        if held:
            classes = list(held.classes)
            classes[which] = random.permutation(classes[which])
            held = replace(held, classes=(classes[0], classes[1]))
    return [own[4] for own in study.best(sides, seed, held).of_trees]


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
        found = study.best(fold.sides, study.seed)
        for position, tree in enumerate(found.trees):
            for side in (0, 1):
                said[side][position, fold.tested[side]] = mining.answers(found.ground, tree, side, fold.cells[side])
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
