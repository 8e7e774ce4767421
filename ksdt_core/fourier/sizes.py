"""How large a spectrum can get, computed before it is."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import reduce
from itertools import pairwise
from operator import or_

import numpy as np

from ksdt_core.errors import InvalidParameterError
from ksdt_core.fourier.boxes import Boxes

MAX_COEFFICIENTS = 20_000_000
"""A coefficient takes 16 bytes, 24 if complex, and three times that while it is computed: in all about a gigabyte."""
_FEW = 400  # that many sets of features are compared with each other


def feature_sets(boxes: Boxes) -> list[int]:
    """The sets of features that boxes constrain, as bit masks; a set within another one is omitted if they are few."""
    largest_first = sorted(set(box_masks(boxes)), key=lambda mask: (-mask.bit_count(), mask))
    if len(largest_first) > _FEW:
        return largest_first
    maximal: list[int] = []
    for mask in largest_first:
        if not any(mask & other == mask for other in maximal):
            maximal.append(mask)
    return maximal


def box_masks(boxes: Boxes) -> list[int]:
    """The features that each box constrains, as bit masks."""
    if boxes.feature.size == 0 or boxes.feature.max() >= 64:
        starts, bits = boxes.start.tolist(), [1 << feature for feature in boxes.feature.tolist()]
        return [reduce(or_, bits[first:end], 0) for first, end in pairwise(starts)]
    masks = np.zeros(boxes.n_boxes, dtype=np.uint64)
    constrained = np.flatnonzero(np.diff(boxes.start))
    bits64 = np.uint64(1) << boxes.feature.astype(np.uint64)
    masks[constrained] = np.bitwise_or.reduceat(bits64, boxes.start[constrained])
    return [int(mask) for mask in masks.tolist()]


def partitions_within(mask: int, n_cells: tuple[int, ...], *, max_order: int | None = None) -> int:
    """How many partitions of order ≤ max_order have their non-zero entries within a set of features.

    Of exactly order s there are e_s(λ_1 - 1, λ_2 - 1, ..), the elementary symmetric polynomial.
    """
    features = set_members(mask)
    if max_order is None or max_order >= len(features):
        return math.prod(n_cells[feature] for feature in features)
    highest = max_order
    by_order = [1] + [0] * highest
    for feature in features:
        for order in range(highest, 0, -1):
            by_order[order] += by_order[order - 1] * (n_cells[feature] - 1)
    return sum(by_order)


def set_members(mask: int) -> list[int]:
    """The features of a set given as a bit mask, in rising order."""
    return [feature for feature in range(mask.bit_length()) if mask >> feature & 1]


def most_partitions(masks: Iterable[int], n_cells: tuple[int, ...], *, max_order: int | None = None) -> int:
    """An upper bound of the partitions of a function: by Lemma 4 their features are together in some box."""
    masks = list(masks)
    everything = partitions_within(reduce(or_, masks, 0), n_cells, max_order=max_order)
    return min(everything, sum(partitions_within(mask, n_cells, max_order=max_order) for mask in masks))


def check_size(
    masks: Iterable[int], n_cells: tuple[int, ...], *, max_order: int | None, n_outputs: int, limit: int
) -> None:
    """Refuse a spectrum that could outgrow the limit, before any of it is computed."""
    size = most_partitions(masks, n_cells, max_order=max_order) * n_outputs
    if size > limit:
        raise InvalidParameterError(
            "spectrum-too-large", coefficients=readable_count(size), limit=readable_count(limit)
        )


def readable_count(number: int) -> str:
    """A count in digits, or as a power of ten where these would fill the line.

    >>> readable_count(20_000_000), readable_count(10**40)
    ('20,000,000', '10^40')
    """
    return f"{number:,}" if number < 10**15 else f"10^{len(str(number)) - 1}"
