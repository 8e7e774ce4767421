"""What the Spectrum page works out, kept between its runs: spectra on the domain of the whole set, inner products."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from ksdt_core.errors import InvalidParameterError
from ksdt_core.fourier.agreement import agreement
from ksdt_core.fourier.construction import tree_from_spectrum
from ksdt_core.fourier.domain import CellDomain, domain_of
from ksdt_core.fourier.gram import inner_products, spectral_inner_products
from ksdt_core.fourier.spectra import Spectrum
from ksdt_core.fourier.transform import coefficient_bound, spectrum
from ksdt_core.fourier.truncation import cut_to_energy
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.studies.judged_tree import row_agreement
from ksdt_core.trees.tree import Tree
from pages.common import place
from pages.common.current import Current
from pages.common.messages import for_page

MOST_COEFFICIENTS = 200_000  # of one tree
MOST_NODES = 1_000  # of a tree that is built again
USUAL = 90  # percents of the energy


@dataclass(frozen=True, slots=True)
class Shown:
    """What the reader wants to see: percents of the energy, and of which class, from 0; None is the one that says most.

    In the address `50` or, with a class, `50+2`, where classes count from 1.
    """

    percents: int = USUAL
    output: int | None = None

    @classmethod
    def of_text(cls, text: str) -> Self:
        """What an address asks for; of what is not a number, the default."""
        energy, _, output = text.partition("+")
        percents, number = place.number(energy), place.number(output)
        return cls(USUAL if percents is None or percents > 100 else percents, number - 1 if number else None)

    def to_text(self) -> str:
        """What `of_text` reads."""
        return f"{self.percents}" if self.output is None else f"{self.percents}+{self.output + 1}"


def shown() -> Shown:
    """What the address asks for."""
    return Shown.of_text(place.here().spectrum or "")


def choose(**changes: int) -> None:
    """The reader asks for something else."""
    place.go(spectrum=replace(shown(), **changes).to_text())


@dataclass(frozen=True, slots=True, eq=False)
class Spectra:
    """The spectra of a set on one domain; None where a tree could have too many coefficients."""

    domain: CellDomain
    found: tuple[Spectrum | None, ...]
    bounds: tuple[int, ...]  # the most coefficients that each could have
    products: NDArray[np.float64]  # from boxes
    spectral: NDArray[np.float64] | None  # from the spectra, where all are there


@dataclass(frozen=True, slots=True, eq=False)
class Rebuilt:
    """The tree of a spectrum that was cut (RFT), and what was lost on the way."""

    kept: Spectrum
    tree: Tree | None  # None where it would have too many nodes
    problem: str
    agreement: float  # on the domain
    on_rows: tuple[float, float] | None  # of the two tables, where they are here


@st.cache_resource(
    show_spinner="Working out the spectra. The first time on a machine the kernels are compiled …", max_entries=32
)
def spectra(run: str, _trees: TreeSet) -> Spectra:
    """Everything about the trees of a run; their number and size are bounded by what a page can wait for."""
    plain = [shared.tree for shared in _trees.trees]
    domain = domain_of(plain)
    bounds = tuple(coefficient_bound(tree, domain) for tree in plain)
    found = tuple(
        spectrum(tree, domain=domain) if bound <= MOST_COEFFICIENTS else None
        for tree, bound in zip(plain, bounds, strict=True)
    )
    complete = [one for one in found if one is not None]
    spectral = spectral_inner_products(complete) if len(complete) == len(found) else None
    return Spectra(domain, found, bounds, inner_products(plain, domain=domain), spectral)


def rebuilt(current: Current, position: int, *, energy: float) -> Rebuilt:
    """The tree at a position built again from a share of its energy."""
    pair = current.mined_pair
    return _rebuilt(current.run, position, energy, pair is not None, current)


@st.cache_resource(show_spinner=False, max_entries=256)
def _rebuilt(run: str, position: int, energy: float, with_rows: bool, _current: Current) -> Rebuilt:
    known = spectra(run, _current.trees)
    whole, original = known.found[position], _current.trees.trees[position].tree
    assert whole is not None
    kept = cut_to_energy(whole, energy)
    try:
        tree = tree_from_spectrum(kept, max_nodes=MOST_NODES)
    except InvalidParameterError as error:
        return Rebuilt(kept, None, for_page(error), 0.0, None)
    pair = _current.mined_pair
    on_rows = None if pair is None else row_agreement(original, tree, pair)
    return Rebuilt(kept, tree, "", agreement(original, tree, domain=known.domain), on_rows)
