"""Inner products from pairs of boxes: exact, with no spectrum, on domains of any size."""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from ksdt_core.compiled import inner_kernel, kernel
from ksdt_core.fourier.bits import bit_count
from ksdt_core.fourier.boxes import Boxes, BoxFunction, stacked
from ksdt_core.fourier.domain import CellDomain
from ksdt_core.fourier.masses import MassScale


@dataclass(frozen=True, slots=True, eq=False)
class BoxStack:
    """The boxes of several functions where they are not zero, one function after the other.

    An interval of cells is kept as an interval of masses, as long as its cells count (see `MassScale`).
    """

    boxes: Boxes
    low: NDArray[np.integer[Any]]  # (n_constraints,), the mass before an interval
    high: NDArray[np.integer[Any]]  # the mass up to its end
    values: NDArray[np.float64]  # (n_boxes, n_outputs)
    first: NDArray[np.int64]  # (n_functions + 1,), where the boxes of each function start
    total: NDArray[np.integer[Any]]  # (n_features,), the mass of all cells; λ where they count alike
    full: NDArray[np.uint64]  # (n_features, n_words), all cells of each feature as a subset
    mass: NDArray[np.int64]  # (n_features, n_cells), of each value of a categorical feature; no columns if all are 1

    @classmethod
    def of(cls, functions: Sequence[BoxFunction]) -> Self:
        parts, values = [], []
        for function in functions:
            chosen = np.flatnonzero(function.values.any(axis=1))
            parts.append(function.boxes.take(chosen))
            values.append(function.values[chosen])
        domain = functions[0].domain
        boxes, n_cells, scale = stacked(parts), domain.n_cells, MassScale.of(domain)
        words = [[(1 << min(64, max(0, n - 64 * w))) - 1 for w in range(boxes.subsets.shape[1])] for n in n_cells]
        return cls(
            boxes=boxes,
            low=scale.below(boxes.feature, boxes.low).astype(scale.whole),
            high=scale.below(boxes.feature, boxes.high).astype(scale.whole),
            values=np.concatenate(values),
            first=np.cumsum([0, *(part.n_boxes for part in parts)], dtype=np.int64),
            total=scale.total.astype(scale.whole),
            full=np.array(words, dtype=np.uint64).reshape(len(n_cells), boxes.subsets.shape[1]),
            mass=_value_masses(domain, n_columns=64 * boxes.subsets.shape[1]),
        )

    @property
    def arrays(self) -> tuple[Any, ...]:
        """What the kernel reads."""
        boxes = self.boxes
        constraints = (boxes.start, boxes.feature, self.low, self.high, boxes.subset, boxes.subsets)
        return (*constraints, boxes.volumes(), self.values, self.first, self._common_beginnings())

    def _common_beginnings(self) -> NDArray[np.int64]:
        """How many leading constraints each box shares with the one before it in the same function."""
        boxes = self.boxes
        rows = np.stack([boxes.feature, self.low, self.high, boxes.subset], axis=1)
        sizes = np.diff(boxes.start)
        common = np.zeros(boxes.n_boxes, dtype=np.int64)
        same = np.arange(boxes.n_boxes) > 0
        same[self.first[:-1][self.first[:-1] < boxes.n_boxes]] = False
        depth = 0
        while same.any():
            later = np.flatnonzero(same)
            later = later[(sizes[later] > depth) & (sizes[later - 1] > depth)]
            agree = (rows[boxes.start[later] + depth] == rows[boxes.start[later - 1] + depth]).all(axis=1)
            same[:] = False
            same[later[agree]] = True
            depth += 1
            common[same] = depth
        return common


def _value_masses(domain: CellDomain, *, n_columns: int) -> NDArray[np.int64]:
    """The masses of the values of categorical features, a row a feature; no columns where all count alike."""
    masses = np.zeros((domain.n_features, 0 if domain.masses is None else n_columns), dtype=np.int64)
    for feature, known in enumerate(domain.features):
        if domain.masses is not None and known.values is not None:
            masses[feature, : known.n_cells] = domain.cell_masses(feature)
    return masses


@inner_kernel
def shared_mass(own: Any, other: Any, mass: Any) -> Any:
    """How much the cells count that two subsets of a feature share: their number where no masses are given."""
    shared = np.int64(0)
    for word in range(own.size):
        both = own[word] & other[word]
        if mass.size == 0:
            shared += np.int64(bit_count(both))
        while mass.size and both:
            lowest = both & (~both + np.uint64(1))
            shared += mass[64 * word + np.int64(bit_count(lowest - np.uint64(1)))]
            both ^= lowest
    return shared


