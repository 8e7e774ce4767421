"""Balanced copies are no observations: every node counts the rows of both tables once."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ksdt_core.data.model.dataset import Dataset
from ksdt_core.data.preparing.pairing import pair_datasets
from ksdt_core.mining.holdout import held_out_pair
from ksdt_core.mining.miners import mine
from ksdt_core.pruning.prune import prune
from ksdt_core.trees.growth import shared_tree_after
from tests.oracles.plain_rows import rows_once


def unequal_pair(seed: int, *, n_rows: int = 40, scale: str = "none", balance: bool = True):
    """Class 1 is in a third of the left rows and in two thirds of the right ones."""
    generator = np.random.default_rng(seed)
    tables = []
    for share in (0.35, 0.65):
        classes = (generator.random(n_rows) < share).astype(int)
        classes[:2] = 0, 1
        cells = generator.normal(size=(n_rows, 3)) + 0.8 * classes[:, None]
        tables.append(table_of(f"table {share}", cells.round(2), classes))
    return pair_datasets(*tables, scale=scale, balance=balance, seed=seed)


def table_of(name, cells, classes):
    names = tuple(f"a{column}" for column in range(cells.shape[1]))
    return Dataset(name, names, cells, (None,) * len(names), ("neg", "pos"), np.array(classes, dtype=np.intp))


@given(seed=st.integers(0, 500), scale=st.sampled_from(["none", "rank"]), holdout=st.sampled_from([0.0, 0.3]))
def test_every_node_counts_each_row_of_both_tables_once(seed, scale, holdout):
    pair = unequal_pair(seed, scale=scale)
    mined = held_out_pair(pair, holdout).pair if holdout else pair
    for shared in mine(pair, k=2, holdout=holdout).trees:
        assert shared.rows_known
        for side, found in ((mined.left, shared.rows_left), (mined.right, shared.rows_right)):
            units = shared.threshold_left if side is mined.left else shared.threshold_right
            assert found.tolist() == rows_once(shared.tree, units.tolist(), side, mined.attributes)


def test_a_pair_that_is_not_balanced_has_its_cdvs_as_rows():
    shared = mine(unequal_pair(3, balance=False), k=1).trees[0]
    assert (shared.rows_left is shared.cdv_left, shared.is_balanced, shared.rows_known) == (True, False, True)


def test_balance_that_draws_nothing_changes_nothing():
    table = table_of("same", np.arange(12.0)[:, None], [0] * 6 + [1] * 6)
    shared = mine(pair_datasets(table, table, balance=True), k=1).trees[0]
    assert not shared.is_balanced
    assert shared.rows_left.tolist() == shared.cdv_left.tolist()


@pytest.mark.parametrize("splits", [0, 1])
def test_a_tree_cut_short_keeps_the_rows_of_its_nodes(splits):
    shared = mine(unequal_pair(1), k=1).trees[0]
    young = shared_tree_after(shared, splits)
    assert young.rows_left.tolist() == shared.rows_left[: young.tree.n_nodes].tolist()
    assert young.is_balanced


def test_a_pruned_tree_keeps_the_rows_of_its_nodes():
    trees = mine(unequal_pair(1), k=1)
    pruned = prune(trees, method="mdl").trees.trees[0]
    assert pruned.tree.n_nodes < trees.trees[0].tree.n_nodes
    assert pruned.rows_left[0].tolist() == trees.trees[0].rows_left[0].tolist()
    assert pruned.is_balanced


@pytest.mark.parametrize(("numeric", "codes"), [((), (1.0, 2.0, 3.0, 4.0)), (("pain",), None)])
def test_what_is_declared_a_number_is_read_as_one(numeric, codes):
    cells, kinds = np.array([[1.0], [1], [2], [2], [3], [3], [4], [4]]), (None,)
    tables = [
        Dataset(name, ("pain",), cells, kinds, ("a", "b"), np.array(classes, dtype=np.intp))
        for name, classes in (("L", [0, 0, 0, 0, 1, 1, 1, 1]), ("R", [0, 0, 0, 1, 0, 1, 1, 1]))
    ]
    pair = pair_datasets(*tables, scale="rank", numeric=numeric)
    shared = mine(pair, k=1).trees[0]
    assert (shared.codes[0] if shared.codes else None) == codes
