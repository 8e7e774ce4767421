"""What the axes of a projection are made of: partitions where there is a spectrum, attributes on any domain."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ksdt_core.codec import COUNT, NUMBER, PLAIN, Codec, Field, Inlined, by_name, record
from ksdt_core.fourier.boxes import BoxFunction, combined
from ksdt_core.fourier.domain import CellDomain
from ksdt_core.fourier.projection import Projection
from ksdt_core.fourier.sizes import feature_sets, most_partitions
from ksdt_core.fourier.sources import box_functions
from ksdt_core.fourier.spectra import Spectrum, squared_magnitude
from ksdt_core.fourier.transform import function_spectrum

MAX_LOADINGS = 1_000_000  # coefficients of an axis that are computed without having been asked for


@dataclass(frozen=True, slots=True)
class PartitionLoading:
    """One partition of a spectrum: its attributes with their entries, and what it holds of the energy."""

    partition: tuple[tuple[str, int], ...]
    output: str
    coefficient: complex
    share: float  # of the energy apart from w_0, of all outputs


COMPLEX: Codec[complex] = Codec(
    lambda number: {"re": number.real, "im": number.imag}, lambda found: complex(found["re"], found["im"])
)
LOADING = record(
    PartitionLoading,
    {
        "partition": by_name(COUNT),
        "class": Field("output", PLAIN),
        "re": Inlined("coefficient", COMPLEX, ("re", "im")),
        "share": NUMBER,
    },
)


def axis_functions(
    source: object, projection: Projection, *, domain: CellDomain | None = None
) -> tuple[BoxFunction, ...]:
    """The axes of a projection as functions of length 1; an axis without variance is omitted."""
    functions = box_functions(source, domain=domain)
    alive = np.flatnonzero(projection.explained > 0).tolist()
    return tuple(combined(functions, projection.weights[:, axis]) for axis in alive)


def axis_loadings(
    source: object,
    projection: Projection,
    *,
    domain: CellDomain | None = None,
    n_largest: int = 10,
    max_order: int | None = None,
    limit: int = MAX_LOADINGS,
) -> tuple[tuple[PartitionLoading, ...], ...] | None:
    """The largest partitions of each axis with variance; None where an axis could have more than `limit` coefficients.

    Shares are of the energy up to `max_order`.
    """
    axes = axis_functions(source, projection, domain=domain)
    if any(
        most_partitions(feature_sets(axis.boxes), axis.domain.n_cells, max_order=max_order) * axis.n_outputs > limit
        for axis in axes
    ):
        return None
    spectra = (function_spectrum(axis, max_order=max_order, limit=limit) for axis in axes)
    return tuple(largest_partitions(spectrum, n_largest) for spectrum in spectra)


def largest_partitions(spectrum: Spectrum, n_largest: int = 10) -> tuple[PartitionLoading, ...]:
    """The partitions with the most energy, apart from w_0; equal ones in their order [KPD06, section III]."""
    energies = squared_magnitude(spectrum.coefficients)[1:]
    total = float(energies.sum())
    ranked = np.argsort(-energies.ravel().round(15), kind="stable")[:n_largest]
    rows, outputs = np.unravel_index(ranked, energies.shape)
    names = [feature.name for feature in spectrum.domain.features]
    entries = spectrum.layout.entries(spectrum.keys[rows + 1]).tolist()
    return tuple(
        PartitionLoading(
            partition=tuple((name, entry) for name, entry in zip(names, partition, strict=True) if entry),
            output=spectrum.outputs[output],
            coefficient=complex(spectrum.coefficients[row + 1, output]),
            share=float(energies[row, output]) / total,
        )
        for partition, row, output in zip(entries, rows.tolist(), outputs.tolist(), strict=True)
        if energies[row, output] > 0
    )