@kernel
def _products(ours: Any, theirs: Any, whole: Any, rows: Any, symmetric: Any, out: Any) -> None:  # noqa: C901 (a kernel)
    """⟨f, g⟩ for the functions f in `rows` of one stack and all g of another.

    It is the sum over pairs of boxes of their values times μ(box ∩ other), which is μ(box) times the share of `box`
    that each constraint of `other` leaves (μ(box) = |box| / |Λ| where all cells count alike). Neighbouring leaves share
    the start of their paths: the share that these constraints leave is kept in `left`, and where it is none the
    leaf is passed over.
    """
    start, feature, low, high, subset, subsets, volume, values, first, _ = ours
    start2, feature2, low2, high2, subset2, subsets2, _, values2, first2, common2 = theirs
    total_mass, full, mass = whole
    n_features, n_outputs = total_mass.size, values.shape[1]
    own_low, own_high = np.zeros_like(total_mass), total_mass.copy()
    own_cells, per_cell = full.copy(), 1.0 / total_mass
    left = np.ones(1 + n_features)
    for f in rows:
        for box in range(first[f], first[f + 1]):
            if volume[box] == 0.0:
                continue  # no row lies there
            for c in range(start[box], start[box + 1]):
                k = feature[c]
                if subset[c] < 0:
                    own_low[k], own_high[k], per_cell[k] = low[c], high[c], 1.0 / (high[c] - low[c])
                else:
                    own_cells[k] = subsets[subset[c]]
                    per_cell[k] = 1.0 / shared_mass(own_cells[k], own_cells[k], mass[k])
            for g in range(f if symmetric else 0, first2.size - 1):
                total, n_known = 0.0, 0
                for other in range(first2[g], first2[g + 1]):
                    depth = common2[other]
                    if depth > n_known:
                        continue
                    c, end = start2[other] + depth, start2[other + 1]
                    share = left[depth]
                    while c < end:
                        k = feature2[c]
                        if subset2[c] < 0:
                            cells = min(own_high[k], high2[c]) - max(own_low[k], low2[c])
                        else:
                            cells = shared_mass(own_cells[k], subsets2[subset2[c]], mass[k])
                        if cells <= 0:
                            break
                        share *= cells * per_cell[k]
                        depth += 1
                        left[depth] = share
                        c += 1
                    n_known = depth
                    if c == end:
                        weight = 0.0
                        for output in range(n_outputs):
                            weight += values[box, output] * values2[other, output]
                        total += weight * share
                out[f, g] += volume[box] * total
            for c in range(start[box], start[box + 1]):
                k = feature[c]
                own_low[k], own_high[k], per_cell[k] = 0, total_mass[k], 1.0 / total_mass[k]
                own_cells[k] = full[k]


def box_inner_products(
    functions: Sequence[BoxFunction], others: Sequence[BoxFunction] | None = None
) -> NDArray[np.float64]:
    """Σ_x μ(x) f(x) g(x), summed over the outputs, of all pairs of functions, or of functions with others.

    μ is what the domain's cells count, 1/|Λ| for each where they count alike.

    Rows are shared out among threads; each entry is summed in a fixed order, so their number changes nothing.
    """
    ours = BoxStack.of(functions)
    theirs = ours if others is None else BoxStack.of(others)
    whole = (ours.total, ours.full, ours.mass)
    products = np.zeros((len(functions), theirs.first.size - 1))
    n_workers = min(len(functions), os.cpu_count() or 1)
    # Rows get shorter as a symmetric matrix continues: dealing them out in turn gives every thread as much to do.
    shares = [np.arange(worker, len(functions), n_workers) for worker in range(n_workers)]
    with ThreadPoolExecutor(n_workers) as pool:
        for done in [
            pool.submit(_products, ours.arrays, theirs.arrays, whole, rows, others is None, products) for rows in shares
        ]:
            done.result()
    return products if others is not None else np.triu(products) + np.triu(products, 1).T


def box_pairs(functions: Sequence[BoxFunction], others: Sequence[BoxFunction] | None = None) -> int:
    """How many pairs of boxes an exact inner-product matrix looks at; the time grows with them."""
    sizes = np.array([np.count_nonzero(function.values.any(axis=1)) for function in functions], dtype=object)
    if others is None:
        return int((sizes.sum() ** 2 + (sizes**2).sum()) // 2)
    return int(sizes.sum()) * sum(int(np.count_nonzero(other.values.any(axis=1))) for other in others)
