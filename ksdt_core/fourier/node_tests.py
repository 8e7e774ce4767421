"""The tests of a tree in terms of the cells of a domain."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from ksdt_core.errors import InvalidParameterError
from ksdt_core.fourier.domain import CellDomain
from ksdt_core.trees.tree import LEAF, Tree


@dataclass(frozen=True, slots=True, eq=False)
class NodeTests:
    """For each node the feature that it tests, and which cells of it go left: those up to `cell`, or `cell` alone."""

    feature: NDArray[np.int64]  # LEAF where the node has no test
    cell: NDArray[np.int64]  # the cut's or the category's position in the domain

    @classmethod
    def of(cls, tree: Tree, domain: CellDomain) -> Self:
        """The tests of a tree; the domain must know every one of them."""
        feature = np.full(tree.n_nodes, LEAF, dtype=np.int64)
        cell = np.zeros(tree.n_nodes, dtype=np.int64)
        position_of = {known.name: position for position, known in enumerate(domain.features)}
        for attribute in np.unique(tree.attribute[tree.attribute != LEAF]).tolist():
            name = tree.attributes[attribute]
            if name not in position_of:
                raise InvalidParameterError("attribute-outside-domain", attribute=name)
            nodes = np.flatnonzero(tree.attribute == attribute)
            feature[nodes] = position_of[name]
            cell[nodes] = _cells(tree, domain, attribute, nodes=nodes, feature=position_of[name])
        return cls(feature, cell)

    @property
    def swapped(self) -> NDArray[np.bool_]:
        """Whether, of two cells, the second one goes left: a test for the second category."""
        return np.equal(self.cell, 1)


def _cells(
    tree: Tree, domain: CellDomain, attribute: int, *, nodes: NDArray[np.intp], feature: int
) -> NDArray[np.int64]:
    known = domain.features[feature]
    if known.values is None:
        thresholds, cuts = tree.threshold[nodes], domain.cut_arrays[feature]
        positions = np.searchsorted(cuts, thresholds)
        found = cuts[np.minimum(positions, cuts.size - 1)] == thresholds
        if not found.all():
            raise InvalidParameterError("cut-outside-domain", attribute=known.name, cut=float(thresholds[~found][0]))
        return positions.astype(np.int64)
    own = tree.categories[attribute] or ()
    if not set(own) <= set(known.values):
        raise InvalidParameterError("values-outside-domain", attribute=known.name)
    return np.array([known.values.index(value) for value in own], dtype=np.int64)[tree.category[nodes]]
