"""How much of a function's variance each attribute takes part in, from boxes alone and so on any domain."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ksdt_core.compiled import inner_kernel, kernel
from ksdt_core.errors import InvalidParameterError
from ksdt_core.fourier.bits import bit_count
from ksdt_core.fourier.box_pairs import BoxStack, box_pairs
from ksdt_core.fourier.boxes import BoxFunction
from ksdt_core.fourier.gram import MAX_PAIRS


@dataclass(frozen=True, slots=True, eq=False)
class AttributeEnergy:
    """Energy of the partitions of a function by the attributes in them, summed over the outputs."""

    attributes: tuple[str, ...]  # the features of the domain
    alone: NDArray[np.float64]  # of the partitions of order one in each
    total: NDArray[np.float64]  # of all partitions whose entry of it is not zero


def attribute_energy(function: BoxFunction, *, max_pairs: int = MAX_PAIRS) -> AttributeEnergy:
    """Energies by attribute, with no spectrum.

    Alone: the variance of E[f | x_k]. Total: E[f²] - E[(mean of f over x_k)²], a sum over pairs of boxes.
    """
    n_pairs = box_pairs([function])
    if n_pairs > max_pairs:
        raise InvalidParameterError("too-many-pairs-of-leaves", pairs=n_pairs, limit=max_pairs)
    stack = BoxStack.of([function])
    total = np.zeros(function.domain.n_features)
    _total_energy(*stack.arrays[:6], stack.boxes.share, stack.boxes.volumes(), stack.values, stack.n_cells, total)
    names = tuple(feature.name for feature in function.domain.features)
    return AttributeEnergy(names, _alone(function), np.maximum(total, 0.0))


def _alone(function: BoxFunction) -> NDArray[np.float64]:
    """The variance of the cell averages of each feature, from the boxes that constrain it."""
    boxes, n_cells = function.boxes, function.domain.n_cells
    parts = boxes.volumes()[:, None] * function.values
    box_of = np.repeat(np.arange(boxes.n_boxes), np.diff(boxes.start))
    variances = np.zeros(len(n_cells))
    for feature, cells in enumerate(n_cells):
        here = np.flatnonzero(boxes.feature == feature)
        deviation = np.zeros((cells, function.n_outputs))
        for constraint in here.tolist():
            part = parts[box_of[constraint]]
            deviation -= part
            deviation[boxes.cells(constraint)] += part / boxes.share[constraint]
        variances[feature] = (deviation**2).mean(axis=0).sum()
    return variances


@inner_kernel
def _shared_ratio(
    low: Any, high: Any, subset: Any, subsets: Any, share: Any, one: Any, other: Any, n_cells: Any
) -> Any:
    """o / (s s'): the share of cells that two constraints of a feature both keep, over the product of their shares."""
    if subset[one] < 0:
        cells = max(0, min(high[one], high[other]) - max(low[one], low[other]))
    else:
        cells = 0
        for word in range(subsets.shape[1]):
            cells += np.int64(bit_count(subsets[subset[one], word] & subsets[subset[other], word]))
    return cells / n_cells / (share[one] * share[other])


@kernel
def _total_energy(  # noqa: C901 (a kernel)
    start: Any,
    feature: Any,
    low: Any,
    high: Any,
    subset: Any,
    subsets: Any,
    share: Any,
    volume: Any,
    values: Any,
    n_cells: Any,
    total: Any,
) -> None:
    """Adds to each feature k the sum over pairs of boxes of their values times (o_k - s_k s'_k) Π_(m ≠ k) o_m.

    o_m is the share of the cells of m that both boxes keep, s_m and s'_m the shares that each keeps. Where one of them
    does not constrain k the difference is zero; where two features share no cell every product is.
    """
    own = np.full(n_cells.size, -1, np.int64)  # the constraint of the box at hand on each feature
    for box in range(start.size - 1):
        for c in range(start[box], start[box + 1]):
            own[feature[c]] = c
        for other in range(box, start.size - 1):
            weight = 0.0
            for output in range(values.shape[1]):
                weight += values[box, output] * values[other, output]
            if weight == 0.0:
                continue
            weight *= (1.0 if other == box else 2.0) * volume[box] * volume[other]
            n_apart, product = 0, 1.0
            for part in range(2):  # first the product, then each feature's difference from it
                for c in range(start[other], start[other + 1]):
                    mine = own[feature[c]]
                    if mine < 0:
                        continue
                    ratio = _shared_ratio(low, high, subset, subsets, share, mine, c, n_cells[feature[c]])
                    if part == 0:
                        n_apart += int(ratio == 0.0)
                        product *= 1.0 if ratio == 0.0 else ratio
                    elif n_apart == 0:
                        total[feature[c]] += weight * product * (1.0 - 1.0 / ratio)
                    elif ratio == 0.0:
                        total[feature[c]] -= weight * product
                if n_apart > 1:
                    break
        for c in range(start[box], start[box + 1]):
            own[feature[c]] = -1
