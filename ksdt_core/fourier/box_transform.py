"""The spectrum of any function made of boxes, on any domain; never visits Λ as a whole."""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from ksdt_core.fourier.boxes import BoxFunction
from ksdt_core.fourier.mass_basis import analysis
from ksdt_core.fourier.partitions import Coefficients, Keys, PartitionLayout, layout_of, summed
from ksdt_core.fourier.sizes import box_masks, feature_sets, set_members
from ksdt_core.fourier.spectra import NEGLIGIBLE

Part = tuple[Keys, Coefficients]


def box_coefficients(function: BoxFunction, *, max_order: int | None = None) -> Part:
    """All partitions of the function and their coefficients, up to an order."""
    if function.domain.is_binary:
        parts = _from_binary_boxes(function, max_order)
    else:
        parts = _from_feature_sets(function) if max_order is None else _from_supports(function, max_order)
    keys = np.concatenate([part[0] for part in parts])
    coefficients = np.concatenate([part[1] for part in parts])
    return summed(keys, coefficients, negligible=NEGLIGIBLE)


def _from_binary_boxes(function: BoxFunction, max_order: int | None) -> list[Part]:
    """Boxes on features of two cells: a box of d constraints has 2^d coefficients ± value / 2^d.

    The sign changes with every entry 1 at a feature that the box keeps to its second cell.
    """
    boxes, layout = function.boxes, layout_of(function.domain.n_cells)
    bits = np.zeros((boxes.feature.size, layout.n_words), dtype=np.uint64)
    bits[np.arange(boxes.feature.size), layout.word[boxes.feature]] = np.uint64(1) << layout.shift[boxes.feature]
    signs = np.where(_second_cell(function), -1.0, 1.0)
    sizes = np.diff(boxes.start)
    parts = [(np.zeros((1, layout.n_words), dtype=np.uint64), np.zeros((1, function.n_outputs)))]
    for size in np.unique(sizes).tolist():
        chosen = np.flatnonzero(sizes == size)
        keys = np.zeros((chosen.size, 1, layout.n_words), dtype=np.uint64)
        coefficients = function.values[chosen, None] / 2.0**size
        order = np.zeros(1, dtype=np.int64)
        for depth in range(size):
            constraint = boxes.start[chosen] + depth
            low = np.flatnonzero(order < max_order) if max_order is not None else np.arange(order.size)
            keys = np.concatenate([keys, keys[:, low] | bits[constraint, None]], axis=1)
            coefficients = np.concatenate([coefficients, coefficients[:, low] * signs[constraint, None, None]], axis=1)
            order = np.concatenate([order, order[low] + 1])
        parts.append((keys.reshape(-1, layout.n_words), coefficients.reshape(-1, function.n_outputs)))
    return parts


def _second_cell(function: BoxFunction) -> NDArray[np.bool_]:
    """Whether each constraint on a feature of two cells leaves the second of them."""
    boxes = function.boxes
    of_subset = (
        boxes.subsets[boxes.subset, 0] == 2 if boxes.subsets.size else np.zeros(boxes.subset.size, dtype=np.bool_)
    )
    return np.where(boxes.subset < 0, boxes.low == 1, of_subset)


def _from_feature_sets(function: BoxFunction) -> list[Part]:
    """Boxes that constrain features of one set K are added on the cells of K alone and transformed there.

    Outside K such boxes are constant, so all their other coefficients are zero (Lemma 4).
    """
    boxes, layout = function.boxes, layout_of(function.domain.n_cells)
    masks = feature_sets(boxes)
    members: dict[int, list[int]] = {mask: [] for mask in masks}
    for box, own in enumerate(box_masks(boxes)):
        home = own if own in members else next(mask for mask in masks if own & mask == own)
        members[home].append(box)
    return [_dense_part(function, layout, set_members(mask), members[mask]) for mask in masks]


def _dense_part(function: BoxFunction, layout: PartitionLayout, features: list[int], members: list[int]) -> Part:
    """The transform of some boxes on the cells of the features that they constrain."""
    boxes, n_outputs = function.boxes, function.n_outputs
    shape = tuple(int(layout.n_cells[feature]) for feature in features)
    axis_of = {feature: axis for axis, feature in enumerate(features)}
    table = np.zeros((*shape, n_outputs))
    for box in members:
        cells = [np.arange(n_cells) for n_cells in shape]
        for constraint in range(boxes.start[box], boxes.start[box + 1]):
            cells[axis_of[int(boxes.feature[constraint])]] = boxes.cells(constraint)
        table[np.ix_(*cells)] += function.values[box]
    masses = function.domain.masses
    if masses is None:
        coefficients = np.fft.ifftn(table, axes=range(len(shape))).reshape(-1, n_outputs)
    else:
        whole = table.astype(np.complex128)
        for axis, feature in enumerate(features):
            whole = np.moveaxis(np.tensordot(analysis(masses[feature]), whole, axes=(1, axis)), 0, axis)
        coefficients = whole.reshape(-1, n_outputs)
    keys = _product_keys(layout, features, [np.arange(n_cells, dtype=np.uint64) for n_cells in shape])
    return _without_negligible(keys, coefficients)


