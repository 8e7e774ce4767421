"""How much of a function's variance each attribute takes part in, from boxes alone and so on any domain.

With μ the measure of the domain and f = Σ_b v_b [x in b], all parts of the variance are sums over pairs of boxes b, b'.
Let s and s' be the shares of a feature's mass that the two keep, o the share that both keep, and r = o / (s s'):

    Var f             = Σ v v' μ(b) μ(b') (Π_m r_m - 1)
    alone, V_k        = Σ v v' μ(b) μ(b') (r_k - 1)                     the variance of E[f | x_k]
    total, T_k        = Σ v v' μ(b) μ(b') (r_k - 1) Π_(m ≠ k) r_m       the mean of Var[f | all but x_k]
    of a pair, V_kl   = Σ v v' μ(b) μ(b') (r_k - 1)(r_l - 1)            Var E[f | x_k, x_l] - V_k - V_l

A feature that one of the two boxes leaves whole has r = 1. Divided by Var f these are the Sobol indices.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ksdt_core.compiled import inner_kernel, kernel
from ksdt_core.errors import InvalidParameterError
from ksdt_core.fourier.box_pairs import BoxStack, box_pairs, shared_mass
from ksdt_core.fourier.boxes import BoxFunction
from ksdt_core.fourier.gram import MAX_PAIRS


@dataclass(frozen=True, slots=True, eq=False)
class AttributeEnergy:
    """Parts of a function's variance by attribute, summed over the outputs; energies of partitions in a spectrum."""

    attributes: tuple[str, ...]  # the features of the domain
    variance: float
    alone: NDArray[np.float64]  # of the partitions of order one in each
    total: NDArray[np.float64]  # of all partitions whose entry of it is not zero
    pairs: NDArray[np.float64]  # (n, n), of the partitions of order two in both; (0, 0) where not asked for


def attribute_energy(function: BoxFunction, *, with_pairs: bool = False, max_pairs: int = MAX_PAIRS) -> AttributeEnergy:
    """Parts of the variance by attribute, exactly and with no spectrum."""
    n_pairs = box_pairs([function])
    if n_pairs > max_pairs:
        raise InvalidParameterError("too-many-pairs-of-leaves", pairs=n_pairs, limit=max_pairs)
    stack, n_features = BoxStack.of([function]), function.domain.n_features
    alone, total = np.zeros((2, n_features))
    of_pairs = np.zeros((n_features, n_features) if with_pairs else (0, 0))
    boxes = stack.boxes
    constraints = (boxes.start, boxes.feature, stack.low, stack.high, boxes.subset, boxes.subsets, boxes.share)
    measure = (boxes.volumes(), stack.total, stack.mass)
    variance = _variance_parts(constraints, measure, stack.values, alone, total, of_pairs)
    names = tuple(feature.name for feature in function.domain.features)
    parts = [np.maximum(part, 0.0) for part in (alone, total, of_pairs + of_pairs.T)]
    return AttributeEnergy(names, max(0.0, float(variance)), *parts)


@inner_kernel
def _ratio(constraints: Any, total: Any, mass: Any, one: Any, other: Any) -> Any:
    """r = o / (s s') of two constraints of a feature."""
    _, feature, low, high, subset, subsets, share = constraints
    if subset[one] < 0:
        both = max(0, min(high[one], high[other]) - max(low[one], low[other]))
    else:
        both = shared_mass(subsets[subset[one]], subsets[subset[other]], mass[feature[one]])
    return both / total[feature[one]] / (share[one] * share[other])


@kernel
def _variance_parts(  # noqa: C901 (a kernel)
    constraints: Any, measure: Any, values: Any, alone: Any, total: Any, of_pairs: Any
) -> Any:
    """Adds the parts of the variance to `alone`, `total` and, where it has room, above the diagonal of `of_pairs`.

    Where two features share no cell, every product that omits only one of them is zero.
    """
    start, feature = constraints[0], constraints[1]
    volume, total_mass, mass = measure
    own = np.full(total_mass.size, -1, np.int64)  # the constraint of the box at hand on each feature
    known, ratio = np.empty(total_mass.size, np.int64), np.empty(total_mass.size)  # of the features that both constrain
    variance = 0.0
    for box in range(start.size - 1):
        if volume[box] == 0.0:
            continue
        for c in range(start[box], start[box + 1]):
            own[feature[c]] = c
        for other in range(box, start.size - 1):
            weight = 0.0
            for output in range(values.shape[1]):
                weight += values[box, output] * values[other, output]
            if weight == 0.0 or volume[other] == 0.0:
                continue
            weight *= (1.0 if other == box else 2.0) * volume[box] * volume[other]
            n_known, n_apart, product = 0, 0, 1.0
            for c in range(start[other], start[other + 1]):
                if own[feature[c]] >= 0:
                    known[n_known], ratio[n_known] = (
                        feature[c],
                        _ratio(constraints, total_mass, mass, own[feature[c]], c),
                    )
                    n_apart += int(ratio[n_known] == 0.0)
                    product *= 1.0 if ratio[n_known] == 0.0 else ratio[n_known]
                    n_known += 1
            variance += weight * ((product if n_apart == 0 else 0.0) - 1.0)
            for i in range(n_known):
                alone[known[i]] += weight * (ratio[i] - 1.0)
                if n_apart == 0:
                    total[known[i]] += weight * product * (1.0 - 1.0 / ratio[i])
                elif n_apart == 1 and ratio[i] == 0.0:
                    total[known[i]] -= weight * product
                for j in range(i if of_pairs.size else 0):
                    of_pairs[known[i], known[j]] += weight * (ratio[i] - 1.0) * (ratio[j] - 1.0)
        for c in range(start[box], start[box + 1]):
            own[feature[c]] = -1
    return variance
