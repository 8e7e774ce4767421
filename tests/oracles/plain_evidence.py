"""The evidence of a pair as SPEC.md section 7 defines it: plain loops over splits, no bit tricks, no batches."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from ksdt_core.data.model.pair import DatasetPair

CHILD_ROWS = 8


@dataclass(frozen=True)
class Split:
    """One split, and which rows of each table meet it."""

    attribute: int
    cut: float  # a threshold, or the position of a value
    left: np.ndarray  # (rows,), bool
    right: np.ndarray


def is_code(left, right):
    """At most 10 distinct whole values over both tables, two of them in both; missing cells do not count."""
    left, right = ({value for value in column.tolist() if not math.isnan(value)} for column in (left, right))
    every = left | right
    return len(every) <= 10 and all(value == math.floor(value) for value in every) and len(left & right) >= 2


def code_values(pair: DatasetPair):
    """For each attribute of the pair its values where they are codes, else None."""
    found = []
    for name, kind in zip(pair.attributes, pair.categories, strict=True):
        position = pair.matched.left.attributes.index(name)
        left, right = pair.matched.left.values[:, position], pair.matched.right.values[:, position]
        values = None
        declared = name in pair.preparation.numeric or "*" in pair.preparation.numeric
        if kind is None and not declared and is_code(left, right):
            values = sorted({value for value in [*left.tolist(), *right.tolist()] if not math.isnan(value)})
        found.append(values)
    return found


def splits_of(pair: DatasetPair) -> list[Split]:
    """All splits in column order."""
    codes, scale, tenths, splits = code_values(pair), pair.preparation.scale, [k / 10 for k in range(1, 10)], []
    for j, kind in enumerate(pair.categories):
        original = pair.left.original[:, j], pair.right.original[:, j]
        scaled = pair.left.scaled[:, j], pair.right.scaled[:, j]
        if kind is not None:
            splits += [Split(j, value, original[0] == value, original[1] == value) for value in range(len(kind))]
            continue
        if codes[j] is not None:
            cells, cuts = original, [(a + b) / 2 for a, b in zip(codes[j], codes[j][1:], strict=False)]
        elif scale == "rank":
            cells, cuts = scaled, tenths
        elif scale == "zscore":
            cells, cuts = scaled, [NormalDist().inv_cdf(tenth) for tenth in tenths]
        else:
            of_left, of_right = (np.quantile(column, tenths) for column in original)
            cells, cuts = original, [a / 2 + b / 2 for a, b in zip(of_left, of_right, strict=True)]
        splits += [Split(j, cut, cells[0] <= cut, cells[1] <= cut) for cut in cuts]
    return splits


def tested_classes(pair: DatasetPair) -> list[int]:
    """Two classes: one of them; else each against the rest."""
    n_classes = len(pair.class_names)
    return [n_classes - 1] if n_classes <= 2 else list(range(n_classes))


def z_score(met, is_class, node) -> float:
    """The signed hypergeometric z of the rows of a node; 0 where nothing can vary."""
    n, n_met, n_class = int(node.sum()), int((met & node).sum()), int((is_class & node).sum())
    both = int((met & is_class & node).sum())
    if n < 2:
        return 0.0
    variance = n_met * (n - n_met) * n_class * (n - n_class) / (n * n * (n - 1))
    return (both - n_met * n_class / n) / math.sqrt(variance) if variance else 0.0


def counts(met, node) -> bool:
    """Both sides hold at least 5 % of the rows of the node."""
    n, n_met = int(node.sum()), int((met & node).sum())
    return 20 * n_met >= n and 20 * (n - n_met) >= n


@dataclass(frozen=True)
class Problem:
    """What the statistics need: splits, classes, p and the constants that follow from them."""

    splits: list[Split]
    left_classes: np.ndarray
    right_classes: np.ndarray
    classes: list[int]
    n_attributes: int

    @property
    def delta(self) -> float:
        return math.sqrt(math.log(max(self.n_attributes, 3)))

    @property
    def kappa(self) -> float:
        return math.sqrt(2 * math.log(2 * len(self.splits)))

    def h(self, z: float) -> float:
        return z if z <= self.kappa else self.kappa * (1 + math.log(z / self.kappa))


def problem_of(pair: DatasetPair) -> Problem:
    return Problem(splits_of(pair), pair.left.classes, pair.right.classes, tested_classes(pair), pair.n_attributes)


def scores(problem: Problem, left_node=None, right_node=None):
    """For every split whether it counts, and (z_L, z_R) for every class."""
    left_node = np.ones(problem.left_classes.size, bool) if left_node is None else left_node
    right_node = np.ones(problem.right_classes.size, bool) if right_node is None else right_node
    found = []
    for split in problem.splits:
        usable = counts(split.left, left_node) and counts(split.right, right_node)
        zs = [
            (
                z_score(split.left, problem.left_classes == c, left_node),
                z_score(split.right, problem.right_classes == c, right_node),
            )
            for c in problem.classes
        ]
        found.append((usable, zs if usable else [(0.0, 0.0)] * len(zs)))
    return found


def node_evidence(problem: Problem, found) -> float:
    """E = ln mean over (split, class, sign) of exp(δ·[h(g·z_L) + h(g·z_R)])."""
    terms = [
        math.exp(problem.delta * (problem.h(g * left) + problem.h(g * right)))
        for _, zs in found
        for left, right in zs
        for g in (1, -1)
    ]
    return math.log(math.fsum(terms) / len(terms))


def shared_statistic(problem: Problem) -> float:
    return node_evidence(problem, scores(problem))


def pairing_statistic(problem: Problem) -> float:
    """T = E(root) + ½ Σ over the children of the best root split of max(0, E(child) − 0.8 ln p)."""
    found = scores(problem)
    total = node_evidence(problem, found)
    best, best_score = None, -math.inf
    for split, (usable, zs) in zip(problem.splits, found, strict=True):
        for left, right in zs if usable else ():
            for g in (1, -1):
                score = problem.delta * (problem.h(g * left) + problem.h(g * right))
                if score > best_score + 1e-9:
                    best, best_score = split, score
    if best is None:
        return total
    for left, right in ((best.left, best.right), (~best.left, ~best.right)):
        if min(int(left.sum()), int(right.sum())) >= CHILD_ROWS:
            child = node_evidence(problem, scores(problem, left, right))
            total += max(0.0, child - 0.8 * math.log(problem.n_attributes)) / 2
    return total


def attribute_scores(problem: Problem) -> list[float]:
    """m_j = max over the splits of attribute j, classes and signs of min(g·z_L, g·z_R)."""
    best = [-math.inf] * problem.n_attributes
    for split, (_, zs) in zip(problem.splits, scores(problem), strict=True):
        for left, right in zs:
            for g in (1, -1):
                best[split.attribute] = max(best[split.attribute], min(g * left, g * right))
    return best
