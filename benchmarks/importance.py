"""What trees rely on: Sobol indices, Shapley values against shap, inner products by rows against uniform ones."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

import ksdt_core as ksdt
from benchmarks.fourier import random_forest
from benchmarks.harness import Measured, cpu_seconds, in_turn, ratio, seconds
from ksdt_core.data.model.pair import DatasetPair
from ksdt_core.data.samples.catalogue import load
from ksdt_core.fourier.domain import domain_of
from ksdt_core.fourier.gram import inner_products
from ksdt_core.fourier.importance import importance
from ksdt_core.fourier.masses import pair_rows, row_domain
from ksdt_core.fourier.shapley import shapley_values
from ksdt_core.trees.tree import LEAF, Tree

BACKGROUND = 100  # rows; shap advises no more
EXPLAINED = 1000


def mined_trees() -> tuple[DatasetPair, tuple[Tree, ...]]:
    """The 180 trees of 36 weightings of a bundled pair, of depth 3."""
    pair = ksdt.pair_datasets(load("kc1"), load("pc1"), scale="rank")
    sets = ksdt.sweep(pair, k=5, pool="wvp1").entries
    return pair, tuple(shared.tree for entry in sets for shared in entry.trees)


def sobol_indices(pair: DatasetPair, trees: tuple[Tree, ...]) -> Measured:
    """First-order, total and pair indices of every tree and of the set in both tables: seconds of CPU."""
    importance(trees[:2], pair).pairs(0)  # compiled before anything is measured

    def all_of_them() -> None:
        found = importance(trees, pair)
        for tree in (*range(len(trees)), None):
            for table in ("left", "right"):
                found.total(tree, table)  # type: ignore[arg-type]  # the names of tables
                found.pairs(tree, table)  # type: ignore[arg-type]

    taken = min(cpu_seconds(all_of_them) for _ in range(3))
    detail = f"CPU; total, first-order and pair indices in both tables, and of the mean answer; {len(trees)} trees"
    return Measured("Sobol indices of 180 trees", taken, 1, " s", detail)


def as_shap_trees(trees: tuple[Tree, ...]) -> dict[str, Any]:
    """The sum of the answers of trees in the form that shap takes, attributes in the order of the trees' domain."""
    found, column = [], {name: position for position, name in enumerate(domain_of(trees).attributes)}
    for tree in trees:
        columns = np.array([column[name] for name in tree.attributes])
        values = np.where(tree.is_leaf, tree.label, 0)  # shap keeps them in single precision
        found.append(
            {
                "children_left": np.where(tree.is_leaf, -1, tree.left),
                "children_right": np.where(tree.is_leaf, -1, tree.right),
                "children_default": np.where(tree.is_leaf, -1, tree.left),
                "features": np.where(tree.attribute == LEAF, -2, columns[tree.attribute]),
                "thresholds": np.where(tree.is_leaf, -2.0, tree.threshold),
                "values": values[:, None].astype(np.float64),
                "node_sample_weight": np.ones(tree.n_nodes),
            }
        )
    return {"trees": found, "internal_dtype": np.float64, "input_dtype": np.float64}


def shapley_of_rows(pair: DatasetPair, trees: tuple[Tree, ...]) -> Iterator[Measured]:
    """1,000 rows explained by 180 trees: seconds under both measures, and against shap's interventional explainer."""
    import shap

    rows = pair_rows(domain_of(trees), pair, "left")[0]
    explained, background = rows[:EXPLAINED], rows[:: len(rows) // BACKGROUND][:BACKGROUND]
    for measure in ("rows", "empirical"):
        shapley_values(trees, explained[:5], background, measure=measure)  # type: ignore[arg-type]  # compiled
    taken = min(cpu_seconds(lambda: shapley_values(trees, explained, rows)) for _ in range(3))
    detail = f"CPU; product of the marginals of {len(rows):,} rows, {sum(tree.n_leaves for tree in trees):,} leaves"
    yield Measured("Shapley values of 1,000 rows, 180 trees", taken, 1, " s", detail)
    explainer = shap.TreeExplainer(as_shap_trees(trees), data=background, feature_perturbation="interventional")
    ours, theirs = in_turn(
        lambda: seconds(lambda: shapley_values(trees, explained, background, measure="empirical")),
        lambda: seconds(lambda: explainer.shap_values(explained, check_additivity=False)),
        repeats=3,
    )
    found = shapley_values(trees, explained[:50], background, measure="empirical")
    difference = _largest_difference(found, explainer.shap_values(explained[:50], check_additivity=False), trees)
    one = ratio("Shapley values against shap, interventional", ours, theirs, limit=1, peer="shap")
    same = f"{one.detail}; {BACKGROUND} background rows; the values differ by at most {difference:.0e}"
    yield Measured(one.name, one.value, one.limit, one.unit, same)


def _largest_difference(found: Any, theirs: NDArray[np.float64], trees: tuple[Tree, ...]) -> float:
    columns = [domain_of(trees).attributes.index(name) for name in found.attributes]
    wanted = np.asarray(theirs).reshape(len(theirs), -1)[:, columns] / len(trees)
    return float(np.abs(found.values[..., 0] - wanted).max())


def products_by_rows() -> Measured:
    """The exact matrix of 300 depth-8 trees by rows, as a multiple of the uniform one."""
    trees = random_forest(300, max_depth=8, n_rows=600)
    rows = np.random.default_rng(5).normal(size=(2000, 20))
    uniform = domain_of(trees)
    counted = row_domain(uniform, [rows])
    for domain in (uniform, counted):
        inner_products(trees[:2], domain=domain)
    ours, theirs = in_turn(
        lambda: cpu_seconds(lambda: inner_products(trees, domain=counted)),
        lambda: cpu_seconds(lambda: inner_products(trees, domain=uniform)),
        repeats=5,
    )
    return ratio("inner products by rows, 300 depth-8 trees", ours, theirs, limit=1.2, peer="uniform")


def measurements() -> Iterator[Measured]:
    """Every promise about what trees rely on."""
    pair, trees = mined_trees()
    yield sobol_indices(pair, trees)
    yield from shapley_of_rows(pair, trees)
    yield products_by_rows()


if __name__ == "__main__":
    for measured in measurements():
        print(measured, flush=True)
