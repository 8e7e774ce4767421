"""A tree from a spectrum (TCFS): top-down, from schema averages alone."""

from __future__ import annotations

from typing import Unpack

import numpy as np
from numpy.typing import NDArray

from ksdt_core.errors import InvalidParameterError
from ksdt_core.fourier.binary_growth import binary_growth, fits_binary_growth
from ksdt_core.fourier.growing import ANSWER_TIE, GrownNodes, NodeList, answered_classes, finished_tree
from ksdt_core.fourier.schema import Schema, whole_schema
from ksdt_core.fourier.spectra import Spectrum
from ksdt_core.fourier.split_choice import Criterion, chosen_split
from ksdt_core.fourier.tree_bounds import MAX_NODES, BoundOptions, TreeBounds
from ksdt_core.trees.tree import Tree
from ksdt_core.trees.value_tree import ValueTree


def tree_from_spectrum(spectrum: Spectrum, **bounds: Unpack[BoundOptions]) -> Tree:
    """The tree that predicts the classes of a spectrum (TCFS) [KPD06, section V].

    From a full spectrum it is the same function as the original on every x of Λ. A leaf is of the second class when its
    average exceeds 0.5, of the class with the largest average where there are more; siblings that predict alike are one
    leaf. Departure: the published algorithm stops where no coefficient one order up touches the schema, so that XOR
    ends at its root; here a schema is finished only when no coefficient above 1e-12 is left free in it.
    """
    if not spectrum.class_names:
        raise InvalidParameterError("spectrum-without-classes")
    return finished_tree(_grown(spectrum, TreeBounds(**bounds), "entropy"), spectrum, by_class=True).tree


def value_tree_from_spectrum(
    spectrum: Spectrum, *, max_depth: int = 0, free_energy: float = 0.0, max_nodes: int = MAX_NODES
) -> ValueTree:
    """The tree with the numbers of a spectrum at its leaves; splits reduce the variance as far as they can."""
    bounds = TreeBounds(max_depth, None, free_energy, max_nodes)
    return finished_tree(_grown(spectrum, bounds, "variance"), spectrum, by_class=False)


def _grown(spectrum: Spectrum, bounds: TreeBounds, criterion: Criterion) -> GrownNodes:
    """The tree before siblings are merged.

    Schemata are split one by one, until what is left depends only on features of two cells: that goes to a kernel.
    """
    numeric = tuple(feature.values is None for feature in spectrum.domain.features)
    root = whole_schema(spectrum)
    if fits_binary_growth(root):
        return _binary_branch(root, bounds, criterion)
    nodes = NodeList()
    waiting = [(nodes.add(root.average), 0, root)]
    while waiting:
        node, depth, schema = waiting.pop()
        if _is_finished(schema, depth, bounds, criterion):
            continue
        if fits_binary_growth(schema):
            nodes.graft(node, _binary_branch(schema, bounds, criterion, depth=depth, n_nodes=len(nodes)))
            continue
        if len(nodes) + 2 > bounds.max_nodes:
            raise bounds.too_many_nodes()
        test, parts = _children(schema, numeric, criterion)
        left, right = (nodes.add(part.average) for part in parts)
        nodes.split(node, test, children=(left, right))
        waiting += [(right, depth + 1, parts[1]), (left, depth + 1, parts[0])]
    return nodes.arrays()


def _binary_branch(
    schema: Schema, bounds: TreeBounds, criterion: Criterion, *, depth: int = 0, n_nodes: int = 1
) -> GrownNodes:
    """The branch of a schema at a depth, when the tree has so many nodes already."""
    branch = binary_growth(schema, bounds.below(depth, n_nodes), by_class=criterion == "entropy")
    if branch is None:
        raise bounds.too_many_nodes()
    return branch


def _children(schema: Schema, numeric: tuple[bool, ...], criterion: Criterion) -> tuple[tuple[int, int], list[Schema]]:
    """The best split of a schema: the feature, the last cell that goes left (or the one that does), the children."""
    choice = chosen_split(schema, numeric, criterion)
    slices, cells = schema.along(choice.feature), schema.cells[choice.feature]
    position = choice.position
    if position is None:
        position = slices.first_change() if numeric[choice.feature] else 0
    everywhere = np.arange(len(cells))
    inside = everywhere <= position if numeric[choice.feature] else everywhere == position
    parts = [everywhere[inside], everywhere[~inside]]
    return (choice.feature, cells[position]), [slices.restricted(part) for part in parts]


def _is_finished(schema: Schema, depth: int, bounds: TreeBounds, criterion: Criterion) -> bool:
    if schema.is_constant or (bounds.max_depth and depth >= bounds.max_depth):
        return True
    if bounds.free_energy > 0 and schema.free_energy() <= bounds.free_energy:
        return True
    if criterion == "variance":
        return False
    return _is_confident(schema.average, bounds.confidence) or _is_decided(schema)


def _is_confident(averages: NDArray[np.float64], confidence: float | None) -> bool:
    """max(φ, 1 - φ) for two classes, the largest φ for more, is as large as asked."""
    if confidence is None:
        return False
    largest = float(averages.max())
    return (max(largest, 1 - largest) if averages.size == 1 else largest) >= confidence


def _is_decided(schema: Schema) -> bool:
    """Whether the answer cannot change anywhere within the schema: all below would be merged into one leaf anyway.

    |f(x) - φ(h)| ≤ Σ_(j ≠ 0) |w_j| for every x in h.
    """
    averages, reach = schema.average, schema.free_magnitude()
    if averages.size == 1:
        return bool(abs(averages[0] - 0.5) > reach[0] + 2 * ANSWER_TIE)
    answer = int(answered_classes(averages[None])[0])
    ahead = averages[answer] - reach[answer] - (averages + reach)
    ahead[answer] = np.inf
    return bool(ahead.min() > 2 * ANSWER_TIE)
