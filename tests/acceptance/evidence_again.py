"""The evidence of a pair computed again from its definition, with the shuffles that the seed fixes: NumPy and SciPy.

The order in which rows are shuffled follows from the content of the tables, so it is computed here as well: keys of
64 bits, each mixed by the last step of SplitMix64, of cells, columns, rows and classes.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy import optimize, stats

from tests.acceptance.chance_again import Study, area
from tests.acceptance.mining_again import Vector
from tests.acceptance.recounting import holm

STEP, FIRST, SECOND = (np.uint64(word) for word in (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB))
SIGNS = (1, -1)


def mixed(word: Vector) -> Vector:
    with np.errstate(over="ignore"):
        word = (word ^ (word >> np.uint64(30))) * FIRST
        word = (word ^ (word >> np.uint64(27))) * SECOND
        return word ^ (word >> np.uint64(31))


def scrambled(word: Vector) -> Vector:
    with np.errstate(over="ignore"):
        return mixed(word * FIRST + SECOND)


def total(keys: Vector, axis: int | None = None) -> Vector:
    with np.errstate(over="ignore"):
        return keys.sum(axis=axis, dtype=np.uint64)


@dataclass(frozen=True)
class Order:
    """The rows of a table in an order that follows from its content, and the table's key."""

    rows: Vector
    key: int
    columns: Vector  # the keys of the columns, of both tables together


def orders(cells: Sequence[Vector], classes: Sequence[Vector], n_classes: int) -> list[Order]:
    """Columns get keys from their cells and rows, rows from their cells and columns, in turn."""
    tables = [(own + 0.0).copy().view(np.uint64) for own in cells]
    rows = [np.zeros(own.shape[1], dtype=np.uint64) for own in tables]
    with np.errstate(over="ignore"):

        def columns_of() -> Vector:
            own = [total(mixed(table * SECOND + keys[None]), 1) for table, keys in zip(tables, rows, strict=True)]
            return scrambled(own[0]) + scrambled(own[1])

        columns = columns_of()
        for _ in range(2):
            rows = [total(mixed(table * FIRST + columns[:, None]), 0) for table in tables]
            columns = columns_of()
        of_class = np.zeros(n_classes, dtype=np.uint64)
        for keys, own in zip(rows, classes, strict=True):
            of_class += scrambled(
                np.array([total(scrambled(keys[own == c])) for c in range(n_classes)], dtype=np.uint64)
            )
        return [
            Order(np.lexsort((of_class[own], keys)), int(total(scrambled(keys + scrambled(of_class[own])))), columns)
            for keys, own in zip(rows, classes, strict=True)
        ]


def stream(*parts: object) -> np.uint64:
    """The key of a stream of shuffles."""
    return np.uint64(int.from_bytes(hashlib.blake2b(repr(parts).encode(), digest_size=8).digest(), "little"))


def shuffles(seed: int, order: Order, classes: Vector, n: int) -> Vector:
    """The classes of all rows in n shuffles (Fisher and Yates, words of SplitMix64): (n, rows)."""
    key = stream(seed, "classes", order.key)
    with np.errstate(over="ignore"):
        state = mixed(key + np.arange(n, dtype=np.uint64) * STEP)
        drawn = np.tile(classes[order.rows], (n, 1))
        every = np.arange(n)
        for last in range(classes.size - 1, 0, -1):
            state = state + STEP
            other = (((mixed(state) >> np.uint64(32)) * np.uint64(last + 1)) >> np.uint64(32)).astype(np.int64)
            drawn[every, last], drawn[every, other] = drawn[every, other], drawn[every, last].copy()
    made = np.empty_like(drawn)
    made[:, order.rows] = drawn
    return made


@dataclass(frozen=True)
class Splits:
    """Each split of each attribute: which rows of both tables meet it."""

    attribute: Vector
    cut: Vector
    met: tuple[Vector, Vector]  # (splits, rows), bool

    @property
    def usable(self) -> Vector:
        """Both sides hold at least 5 % of the rows of both tables."""
        shares = [own.mean(axis=1) for own in self.met]
        return np.logical_and.reduce([(share >= 0.05 - 1e-12) & (share <= 0.95 + 1e-12) for share in shares])


