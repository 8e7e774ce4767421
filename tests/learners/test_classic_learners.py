"""Contract of the classic learners: what all of them promise, on tables of every kind, with and without gaps."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from ksdt_core.data.samples.catalogue import load
from ksdt_core.errors import InvalidDataError, InvalidParameterError
from ksdt_core.fourier.construction import tree_from_spectrum
from ksdt_core.fourier.transform import spectrum
from ksdt_core.learners.cart import filled
from ksdt_core.learners.encoding import LARGEST
from ksdt_core.learners.learning import learn
from ksdt_core.learners.missing_cells import answers_with_missing, leaves_with_missing
from ksdt_core.trees.tree import LEAF
from ksdt_core.trees.walk import leaf_of_rows, predicted_classes
from tests.data.tables import table_of
from tests.refusals import refused
from tests.strategies import datasets

METHODS = ("id3", "c45", "cart", "random")
BOUNDS = {"purity": st.sampled_from([1.0, 0.8, 0.5]), "max_depth": st.integers(0, 3), "min_size": st.integers(1, 6)}


def unpruned(method):
    return {"confidence": None} if method == "c45" else {}


def leaves_of(tree, table, method):
    """Where the rows of the table end, as the learner split them."""
    if method == "cart":
        return leaf_of_rows(tree, filled(table).values)
    return leaves_with_missing(tree, table.values, training=table)


@pytest.mark.parametrize("method", METHODS)
@settings(max_examples=40)
@given(table=datasets(missing=True), bounds=st.fixed_dictionaries(BOUNDS))
def test_leaves_answer_the_majority_of_their_rows_and_inner_nodes_had_to_be_split(method, table, bounds):
    assume(method != "cart" or not (np.abs(table.values) > LARGEST).any())
    assume(np.unique(table.classes).size > 1)
    if method == "c45":  # it counts a row with a missing cell in parts: test_c45_whole.py compares those with an oracle
        table = filled(table)
    tree = learn(table, method, **bounds, **unpruned(method))
    assert (tree.attributes, tree.categories) == (table.attributes, table.categories)
    assert tree.class_names == table.class_names
    assert tree.parents[0] == LEAF
    assert all(0 <= parent < node for node, parent in enumerate(tree.parents.tolist()) if node)
    leaves = leaves_of(tree, table, method)
    for leaf in np.unique(leaves).tolist():
        counts = Counter(table.classes[leaves == leaf].tolist())
        assert tree.attribute[leaf] == LEAF
        assert counts[int(tree.label[leaf])] == max(counts.values())
    for node in np.flatnonzero(~tree.is_leaf).tolist():
        if node and tree.attribute[tree.parents[node]] == tree.attribute[node]:
            continue  # perhaps a link of a chain
        below = rows_below(tree, node, leaves, table)
        assert below.sum() >= bounds["min_size"]
        assert below.max() < below.sum() * bounds["purity"] + 1e-9


def rows_below(tree, node, leaves, table):
    """Class counts of the rows whose path to a leaf passes a node."""
    ancestors = leaves.copy()
    passes = ancestors == node
    parents = tree.parents
    while (ancestors > 0).any():
        ancestors = np.where(ancestors > 0, parents[ancestors], 0)
        passes |= ancestors == node
    return np.bincount(table.classes[passes], minlength=len(table.class_names))


@pytest.mark.parametrize("method", ["id3", "cart", "random"])
@settings(max_examples=40)
@given(table=datasets())
def test_grown_to_the_end_rows_are_right_unless_equal_rows_are_of_two_classes(method, table):
    assume(method != "cart" or not (np.abs(table.values) > LARGEST).any())
    assume(np.unique(table.classes).size > 1)
    classes_of_row = {}
    for cells, class_ in zip(table.values.tolist(), table.classes.tolist(), strict=True):
        classes_of_row.setdefault(tuple(np.float32(cells)) if method == "cart" else tuple(cells), set()).add(class_)
    tree = learn(table, method)
    if all(len(classes) == 1 for classes in classes_of_row.values()):
        assert predicted_classes(tree, table.values).tolist() == table.classes.tolist()


@pytest.mark.parametrize("method", METHODS)
def test_a_purity_of_a_half_stops_at_the_first_majority(method):
    table = load("play-tennis")
    assert learn(table, method, purity=0.5).n_nodes == 1
    assert learn(table, method, purity=9 / 14, **unpruned(method)).n_nodes == 1
    assert learn(table, method, purity=0.65, **unpruned(method)).n_nodes > 1


@pytest.mark.parametrize("method", METHODS)
def test_depth_and_size(method):
    table = load("wine-red")
    assert learn(table, method, min_size=table.n_rows + 1).n_nodes == 1
    one_split = learn(table, method, max_depth=1, **unpruned(method))
    assert len(set(one_split.attribute[~one_split.is_leaf].tolist())) == 1


@pytest.mark.parametrize("method", METHODS)
def test_the_tree_is_a_function_with_a_spectrum(method):
    """From its spectrum the tree comes back as the same function."""
    table = load("play-tennis")
    tree = learn(table, method)
    again = tree_from_spectrum(spectrum(tree))
    columns = [table.attributes.index(name) for name in again.attributes]
    assert predicted_classes(again, table.values[:, columns]).tolist() == predicted_classes(tree, table.values).tolist()


@pytest.mark.parametrize("method", ["cart", "random"])
def test_same_seed_same_tree(method):
    table = load("wine-red")
    first, again = (learn(table, method, seed=3, max_depth=6) for _ in range(2))
    assert np.array_equal(first.threshold, again.threshold, equal_nan=True)
    assert first.attribute.tolist() == again.attribute.tolist()


def test_random_trees_of_other_seeds_are_others_and_larger_than_chosen_ones():
    table = load("wine-red")
    first, second = (learn(table, "random", seed=seed) for seed in (0, 1))
    assert first.attribute.tolist() != second.attribute.tolist()
    assert min(first.n_nodes, second.n_nodes) > 2 * learn(table, "c45", confidence=None).n_nodes


def test_a_missing_cell_takes_the_common_value_of_the_node_that_asks():
    """Among the sunny days humidity is mostly high, among all days it is not: a sunny day without it counts as high."""
    table = load("play-tennis")
    tree = learn(table, "id3")
    humidity, sunny = table.attributes.index("humidity"), (table.categories[0] or ()).index("sunny")
    day = table.values[[0]].copy()
    day[0, 0], day[0, humidity] = sunny, np.nan
    (answer,) = answers_with_missing(tree, day, training=table)
    assert table.class_names[answer] == "no"


@pytest.mark.parametrize("method", METHODS)
def test_votes_have_gaps_and_are_learned_all_the_same(method):
    table = load("votes")
    assert table.n_missing > 0
    tree = learn(table, method)
    answers = tree.label[leaves_of(tree, table, method)]
    assert np.mean(answers == table.classes) > 0.95


@pytest.mark.parametrize(
    ("options", "code", "facts"),
    [
        ({"method": "id4"}, "not-a-choice", {"option": "method", "value": "id4"}),
        ({"method": "id3", "confidence": 0.1}, "option-of-another-learner", {"option": "confidence", "method": "id3"}),
        ({"method": "c45", "confidence": 1.0}, "out-of-range", {"option": "confidence"}),
        ({"method": "c45", "purity": 0.0}, "not-a-share", {"option": "purity"}),
        ({"method": "c45", "purity": 1.1}, "not-a-share", {"option": "purity"}),
        ({"method": "id3", "bins": "thirds"}, "not-a-choice", {"option": "bins", "value": "thirds"}),
        ({"method": "id3", "bins": "equal-frequency", "n_bins": 1}, "not-whole", {"option": "n_bins"}),
        ({"method": "cart", "costs": {"outlook": 3}}, "learner-without-costs", {"method": "cart"}),
        ({"method": "cart", "criterion": "gain-ratio"}, "not-a-choice", {"option": "criterion"}),
        ({"method": "cart", "pruning": -1.0}, "below-minimum", {"option": "pruning"}),
        ({"method": "random", "criterion": "gain"}, "learner-without-criterion", {"method": "random"}),
    ],
)
def test_what_cannot_be_meant_is_refused(options, code, facts):
    with refused(code, **facts):
        learn(load("wine-red" if "bins" in options else "play-tennis"), **options)


@pytest.mark.parametrize(
    ("options", "name"),
    [
        ({"max_depth": -1}, "max_depth"),
        ({"min_size": 0}, "min_size"),
        ({"min_size": 2.5}, "min_size"),
        ({"costs": {"outlok": 3}}, "outlook"),
    ],
)
def test_sizes_and_costs_that_cannot_be_meant_are_named(options, name):
    with pytest.raises(InvalidParameterError, match=name):
        learn(load("play-tennis"), "c45", **options)


def test_numbers_too_large_for_scikit_learn_are_refused_with_their_column():
    table = table_of("age size", [(1, 1e300, "a"), (2, 3, "b")])
    with refused("number-too-large-to-learn", InvalidDataError, column="size"):
        learn(table, "cart")


@pytest.mark.parametrize("method", METHODS)
def test_a_table_without_rows_is_refused(method):
    with refused("nothing-to-learn-from", InvalidDataError, table="play-tennis"):
        learn(load("play-tennis").take_rows(np.array([], dtype=np.intp)), method)


@pytest.mark.parametrize("method", METHODS)
def test_one_class_or_a_number_for_each_row_is_refused(method):
    with refused("target-with-one-value", InvalidDataError, value="x"):
        learn(table_of("a", [(1, "x"), (2, "x")]), method)
    with refused("target-has-numbers", InvalidDataError, values=30):
        learn(table_of("a", [(i, f"{i / 7:.3f}") for i in range(30)]), method)
