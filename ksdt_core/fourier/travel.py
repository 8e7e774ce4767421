"""Spectra that travel: read back from documents, brought to one domain, added up, and built into one tree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Unpack

import numpy as np

from ksdt_core.codec import COUNT, NUMBER, PLAIN, TEXT, Derived, Field, Nested, many, optional, record
from ksdt_core.errors import InvalidParameterError
from ksdt_core.fourier.arithmetic import Weights, mean_spectrum, vote_shares
from ksdt_core.fourier.construction import tree_from_spectrum
from ksdt_core.fourier.document import CELLS, Cells, ClassSpectrum, SpectrumView
from ksdt_core.fourier.domain import CellDomain, Feature
from ksdt_core.fourier.partitions import Coefficients, layout_of
from ksdt_core.fourier.spectra import Spectrum
from ksdt_core.fourier.tree_bounds import BoundOptions
from ksdt_core.fourier.truncation import cut_to_energy
from ksdt_core.trees.tree import LEAF, Tree

AGGREGATE_FORMAT = "ksdt-aggregate/1"


def domain_of_cells(cells: Sequence[Cells]) -> CellDomain:
    """The domain that a document lists; its attributes are those that some tree tests."""
    features = tuple(Feature(each.attribute, column, each.cuts or (), each.values) for column, each in enumerate(cells))
    masses = tuple(each.masses for each in cells if each.masses is not None)
    return CellDomain(
        tuple(each.attribute for each in cells),
        tuple(each.values for each in cells),
        features,
        masses if masses else None,
    )


def spectra_of(view: SpectrumView) -> tuple[Spectrum, ...]:
    """The spectrum of each tree of a document, attributes in the order of their names so that documents compare."""
    domain = domain_of_cells(sorted(view.domain, key=lambda each: each.attribute))
    by_tree: dict[int, list[ClassSpectrum]] = {}
    for one in view.spectra:
        by_tree.setdefault(one.tree, []).append(one)
    return tuple(_spectrum(domain, found, view.class_names) for _, found in sorted(by_tree.items()))


def _spectrum(domain: CellDomain, found: Sequence[ClassSpectrum], class_names: tuple[str, ...]) -> Spectrum:
    """The columns of one tree, one a class, over the partitions of any of them."""
    layout = layout_of(domain.n_cells)
    place = {name: position for position, name in enumerate(domain.attributes)}
    partitions: dict[tuple[tuple[int, int], ...], list[complex]] = {(): [0j] * len(found)}
    for output, one in enumerate(found):
        for partition, coefficient in one.coefficients:
            entries = tuple(sorted((place[name], entry) for name, entry in partition.items()))
            partitions.setdefault(entries, [0j] * len(found))[output] = coefficient
    keys = np.zeros((len(partitions), layout.n_words), dtype=np.uint64)
    for row, entries in enumerate(partitions):
        for feature, entry in entries:
            keys[row, layout.word[feature]] |= np.uint64(entry) << layout.shift[feature]
    order = np.lexsort(keys.T[::-1])
    whole = np.array(list(partitions.values()), dtype=np.complex128)[order]
    coefficients: Coefficients = whole.real.copy() if domain.is_binary else whole
    outputs = tuple(one.output for one in found)
    energies = np.array([one.energy for one in found])
    return Spectrum(domain, keys[order], coefficients, outputs, class_names, energies)


def joined_domain(domain: CellDomain, others: Sequence[Sequence[Cells]]) -> CellDomain:
    """The domain with the cuts and values of others added, so that several sites can compute their spectra on one."""
    own = {feature.name: feature for feature in domain.features}
    column = {name: position for position, name in enumerate(domain.attributes)}
    for cells in (each for other in others for each in other):
        known = own.get(cells.attribute)
        values = cells.values
        if known is not None and (known.values is None) != (values is None):
            raise InvalidParameterError("attribute-kind-differs-between-trees", attribute=cells.attribute)
        cuts = tuple(sorted({*(known.cuts if known else ()), *(cells.cuts or ())}))
        if values is not None and known is not None and known.values != values:
            values = tuple(sorted({*(known.values or ()), *values}))
        position = column.setdefault(cells.attribute, len(column))
        own[cells.attribute] = Feature(cells.attribute, position, cuts, values)
    features = tuple(sorted(own.values(), key=lambda feature: feature.column))
    values_of = dict(zip(domain.attributes, domain.categories, strict=True)) | {
        feature.name: feature.values for feature in features
    }
    return CellDomain(tuple(column), tuple(values_of[name] for name in column), features)


@dataclass(frozen=True, slots=True)
class Site:
    """One document of an aggregate: its trees, its weight, what was cut from its spectra and what that costs."""

    name: str
    n_trees: int
    weight: float  # its share of all weights
    energy: float | None  # that its spectra were cut to, likewise the order
    max_order: int | None
    kept: float  # the smallest share of the energy apart from w_0 that a spectrum kept
    error: float  # at most so large is the root mean square of what its mean answer lost


@dataclass(frozen=True, slots=True, eq=False)
class Aggregate:
    """Several sites' spectra added up, and the tree of the sum."""

    sites: tuple[Site, ...]
    spectrum: Spectrum  # of the weighted mean, as the tree was built from it
    energy: float | None  # that the sum was cut to
    kept: float  # the share of the sum's energy apart from w_0
    error: float  # bound on the root mean square error of the share of votes, from all cuts
    tree: Tree

    @property
    def is_whole(self) -> bool:
        """Whether nothing was cut, so that the tree answers as the vote everywhere."""
        return self.error <= 1e-9


