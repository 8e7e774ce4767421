"""The Fourier spectrum of a function on Λ: its non-zero coefficients."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ksdt_core.errors import InvalidParameterError
from ksdt_core.fourier.domain import CellDomain
from ksdt_core.fourier.mass_basis import basis_at
from ksdt_core.fourier.partitions import Coefficients, Keys, PartitionLayout, layout_of

NEGLIGIBLE = 1e-15  # what rounding leaves of a coefficient that is zero
_ENTRIES_AT_ONCE = 1 << 21  # points × partitions whose phases are held at a time


@dataclass(frozen=True, slots=True, eq=False)
class Spectrum:
    """w_j = (1/|Λ|) Σ_x f(x) ψ_j(x) with ψ_j(x) = Π_m exp(2πi x_m j_m / λ_m), for the partitions j where w_j ≠ 0.

    There is a column of coefficients for each output of the function, real where no feature has more than two cells.
    The first row is always w_0, the mean. The basis is that of [KPD06, section IV]; section III there scales by 1/√|Λ|.
    On a domain whose cells do not count alike, 1/|Λ| is their measure and ψ is orthonormal under it (`mass_basis`).
    """

    domain: CellDomain
    keys: Keys  # packed partitions in rising order
    coefficients: Coefficients
    outputs: tuple[str, ...]
    class_names: tuple[str, ...]  # of a tree that answers classes; empty for other functions
    whole_energy: NDArray[np.float64]  # (n_outputs,), of the function before anything was cut

    def __post_init__(self) -> None:
        for array in (self.keys, self.coefficients, self.whole_energy):
            array.setflags(write=False)

    @property
    def layout(self) -> PartitionLayout:
        return layout_of(self.domain.n_cells)

    @property
    def n_partitions(self) -> int:
        return int(self.keys.shape[0])

    @property
    def n_outputs(self) -> int:
        return len(self.outputs)

    @property
    def n_bytes(self) -> int:
        """Memory that the partitions and coefficients take."""
        return int(self.keys.nbytes + self.coefficients.nbytes)

    @property
    def mean(self) -> NDArray[np.float64]:
        """w_0, the mean of the function, by output."""
        averages: NDArray[np.float64] = self.coefficients[0].real.copy()
        return averages

    def order(self) -> NDArray[np.int64]:
        """The number of non-zero entries of each partition."""
        return self.layout.order(self.keys)

    def partitions(self) -> NDArray[np.int64]:
        """The entries j_m of each partition, a column a feature."""
        return self.layout.entries(self.keys)

    def energy(self) -> NDArray[np.float64]:
        """Σ_j |w_j|² by output, which is (1/|Λ|) Σ_x f(x)² when nothing was cut (Parseval)."""
        energies: NDArray[np.float64] = squared_magnitude(self.coefficients).sum(axis=0)
        return energies

    def energy_by_order(self) -> NDArray[np.float64]:
        """The energy of the partitions of each order 0, 1, 2, .., a column an output."""
        orders, energies = self.order(), squared_magnitude(self.coefficients)
        columns = [np.bincount(orders, weights=energies[:, output]) for output in range(self.n_outputs)]
        return np.stack(columns, axis=1)

    def kept(self) -> NDArray[np.float64]:
        """The share of the energy apart from w_0 that is still here, by output; 1 where there is no such energy."""
        at_zero = self.mean**2
        whole = self.whole_energy - at_zero
        shares = np.divide(self.energy() - at_zero, whole, out=np.ones_like(whole), where=whole > NEGLIGIBLE)
        return np.minimum(shares, 1.0)

    def at(self, cells: NDArray[np.int32]) -> NDArray[np.float64]:
        """f(x) = Σ_j w_j conj ψ_j(x) at points given by their cells, a column an output."""
        if cells.ndim != 2 or cells.shape[1] != self.domain.n_features:
            raise InvalidParameterError("points-outside-domain", cells=self.domain.n_features, shape=cells.shape)
        step = max(1, _ENTRIES_AT_ONCE // max(cells.shape))
        answers = np.zeros((cells.shape[0], self.n_outputs))
        for first in range(0, self.n_partitions, step):
            entries = self.layout.entries(self.keys[first : first + step])
            answers += (self._waves(entries, cells) @ self.coefficients[first : first + step]).real
        return answers

    def _waves(self, entries: NDArray[np.int64], cells: NDArray[np.int32]) -> NDArray[Any]:
        """conj ψ_j(x) of points (rows) and partitions (columns)."""
        if self.domain.masses is not None:
            return basis_at(self.domain, entries, cells)
        turns = cells @ (entries / self.layout.n_cells).T  # Σ_m x_m j_m / λ_m
        if np.isrealobj(self.coefficients):
            return np.asarray(1.0 - 2.0 * (np.rint(2 * turns) % 2))
        return np.asarray(np.exp(-2j * np.pi * (turns - np.floor(turns))))


def squared_magnitude(coefficients: Coefficients) -> NDArray[np.float64]:
    """|w|² of each coefficient; their sum is the energy [KPD06, section III]."""
    squares: NDArray[np.float64] = coefficients.real**2
    return squares if np.isrealobj(coefficients) else squares + coefficients.imag**2