def splits_of(study: Study) -> Splits:
    """Nine tenths of a ranked attribute, the midpoints of codes, each word."""
    found, sides = [], study.sides()
    for place, name in enumerate(study.kinds.names):
        if name in study.kinds.words:
            cuts, are_equal = list(range(len(study.kinds.words[name]))), True
        elif name in study.codes:
            cuts, are_equal = (
                [(a + b) / 2 for a, b in zip(study.codes[name], study.codes[name][1:], strict=False)],
                False,
            )
        else:
            cuts, are_equal = [k / 10 for k in range(1, 10)], False
        for cut in cuts:
            columns = [side.scaled[place] for side in sides]
            found.append((place, cut, *(column == cut if are_equal else column <= cut for column in columns)))
    attribute, cut, left, right = zip(*found, strict=True)
    return Splits(np.array(attribute), np.array(cut), (np.array(left), np.array(right)))


def z_scores(met: Vector, positive: Vector) -> Vector:
    """(a − n₁Y/N) / √(n₁(N−n₁)Y(N−Y) / (N²(N−1))) for each way to give the rows classes and each split."""
    n, n_met, n_class = met.shape[1], met.sum(axis=1), positive.sum(axis=-1)[..., None]
    both = positive.astype(float) @ met.T.astype(float)
    variance = n_met * (n - n_met) * n_class * (n - n_class) / (n * n * (n - 1))
    return np.divide(both - n_met * n_class / n, np.sqrt(variance), out=np.zeros(both.shape), where=variance > 0)


@dataclass(frozen=True)
class Evidence:
    """What the report says of a pair."""

    statistic: float
    p: dict[str, float]
    mean: dict[str, float]
    largest: dict[str, float]
    attributes: dict[str, Attribute]

    @property
    def p_shared(self) -> float:
        return min(1.0, 2 * max(self.p.values()))


@dataclass(frozen=True)
class Attribute:
    """AUC of two classes, Cramér's V of more."""

    p: float
    score: float
    p_difference: float
    effects: tuple[float, float]
    intervals: tuple[tuple[float, float], tuple[float, float]]


@dataclass(frozen=True)
class Constants:
    """δ = √ln max(p, 3), κ = √(2 ln 2S)."""

    delta: float
    kappa: float

    @classmethod
    def of(cls, n_attributes: int, n_splits: int) -> Constants:
        return cls(math.sqrt(math.log(max(n_attributes, 3))), math.sqrt(2 * math.log(2 * n_splits)))

    def h(self, z: Vector) -> Vector:
        return np.where(z <= self.kappa, z, self.kappa * (1 + np.log(np.maximum(z, self.kappa) / self.kappa)))

    def terms(self, left: Vector, right: Vector) -> Vector:
        """exp(δ·[h(g·z_L) + h(g·z_R)]) for both signs g: (2, …)."""
        return np.array([np.exp(self.delta * (self.h(sign * left) + self.h(sign * right))) for sign in SIGNS])


def tested(classes: Vector, n_classes: int) -> Vector:
    """Which rows are of each class that is tested against the rest, of two classes the second: (…, tested, rows)."""
    return np.stack([classes == c for c in range(1 if n_classes == 2 else 0, n_classes)], axis=-2)


def evidence(study: Study, n: int) -> Evidence:
    """Shared signal: the observed E and m of each attribute beside n shuffles of each table."""
    splits, n_classes, names = splits_of(study), len(study.class_names), study.kinds.names
    positive = [tested(classes, n_classes) for classes in study.classes]
    usable, constants = splits.usable, Constants.of(len(names), splits.attribute.size)

    def summed_up(left: Vector, right: Vector) -> tuple[Vector, Vector]:
        """E, and m of every split, class and sign."""
        left, right = (np.where(usable, own, 0.0) for own in (left, right))
        most = np.array([np.minimum(sign * left, sign * right) for sign in SIGNS])
        return np.log(constants.terms(left, right).mean(axis=(0, -2, -1))), most

    observed = [z_scores(met, own) for met, own in zip(splits.met, positive, strict=True)]
    statistic, ways = summed_up(*observed)
    most = ways.max(axis=(0, 1))
    order = orders([side.scaled for side in study.sides()], study.classes, n_classes)
    p, mean, largest, reached = {}, {}, {}, {}
    for side, null in enumerate(("left", "right")):
        made = tested(shuffles(study.seed, order[side], study.classes[side], n), n_classes)
        zs = list(observed)
        zs[side] = z_scores(splits.met[side], made)
        values, of_splits = summed_up(*zs)
        p[null] = reaching(float(statistic), values)
        mean[null], largest[null], reached[null] = float(values.mean()), float(values.max()), of_splits.max((0, 2, 3))
    best = [float(most[splits.attribute == j].max()) for j in range(len(names))]
    chosen = [_chosen(splits, most, usable, j) for j in range(len(names))]
    of_class = [int(ways[:, :, split].argmax() % ways.shape[1]) for split in chosen]
    own_rows = [[positive[side][c] for side in (0, 1)] for c in of_class]
    differ = holm([_difference(splits, rows, split) for rows, split in zip(own_rows, chosen, strict=True)])
    attributes = {}
    for j, name in enumerate(names):
        (left, one), (right, other) = (_effect(study, splits, side, chosen[j], j) for side in (0, 1))
        p_j = min(1.0, 2 * max(reaching(best[j], values) for values in reached.values()))
        attributes[name] = Attribute(p_j, best[j], differ[j], (left, right), (one, other))
    return Evidence(float(statistic), p, mean, largest, attributes)


