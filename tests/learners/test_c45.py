"""The learner after C4.5: its plain definition, scikit-learn where they must agree, and its pruning."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binom
from sklearn.tree import DecisionTreeClassifier

from ksdt_core.data.model.dataset import Dataset
from ksdt_core.data.samples.catalogue import load
from ksdt_core.learners.c45 import c45
from ksdt_core.learners.conversion import trees_from
from ksdt_core.learners.error_pruning import pessimistic_error
from ksdt_core.learners.stopping import Stopping
from ksdt_core.measures.criteria import criterion_value
from ksdt_core.measures.valuing import Valuing
from ksdt_core.trees.walk import leaf_of_rows, predicted_classes
from tests.data.tables import table_of
from tests.oracles import plain_learners
from tests.strategies import datasets


def numbers_without_ties(seed, n_rows=120, n_columns=4):
    """Cells that are all different, and classes that follow two of the columns in part."""
    random = np.random.default_rng(seed)
    values = np.stack([random.permutation(n_rows) for _ in range(n_columns)], axis=1) + random.random(n_columns)
    signal = values[:, 0] + 2 * values[:, 1] + 20 * random.standard_normal(n_rows)
    return Dataset(
        name="numbers",
        attributes=tuple(f"a{i}" for i in range(n_columns)),
        values=values.astype(np.float32).astype(np.float64),
        categories=(None,) * n_columns,
        class_names=("x", "y", "z"),
        classes=np.digitize(signal, np.quantile(signal, [0.3, 0.7])).astype(np.intp),
    )


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(("criterion", "theirs"), [("gain", "entropy"), ("gini", "gini")])
def test_by_gain_or_gini_and_unpruned_it_makes_the_splits_of_scikit_learn(seed, criterion, theirs):
    """On numbers, where no two splits are equally good."""
    table = numbers_without_ties(seed)
    ours = c45(table, valuing=Valuing(criterion), stopping=Stopping(max_depth=2), confidence=None)
    model = DecisionTreeClassifier(criterion=theirs, max_depth=2, min_samples_leaf=2, random_state=0)
    (other,) = trees_from(model.fit(table.values, table.classes), attributes=table.attributes)
    assert ours.n_nodes == other.n_nodes
    assert sorted(ours.threshold[~ours.is_leaf]) == pytest.approx(sorted(other.threshold[~other.is_leaf]), rel=1e-6)
    assert predicted_classes(ours, table.values).tolist() == predicted_classes(other, table.values).tolist()
    partitions = [np.unique(leaf_of_rows(tree, table.values), return_inverse=True)[1] for tree in (ours, other)]
    assert len(set(zip(*(part.tolist() for part in partitions), strict=True))) == ours.n_leaves


@pytest.mark.parametrize(("criterion", "theirs"), [("gain", "entropy"), ("gini", "gini")])
def test_at_every_node_scikit_learn_finds_no_better_split(criterion, theirs):
    """Far down splits are equally good, and either may be taken; what they are worth is the same."""
    table = numbers_without_ties(7)
    tree = c45(table, valuing=Valuing(criterion), confidence=None)
    waiting = [(0, np.arange(table.n_rows))]
    n_seen = 0
    while waiting:
        node, rows = waiting.pop()
        if tree.is_leaf[node]:
            continue
        n_seen += 1
        model = DecisionTreeClassifier(criterion=theirs, max_depth=1, min_samples_leaf=2)
        stump = model.fit(table.values[rows], table.classes[rows]).tree_
        best = stump.impurity[0] - stump.n_node_samples[1:] @ stump.impurity[1:] / rows.size
        left = table.values[rows, tree.attribute[node]] <= tree.threshold[node]
        children = [np.bincount(table.classes[part], minlength=3) for part in (rows[left], rows[~left])]
        assert float(criterion_value(criterion, children)) == pytest.approx(best, abs=1e-9)
        waiting += [(int(tree.left[node]), rows[left]), (int(tree.right[node]), rows[~left])]
    assert n_seen > 10


@settings(max_examples=60)
@given(st.data())
def test_unpruned_it_answers_as_the_plain_definition_does(data):
    numeric = data.draw(st.lists(st.booleans(), min_size=1, max_size=3))
    cell = st.tuples(*(st.integers(0, 5 if is_numeric else 2) for is_numeric in numeric))
    rows = data.draw(st.lists(st.tuples(cell, st.integers(0, 2)), min_size=1, max_size=25))
    table = Dataset(
        name="drawn",
        attributes=tuple(f"a{i}" for i in range(len(numeric))),
        values=np.array([cells for cells, _ in rows], dtype=float),
        categories=tuple(None if is_numeric else ("blue", "green", "red") for is_numeric in numeric),
        class_names=("x", "y", "z"),
        classes=np.array([class_ for _, class_ in rows], dtype=np.intp),
    )
    plain = plain_learners.c45(rows, numeric)
    everything = list(product(*(range(6 if is_numeric else 3) for is_numeric in numeric)))
    expected = [plain_learners.answer(plain, cells) for cells in everything]
    found = predicted_classes(c45(table, confidence=None), np.array(everything, dtype=float))
    assert found.tolist() == expected


def test_a_number_for_each_row_does_not_win_by_its_ratio_or_its_gain():
    """A code with a value for each row has the best gain of all; by ratio the attribute that tells most wins."""
    rows = [(f"row {i}", "yes" if i % 2 else "no", i % 3, "a" if i % 2 else "b") for i in range(12)]
    table = table_of("code answer rest", rows)
    assert table.attributes[c45(table).attribute[0]] == "answer"


def test_age_at_62_is_the_first_question_of_the_hospital():
    rows = [(33, 17, "Y"), (65, 33, "Y"), (68, 35, "Y"), (19, 28, "N"), (44, 37, "N"), (53, 25, "N"), (59, 22, "N")]
    tree = c45(table_of("age bmi", rows), valuing=Valuing("gain"), confidence=None)
    assert (tree.attributes[tree.attribute[0]], tree.threshold[0]) == ("age", 62)


def test_a_split_needs_two_children_of_two_rows():
    """Three against three pairs of genes: at the root there is such a split, below it none."""
    table = load("gene-pairs")
    tree = c45(table, confidence=None)
    assert (tree.n_nodes, table.attributes[tree.attribute[0]]) == (3, "co-localization")


def test_upper_bounds_by_hand():
    """Known values at confidence 0.25: none of 6, of 9 and of 1 wrong give 0.206, 0.143 and 0.750."""
    assert [pessimistic_error(0, n) for n in (6, 9, 1)] == pytest.approx([0.206, 0.143, 0.750], abs=5e-4)
    assert pessimistic_error(0, 7, 0.1) == pytest.approx(1 - 0.1 ** (1 / 7))
    assert (pessimistic_error(3, 3), pessimistic_error(0, 0)) == (1.0, 0.0)


@given(st.integers(1, 500), st.data(), st.floats(0.01, 0.99))
def test_so_few_errors_have_the_probability_asked_for(n_rows, data, confidence):
    n_wrong = data.draw(st.integers(0, n_rows - 1))
    rate = pessimistic_error(n_wrong, n_rows, confidence)
    assert n_wrong / n_rows < rate or confidence > 0.4
    assert binom.cdf(n_wrong, n_rows, rate) == pytest.approx(confidence, abs=1e-9)


def expected_errors(tree, table, confidence):
    leaves = leaf_of_rows(tree, table.values)
    total = 0.0
    for leaf in np.unique(leaves).tolist():
        classes = table.classes[leaves == leaf]
        wrong = int((classes != tree.label[leaf]).sum())
        total += classes.size * pessimistic_error(wrong, classes.size, confidence)
    return total


@settings(max_examples=60)
@given(datasets(), st.sampled_from([0.05, 0.25, 0.5]))
def test_pruning_never_raises_the_expected_errors_nor_the_size(table, confidence):
    full, pruned = (c45(table, confidence=asked) for asked in (None, confidence))
    assert pruned.n_nodes <= full.n_nodes
    assert expected_errors(pruned, table, confidence) <= expected_errors(full, table, confidence) + 1e-9


def test_noise_is_pruned_away_and_a_rule_is_not():
    random = np.random.default_rng(0)
    values = random.random((400, 5))
    by_lot, by_rule = (random.random(400) < 0.1).astype(np.intp), (values[:, 2] > 0.6).astype(np.intp)
    noise, signal = (
        Dataset("drawn", tuple("abcde"), values, (None,) * 5, ("x", "y"), classes) for classes in (by_lot, by_rule)
    )
    assert c45(noise).n_nodes < 0.7 * c45(noise, confidence=None).n_nodes
    assert c45(signal).n_nodes == 3
