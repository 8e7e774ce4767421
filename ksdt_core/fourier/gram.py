"""Inner products of trees: how similar two of them answer, over the whole domain or over given rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ksdt_core.errors import InvalidParameterError
from ksdt_core.fourier.box_pairs import box_inner_products, box_pairs
from ksdt_core.fourier.boxes import BoxFunction
from ksdt_core.fourier.domain import CellDomain, domain_of
from ksdt_core.fourier.masses import row_domain
from ksdt_core.fourier.sources import box_functions, trees_of

_POINTS_AT_ONCE = 2000
Measure = Literal["uniform", "rows", "empirical"]
MEASURES: tuple[Measure, ...] = ("uniform", "rows", "empirical")
MAX_PAIRS = 10_000_000_000
"""Pairs of boxes that are still computed exactly: at about 25 ns a pair and core, two minutes on two cores."""


def inner_products(
    source: object,
    *,
    others: object = None,
    domain: CellDomain | None = None,
    measure: Measure = "uniform",
    rows: NDArray[np.float64] | None = None,
    max_pairs: int = MAX_PAIRS,
) -> NDArray[np.float64]:
    """⟨f, g⟩ of all pairs of trees, or of trees with `others`; summed over the classes where there are more than two.

    `uniform`: (1/|Λ|) Σ_x f(x) g(x) [KPD06, Lemma 2, with the mean in place of its sum], from pairs of leaves and with
    no spectrum. `rows`: Σ_x μ(x) f(x) g(x), where μ is the product of the marginals of the given rows, from pairs of
    leaves, too; it does not change when cuts are added. `empirical`: the mean of f g over the given rows (their joint
    distribution). A domain that already has masses (`pair_domain`) is taken with them.
    """
    if measure not in MEASURES:
        raise InvalidParameterError("not-a-choice", option="measure", value=measure, choices=MEASURES)
    if measure != "uniform" and (rows is None or len(rows) == 0):
        raise InvalidParameterError("measure-without-rows")
    if measure == "uniform" and rows is not None:
        raise InvalidParameterError("rows-for-uniform-measure")
    if measure == "rows" and rows is not None:
        domain = row_domain(domain or domain_of(trees_of(source if others is None else (source, others))), [rows])
    functions, against = _one_domain(source, others, domain)
    if measure == "empirical" and rows is not None:
        return _row_products(functions, against, rows)
    n_pairs = box_pairs(functions, against)
    if n_pairs > max_pairs:
        raise InvalidParameterError("too-many-pairs-of-leaves", pairs=n_pairs, limit=max_pairs)
    return box_inner_products(functions, against)


def _one_domain(
    source: object, others: object, domain: CellDomain | None
) -> tuple[tuple[BoxFunction, ...], tuple[BoxFunction, ...] | None]:
    """Functions, and those to compare them with, on the domain of both."""
    if others is None:
        return box_functions(source, domain=domain), None
    if domain is None and not _are_functions(source) and not _are_functions(others):
        domain = domain_of(trees_of((source, others)))
    functions = box_functions(source, domain=domain)
    against = box_functions(others, domain=domain or functions[0].domain)
    if against[0].outputs != functions[0].outputs:
        raise InvalidParameterError(
            "trees-of-different-classes", classes=against[0].outputs, expected=functions[0].outputs
        )
    return functions, against


def _are_functions(source: object) -> bool:
    first = source[0] if isinstance(source, Sequence) and source else source
    return isinstance(first, BoxFunction)


def _values_at(functions: Sequence[BoxFunction], cells: NDArray[np.int32]) -> NDArray[np.float64]:
    """The values of all functions at points: (n_points, n_functions, n_outputs)."""
    return np.stack([function.at(cells) for function in functions], axis=1)


def _mean_products(ours: NDArray[np.float64], theirs: NDArray[np.float64]) -> NDArray[np.float64]:
    """The mean over points of Σ_outputs f g, of all pairs."""
    products: NDArray[np.float64] = np.einsum("pio,pjo->ij", ours, theirs, optimize=True) / ours.shape[0]
    return products


def _row_products(
    functions: Sequence[BoxFunction], others: Sequence[BoxFunction] | None, rows: NDArray[np.float64]
) -> NDArray[np.float64]:
    cells = functions[0].domain.cells_of(np.asarray(rows, dtype=np.float64))
    ours = _values_at(functions, cells)
    return _mean_products(ours, ours if others is None else _values_at(others, cells))


@dataclass(frozen=True, slots=True, eq=False)
class InnerProductEstimate:
    """Inner products from random points of Λ, and the standard error of each."""

    values: NDArray[np.float64]
    standard_error: NDArray[np.float64]
    n_points: int


def estimated_inner_products(
    source: object, *, domain: CellDomain | None = None, n_points: int = 20_000, seed: int = 0
) -> InnerProductEstimate:
    """The inner products of all pairs of trees as means over points drawn from Λ, each cell as often as it counts.

    The standard error of a mean of n products is √((E[(fg)²] - E[fg]²) / n), at most 1 / √(4n) for indicators.
    The time grows with points × leaves, no longer with pairs of leaves.
    """
    if n_points < 2:
        raise InvalidParameterError("not-whole", option="n_points", value=n_points, minimum=2)
    functions = box_functions(source, domain=domain)
    generator = np.random.default_rng(seed)
    on = functions[0].domain
    n_cells = np.array(on.n_cells)
    products, squares = np.zeros((2, len(functions), len(functions)))
    for first in range(0, n_points, _POINTS_AT_ONCE):
        n_now = min(_POINTS_AT_ONCE, n_points - first)
        if on.masses is None:
            cells = generator.integers(0, n_cells, size=(n_now, n_cells.size), dtype=np.int32)
        else:
            shares = [on.cell_masses(feature) / sum(on.masses[feature]) for feature in range(n_cells.size)]
            drawn = [generator.choice(share.size, n_now, p=share) for share in shares]
            cells = np.stack(drawn, axis=1).astype(np.int32)
        values = _values_at(functions, cells)
        pairs = np.einsum("pio,pir->pior", values, values).reshape(n_now, len(functions), -1)
        products += _mean_products(values, values) * n_now / n_points
        squares += _mean_products(pairs, pairs) * n_now / n_points  # (Σ f_o g_o)² = Σ f_o f_r g_o g_r
    variance = np.maximum(squares - products**2, 0.0)
    return InnerProductEstimate(products, np.sqrt(variance / n_points), n_points)
