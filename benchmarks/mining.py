"""Mining against scikit-learn's trees on the same rows: a whole pool, new weights, one shuffle, large tables."""

from __future__ import annotations

import os
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from sklearn.tree import DecisionTreeClassifier

from benchmarks.harness import Measured, in_turn, ratio, seconds
from benchmarks.tables import expression_tables, replicated, union
from ksdt_core.data import Dataset, DatasetPair, pair_datasets
from ksdt_core.evidence.significance import significance
from ksdt_core.mining import mine, sweep


def entropy_trees(
    x: NDArray[np.float64], y: NDArray[np.intp], *, n_trees: int, max_depth: int | None = None
) -> Callable[[], float]:
    """The time scikit-learn takes to fit entropy trees."""

    def fit() -> float:
        return seconds(
            lambda: [
                DecisionTreeClassifier(criterion="entropy", max_depth=max_depth, random_state=seed).fit(x, y)
                for seed in range(n_trees)
            ]
        )

    return fit


def whole_pool(repeats: int = 9) -> Measured:
    """All of WVP1 × 5 trees, no bound on depth, 1,426 attributes × (58 + 96) rows."""
    left, right = expression_tables(rows=(58, 96), attributes=1426)

    def ours() -> float:
        pair = pair_datasets(left, right)
        return seconds(lambda: sweep(pair, pool="wvp1", k=5, max_depth=0))

    ours()
    mined, fitted = in_turn(ours, entropy_trees(*union(left, right), n_trees=5), repeats=repeats)
    name = "WVP1 x 5 trees, no depth bound, 1426 x (58 + 96)"
    return ratio(name, mined, fitted, limit=0.5, peer="scikit-learn, 5 entropy trees on the union")


def new_weights(repeats: int = 30) -> Measured:
    """Weights never tried before, on a pair that was mined before."""
    left, right = expression_tables(rows=(58, 96), attributes=1426)
    pair = pair_datasets(left, right)
    sweep(pair, pool="wvp1", k=5, max_depth=0)
    random = np.random.default_rng(1)
    times = []
    for _ in range(repeats):
        weights = random.dirichlet((3.0, 3.0, 3.0)) * 0.9 + 1 / 30
        times.append(
            seconds(lambda weights=weights: mine(pair, weights=tuple(weights / weights.sum()), k=5, max_depth=0))
        )
    median, slowest = float(np.median(times)), max(times)
    detail = f"median of {repeats} random vectors; slowest {slowest * 1e3:.1f} ms"
    return Measured("new weights on a pair mined before, same size", median * 1e3, 10, " ms", detail)


def one_shuffle(repeats: int = 5) -> Measured:
    """One permutation with AttrSet computed again: 4,499 attributes × (77 + 86) rows, rank scale, k = 5, depth 3."""
    left, right = gene_pair_tables()
    pair = pair_datasets(left, right, scale="rank")
    trees = mine(pair)
    shuffles = 4

    def ours() -> float:
        return seconds(lambda: significance(pair, trees, permutations=shuffles)) / (3 * shuffles)

    ours()
    shuffled, fitted = in_turn(ours, entropy_trees(*union(left, right), n_trees=1), repeats=repeats)
    name = "one shuffle, 4499 x (77 + 86), rank, k = 5, depth 3"
    return ratio(name, shuffled, fitted, limit=1.0, peer="scikit-learn, one entropy tree on the union")


def gene_pair_tables() -> tuple[Dataset, Dataset]:
    """The tumour tables DH and LM where they are at hand, else made tables of their size."""
    from ksdt_core.data import match, read_dataset

    folder = os.environ.get("KSDT_SHARED_DATA", "../shared/data")
    if not os.path.isdir(folder):  # noqa: PTH112
        return expression_tables(rows=(77, 86), attributes=4499)
    left, right = (read_dataset(f"{folder}/gene/{name}.csv.gz") for name in ("DH", "LM"))
    classes = {"DLBCL": "bad", "FL": "good", "died": "bad", "survived": "good"}
    matched = match(left, right, class_map=classes)
    return matched.left, matched.right


def large_pair(n_rows: int, n_attributes: int) -> DatasetPair:
    """Two tables of n_rows / 2 rows each, made by replicating small ones with noise."""
    left, right = expression_tables(rows=(100, 100), attributes=n_attributes, informative=min(20, n_attributes))
    halves = (replicated(left, n_rows // 2, seed=1), replicated(right, n_rows - n_rows // 2, seed=2))
    return pair_datasets(*halves)


def large_tables() -> Measured:
    """200,000 rows × 50 attributes, one vector, k = 5, depth 6."""
    pair = large_pair(200_000, 50)
    x, y = union(pair.matched.left, pair.matched.right)
    mined = seconds(lambda: mine(pair, k=5, max_depth=6))
    fitted = entropy_trees(x, y, n_trees=1, max_depth=6)() * 5
    name = "200,000 x 50, one vector, k = 5, depth 6"
    return ratio(name, mined, fitted, limit=3.0, peer="scikit-learn, 5 x one depth-6 entropy tree")
