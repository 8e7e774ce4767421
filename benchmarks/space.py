"""The ensemble space: the trees of a whole sweep as points."""

from __future__ import annotations

import statistics
from collections.abc import Iterator

from benchmarks.fourier import trees_of_depth_one
from benchmarks.harness import Measured, seconds
from benchmarks.mining import gene_pair_tables
from ksdt_core.data import DatasetPair, pair_datasets
from ksdt_core.data.samples.catalogue import load
from ksdt_core.fourier.gram import inner_products
from ksdt_core.mining import mine, sweep, weight_cells
from ksdt_core.studies.tree_space import area_points, forest_points, mined_points, tree_space

MOST = 3000  # trees


def gene_pair() -> DatasetPair:
    """DH : LM, or two made tables of their size, by rank."""
    return pair_datasets(*gene_pair_tables(), scale="rank")


def sweep_as_points(repeats: int = 5) -> Measured:
    """Seconds from the 180 trees of WVP1 × 5 to their principal components and all pairwise disagreements."""
    pair = gene_pair()
    points = mined_points(sweep(pair, k=5, pool="wvp1").entries)
    inner_products(trees_of_depth_one())  # compiled before anything is measured
    tree_space(points[:3])
    taken = statistics.median(seconds(lambda: tree_space(points)) for _ in range(repeats))
    space = tree_space(points)
    detail = (
        f"{len(points)} trees on {space.domain.n_features} attributes of {pair.name}; "
        f"{space.components_for(0.9)} components hold 90 % of the variance"
    )
    return Measured("projection of a sweep of 180 trees", taken, 1, " s", detail)


def sweep_and_forests() -> Measured:
    """The same with forests of both tables and of their union, grown and placed; the limit is ours."""
    pair = gene_pair()
    points = mined_points(sweep(pair, k=5, pool="wvp1").entries)
    forest_points(pair, n_trees=1, max_depth=1)  # scikit-learn is loaded before anything is measured
    taken = seconds(lambda: tree_space(points + forest_points(pair, max_depth=3), pair=pair))
    return Measured("forests grown and placed beside a sweep", taken, 10, " s", "three forests of 30 trees of depth 3")


def whole_triangle() -> Measured:
    """Seconds from the solved weight triangle of the wine tables to all its distinct trees in their space, by rows."""
    pair = pair_datasets(load("wine-red"), load("wine-white"), scale="rank")
    cells, trees = weight_cells(pair, k=5, max_depth=3), mine(pair, k=5, max_depth=3)
    inner_products(trees_of_depth_one())  # compiled before anything is measured
    points = area_points(cells, trees, most=MOST)
    taken = seconds(lambda: tree_space(points, pair=pair, measure="rows"))
    return Measured("all trees of a weight triangle placed", taken, 3, " s", f"{len(points):,} distinct trees")


def measurements() -> Iterator[Measured]:
    """Every promise of the ensemble space."""
    yield whole_triangle()
    yield sweep_as_points()
    yield sweep_and_forests()


if __name__ == "__main__":
    for measured in measurements():
        print(measured, flush=True)
