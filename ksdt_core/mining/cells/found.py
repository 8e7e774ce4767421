"""From the cells that a search found to regions, and back from weights to a region."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.model.pair import DatasetPair
from ksdt_core.errors import Interrupted, InvalidParameterError
from ksdt_core.mining.cells import searching
from ksdt_core.mining.cells.polygons import inner_points
from ksdt_core.mining.cells.rivals import LEAST_IG_AND_DS
from ksdt_core.mining.cells.sets import SetKey, TreeShelf, used_columns
from ksdt_core.mining.cells.solver import Solver
from ksdt_core.mining.cells.weight_cells import Cell, WeightCells, WeightRegion
from ksdt_core.mining.finishing import finished_trees
from ksdt_core.mining.holdout import with_accuracies_on
from ksdt_core.mining.miners import Ground
from ksdt_core.mining.parameters import MiningParameters
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.mining.weights import WeightVector
from ksdt_core.mining.workbench import Workbench, workbench_of
from ksdt_core.parallel.executor import Progress
from ksdt_core.parallel.workers import Workers
from ksdt_core.trees.shared_tree import SharedTree

MOST_CELLS = 20_000


@dataclass(slots=True, eq=False)
class Found:
    """The search behind a map of cells: trees are made from it when they are asked for."""

    ground: Ground
    solver: Solver
    shelf: TreeShelf
    regions: dict[SetKey, int] = field(default_factory=dict)  # by the trees of their sets
    cells: list[int] = field(default_factory=list)  # of each region the cell with the widest circle
    trees: list[list[int]] = field(default_factory=list)  # of each region its trees, in the order of that cell

    def region_at(self, weights: WeightVector) -> int:
        """The number of the region of these weights."""
        vector = self.ground.parameters.weights_or_default(weights)
        if vector.atd is not None and vector.ig + vector.ds < LEAST_IG_AND_DS:
            raise InvalidParameterError("weights-in-corner", weights=vector.parts, least=LEAST_IG_AND_DS)
        number = self.regions.get(tuple(sorted(self.shelf.known(self.solver.grown_at(vector)))))
        if number is None:
            raise InvalidParameterError("cell-not-found", weights=vector.parts, most=self.solver.most)
        return number

    def trees_at(self, weights: WeightVector) -> list[int]:
        """The numbers of the trees that are mined under these weights, in the miner's order; −1: in no cell."""
        return self.shelf.known(self.solver.grown_at(self.ground.parameters.weights_or_default(weights)))

    def tree_set(self, region: int, weights: WeightVector) -> TreeSet:
        """The set of a region."""
        return self.ground.scored(self._grown(region), weights)

    def shared_trees(self, region: int) -> tuple[SharedTree, ...]:
        """The trees of a region's set, without the numbers of the set, which take longer than its trees."""
        trees, split = self._grown(region), self.ground.split
        return trees if split is None else with_accuracies_on(split, trees)

    def _grown(self, region: int) -> tuple[SharedTree, ...]:
        growth = self.solver.grown_in(self.cells[region])
        return finished_trees(self.ground.pair, self.solver.bench, growth, observed=True)


def weight_cells(
    pair: DatasetPair,
    *,
    most: int = MOST_CELLS,
    parameters: MiningParameters | None = None,
    workers: Workers = 1,
    progress: Progress | None = None,
    should_stop: Callable[[], bool] | None = None,
    on_stop: Callable[[WeightCells], None] | None = None,
    **options: Any,
) -> WeightCells:
    """All sets that weights can mine from a pair, with the weights of each.

    `options` are the fields of `MiningParameters`. If there are more than `most` cells, the largest are found, and
    `covered` is the share that they fill. `on_stop` gets the result so far if the search is stopped. The search runs in
    this process and does not depend on `workers`.
    """
    chosen = MiningParameters.of(options) if parameters is None else parameters
    if isinstance(most, bool) or not isinstance(most, int) or most < 1:
        raise InvalidParameterError("not-whole", option="most", value=most, minimum=1)
    if isinstance(workers, int) and workers < 1:
        raise InvalidParameterError("not-whole", option="workers", value=workers, minimum=1)
    ground = Ground.of_pair(pair, chosen)
    solver = Solver.of_pair(ground.pair, ground.parameters, workbench_of(ground.pair), most=most)
    try:
        solver.solve(progress=progress, should_stop=should_stop)
    except Interrupted:
        if on_stop is not None and solver.search.cursor[searching.N_CELLS]:
            on_stop(regions_of(ground, solver))
        raise
    return regions_of(ground, solver)


