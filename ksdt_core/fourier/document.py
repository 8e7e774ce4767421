"""Spectra, inner products and projection of an ensemble as a document."""

from __future__ import annotations

from typing import Any

import numpy as np

from ksdt_core.errors import InvalidParameterError
from ksdt_core.fourier.domain import CellDomain, domain_of
from ksdt_core.fourier.gram import MAX_PAIRS, inner_products
from ksdt_core.fourier.loadings import axis_loadings
from ksdt_core.fourier.projection import projection_of
from ksdt_core.fourier.sizes import MAX_COEFFICIENTS
from ksdt_core.fourier.sources import box_functions, trees_of
from ksdt_core.fourier.spectra import Spectrum
from ksdt_core.fourier.transform import spectrum

SPECTRUM_FORMAT = "ksdt-spectrum/1"
MEBIBYTE = 1 << 20
MAX_BYTES = 256 * MEBIBYTE  # of a document; while it is put together it takes about ten times as much memory
COEFFICIENT_BYTES = 84  # of a coefficient as text: its keys and about two numbers of 17 digits
ENTRY_BYTES = 6  # of an entry of a partition besides its name


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

    `energy` of a spectrum is that of the function before anything was cut, `kept` the share of it apart from w_0 that
    the coefficients listed hold. Without spectra only inner products and the projection are worked out. `loadings` are
    the largest partitions of each axis, null where the domain is too large for that. A document that would outgrow
    `max_bytes` is refused before it is put together.
    """
    trees = trees_of(source)
    domain = domain or domain_of(trees)
    found = spectrum(trees, energy=energy, max_order=max_order, domain=domain, limit=limit) if with_spectra else ()
    _check_size(found, max_bytes)
    gram = inner_products(box_functions(trees, domain=domain), max_pairs=max_pairs)
    projection = projection_of(gram, n_components)
    axes = axis_loadings(trees, projection, domain=domain, max_order=max_order)
    loadings = None if axes is None else [[loading.to_document() for loading in axis] for axis in axes]
    return {
        "format": SPECTRUM_FORMAT,
        "classes": list(trees[0].class_names),
        "domain": domain.to_document(),
        "cut": {"energy": energy, "max_order": max_order},
        "spectra": [entry for tree, one in enumerate(found) for entry in _spectrum_entries(one, tree)],
        "gram": gram.tolist(),
        "projection": {
            "explained": projection.explained.tolist(),
            "points": projection.points.tolist(),
            "loadings": loadings,
        },
    }


def _check_size(found: tuple[Spectrum, ...], max_bytes: int) -> None:
    """Refuse what would be too large as text, before any of it is made."""
    size = sum(_text_bytes(one) for one in found)
    if size > max_bytes:
        n_coefficients = sum(int(np.count_nonzero(one.coefficients)) for one in found)
        raise InvalidParameterError(
            f"the {n_coefficients:,} coefficients would make a document of about {size / MEBIBYTE:,.0f} MiB, more than "
            f"{max_bytes / MEBIBYTE:,.0f}; keep fewer with --energy 0.9 or --max-order 3, or leave the spectra out "
            "with --inner-products-only."
        )


def _text_bytes(found: Spectrum) -> int:
    """About how long the coefficients of a spectrum are as text."""
    of_name = [len(feature.name) + ENTRY_BYTES for feature in found.domain.features]
    listed = np.count_nonzero(found.coefficients, axis=1)
    entries = sum(
        int(listed[found.layout.entry(found.keys, feature) != 0].sum()) * size for feature, size in enumerate(of_name)
    )
    return entries + COEFFICIENT_BYTES * int(listed.sum())


def _spectrum_entries(found: Spectrum, tree: int) -> list[dict[str, Any]]:
    """An entry for each class of a tree."""
    names = [feature.name for feature in found.domain.features]
    partitions = [_partition(names, entries) for entries in found.partitions().tolist()]
    kept = found.kept()
    documents = []
    for output, name in enumerate(found.outputs):
        column = found.coefficients[:, output]
        used = np.flatnonzero(column != 0)
        used = used if used.size and used[0] == 0 else np.concatenate([[0], used])
        coefficients = [
            {"partition": partitions[row], "re": float(column[row].real), "im": float(column[row].imag)}
            for row in used.tolist()
        ]
        documents.append(
            {
                "tree": tree,
                "class": name,
                "coefficients": coefficients,
                "energy": float(found.whole_energy[output]),
                "kept": float(kept[output]),
            }
        )
    return documents


def _partition(names: list[str], entries: list[int]) -> dict[str, int]:
    """The non-zero entries of a partition."""
    return {name: entry for name, entry in zip(names, entries, strict=True) if entry}
