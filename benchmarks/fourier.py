"""The Fourier side: spectra against shapiq's transform of trees, inner products, a tree of an aggregate."""

from __future__ import annotations

import os
import resource
import statistics
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.ensemble import BaggingClassifier, RandomForestClassifier
from sklearn.tree import DecisionTreeClassifier

from benchmarks.harness import Measured, ratio, seconds
from ksdt_core.fourier.aggregation import aggregated_spectrum
from ksdt_core.fourier.box_pairs import box_pairs
from ksdt_core.fourier.construction import tree_from_spectrum
from ksdt_core.fourier.domain import domain_of
from ksdt_core.fourier.gram import inner_products
from ksdt_core.fourier.sources import box_functions
from ksdt_core.fourier.transform import spectrum
from ksdt_core.learners.conversion import trees_from
from ksdt_core.trees.tree import LEAF, Tree

MEGABYTE = 1 << 20


def deep_tree(n_attributes: int = 50) -> Tree:
    """A tree of depth 12 grown on 8,000 random rows of Boolean attributes and random classes."""
    generator = np.random.default_rng(0)
    rows, classes = generator.integers(0, 2, (8000, n_attributes)), generator.integers(0, 2, 8000)
    model = DecisionTreeClassifier(criterion="entropy", max_depth=12, random_state=0).fit(rows, classes)
    return trees_from(model)[0]


def as_booster(tree: Tree, node: int = 0) -> dict[str, Any]:
    """The tree in the nested form that shapiq's transform takes."""
    if tree.attribute[node] == LEAF:
        return {"leaf_value": float(tree.label[node])}
    return {
        "split_feature": int(tree.attribute[node]),
        "left_child": as_booster(tree, int(tree.left[node])),
        "right_child": as_booster(tree, int(tree.right[node])),
    }


def spectrum_of_deep_tree(repeats: int = 7) -> Measured:
    """All coefficients of a depth-12 tree over 50 Boolean attributes, against shapiq's private transform."""
    from shapiq.approximator.sparse.base import Sparse

    tree = deep_tree()
    spectrum(trees_of_depth_one()[0])  # compiled before anything is measured
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    found = spectrum(tree)
    peak = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024
    ours = statistics.median(seconds(lambda: spectrum(tree)) for _ in range(repeats))
    booster = {"tree_structure": as_booster(tree)}
    transform: Any = Sparse._lgboost_tree_to_fourier
    theirs = seconds(lambda: transform(None, booster))
    measured = ratio("spectrum, depth 12, 50 Boolean attributes", ours, theirs, limit=1 / 20, peer="shapiq")
    detail = (
        f"{measured.detail}: {theirs / ours:.0f} times faster; {found.n_partitions:,} coefficients in "
        f"{found.n_bytes / MEGABYTE:.0f} MB, {peak / MEGABYTE:.0f} MB more at the peak of the first call"
    )
    return Measured(measured.name, measured.value, measured.limit, measured.unit, detail)


def trees_of_depth_one() -> tuple[Tree, ...]:
    """The smallest ensemble, to compile with."""
    model = RandomForestClassifier(2, max_depth=1, random_state=0).fit([[0, 0], [0, 1], [1, 0], [1, 1]], [0, 1, 1, 0])
    return trees_from(model)


def wide_domain(repeats: int = 3) -> Measured:
    """The same over 80 Boolean attributes, whose partitions need two words; the limit is ours, there is no peer."""
    tree = deep_tree(n_attributes=80)
    found = spectrum(tree)
    taken = statistics.median(seconds(lambda: spectrum(tree)) for _ in range(repeats))
    detail = f"{found.n_partitions:,} coefficients over {found.domain.n_features} features"
    return Measured("spectrum, depth 12, 80 Boolean attributes", taken, 10, " s", detail)


def random_forest(n_trees: int, *, max_depth: int, n_rows: int) -> tuple[Tree, ...]:
    """Trees on 20 numeric attributes, each with hundreds of cuts."""
    generator = np.random.default_rng(1)
    rows = generator.normal(size=(n_rows, 20))
    noise = generator.normal(size=n_rows)
    classes = rows[:, 0] + rows[:, 1] * rows[:, 2] + noise > 0
    model = RandomForestClassifier(n_trees, max_depth=max_depth, random_state=0, n_jobs=2).fit(rows, classes)
    return trees_from(model)


def exact_inner_products(n_trees: int, *, max_depth: int, n_rows: int, limit: float) -> Measured:
    """Seconds for the exact matrix, from trees to numbers."""
    trees = random_forest(n_trees, max_depth=max_depth, n_rows=n_rows)
    inner_products(trees_of_depth_one())  # compiled before anything is measured
    taken = seconds(lambda: inner_products(trees))
    domain = domain_of(trees)
    n_pairs = box_pairs(box_functions(trees, domain=domain))
    detail = (
        f"{sum(tree.n_leaves for tree in trees):,} leaves, up to {max(domain.n_cells)} cells an attribute, "
        f"{n_pairs:,} pairs of leaves, {os.cpu_count()} cores"
    )
    return Measured(f"exact inner products of {n_trees} depth-{max_depth} trees", taken, limit, " s", detail)


def aggregate_of_spect(repeats: int = 7) -> Measured:
    """The tree of the mean spectrum of 40 unpruned bagged trees on SPECT (22 Boolean attributes)."""
    import pandas as pd

    path = Path(os.environ.get("KSDT_SHARED_DATA", "../shared/data")) / "uci" / "spect_train.csv.gz"
    if path.is_file():
        table = pd.read_csv(path)
        rows, classes = table.drop(columns="class").to_numpy(float), table["class"].to_numpy()
    else:  # a made table of its size
        generator = np.random.default_rng(2)
        rows, classes = generator.integers(0, 2, (80, 22)), generator.integers(0, 2, 80)
    base = DecisionTreeClassifier(criterion="entropy", random_state=0)
    trees = trees_from(BaggingClassifier(base, n_estimators=40, random_state=0).fit(rows, classes))
    mean = aggregated_spectrum(trees)
    tree = tree_from_spectrum(mean)
    taken = statistics.median(seconds(lambda: tree_from_spectrum(mean)) for _ in range(repeats))
    summed = statistics.median(seconds(lambda: aggregated_spectrum(trees)) for _ in range(repeats))
    detail = f"{mean.n_partitions:,} coefficients (summed in {summed:.3f} s), a tree of {tree.n_nodes:,} nodes"
    return Measured("tree of an aggregate of 40 trees on SPECT", taken, 0.2, " s", detail)


def measurements() -> Iterator[Measured]:
    """Every promise of the Fourier side."""
    yield spectrum_of_deep_tree()
    yield wide_domain()
    yield exact_inner_products(300, max_depth=8, n_rows=600, limit=4)
    yield exact_inner_products(1000, max_depth=6, n_rows=2000, limit=30)
    yield aggregate_of_spect()


if __name__ == "__main__":
    for measured in measurements():
        print(measured, flush=True)