def best_of_triangle(ground: Ground, workbench: Workbench, *, most: int) -> TreeSet:
    """The best set of the whole triangle, by SDTSQ; what is known of the pair is taken from the workbench."""
    solver = Solver.of_pair(ground.pair, ground.parameters, workbench, most=most)
    solver.solve(progress=None, should_stop=None)
    return regions_of(ground, solver).best.tree_set


def regions_of(ground: Ground, solver: Solver) -> WeightCells:
    """The cells that were found, those of equal sets merged."""
    found = Found(ground, solver, TreeShelf(solver, ground))
    search, n_cells = solver.search, int(solver.search.cursor[searching.N_CELLS])
    sizes = search.cell_sizes[:n_cells].tolist()
    spans = search.cells[:n_cells, [searching.FIRST_CORNER, searching.PART_CORNERS]]
    circles = inner_points(search.corners, spans).tolist()
    polygons = _polygons(search.corners, spans, is_segment=solver.is_segment)
    cells_of: dict[SetKey, list[int]] = {}
    trees_of = found.shelf.of_cells(n_cells)
    for cell, trees in enumerate(trees_of):
        cells_of.setdefault(tuple(sorted(trees)), []).append(cell)
    for cells in cells_of.values():
        cells.sort(key=lambda cell: -sizes[cell])
    shares = {key: sum([sizes[cell] for cell in cells]) / solver.whole for key, cells in cells_of.items()}
    ranked = sorted(cells_of, key=lambda key: (-shares[key], cells_of[key][0]))
    names, columns = ground.pair.attributes, solver.bench.candidates.columns
    roots = [None if tree.root is None else names[int(columns[tree.root])] for tree in found.shelf.trees]
    nodes = [tree.n_nodes for tree in found.shelf.trees]
    regions = []
    for number, key in enumerate(ranked):
        cells = cells_of[key]
        widest = max(cells, key=lambda cell: circles[cell][2])
        found.regions[key] = number
        found.cells.append(widest)
        found.trees.append(trees_of[widest])
        x, y, _ = circles[widest]
        region = WeightRegion(
            share=shares[key],
            scores=found.shelf.scores(key),
            weights=WeightVector(x, 1 - x, None) if solver.is_segment else WeightVector(x, y, 1 - x - y),
            cells=tuple([polygons[cell] for cell in cells]),
            roots=tuple([roots[tree] for tree in trees_of[widest]]),
            nodes=sum([nodes[tree] for tree in key]),
            number=number,
            found=found,
        )
        regions.append(region)
    tied = search.cells[:n_cells, searching.PART_TIED] > 0
    one = regions[0].tree_set.to_document()
    return WeightCells(
        pair=one["pair"],
        config={name: value for name, value in one["config"].items() if name != "weights"},
        regions=tuple(regions),
        covered=sum(sizes) / solver.whole,
        tie_share=float(search.cell_sizes[:n_cells][tied].sum()) / solver.whole,
        attributes=_attribute_shares(found, ranked, shares),
        most=solver.most,
        found=found,
    )


def _polygons(corners: NDArray[np.float64], spans: NDArray[np.int64], *, is_segment: bool) -> list[Cell]:
    """The corners of every cell as weights."""
    first, n = spans.T
    ends = np.cumsum(n)
    x, y = corners[np.arange(ends[-1]) + np.repeat(first - (ends - n), n)].T  # those of open parts stand between them
    rest = np.zeros_like(x) if is_segment else np.maximum(0.0, 1 - x - y)
    every = list(zip(x.tolist(), y.tolist(), rest.tolist(), strict=True))
    return [tuple(every[begin:end]) for begin, end in zip((ends - n).tolist(), ends.tolist(), strict=True)]


def _attribute_shares(found: Found, ranked: list[SetKey], shares: dict[SetKey, float]) -> tuple[tuple[str, float], ...]:
    """The share of the triangle in which some tree of the set tests each attribute, the largest first."""
    names, columns = found.ground.pair.attributes, found.solver.bench.candidates.columns
    total = np.zeros(columns.size)
    uses = [used_columns(tree) for tree in found.shelf.trees]
    for key in ranked:
        for column in set().union(*(uses[tree] for tree in key)):
            total[column] += shares[key]
    order = np.argsort(-total, kind="stable")
    return tuple((names[int(columns[i])], float(total[i])) for i in order if total[i] > 0)