def reaching(observed: float, values: Vector) -> float:
    """(1 + shuffles that reach it) / (1 + shuffles), a hair's breadth counting as reaching."""
    return float((1 + (values >= observed - 1e-9 * max(1.0, abs(observed))).sum()) / (1 + values.size))


def _chosen(splits: Splits, most: Vector, usable: Vector, j: int) -> int:
    """The first split of an attribute that gives its m, one that counts where there is one."""
    own = np.flatnonzero((splits.attribute == j) & (most >= most[splits.attribute == j].max() - 1e-9))
    counting = own[usable[own]]
    return int((counting if counting.size else own)[0])


def _difference(splits: Splits, positive: Sequence[Vector], split: int) -> float:
    """z-test of the two log odds ratios of a split and the class, halves added; two-sided."""
    odds, variances = [], []
    for met, own in zip(splits.met, positive, strict=True):
        a, b, c, d = (float((one & other).sum()) + 0.5 for one in (met[split], ~met[split]) for other in (own, ~own))
        odds.append(math.log(a * d / (b * c)))
        variances.append(1 / a + 1 / b + 1 / c + 1 / d)
    return float(2 * stats.norm.sf(abs(odds[0] - odds[1]) / math.sqrt(sum(variances))))


def _effect(study: Study, splits: Splits, side: int, split: int, j: int) -> tuple[float, tuple[float, float]]:
    """The effect of an attribute in one table, and its interval."""
    if len(study.class_names) == 2:
        auc = _area(study, splits, side, split, j)
        return auc, interval(auc, study.classes[side] == 1)
    classes, n = study.classes[side], study.classes[side].size
    met, freedom = splits.met[side][split], len(study.class_names) - 1
    crossed = np.array([np.bincount(classes[rows], minlength=freedom + 1) for rows in (met, ~met)])
    chi = float(stats.chi2_contingency(crossed, correction=False).statistic)
    return math.sqrt(chi / n), tuple(math.sqrt(_noncentral(chi, freedom, share) / n) for share in (0.975, 0.025))


def _noncentral(chi: float, freedom: int, share: float) -> float:
    """The non-centrality under which χ² is at most this with a probability of `share`; 0 where none is."""

    def beyond(noncentrality: float) -> float:
        return float(stats.ncx2.cdf(chi, freedom, noncentrality)) - share

    return optimize.brentq(beyond, 1e-12, 10 * chi + 100) if beyond(1e-12) > 0 else 0.0


def _area(study: Study, splits: Splits, side: int, split: int, j: int) -> float:
    """AUC of a measured attribute; of words that of meeting the best split."""
    positive = study.classes[side] == 1
    if study.kinds.names[j] in study.kinds.words:
        return area(splits.met[side][split].astype(float), positive)
    return area(study.sides()[side].original[j], positive)


def interval(auc: float, positive: Vector) -> tuple[float, float]:
    """Newcombe's fifth method: all θ with (AUC − θ)² ≤ z²·V(θ)."""
    m, n, z = int(positive.sum()), int((~positive).sum()), float(stats.norm.ppf(0.975))

    def beyond(theta: float) -> float:
        spread = 1 + ((m + n) / 2 - 1) * ((1 - theta) / (2 - theta) + theta / (1 + theta))
        return (auc - theta) ** 2 - z * z * theta * (1 - theta) * spread / (m * n)

    low = optimize.brentq(beyond, 0.0, auc) if auc > 0 else 0.0
    high = optimize.brentq(beyond, auc, 1.0) if auc < 1 else 1.0
    return float(low), float(high)
