"""What a node could have been split by, and how a set grew."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ksdt_core.data.preparing.pairing import pair_datasets
from ksdt_core.data.samples.catalogue import load
from ksdt_core.errors import InvalidParameterError
from ksdt_core.formats.json_text import document_text
from ksdt_core.formats.result import parse_result, result_document
from ksdt_core.mining.alternatives import alternatives
from ksdt_core.mining.miners import mine
from ksdt_core.mining.node_rows import node_rows, why_a_leaf
from ksdt_core.mining.replay import splits_in_order
from ksdt_core.trees.growth import n_splits, shared_tree_after
from tests.refusals import refused
from tests.strategies import mining_options, prepared_pairs


@pytest.fixture(scope="module")
def wine():
    return pair_datasets(load("wine-red"), load("wine-white"), scale="rank")


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_the_first_alternative_is_the_split_that_the_miner_made(data):
    pair = data.draw(prepared_pairs())
    trees = mine(pair, **data.draw(mining_options(pair, constraints=False)))
    for number, shared in enumerate(trees.trees):
        for node in np.flatnonzero(shared.tree.attribute >= 0).tolist():
            first = alternatives(pair, trees, number, node=node)[0]
            mined = alternatives(pair, trees, number, node=node, most=None)
            made = shared.tree.attributes[int(shared.tree.attribute[node])]
            own = next(entry for entry in mined if entry.attribute == made)
            assert own.score >= first.score - 1e-9
            if sum(entry.score >= first.score - 2e-9 for entry in mined) == 1:
                assert first.attribute == made


def test_alternatives_of_the_wine_root_are_ranked_and_say_what_each_part_is_worth(wine):
    trees = mine(wine)
    found = alternatives(wine, trees, 1, node=0, most=None)
    shared = trees.trees[1]
    assert found[0].attribute == shared.tree.attributes[int(shared.tree.attribute[0])]
    assert found[0].threshold == pytest.approx(float(shared.tree.threshold[0]))
    assert found[0].threshold_left == pytest.approx(float(shared.threshold_left[0]))
    assert found[0].threshold_right == pytest.approx(float(shared.threshold_right[0]))
    children = [int(shared.tree.left[0]), int(shared.tree.right[0])]
    assert found[0].dsn_children == pytest.approx(tuple(shared.dsn[children]))
    assert [entry.score for entry in found] == sorted((entry.score for entry in found), reverse=True)
    for entry in found:
        assert entry.atd is not None
        assert entry.score == pytest.approx(0.3 * entry.ig + 0.4 * entry.dsn + 0.3 * entry.atd)
    first_root = trees.trees[0].tree
    reused = next(entry for entry in found if entry.attribute == first_root.attributes[int(first_root.attribute[0])])
    assert reused.atd < found[0].atd, "an attribute that another tree starts from makes this tree less different"


def test_a_set_read_from_its_document_has_the_same_alternatives(wine):
    trees = mine(wine)
    again = parse_result(document_text(result_document(trees)).encode()).tree_set
    assert alternatives(wine, again, 2, node=0) == alternatives(wine, trees, 2, node=0)


def test_rows_at_a_node_are_those_that_its_counts_count(wine):
    trees = mine(wine, holdout=0.3)
    for number, shared in enumerate(trees.trees):
        for node in range(shared.tree.n_nodes):
            left, right = node_rows(wine, trees, number, node=node).cdvs
            np.testing.assert_array_equal(left, shared.cdv_left[node])
            np.testing.assert_array_equal(right, shared.cdv_right[node])


def test_another_pair_is_refused(wine):
    other = pair_datasets(load("wine-red"), load("wine-white"))
    with refused("not-the-mined-pair", InvalidParameterError, pair=other.name):
        node_rows(other, mine(wine), 0, node=0)


def test_a_leaf_says_why_it_was_not_split(wine, approved):
    trees = mine(wine)
    shared = trees.trees[0]
    deepest = int(shared.tree.levels.argmax())
    here = node_rows(wine, trees, 0, node=deepest)
    assert "3 " in why_a_leaf(here, trees, level=4)
    approved(why_a_leaf(here, trees, level=4))
    shallow = mine(wine, min_size=5000, max_depth=0)
    here = node_rows(wine, shallow, 0, node=0)
    assert [part in why_a_leaf(here, shallow, level=1) for part in ("wine-red", "1,599", "5,000")] == [True] * 3
    approved(why_a_leaf(here, shallow, level=1))


def test_copies_that_balancing_drew_are_not_called_rows_of_the_table():
    pair = pair_datasets(load("wine-red"), load("wine-white"), scale="rank", balance=True)
    trees = mine(pair, k=1, min_size=5000)
    said = why_a_leaf(node_rows(pair, trees, 0, node=0), trees, level=1)
    n_mined = int(trees.trees[0].cdv_left[0].sum())
    assert n_mined > pair.left.n_rows
    assert f"{n_mined:,} rows after balancing" in said


def test_trees_take_turns_in_the_replay(wine):
    trees = mine(wine, k=3, max_depth=2)
    made = splits_in_order(trees)
    assert [split.tree for split in made][:6] == [0, 1, 2, 0, 1, 2]
    assert made[0].before == (0, 0, 0)
    assert made[4].before == (2, 1, 1)
    assert len(made) == sum(n_splits(shared.tree) for shared in trees.trees)


def test_sequential_trees_are_replayed_one_after_another(wine):
    trees = mine(wine, k=2, method="sequential", max_depth=2)
    numbers = [split.tree for split in splits_in_order(trees)]
    assert numbers == sorted(numbers)


def test_a_tree_after_all_its_splits_is_the_tree_and_after_none_its_root(wine):
    shared = mine(wine).trees[0]
    total = n_splits(shared.tree)
    whole, root, two = (shared_tree_after(shared, splits) for splits in (total, 0, 2))
    np.testing.assert_array_equal(whole.tree.attribute, shared.tree.attribute)
    assert root.tree.n_nodes == 1
    assert root.tree.n_leaves == 1
    assert two.tree.n_nodes == 5
    np.testing.assert_array_equal(two.cdv_left, shared.cdv_left[:5])
    assert two.tree.n_leaves == 3
