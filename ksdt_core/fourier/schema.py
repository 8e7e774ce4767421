"""A spectrum restricted to a schema: the same function seen within a box of Λ."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ksdt_core.compiled import kernel
from ksdt_core.fourier.domain import Masses
from ksdt_core.fourier.mass_basis import analysis, mass_basis
from ksdt_core.fourier.partitions import Coefficients, Keys, PartitionLayout, layout_of
from ksdt_core.fourier.spectra import Spectrum

FREE = 1e-12  # coefficients up to this are what rounding leaves of zero


@dataclass(frozen=True, slots=True, eq=False)
class Schema:
    """A box h and the spectrum of the function within it, in the basis of the cells that h leaves of each feature.

    So φ(h), the average over h, is the coefficient of partition 0 (the first row), and the function is constant on h
    exactly when no other coefficient is left.
    """

    layout: PartitionLayout
    keys: Keys
    coefficients: Coefficients
    cells: tuple[tuple[int, ...], ...]  # of each feature
    masses: Masses | None = None  # of these cells, all above 0; None: they count alike

    @property
    def average(self) -> NDArray[np.float64]:
        """φ(h), by output."""
        averages: NDArray[np.float64] = self.coefficients[0].real
        return averages

    @property
    def is_constant(self) -> bool:
        return len(self.keys) == 1

    def free_magnitude(self) -> NDArray[np.float64]:
        """Σ_(j ≠ 0) |w_j| max |ψ_j| by output: the function stays that close to φ(h) everywhere in h."""
        sizes = np.abs(self.coefficients[1:])
        for feature in self.present().tolist() if self.masses is not None else ():
            largest = np.abs(mass_basis(self.masses[feature])).max(axis=1)  # type: ignore[index]  # there are masses
            sizes *= largest[self.layout.entry(self.keys[1:], feature)][:, None]
        magnitudes: NDArray[np.float64] = sizes.sum(axis=0)
        return magnitudes

    def free_energy(self) -> float:
        """Σ_(j ≠ 0) |w_j|², the variance of the function within h, summed over the outputs."""
        free = self.coefficients[1:]
        return float((free.real**2 + free.imag**2).sum())

    def present(self) -> NDArray[np.intp]:
        """The features that the function still depends on within h."""
        used = np.bitwise_or.reduce(self.keys, axis=0)
        fields = (used[self.layout.word] >> self.layout.shift) & self.layout.mask
        return np.flatnonzero(fields)

    def cell_averages(self, feature: int, first_order: Coefficients) -> NDArray[np.float64]:
        """φ(h_(k=i)) = φ(h) + γ for each cell i of a feature k [KPD06, section V-B, with the conjugate it lacks].

        γ needs only the coefficients of order one in k, which are given by entry (with a zero for entry 0).
        """
        if self.masses is not None:
            changes = (mass_basis(self.masses[feature]).conj().T @ first_order).real
        elif len(first_order) == 2:
            changes = np.stack([first_order[1], -first_order[1]]).real
        else:
            changes = np.fft.fft(first_order, axis=0).real
        averages: NDArray[np.float64] = self.average + changes
        return averages

    def first_orders(self) -> dict[int, Coefficients]:
        """For each feature with coefficients of order one these coefficients by entry, with a zero for entry 0."""
        rows, features = _order_one(self.keys, self.layout.word, self.layout.shift, self.layout.mask)
        found: dict[int, Coefficients] = {}
        for row, feature in zip(rows.tolist(), features.tolist(), strict=True):
            if feature not in found:
                shape = (len(self.cells[feature]), self.coefficients.shape[1])
                found[feature] = np.zeros(shape, dtype=self.coefficients.dtype)
            word, shift = self.layout.word[feature], self.layout.shift[feature]
            found[feature][int(self.keys[row, word] >> shift)] = self.coefficients[row]
        return found

    def along(self, feature: int) -> Slices:
        """The function as a spectrum in all other features for every cell of one feature."""
        rest = self.layout.without(self.keys, feature)
        group, n_groups = _grouped(rest)
        first_of_group = np.zeros(n_groups, dtype=np.intp)
        first_of_group[group[::-1]] = np.arange(group.size)[::-1]
        n_cells, n_outputs = len(self.cells[feature]), self.coefficients.shape[1]
        table = np.zeros((n_groups, n_cells, n_outputs), dtype=self.coefficients.dtype)
        table[group, self.layout.entry(self.keys, feature)] = self.coefficients
        if self.masses is not None:
            table = np.einsum("jx,gjo->gxo", mass_basis(self.masses[feature]).conj(), table)
        elif n_cells == 2:
            table = np.stack([table[:, 0] + table[:, 1], table[:, 0] - table[:, 1]], axis=1)
        else:
            table = np.fft.fft(table, axis=1)
        return Slices(self, feature, rest[first_of_group], table)


@dataclass(frozen=True, slots=True, eq=False)
class Slices:
    """A schema cut along one feature: the spectrum in the other features at each of its cells."""

    schema: Schema
    feature: int
    keys: Keys  # (n_groups, n_words), partitions with entry 0 at the feature
    table: Coefficients  # (n_groups, n_cells, n_outputs)

    def first_change(self) -> int:
        """The first cell whose slice differs from that of the next cell."""
        changes = np.abs(np.diff(self.table, axis=1)).max(axis=(0, 2)) > FREE
        return int(np.argmax(changes))

    def restricted(self, positions: NDArray[np.intp]) -> Schema:
        """The schema that keeps only some of the feature's cells."""
        schema, layout = self.schema, self.schema.layout
        table = self.table[:, positions]
        chosen = tuple(schema.cells[self.feature][position] for position in positions.tolist())
        n_cells, masses = table.shape[1], schema.masses
        if masses is not None:
            own = tuple(masses[self.feature][position] for position in positions.tolist())
            masses = (*masses[: self.feature], own, *masses[self.feature + 1 :])
            table = np.einsum("jx,gxo->gjo", analysis(own), table)
        elif n_cells == 2:
            table = np.stack([table[:, 0] + table[:, 1], table[:, 0] - table[:, 1]], axis=1) / 2
        elif n_cells > 2:
            table = np.fft.ifft(table, axis=1)
        counts = np.asarray((np.abs(table) > FREE).any(axis=2))
        counts[0, 0] = True  # the average
        groups, entries = np.nonzero(counts)
        keys = self.keys[groups]
        keys[:, layout.word[self.feature]] |= entries.astype(np.uint64) << layout.shift[self.feature]
        cells = (*schema.cells[: self.feature], chosen, *schema.cells[self.feature + 1 :])
        return Schema(layout, keys, table[groups, entries], cells, masses)


