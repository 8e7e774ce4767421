"""One tree for one tree, cleaned (RFT), and one tree for a whole ensemble (AFT)."""

from __future__ import annotations

from dataclasses import replace
from typing import Unpack

from ksdt_core.fourier.arithmetic import Weights, mean_spectrum, vote_shares
from ksdt_core.fourier.boxes import combined
from ksdt_core.fourier.construction import tree_from_spectrum
from ksdt_core.fourier.domain import CellDomain, domain_of
from ksdt_core.fourier.sizes import MAX_COEFFICIENTS
from ksdt_core.fourier.sources import box_functions, trees_of
from ksdt_core.fourier.spectra import Spectrum
from ksdt_core.fourier.transform import function_spectrum, spectrum
from ksdt_core.fourier.tree_bounds import BoundOptions
from ksdt_core.fourier.truncation import cut_to_energy
from ksdt_core.trees.tree import Tree


def reconstructed_tree(
    tree: Tree,
    *,
    energy: float = 0.9,
    count_mean: bool = False,
    domain: CellDomain | None = None,
    limit: int = MAX_COEFFICIENTS,
    **bounds: Unpack[BoundOptions],
) -> Tree:
    """The tree of a tree's spectrum cut to a share of its energy (RFT) [KPD06, section VII].

    `count_mean` counts w_0 into the energy, as published.
    """
    cut = cut_to_energy(spectrum(tree, domain=domain, limit=limit), energy, count_mean=count_mean)
    return tree_from_spectrum(cut, **bounds)


def aggregated_tree(
    source: object,
    *,
    weights: Weights | None = None,
    energy: float | None = None,
    count_mean: bool = False,
    domain: CellDomain | None = None,
    limit: int = MAX_COEFFICIENTS,
    **bounds: Unpack[BoundOptions],
) -> Tree:
    """The tree of the (weighted) mean of an ensemble's spectra (AFT) [KPD06, section VII]; it predicts like their vote.

    With `energy` every tree's spectrum is first cut to that share, as in the publication; see `reconstructed_tree` for
    `count_mean`.
    """
    mean = aggregated_spectrum(
        source, weights=weights, energy=energy, count_mean=count_mean, domain=domain, limit=limit
    )
    return tree_from_spectrum(mean, **bounds)


def aggregated_spectrum(
    source: object,
    *,
    weights: Weights | None = None,
    energy: float | None = None,
    count_mean: bool = False,
    max_order: int | None = None,
    domain: CellDomain | None = None,
    limit: int = MAX_COEFFICIENTS,
) -> Spectrum:
    """The (weighted) mean of an ensemble's spectra [KPD06, section IV-C]."""
    trees = trees_of(source)
    domain = domain or domain_of(trees)
    if energy is not None or domain.is_binary:
        found = spectrum(trees, max_order=max_order, domain=domain, limit=limit)
        if energy is not None:
            found = tuple(cut_to_energy(one, energy, count_mean=count_mean) for one in found)
        return mean_spectrum(found, weights)
    # Trees that test the same features are transformed together, which spares most of the work on wide features.
    shares = vote_shares(len(trees), weights)
    total = function_spectrum(combined(box_functions(trees, domain=domain), shares), max_order=max_order, limit=limit)
    return replace(total, class_names=trees[0].class_names)
