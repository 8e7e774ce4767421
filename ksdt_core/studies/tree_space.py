"""Trees of several sources in one space: mined sets, whole sweeps, and forests grown on either table or on both."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.model.pair import DatasetPair
from ksdt_core.errors import InvalidParameterError
from ksdt_core.fourier.agreement import disagreements, group_disagreements
from ksdt_core.fourier.attribute_energy import attribute_energy
from ksdt_core.fourier.boxes import BoxFunction
from ksdt_core.fourier.domain import CellDomain, domain_of
from ksdt_core.fourier.gram import inner_products
from ksdt_core.fourier.loadings import axis_functions
from ksdt_core.fourier.masses import pair_domain, pair_rows
from ksdt_core.fourier.projection import Projection, projection_of
from ksdt_core.fourier.repeated import functions_of
from ksdt_core.fourier.sources import box_functions
from ksdt_core.learners.ensembles import TreeShape, forest
from ksdt_core.learners.rows import Source
from ksdt_core.mining.cells.tree_areas import tree_areas
from ksdt_core.mining.cells.weight_cells import WeightCells
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.mining.weights import WeightVector
from ksdt_core.trees.shared_tree import SharedTree
from ksdt_core.trees.tree import LEAF, Tree

SpaceMeasure = Literal["rows", "uniform"]
SHARED = "shared trees"
FOREST_OF_BOTH = "forest of both tables"
SAME = 1e-12  # trees that differ on no larger share of the domain are one function
ENOUGH = 1e-9  # a share of the variance reached up to rounding is reached
FOREST_TREES = 30
FOREST_DEPTH = 5  # where the mined trees have no bound of their own


@dataclass(frozen=True, slots=True, eq=False)
class TreePoint:
    """One tree of the space and where it comes from."""

    source: str
    tree: Tree
    shared: SharedTree | None = None  # of a mined tree
    weights: WeightVector | None = None
    sdtsq: float | None = None  # of its set
    number: int = 0  # in its set or forest, from 1
    share: float | None = None  # of all weightings under which it is mined, where these were looked at

    @property
    def root(self) -> str | None:
        """The attribute that the tree starts from, None where it does not split."""
        attribute = int(self.tree.attribute[0])
        return None if attribute == LEAF else self.tree.attributes[attribute]


@dataclass(frozen=True, slots=True)
class AxisShares:
    """What an axis is made of, as shares of its energy."""

    mean: float  # of w_0: how often a tree answers the class at all
    attributes: tuple[tuple[str, float], ...]  # the largest first


@dataclass(frozen=True, slots=True, eq=False)
class TreeSpace:
    """All trees on one domain Λ, with their principal components."""

    points: tuple[TreePoint, ...]
    domain: CellDomain
    projection: Projection  # with every component that has variance
    differing: NDArray[np.float64]  # (n_trees, n_trees), shares of Λ on which two trees answer differently
    differing_rows: NDArray[np.float64] | None  # the same of the rows, both tables weighing alike; None without tables
    explained_alone: Mapping[str, NDArray[np.float64]]  # shares of the variance of the trees of each source alone

    @property
    def sources(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(point.source for point in self.points))

    def members(self, source: str) -> NDArray[np.intp]:
        """Positions of the trees of a source."""
        return np.array([i for i, point in enumerate(self.points) if point.source == source], dtype=np.intp)

    def components_for(self, share: float = 0.9, *, source: str | None = None) -> int:
        """How many principal components hold a share of the variance; 0 where the trees do not vary.

        Of one source: of the components that its trees have alone, whatever other trees the space holds.
        """
        explained = self.projection.explained if source is None else self.explained_alone[source]
        if explained[0] <= 0:
            return 0
        return min(int(np.searchsorted(np.cumsum(explained), share - ENOUGH)) + 1, explained.size)

    def distinct(self, source: str) -> int:
        """How many trees of a source answer differently from all others of it somewhere."""
        own = self.members(source)
        return int(np.unique((self.differing[np.ix_(own, own)] <= SAME).argmax(axis=1)).size)

    def between(self, *, on_rows: bool = False) -> NDArray[np.float64]:
        """The mean disagreement of the trees of two sources, or of one, in the order of `sources`."""
        differing = self.differing_rows if on_rows and self.differing_rows is not None else self.differing
        return group_disagreements(differing, [self.members(source) for source in self.sources])

    def places(self) -> tuple[tuple[int, ...], ...]:
        """Trees of one source that predict alike everywhere stand at one place; the others at their own places."""
        found: dict[tuple[str, int], list[int]] = {}
        first_alike = (self.differing <= SAME).argmax(axis=1).tolist()
        for position, point in enumerate(self.points):
            found.setdefault((point.source, first_alike[position]), []).append(position)
        return tuple(tuple(members) for members in found.values())

    def axis_attributes(self, n_axes: int, *, n_largest: int = 8) -> tuple[AxisShares, ...]:
        """For each of the first axes what its energy is made of: the mean w_0, and the attributes of the rest.

        A partition with several attributes counts for each of them, so the shares may sum to more than 1.
        """
        trees = [point.tree for point in self.points]
        first, which = functions_of(trees)
        weights = np.zeros((first.size, min(n_axes, self.projection.weights.shape[1])))
        np.add.at(weights, which, self.projection.weights[:, :n_axes])
        cut = replace(self.projection, explained=self.projection.explained[:n_axes], weights=weights)
        found = []
        for axis in axis_functions([trees[position] for position in first.tolist()], cut, domain=self.domain):
            energy = attribute_energy(axis)
            mean = float((axis.mean() ** 2).sum())
            whole = energy.variance + mean or 1.0
            largest = np.argsort(-energy.total, kind="stable")[:n_largest].tolist()
            rows = tuple((energy.attributes[i], float(energy.total[i]) / whole) for i in largest if energy.total[i] > 0)
            found.append(AxisShares(mean / whole, rows))
        return tuple(found)


def tree_space(
    points: Sequence[TreePoint], *, pair: DatasetPair | None = None, measure: SpaceMeasure = "uniform"
) -> TreeSpace:
    """The space of these trees: one domain for all of them, since with other cuts trees have other inner products.

    By `uniform` every point of Λ counts alike, as published; by `rows` each value as often as rows have it, each table
    as much as the other (`pair_domain`). The latter needs the pair. Trees that are one function are computed with once.
    """
    if len(points) < 2:
        raise InvalidParameterError("space-of-too-few-trees", trees=len(points))
    if measure == "rows" and pair is None:
        raise InvalidParameterError("row-distances-without-tables")
    trees = [point.tree for point in points]
    first, which = functions_of(trees)
    distinct = [trees[position] for position in first.tolist()]
    domain = domain_of(trees)
    functions = box_functions(distinct, domain=domain)
    gram = inner_products(functions)
    n_classes = len(trees[0].class_names)
    on_rows = None if pair is None else disagreements(_row_gram(functions, pair), n_classes)
    measured = gram
    if measure == "rows" and pair is not None:
        domain = pair_domain(domain, pair)
        measured = inner_products(distinct, domain=domain)
    projection = projection_of(measured, max(3, first.size), which=which)
    n_alive = max(3, int((projection.explained > 0).sum()))
    projection = replace(projection, points=projection.points[:, :n_alive].copy(),
                         explained=projection.explained[:n_alive].copy(),
                         weights=projection.weights[:, :n_alive].copy())  # fmt: skip
    sources = list(dict.fromkeys(point.source for point in points))
    alone = {sources[0]: projection.explained}
    if len(sources) > 1:
        chosen = {source: np.array([point.source == source for point in points]) for source in sources}
        known = measured if measure == "rows" else None
        alone = {source: _explained_alone(distinct, which[own], known) for source, own in chosen.items()}
    every = np.ix_(which, which)
    return TreeSpace(
        tuple(points),
        domain,
        projection,
        disagreements(gram, n_classes)[every],
        None if on_rows is None else on_rows[every],
        alone,
    )


def _explained_alone(
    distinct: Sequence[Tree], which: NDArray[np.intp], known: NDArray[np.float64] | None
) -> NDArray[np.float64]:
    """The variance of some of the trees, given by their functions, as shares of its components.

    Where every point counts alike, on their own domain: cuts of other trees would change the weights of its parts.
    By rows cuts change nothing, and the inner products are known.
    """
    own, among = np.unique(which, return_inverse=True)
    if known is not None:
        return projection_of(known[np.ix_(own, own)], own.size, which=among).explained
    chosen = [distinct[position] for position in own.tolist()]
    if all(tree.n_nodes == 1 for tree in chosen):
        return np.zeros(1)
    return projection_of(inner_products(chosen), own.size, which=among).explained


def _row_gram(functions: tuple[BoxFunction, ...], pair: DatasetPair) -> NDArray[np.float64]:
    """Inner products over the rows of both tables, the mean of those of either."""
    left, right = (
        inner_products(functions, measure="empirical", rows=rows) for rows in pair_rows(functions[0].domain, pair)
    )
    return (left + right) / 2


def mined_points(sets: Iterable[TreeSet]) -> list[TreePoint]:
    """Every tree of mined sets, with the weights and the quality of its set."""
    return [
        TreePoint(SHARED, shared.tree, shared, trees.settings.weights, trees.scores.sdtsq, number)
        for trees in sets
        for number, shared in enumerate(trees.trees, start=1)
    ]


def area_points(cells: WeightCells, trees: TreeSet, *, most: int) -> list[TreePoint]:
    """The trees of a set, then the distinct others of the weight triangle that are mined under the most weightings.

    Each stands there once, with the share of all weightings under which it is mined, and its largest region's quality.
    """
    if cells.found is None:
        raise InvalidParameterError("cells-without-tables")
    own = cells.found.trees_at(trees.settings.weights)
    areas = {area.number: area for area in tree_areas(cells, most=most, and_also=own)}
    points = [
        replace(point, share=areas[number].share) for number, point in zip(own, mined_points([trees]), strict=True)
    ]
    others = (area for number, area in areas.items() if number not in own)
    for area in others:
        region = cells.regions[area.region]
        points.append(
            TreePoint(
                SHARED,
                area.shared.tree,
                area.shared,
                region.weights,
                region.scores.sdtsq,
                area.position + 1,
                area.share,
            )
        )
    return points


def forest_of(table: str) -> str:
    """The name of the points of a table's forest."""
    return f"forest of {table}"


def forest_points(
    pair: DatasetPair,
    *,
    n_trees: int = FOREST_TREES,
    max_depth: int = 0,
    exclude: Collection[str] = (),
    seed: int = 0,
) -> list[TreePoint]:
    """Random forests of the left table, the right table and both, on the scaled values that mining sees.

    Each split looks at √n columns, as is usual for forests. Trees are no deeper than mined ones, so that what sets
    them apart is the rows they were grown on.
    """
    shape = TreeShape(max_depth=max_depth or FOREST_DEPTH)
    sources: tuple[tuple[Source, str], ...] = (
        ("left", forest_of(pair.left.name)),
        ("right", forest_of(pair.right.name)),
        ("union", FOREST_OF_BOTH),
    )
    found = []
    looked_at = max(1, int(len(set(pair.attributes) - set(exclude)) ** 0.5))
    for source, name in sources:
        grown = forest(pair, n_trees, max_features=looked_at, source=source, shape=shape, exclude=exclude, seed=seed)
        found += [TreePoint(name, tree, number=number) for number, tree in enumerate(grown.trees, start=1)]
    return found
