"""From trees to spectra."""

from __future__ import annotations

from dataclasses import replace
from typing import overload

import numpy as np

from ksdt_core.fourier.box_pairs import box_inner_products
from ksdt_core.fourier.box_transform import box_coefficients
from ksdt_core.fourier.boxes import BoxFunction
from ksdt_core.fourier.domain import CellDomain, domain_of
from ksdt_core.fourier.partitions import Coefficients, Keys
from ksdt_core.fourier.sizes import MAX_COEFFICIENTS, check_size, feature_sets, most_partitions
from ksdt_core.fourier.sources import parts_of, tree_of_part
from ksdt_core.fourier.spectra import Spectrum, squared_magnitude
from ksdt_core.fourier.tree_boxes import class_indicators, tree_function
from ksdt_core.fourier.truncation import cut_to_energy
from ksdt_core.fourier.walsh import walsh_coefficients
from ksdt_core.given import whole
from ksdt_core.trees.tree import Tree
from ksdt_core.trees.value_tree import ValueTree


@overload
def spectrum(  # type: ignore[overload-overlap]  # one tree gives one spectrum, everything else several
    source: Tree,
    *,
    energy: float | None = None,
    max_order: int | None = None,
    domain: CellDomain | None = None,
    limit: int = MAX_COEFFICIENTS,
) -> Spectrum: ...


@overload
def spectrum(
    source: object,
    *,
    energy: float | None = None,
    max_order: int | None = None,
    domain: CellDomain | None = None,
    limit: int = MAX_COEFFICIENTS,
) -> tuple[Spectrum, ...]: ...


def spectrum(
    source: object,
    *,
    energy: float | None = None,
    max_order: int | None = None,
    domain: CellDomain | None = None,
    limit: int = MAX_COEFFICIENTS,
) -> Spectrum | tuple[Spectrum, ...]:
    """The Fourier spectrum of a tree, or those of several trees on one domain [KPD06, section IV].

    `energy` keeps the largest coefficients up to that share of the energy apart from w_0, `max_order` those of orders
    up to it. The domain is by default that of the trees given. A spectrum that could outgrow `limit` is refused.
    """
    parts = parts_of(source)
    domain = domain or domain_of(tuple(tree_of_part(part) for part in parts))
    found = tuple(
        function_spectrum(tree_function(part.tree, domain, values=part.values), max_order=max_order, limit=limit)
        if isinstance(part, ValueTree)
        else tree_spectrum(part, domain, max_order=max_order, limit=limit)
        for part in parts
    )
    if energy is not None:
        found = tuple(cut_to_energy(one, energy) for one in found)
    return found[0] if isinstance(source, Tree) else found


def tree_spectrum(
    tree: Tree, domain: CellDomain, *, max_order: int | None = None, limit: int = MAX_COEFFICIENTS
) -> Spectrum:
    """The spectrum of a tree on a domain: by halves from the leaves up where all features have two cells."""
    function = tree_function(tree, domain)
    if not domain.is_binary:
        return function_spectrum(function, max_order=max_order, limit=limit)
    _check(function, max_order, limit)
    values = class_indicators(tree.label, len(tree.class_names))
    coefficients = walsh_coefficients(tree, domain, values=values, max_order=max_order)
    return _spectrum(function, coefficients)


def function_spectrum(
    function: BoxFunction, *, max_order: int | None = None, limit: int = MAX_COEFFICIENTS
) -> Spectrum:
    """The spectrum of any function made of boxes, such as a weighted sum of trees."""
    _check(function, max_order, limit)
    found = _spectrum(function, box_coefficients(function, max_order=max_order))
    if function.disjoint or max_order is None:
        return found
    columns = [
        replace(function, values=function.values[:, [o]], outputs=(name,)) for o, name in enumerate(found.outputs)
    ]
    energies = [box_inner_products([column])[0, 0] for column in columns]
    return replace(found, whole_energy=np.array(energies))


def coefficient_bound(tree: Tree, domain: CellDomain) -> int:
    """The most coefficients that the spectrum of a tree could have, before any of it is computed."""
    function = tree_function(tree, domain)
    return most_partitions(feature_sets(function.boxes), domain.n_cells) * function.n_outputs


def _check(function: BoxFunction, max_order: int | None, limit: int) -> None:
    if max_order is not None:
        whole("max_order", max_order, smallest=0)
    masks, n_cells = feature_sets(function.boxes), function.domain.n_cells
    check_size(masks, n_cells, max_order=max_order, n_outputs=function.n_outputs, limit=limit)


def _spectrum(function: BoxFunction, found: tuple[Keys, Coefficients]) -> Spectrum:
    keys, coefficients = found
    whole = squared_magnitude(coefficients).sum(axis=0)
    if function.disjoint:
        whole = function.boxes.volumes() @ function.values**2
    return Spectrum(function.domain, keys, coefficients, function.outputs, function.class_names, whole)