def _from_supports(function: BoxFunction, max_order: int) -> list[Part]:
    """For each set J of at most `max_order` features that some box constrains, the partitions non-zero exactly on J.

    w_j = Σ_b value_b Π_(m not in J) |b_m| / λ_m · Π_(m in J) F_bm(j_m), where F_bm(j) = (1/λ_m) Σ_(x in b_m) ψ_j(x).
    """
    boxes, layout = function.boxes, layout_of(function.domain.n_cells)
    transforms = _constraint_transforms(function)
    volumes, features = boxes.volumes(), boxes.feature.tolist()
    supports: defaultdict[tuple[int, ...], list[tuple[int, tuple[int, ...]]]] = defaultdict(list)
    supports[()] = []
    for box in np.flatnonzero(volumes).tolist():
        constraints = sorted(range(boxes.start[box], boxes.start[box + 1]), key=features.__getitem__)
        for order in range(min(max_order, len(constraints)) + 1):
            for chosen in combinations(constraints, order):
                supports[tuple(features[constraint] for constraint in chosen)].append((box, chosen))
    parts = []
    for support, entries in supports.items():
        members = np.array([box for box, _ in entries], dtype=np.intp)
        chosen_ones = np.array([chosen for _, chosen in entries], dtype=np.intp).reshape(len(entries), len(support))
        weights = volumes[members] / boxes.share[chosen_ones].prod(axis=1)
        factors = [np.stack([transforms[c] for c in column]) for column in chosen_ones.T]
        coefficients = _sum_of_products(weights[:, None] * function.values[members], factors)
        entry_lists = [np.arange(1, layout.n_cells[feature], dtype=np.uint64) for feature in support]
        keys = _product_keys(layout, list(support), entry_lists)
        parts.append(_without_negligible(keys, coefficients))
    return parts


def _constraint_transforms(function: BoxFunction) -> list[NDArray[np.complex128]]:
    """F(j) for j = 1 .. λ - 1 of every constraint; equal ones share an array."""
    boxes, n_cells = function.boxes, function.domain.n_cells
    known: dict[tuple[int, int, int, int], NDArray[np.complex128]] = {}
    found = []
    kinds = zip(boxes.feature.tolist(), boxes.low.tolist(), boxes.high.tolist(), boxes.subset.tolist(), strict=True)
    for constraint, kind in enumerate(kinds):
        if kind not in known:
            indicator = np.zeros(n_cells[kind[0]])
            indicator[boxes.cells(constraint)] = 1.0
            masses = function.domain.masses
            whole = np.fft.ifft(indicator) if masses is None else analysis(masses[kind[0]]) @ indicator
            known[kind] = whole[1:]
        found.append(known[kind])
    return found


def _sum_of_products(values: Coefficients, factors: list[NDArray[np.complex128]]) -> NDArray[np.complex128]:
    """Σ_b values_b Π_k factors_k[b, j_k] for all (j_1, j_2, ..), the last running fastest; a column an output."""
    if not factors:
        return np.asarray(values.sum(axis=0, keepdims=True), dtype=np.complex128)
    if len(factors) == 1:
        return np.asarray(factors[0].T @ values)
    first, *others = factors
    rows = [_sum_of_products(first[:, [entry]] * values, others) for entry in range(first.shape[1])]
    return np.concatenate(rows)


def _product_keys(layout: PartitionLayout, features: list[int], entries: list[NDArray[np.uint64]]) -> Keys:
    """Keys of all combinations of the entries of some features, the last feature's running fastest."""
    keys = np.zeros((1, layout.n_words), dtype=np.uint64)
    for feature, values in zip(features, entries, strict=True):
        keys = np.repeat(keys, values.size, axis=0)
        keys[:, layout.word[feature]] |= np.tile(values << layout.shift[feature], keys.shape[0] // values.size)
    return keys


def _without_negligible(keys: Keys, coefficients: Coefficients) -> Part:
    """Only what counts, and the mean, which always stays."""
    counts = (np.abs(coefficients) > NEGLIGIBLE / 16).any(axis=1) | ~keys.any(axis=1)
    return keys[counts], coefficients[counts]
