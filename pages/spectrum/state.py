"""What the Spectrum page computes, kept between its runs: importance, agreement, spectra on the domain of the set."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from ksdt_core.errors import InvalidParameterError
from ksdt_core.fourier.agreement import agreement, disagreements
from ksdt_core.fourier.construction import tree_from_spectrum
from ksdt_core.fourier.domain import CellDomain, domain_of
from ksdt_core.fourier.gram import inner_products
from ksdt_core.fourier.importance import Importance, importance
from ksdt_core.fourier.masses import pair_domain, pair_rows
from ksdt_core.fourier.sources import box_functions, trees_of
from ksdt_core.fourier.spectra import Spectrum
from ksdt_core.fourier.transform import coefficient_bound, spectrum
from ksdt_core.fourier.truncation import cut_to_energy
from ksdt_core.studies.judged_tree import row_agreement
from ksdt_core.trees.tree import Tree
from pages.common import place
from pages.common.current import Current
from pages.common.messages import for_page

MOST_COEFFICIENTS = 200_000  # of one tree
MOST_NODES = 1_000  # of a tree that is built again
USUAL = 90  # percents of the energy
ALL = "all"  # inputs count, not rows


@dataclass(frozen=True, slots=True)
class Shown:
    """What the reader wants to see: percents of the energy, of which class, from 0, and whether all inputs count.

    None is the class that says most. In the address `50`, with a class `50+2`, where classes count from 1, and
    `50+2+all` or `50++all` where all inputs count in place of the rows.
    """

    percents: int = USUAL
    output: int | None = None
    all_inputs: bool = False

    @classmethod
    def of_text(cls, text: str) -> Self:
        """What an address asks for; of what is not a number, the default."""
        energy, output, everything = (*text.split("+"), "", "")[:3]
        percents, number = place.number(energy), place.number(output)
        usual = USUAL if percents is None or percents > 100 else percents
        return cls(usual, number - 1 if number else None, everything == ALL)

    def to_text(self) -> str:
        """What `of_text` reads."""
        number = "" if self.output is None else f"{self.output + 1}"
        return "+".join([f"{self.percents}", number, ALL if self.all_inputs else ""]).rstrip("+")


def shown() -> Shown:
    """What the address asks for."""
    return Shown.of_text(place.here().spectrum or "")


def choose(**changes: Any) -> None:
    """The reader asks for something else."""
    place.go(spectrum=replace(shown(), **changes).to_text())


@dataclass(frozen=True, slots=True, eq=False)
class Spectra:
    """The spectra of a set on one domain; None where a tree could have too many coefficients."""

    domain: CellDomain
    found: tuple[Spectrum | None, ...]
    bounds: tuple[int, ...]  # the most coefficients that each could have


@dataclass(frozen=True, slots=True, eq=False)
class Rebuilt:
    """The tree of a spectrum that was cut (RFT), and what was lost on the way."""

    kept: Spectrum
    tree: Tree | None  # None where it would have too many nodes
    problem: str
    agreement: float  # on the domain
    on_rows: tuple[float, float] | None  # of the two tables, where they are here


@st.cache_resource(show_spinner="Computing what the trees rely on …", max_entries=32)
def _importance(run: str, by_rows: bool, _current: Current) -> Importance:
    trees = trees_of(_current.trees)
    pair = _current.mined_pair
    if by_rows and pair is not None:
        return importance(trees, pair, measure="empirical")
    domain = domain_of(trees)
    return Importance(trees, {"left": domain, "right": domain})


def importance_of(current: Current, *, by_rows: bool) -> Importance:
    """Sobol indices of the set in either table, or where every input counts once."""
    return _importance(current.run, by_rows, current)


@st.cache_resource(show_spinner=False, max_entries=32)
def _agreements(run: str, by_rows: bool, _current: Current) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    functions = box_functions(_current.trees)
    n_classes, pair = len(_current.trees.pair.class_names), _current.mined_pair
    if not by_rows or pair is None:
        shares = 1 - disagreements(inner_products(functions), n_classes)
        return shares, shares
    left, right = (
        1 - disagreements(inner_products(functions, measure="empirical", rows=rows), n_classes)
        for rows in pair_rows(functions[0].domain, pair)
    )
    return left, right


def agreements(current: Current, *, by_rows: bool) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """How often every two trees predict the same class, on the rows of either table or on all inputs."""
    return _agreements(current.run, by_rows, current)


def spectra(current: Current, *, by_rows: bool) -> Spectra:
    """The spectra of a run; by rows, inputs count as often as the rows of both tables have them."""
    return _spectra(current.run, by_rows, current)


@st.cache_resource(show_spinner="Computing the spectra. The first run on a machine compiles the code …", max_entries=32)
def _spectra(run: str, by_rows: bool, _current: Current) -> Spectra:
    """Spectra of the trees of a run; their number and size are bounded by what a page can wait for."""
    plain = trees_of(_current.trees)
    domain, pair = domain_of(plain), _current.mined_pair
    if by_rows and pair is not None:
        domain = pair_domain(domain, pair)
    bounds = tuple(coefficient_bound(tree, domain) for tree in plain)
    found = tuple(
        spectrum(tree, domain=domain) if bound <= MOST_COEFFICIENTS else None
        for tree, bound in zip(plain, bounds, strict=True)
    )
    return Spectra(domain, found, bounds)


def rebuilt(current: Current, position: int, *, energy: float, by_rows: bool) -> Rebuilt:
    """The tree at a position built again from a share of its energy."""
    pair = current.mined_pair
    return _rebuilt(current.run, position, energy, (pair is not None, by_rows), current)


@st.cache_resource(show_spinner=False, max_entries=256)
def _rebuilt(run: str, position: int, energy: float, rows: tuple[bool, bool], _current: Current) -> Rebuilt:
    known = spectra(_current, by_rows=rows[1])
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
