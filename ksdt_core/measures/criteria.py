"""What a split is worth by other criteria than information gain: gain ratio, Gini reduction, gains against costs.

A split is given as `children`, the class counts of its children along the last two axes (child, class), so that the
functions serve splits in two and splits in many, one split or thousands at a time.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ksdt_core.measures.gain import entropy
from ksdt_core.measures.valuing import CostRule, Criterion, Valuing

Floats = NDArray[np.float64]


def gain(children: ArrayLike) -> Floats:
    """Information gain of a split into any number of children: H(V) − Σ_k n_k/n · H(V_k), log base 2."""
    counts = np.asarray(children, dtype=np.int64)
    result: Floats = np.maximum(entropy(counts.sum(axis=-2)) - _mean_of_children(entropy(counts), counts), 0.0)
    return result


def split_information(children: ArrayLike) -> Floats:
    """Entropy of the sizes of the children, −Σ_k n_k/n · log2(n_k/n) [Q93, chapter 2]; 0 with fewer than two."""
    return entropy(np.asarray(children, dtype=np.int64).sum(axis=-1))


def gain_ratio(children: ArrayLike) -> Floats:
    """Gain ratio of a split [Q93, chapter 2]: gain / split information, from 0 to 1; 0 where nothing is separated.

    A gain is at most the split information: the children tell no more about the class than which child it is.
    """
    information = split_information(children)
    ratio: Floats = np.where(information > 0, gain(children) / np.where(information > 0, information, 1.0), 0.0)
    return np.minimum(ratio, 1.0)


def gini(counts: ArrayLike) -> Floats:
    """Gini impurity along the last axis of class counts: 1 − Σ_c p_c²; 0 with no row."""
    numbers = np.asarray(counts, dtype=np.float64)
    totals = numbers.sum(axis=-1)
    squares = (numbers * numbers).sum(axis=-1)
    result: Floats = np.where(totals > 0, 1.0 - squares / np.maximum(totals * totals, 1.0), 0.0)
    return result


def gini_reduction(children: ArrayLike) -> Floats:
    """Gini reduction of a split [BFOS84, chapter 4]: G(V) − Σ_k n_k/n · G(V_k); at most 1 − 1/m for m classes."""
    counts = np.asarray(children, dtype=np.int64)
    result: Floats = np.maximum(gini(counts.sum(axis=-2)) - _mean_of_children(gini(counts), counts), 0.0)
    return result


def criterion_value(criterion: Criterion, children: ArrayLike) -> Floats:
    """What the criterion says of a split."""
    functions = {"gain": gain, "gain-ratio": gain_ratio, "gini": gini_reduction}
    return functions[criterion](children)


def value_for_cost(value: ArrayLike, cost: ArrayLike, *, rule: CostRule, weight: float = 1.0) -> Floats:
    """What a split is worth when its attribute has a cost, with g the value of the criterion.

    `squared`: g² / cost [TS90, CS-ID3]. `exponential`: (2^g − 1) / (cost + 1)^w [N91, EG2], where w says how much
    costs matter, from 0 (not at all) to 1. Both keep the order of the splits of one attribute.
    """
    values = np.asarray(value, dtype=np.float64)
    divisor = cost_divisor(cost, rule=rule, weight=weight)
    result: Floats = values * values / divisor if rule == "squared" else np.expm1(values * np.log(2.0)) / divisor
    return result


def split_value(valuing: Valuing, children: ArrayLike, cost: ArrayLike = 1.0) -> Floats:
    """What a split is worth by a criterion and, where there are costs, with the cost of its attribute."""
    value = criterion_value(valuing.criterion, children)
    if not valuing.costs:
        return value
    return value_for_cost(value, cost, rule=valuing.cost_rule, weight=valuing.cost_weight)


def cost_divisor(cost: ArrayLike, *, rule: CostRule, weight: float = 1.0) -> Floats:
    """What a cost divides by: the cost itself (`squared`), or (cost + 1)^w (`exponential`)."""
    costs = np.asarray(cost, dtype=np.float64)
    return costs if rule == "squared" else (costs + 1.0) ** weight


def _mean_of_children(impurity: Floats, counts: NDArray[np.int64]) -> Floats:
    """Σ_k n_k/n · impurity of child k."""
    sizes = counts.sum(axis=-1)
    n_rows = np.maximum(sizes.sum(axis=-1), 1)
    mean: Floats = (sizes * impurity).sum(axis=-1) / n_rows
    return mean