def whole_schema(spectrum: Spectrum) -> Schema:
    """The schema of all of Λ, in which no attribute is fixed [KPD06, section IV-A]; cells without rows are omitted."""
    cells = tuple(tuple(range(n_cells)) for n_cells in spectrum.domain.n_cells)
    free = np.asarray((np.abs(spectrum.coefficients) > FREE).any(axis=1))
    free[0] = True
    keys, coefficients = spectrum.keys[free], spectrum.coefficients[free]
    schema = Schema(layout_of(spectrum.domain.n_cells), keys, coefficients, cells, spectrum.domain.masses)
    for feature, masses in enumerate(spectrum.domain.masses or ()):
        if not all(masses):
            schema = schema.along(feature).restricted(np.flatnonzero(masses))
    return schema


@kernel
def _order_one(keys: Any, word: Any, shift: Any, mask: Any) -> Any:
    """The rows whose partition has exactly one non-zero entry, and the feature of that entry."""
    rows, features = np.empty(keys.shape[0], np.int64), np.empty(keys.shape[0], np.int64)
    n_found = 0
    for row in range(keys.shape[0]):
        n_entries, where = 0, -1
        for feature in range(word.size):
            if (keys[row, word[feature]] >> shift[feature]) & mask[feature]:
                n_entries += 1
                where = feature
                if n_entries == 2:
                    break
        if n_entries == 1:
            rows[n_found], features[n_found] = row, where
            n_found += 1
    return rows[:n_found], features[:n_found]


@kernel
def _grouped(keys: Any) -> Any:
    """A number for each distinct key, in the order of first appearance, by an open hash table."""
    n_rows, n_words = keys.shape
    size = 16
    while size < 2 * n_rows:
        size *= 2
    table, group = np.full(size, -1, np.int64), np.empty(n_rows, np.int64)
    first = np.empty(n_rows, np.int64)
    n_groups = 0
    for row in range(n_rows):
        mixed = np.uint64(0)
        for word in range(n_words):
            mixed = (mixed ^ keys[row, word]) * np.uint64(0x9E3779B97F4A7C15)
            mixed ^= mixed >> np.uint64(32)
        place = np.int64(mixed & np.uint64(size - 1))
        while True:
            known = table[place]
            if known < 0:
                table[place], first[n_groups], group[row] = n_groups, row, n_groups
                n_groups += 1
                break
            same = True
            for word in range(n_words):
                if keys[first[known], word] != keys[row, word]:
                    same = False
                    break
            if same:
                group[row] = known
                break
            place = (place + 1) & (size - 1)
    return group, n_groups
