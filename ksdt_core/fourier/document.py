"""Spectra, inner products and projection of an ensemble as a document."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ksdt_core.codec import COUNT, NUMBER, NUMBERS, PLAIN, Codec, Derived, Field, Nested, many, optional, record
from ksdt_core.errors import InvalidParameterError, Remedy
from ksdt_core.fourier.domain import CellDomain, domain_of
from ksdt_core.fourier.gram import MAX_PAIRS, inner_products
from ksdt_core.fourier.loadings import LOADING, PartitionLoading, axis_loadings
from ksdt_core.fourier.projection import projection_of
from ksdt_core.fourier.sizes import MAX_COEFFICIENTS
from ksdt_core.fourier.sources import box_functions, parts_of, trees_of
from ksdt_core.fourier.spectra import Spectrum
from ksdt_core.fourier.transform import spectrum

SPECTRUM_FORMAT = "ksdt-spectrum/1"
MEBIBYTE = 1 << 20
MAX_BYTES = 256 * MEBIBYTE  # of a document; while it is put together it takes about ten times as much memory
COEFFICIENT_BYTES = 84  # of a coefficient as text: its keys and about two numbers of 17 digits
ENTRY_BYTES = 6  # of an entry of a partition besides its name


Coefficients = tuple[tuple[Mapping[str, int], complex], ...]
"""Partitions by their non-zero entries, and their coefficients."""


@dataclass(frozen=True, slots=True)
class Cells:
    """How an attribute is cut: by numbers, or into values; under the row measure also how much each cell counts."""

    attribute: str
    cuts: tuple[float, ...] | None
    values: tuple[str, ...] | None
    masses: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class ClassSpectrum:
    """The spectrum of a tree for one class."""

    tree: int
    output: str  # the class
    coefficients: Coefficients
    energy: float  # before anything was cut
    kept: float  # the share of it apart from w_0 that the coefficients hold


@dataclass(frozen=True, slots=True, eq=False)
class SpectrumView:
    """What the document of an ensemble holds."""

    class_names: tuple[str, ...]
    domain: tuple[Cells, ...]
    energy: float | None  # that the spectra were cut to, likewise the order
    max_order: int | None
    spectra: tuple[ClassSpectrum, ...]
    gram: NDArray[np.float64]
    explained: NDArray[np.float64]
    points: NDArray[np.float64]
    loadings: Sequence[Sequence[PartitionLoading]] | None  # of each axis


def _written(coefficients: Coefficients) -> list[dict[str, Any]]:
    return [{"partition": partition, "re": one.real, "im": one.imag} for partition, one in coefficients]


def _read(found: Sequence[Mapping[str, Any]]) -> Coefficients:
    return tuple((each["partition"], complex(each["re"], each["im"])) for each in found)


CELLS = record(
    Cells,
    {
        "attribute": PLAIN,
        "kind": Derived(lambda cells: "numeric" if cells.values is None else "categorical"),
        "cuts": Field("cuts", many(NUMBER), usual=None),
        "values": Field("values", many(PLAIN), usual=None),
        "masses": Field("masses", many(COUNT), usual=None),
    },
)
CLASS_SPECTRUM = record(
    ClassSpectrum,
    {
        "tree": COUNT,
        "class": Field("output", PLAIN),
        "coefficients": Codec(_written, _read),
        "energy": NUMBER,
        "kept": NUMBER,
    },
)
SPECTRUM = record(
    SpectrumView,
    {
        "format": Derived(lambda _: SPECTRUM_FORMAT),
        "classes": Field("class_names", many(PLAIN)),
        "measure": Derived(lambda view: "rows" if any(cells.masses for cells in view.domain) else "uniform"),
        "domain": many(CELLS),
        "cut": Nested({"energy": PLAIN, "max_order": PLAIN}),
        "spectra": many(CLASS_SPECTRUM),
        "gram": NUMBERS,
        "projection": Nested({"explained": NUMBERS, "points": NUMBERS, "loadings": optional(many(many(LOADING)))}),
    },
)


def spectrum_document(
    source: object,
    *,
    energy: float | None = None,
    max_order: int | None = None,
    n_components: int = 3,
    with_spectra: bool = True,
    domain: CellDomain | None = None,
    limit: int = MAX_COEFFICIENTS,
    max_pairs: int = MAX_PAIRS,
    max_bytes: int = MAX_BYTES,
) -> dict[str, Any]:
    """The dict of the format `ksdt-spectrum/1`: one spectrum a tree for two classes, one a class and tree for more.

    Trees that answer numbers have one spectrum for each number.

    `energy` of a spectrum is that of the function before anything was cut, `kept` the share of it apart from w_0 that
    the coefficients listed hold. Without spectra only inner products and the projection are computed. `loadings` are
    the largest partitions of each axis, null where the domain is too large for that. A document that would outgrow
    `max_bytes` is refused before it is put together.
    """
    parts = parts_of(source)
    trees = trees_of(parts)
    domain = domain or domain_of(trees)
    found = spectrum(parts, energy=energy, max_order=max_order, domain=domain, limit=limit) if with_spectra else ()
    _check_size(found, max_bytes)
    gram = inner_products(box_functions(parts, domain=domain), max_pairs=max_pairs)
    projection = projection_of(gram, n_components)
    view = SpectrumView(
        class_names=trees[0].class_names,
        domain=cells_of_domain(domain),
        energy=energy,
        max_order=max_order,
        spectra=tuple(entry for tree, one in enumerate(found) for entry in _spectrum_entries(one, tree)),
        gram=gram,
        explained=projection.explained,
        points=projection.points,
        loadings=axis_loadings(parts, projection, domain=domain, max_order=max_order),
    )
    document: dict[str, Any] = SPECTRUM.write(view)
    return document


def cells_of_domain(domain: CellDomain) -> tuple[Cells, ...]:
    """The features of a domain as a document lists them."""
    return tuple(
        Cells(
            each.name,
            each.cuts if each.values is None else None,
            each.values,
            None if domain.masses is None else domain.masses[position],
        )
        for position, each in enumerate(domain.features)
    )


def _check_size(found: tuple[Spectrum, ...], max_bytes: int) -> None:
    """Refuse what would be too large as text, before any of it is made."""
    size = sum(_text_bytes(one) for one in found)
    if size > max_bytes:
        n_coefficients = sum(int(np.count_nonzero(one.coefficients)) for one in found)
        raise InvalidParameterError(
            "spectrum-document-too-large",
            coefficients=n_coefficients,
            mebibytes=size / MEBIBYTE,
            limit=max_bytes / MEBIBYTE,
            remedies=(Remedy("energy", "0.9"), Remedy("max_order", "3"), Remedy("inner_products_only")),
        )


def _text_bytes(found: Spectrum) -> int:
    """About how long the coefficients of a spectrum are as text."""
    of_name = [len(feature.name) + ENTRY_BYTES for feature in found.domain.features]
    listed = np.count_nonzero(found.coefficients, axis=1)
    entries = sum(
        int(listed[found.layout.entry(found.keys, feature) != 0].sum()) * size for feature, size in enumerate(of_name)
    )
    return entries + COEFFICIENT_BYTES * int(listed.sum())


def _spectrum_entries(found: Spectrum, tree: int) -> Iterator[ClassSpectrum]:
    """An entry for each class of a tree."""
    names = [feature.name for feature in found.domain.features]
    partitions = [_partition(names, entries) for entries in found.partitions().tolist()]
    kept = found.kept()
    for output, name in enumerate(found.outputs):
        column = found.coefficients[:, output]
        used = np.flatnonzero(column != 0)
        used = used if used.size and used[0] == 0 else np.concatenate([[0], used])
        yield ClassSpectrum(
            tree=tree,
            output=name,
            coefficients=tuple((partitions[row], complex(column[row])) for row in used.tolist()),
            energy=float(found.whole_energy[output]),
            kept=float(kept[output]),
        )


def _partition(names: list[str], entries: list[int]) -> dict[str, int]:
    """The non-zero entries of a partition."""
    return {name: entry for name, entry in zip(names, entries, strict=True) if entry}