def aggregate(
    documents: Mapping[str, SpectrumView],
    *,
    weights: Weights | None = None,
    energy: float | None = None,
    **bounds: Unpack[BoundOptions],
) -> Aggregate:
    """One tree from the spectra of several documents: that of their weighted mean [KPD06, section IV-C].

    By default a document is weighted by the number of its trees, so the result is the same as that of all trees at
    one site. What each f_i lost by cutting (g_i is left of it) is known from its energies, and what the sum
    lost is bounded by ‖Σ a_i (f_i - g_i)‖ ≤ Σ a_i ‖f_i - g_i‖.
    """
    found = {name: spectra_of(view) for name, view in documents.items()}
    _check_alike(found)
    if weights is not None and len(weights) != len(found):
        raise InvalidParameterError(
            "documents-and-weights-differ", option="weights", documents=len(found), weights=len(weights)
        )
    shares = vote_shares(len(found), [len(each) for each in found.values()] if weights is None else weights)
    sites = tuple(
        _site(name, view, found[name], float(share))
        for (name, view), share in zip(documents.items(), shares, strict=True)
    )
    means = [mean_spectrum(each) for each in found.values()]
    total = mean_spectrum(means, shares)
    kept = total if energy is None else cut_to_energy(total, energy)
    lost = float(np.maximum(total.energy() - kept.energy(), 0.0).sum())
    error = sum(site.weight * site.error for site in sites) + lost**0.5
    tree = tree_from_spectrum(kept, **bounds)
    return Aggregate(sites, kept, energy, float(kept.kept().min()), error, tree)


def _site(name: str, view: SpectrumView, spectra: tuple[Spectrum, ...], share: float) -> Site:
    errors = [float(np.sqrt(np.maximum(one.whole_energy - one.energy(), 0.0).sum())) for one in spectra]
    errors = [0.0 if error < 1e-7 else error for error in errors]  # the root of what rounding leaves of zero
    kept = min(float(one.kept().min()) for one in spectra)
    return Site(name, len(spectra), share, view.energy, view.max_order, kept, sum(errors) / len(errors))


def _check_alike(found: Mapping[str, tuple[Spectrum, ...]]) -> None:
    """Refuse documents whose spectra cannot be added, with the first thing in which they differ."""
    (first, spectra), *others = found.items()
    for name, own in found.items():
        if not own:
            raise InvalidParameterError("document-without-spectra", source=name)
    wanted = spectra[0]
    for name, own in others:
        one = own[0]
        facts: dict[str, Any] = {"source": name, "first": first}
        if one.class_names != wanted.class_names:
            classes, expected = list(one.class_names), list(wanted.class_names)
            raise InvalidParameterError("sites-of-other-classes", **facts, classes=classes, expected=expected)
        if replace(one.domain, masses=None) != replace(wanted.domain, masses=None):
            ours, theirs = ({f.name: (f.cuts, f.values) for f in each.domain.features} for each in (wanted, one))
            names = sorted(name for name in {*ours, *theirs} if ours.get(name) != theirs.get(name))
            raise InvalidParameterError("sites-of-other-domains", **facts, attribute=names[0], attributes=len(names))
        if one.domain != wanted.domain:
            raise InvalidParameterError("sites-of-other-measures", **facts)


def tree_nodes(tree: Tree) -> tuple[dict[str, Any], ...]:
    """The nodes of a tree as a document lists them."""
    names, parents, levels = (*tree.attributes, None), tree.parents.tolist(), tree.levels.tolist()
    values = (*tree.categories, None)
    return tuple(
        {
            "id": node,
            "parent": None if node == 0 else parents[node],
            "level": levels[node],
            "attribute": names[attribute],
            "threshold": None if tree.category[node] >= 0 or attribute == LEAF else float(tree.threshold[node]),
            "category": (values[attribute] or ())[int(tree.category[node])] if tree.category[node] >= 0 else None,
            "left": None if attribute == LEAF else int(tree.left[node]),
            "right": None if attribute == LEAF else int(tree.right[node]),
            "label": tree.class_names[int(tree.label[node])],
        }
        for node, attribute in enumerate(tree.attribute.tolist())
    )


@dataclass(frozen=True, slots=True)
class AggregateView:
    """What the document of an aggregate holds."""

    class_names: tuple[str, ...]
    domain: tuple[Cells, ...]
    sites: tuple[Site, ...]
    energy: float | None
    kept: float
    error: float
    nodes: tuple[Mapping[str, Any], ...]


SITE = record(
    Site,
    {
        "name": TEXT,
        "trees": Field("n_trees", COUNT),
        "weight": NUMBER,
        "cut": Nested({"energy": optional(NUMBER), "max_order": optional(COUNT)}),
        "kept": NUMBER,
        "error": NUMBER,
    },
)
AGGREGATE = record(
    AggregateView,
    {
        "format": Derived(lambda _: AGGREGATE_FORMAT),
        "classes": Field("class_names", many(PLAIN)),
        "domain": many(CELLS),
        "documents": Field("sites", many(SITE)),
        "cut": Nested({"energy": optional(NUMBER)}),
        "kept": NUMBER,
        "error": NUMBER,
        "tree": Nested({"nodes": many(PLAIN)}),
    },
)
