"""A tree from a spectrum (TCFS): top-down, from schema averages alone."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ksdt_core.errors import InvalidParameterError
from ksdt_core.fourier.binary_growth import binary_growth, fits_binary_growth
from ksdt_core.fourier.growing import ANSWER_TIE, GrownNodes, answered_classes, finished_tree
from ksdt_core.fourier.schema import Schema, whole_schema
from ksdt_core.fourier.spectra import Spectrum
from ksdt_core.fourier.split_choice import Criterion, chosen_split
from ksdt_core.fourier.tree_bounds import MAX_NODES, TreeBounds
from ksdt_core.fourier.value_tree import ValueTree
from ksdt_core.trees.tree import LEAF, Tree


def tree_from_spectrum(
    spectrum: Spectrum,
    *,
    max_depth: int = 0,
    confidence: float | None = None,
    free_energy: float = 0.0,
    max_nodes: int = MAX_NODES,
) -> Tree:
    """The tree that answers the classes of a spectrum (TCFS) [KPD06, section V].

    From a full spectrum it is the same function as the original on every x of Λ. A leaf is of the second class when its
    average exceeds 0.5, of the class with the largest average where there are more; siblings that answer alike are one
    leaf. Departure: the published algorithm stops where no coefficient one order up touches the schema, which ends XOR
    at its root; here a schema is finished only when no coefficient above 1e-12 is left free in it.
    """
    if not spectrum.class_names:
        raise InvalidParameterError(
            "this spectrum answers numbers, not classes; build its tree with value_tree_from_spectrum."
        )
    bounds = TreeBounds(max_depth, confidence, free_energy, max_nodes)
    return finished_tree(_grown(spectrum, bounds, "entropy"), spectrum, by_class=True).tree


def value_tree_from_spectrum(
    spectrum: Spectrum, *, max_depth: int = 0, free_energy: float = 0.0, max_nodes: int = MAX_NODES
) -> ValueTree:
    """The tree with the numbers of a spectrum at its leaves; splits reduce the variance as far as they can."""
    bounds = TreeBounds(max_depth, None, free_energy, max_nodes)
    return finished_tree(_grown(spectrum, bounds, "variance"), spectrum, by_class=False)


def _grown(spectrum: Spectrum, bounds: TreeBounds, criterion: Criterion) -> GrownNodes:
    """The tree before siblings are merged."""
    root = whole_schema(spectrum)
    if fits_binary_growth(root):
        nodes = binary_growth(root, bounds, by_class=criterion == "entropy")
    else:
        nodes = _plain_growth(root, _numeric(spectrum), bounds, criterion)
    if nodes is None:
        raise bounds.too_many_nodes()
    return nodes


def _numeric(spectrum: Spectrum) -> tuple[bool, ...]:
    """Which features are split by cuts."""
    return tuple(feature.values is None for feature in spectrum.domain.features)


def _plain_growth(
    root: Schema, numeric: tuple[bool, ...], bounds: TreeBounds, criterion: Criterion
) -> GrownNodes | None:
    """Schemata are split one by one, the left child's branch first; None if there are more than the bounds allow."""
    tests, children, values = [(LEAF, 0)], [(LEAF, LEAF)], [root.average]
    waiting = [(0, 0, root)]
    while waiting:
        node, depth, schema = waiting.pop()
        if _is_finished(schema, depth, bounds, criterion):
            continue
        if len(tests) + 2 > bounds.max_nodes:
            return None
        tests[node], parts = _children(schema, numeric, criterion)
        left = len(tests)
        children[node] = (left, left + 1)
        tests += [(LEAF, 0)] * 2
        children += [(LEAF, LEAF)] * 2
        values += [part.average for part in parts]
        waiting += [(left + 1, depth + 1, parts[1]), (left, depth + 1, parts[0])]
    feature, cell = np.array(tests, dtype=np.int64).T
    left_child, right_child = np.array(children, dtype=np.int64).T
    return GrownNodes(feature, cell, left_child, right_child, np.stack(values))


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
