"""What trees rely on in each table: Sobol indices of attributes and of pairs of attributes, exact from the leaves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.model.pair import DatasetPair
from ksdt_core.errors import InvalidParameterError
from ksdt_core.fourier.attribute_energy import AttributeEnergy, attribute_energy
from ksdt_core.fourier.boxes import BoxFunction, combined
from ksdt_core.fourier.domain import CellDomain, domain_of
from ksdt_core.fourier.gram import MEASURES, Measure
from ksdt_core.fourier.masses import TABLE_CHOICES, TableChoice, pair_domain, pair_rows
from ksdt_core.fourier.row_energy import row_energy
from ksdt_core.fourier.sources import trees_of
from ksdt_core.fourier.tree_boxes import tree_function
from ksdt_core.trees.tree import Tree

Rows = tuple[NDArray[np.int32], NDArray[np.float64]]
"""The cells of rows, and how much each row counts."""

NO_VARIANCE = 1e-12  # what rounding leaves of the variance of a tree that predicts alike everywhere


@dataclass(frozen=True, slots=True, eq=False)
class Importance:
    """Sobol indices of a set's trees and of their mean answer, in each table.

    Every index is a share of the variance of the answer, summed over the classes. By default the attributes vary
    independently, each as in the table (product of the marginals). With `rows`, total and first-order indices are those
    of the rows as they are (`row_energy`); pairs of attributes have no such index. A tree that predicts the same class
    everywhere relies on nothing.
    """

    trees: tuple[Tree, ...]
    domains: Mapping[TableChoice, CellDomain]  # by table, counted by its rows
    rows: Mapping[TableChoice, Rows] = field(default_factory=dict)  # by table, where rows count as they are
    _known: dict[tuple[int | None, str, bool], AttributeEnergy] = field(default_factory=dict, repr=False)

    def first_order(self, tree: int | None = 0, table: TableChoice = "left") -> dict[str, float]:
        """The share of the variance that each attribute explains alone; the attributes that no path tests have none."""
        found = self.energy(tree, table)
        return self._by_name(tree, found, found.alone / _divisor(found))

    def total(self, tree: int | None = 0, table: TableChoice = "left") -> dict[str, float]:
        """The share of the variance that involves each attribute, alone or with others; the sum can exceed 1."""
        found = self.energy(tree, table)
        return self._by_name(tree, found, found.total / _divisor(found))

    def pairs(self, tree: int | None = 0, table: TableChoice = "left") -> dict[tuple[str, str], float]:
        """The share of the variance that two attributes explain together and neither explains alone.

        Always with attributes that vary independently: of rows as they are there is no such share.
        """
        found = self.energy(tree, table, with_pairs=True)
        used = self.used(tree)
        names = found.attributes
        together = [(k, m) for k in range(len(names)) for m in range(k + 1, len(names)) if {names[k], names[m]} <= used]
        shares = found.pairs / _divisor(found)
        return {(names[k], names[m]): float(shares[k, m]) for k, m in together}

    def changed(self, tree: int | None = 0, table: TableChoice = "left") -> dict[str, float]:
        """The share of answers that change when an attribute is drawn again from the table, of one tree.

        Two independent draws of x_k differ in E[(f - f')²] = 2 T_k, which counts a change once for one indicator and
        twice where every class has its own.
        """
        found = self.energy(tree, table)
        per_change = 2.0 if len(self.trees[0].class_names) == 2 else 1.0
        return self._by_name(tree, found, per_change * found.total)

    def used(self, tree: int | None = 0) -> set[str]:
        """The attributes that a tree, or any tree of the set, tests."""
        chosen = self.trees if tree is None else (self.trees[self._position(tree)],)
        return {one.attributes[attribute] for one in chosen for attribute in one.attribute[~one.is_leaf].tolist()}

    def energy(self, tree: int | None = 0, table: TableChoice = "left", *, with_pairs: bool = False) -> AttributeEnergy:
        """The parts of the variance, not yet divided by it."""
        if table not in self.domains:
            raise InvalidParameterError("not-a-choice", option="table", value=table, choices=tuple(self.domains))
        key = (None if tree is None else self._position(tree), table, with_pairs)
        if key not in self._known:
            function = self._function(key[0], self.domains[table])
            if table in self.rows and not with_pairs:
                self._known[key] = row_energy(function, *self.rows[table])
            else:
                self._known[key] = attribute_energy(function, with_pairs=with_pairs)
        return self._known[key]

    def _function(self, tree: int | None, domain: CellDomain) -> BoxFunction:
        if tree is not None:
            return tree_function(self.trees[tree], domain)
        functions = [tree_function(one, domain) for one in self.trees]
        return combined(functions, np.full(len(functions), 1 / len(functions)))

    def _position(self, tree: int) -> int:
        if not 0 <= tree < len(self.trees):
            raise InvalidParameterError("no-such-tree-position", tree=tree, trees=len(self.trees))
        return tree

    def _by_name(self, tree: int | None, found: AttributeEnergy, parts: NDArray[np.float64]) -> dict[str, float]:
        used = self.used(tree)
        return {name: part for name, part in zip(found.attributes, parts.tolist(), strict=True) if name in used}


def _divisor(found: AttributeEnergy) -> float:
    return found.variance if found.variance > NO_VARIANCE else np.inf


def importance(source: object, pair: DatasetPair, *, measure: Measure = "rows") -> Importance:
    """Sobol indices of trees [S01, sensitivity indices] in each table of a pair, and in both tables together.

    `ksdt.importance(trees, pair).total(0, "left")` shows what the first tree relies on in the left table.

    `rows` lets the attributes vary independently, each as in the table; `empirical` takes the rows as they are, with
    the dependence between their attributes. `uniform` gives every cell of the trees' domain the same weight.
    """
    trees = trees_of(source)
    domain = domain_of(trees)
    if measure not in MEASURES:
        raise InvalidParameterError("not-a-choice", option="measure", value=measure, choices=MEASURES)
    by_rows = measure != "uniform"
    rows = {table: _rows(domain, pair, table) for table in TABLE_CHOICES} if measure == "empirical" else {}
    domains = {table: pair_domain(domain, pair, table) if by_rows else domain for table in TABLE_CHOICES}
    return Importance(trees, domains, rows)


def _rows(domain: CellDomain, pair: DatasetPair, table: TableChoice) -> Rows:
    """The rows of a table, or of both with equal weights for the tables."""
    tables = pair_rows(domain, pair, table)
    weights = [np.full(len(rows), 1 / len(rows)) for rows in tables]
    return np.concatenate([domain.cells_of(rows) for rows in tables]), np.concatenate(weights)
