"""The coefficients of a spectrum for a reader: one line for a coefficient and its conjugate, the largest first."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ksdt_core.fourier.spectra import Spectrum, squared_magnitude
from ksdt_core.fourier.truncation import conjugate_pairs


@dataclass(frozen=True, slots=True)
class CoefficientRow:
    """A coefficient w_j; its conjugate w_-j says the same and is counted with it."""

    partition: tuple[tuple[str, int], ...]  # attributes with their non-zero entries
    output: str
    coefficient: complex
    magnitude: float  # |w_j|
    share: float  # of the energy apart from w_0, of the output, conjugate included
    count: int  # 1, or 2 with a conjugate
    kept: bool

    @property
    def order(self) -> int:
        return len(self.partition)


def coefficient_rows(
    whole: Spectrum, kept: Spectrum, *, output: int = 0, n_largest: int = 60
) -> tuple[CoefficientRow, ...]:
    """The largest coefficients of an output apart from w_0, each with whether a cut spectrum of it still has it."""
    energies = squared_magnitude(whole.coefficients[:, [output]])[:, 0]
    pairs = conjugate_pairs(whole)
    of_pair = np.bincount(pairs, weights=energies)
    counts = np.bincount(pairs)
    first = np.full(of_pair.size, whole.n_partitions, dtype=np.intp)
    np.minimum.at(first, pairs, np.arange(whole.n_partitions))
    of_pair[pairs[0]] = 0.0
    total = float(of_pair.sum()) or 1.0
    magnitudes = np.sqrt(of_pair / counts).round(12)
    largest = [i for i in np.argsort(-magnitudes, kind="stable")[:n_largest].tolist() if of_pair[i] > 0]
    names = [feature.name for feature in whole.domain.features]
    held = {key.tobytes() for key, value in zip(kept.keys, kept.coefficients[:, output], strict=True) if value != 0}
    rows = []
    for pair in largest:
        row = int(first[pair])
        entries = whole.layout.entries(whole.keys[row : row + 1])[0].tolist()
        rows.append(
            CoefficientRow(
                partition=tuple((name, entry) for name, entry in zip(names, entries, strict=True) if entry),
                output=whole.outputs[output],
                coefficient=complex(whole.coefficients[row, output]),
                magnitude=float(np.sqrt(energies[row])),
                share=float(of_pair[pair]) / total,
                count=int(counts[pair]),
                kept=whole.keys[row].tobytes() in held,
            )
        )
    return tuple(rows)
