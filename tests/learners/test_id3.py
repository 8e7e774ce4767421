"""ID3: the trees of textbooks, the plain definition, and how splits in many are written as chains."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ksdt_core.data.model.dataset import Dataset
from ksdt_core.data.samples.catalogue import load
from ksdt_core.learners.discretising import class_change_cuts, equal_frequency_cuts
from ksdt_core.learners.id3 import id3, n_multiway_splits
from ksdt_core.measures.valuing import Valuing
from ksdt_core.trees.paths import walk
from ksdt_core.trees.tree import LEAF
from ksdt_core.trees.walk import predicted_classes
from tests.data.tables import table_of
from tests.oracles import plain_learners

COLOURS = ("blue", "green", "red", "white")


def rules_of(tree):
    """Each path to a leaf as the values it leaves of the attributes it tests, and the class there."""
    rules = set()
    for leaf, path in walk(tree):
        if tree.attribute[leaf] != LEAF:
            continue
        left = {}
        for node, goes_left in path:
            attribute = int(tree.attribute[node])
            values = tree.categories[attribute]
            here = left.setdefault(tree.attributes[attribute], set(values))
            left[tree.attributes[attribute]] = (
                here & {values[tree.category[node]]} if goes_left else here - {values[tree.category[node]]}
            )
        conditions = frozenset((name, frozenset(values)) for name, values in left.items())
        rules.add((conditions, tree.class_names[tree.label[leaf]]))
    return rules


def rule(answer, **values):
    return frozenset((name, frozenset({value})) for name, value in values.items()), answer


def test_the_four_rules_of_sunburn():
    assert rules_of(id3(load("sunburn"))) == {
        rule("none", hair="blonde", lotion="yes"),
        rule("sunburned", hair="blonde", lotion="no"),
        rule("sunburned", hair="red"),
        rule("none", hair="brown"),
    }


def test_the_tree_of_tennis_days():
    tree = id3(load("play-tennis"))
    assert rules_of(tree) == {
        rule("yes", outlook="overcast"),
        rule("no", outlook="sunny", humidity="high"),
        rule("yes", outlook="sunny", humidity="normal"),
        rule("no", outlook="rain", wind="strong"),
        rule("yes", outlook="rain", wind="weak"),
    }
    assert n_multiway_splits(tree) == 3


def test_credit_risk_is_asked_for_income_first():
    table = load("credit-risk")
    tree = id3(table)
    assert tree.attributes[tree.attribute[0]] == "income"
    assert predicted_classes(tree, table.values).tolist() == table.classes.tolist()
    assert n_multiway_splits(tree) == 4


def test_the_gene_pairs_are_told_apart_exactly():
    """Co-localization first; what is left is an exclusive or, whose first gain on the whole table is 0."""
    table = load("gene-pairs")
    tree = id3(table)
    assert tree.attributes[tree.attribute[0]] == "co-localization"
    assert predicted_classes(tree, table.values).tolist() == table.classes.tolist()
    assert n_multiway_splits(tree) == (tree.n_nodes - 1) // 2 == 5


def test_an_exclusive_or_without_any_gain_is_learned():
    rows = [("a", "x", "no"), ("a", "y", "yes"), ("b", "x", "yes"), ("b", "y", "no")]
    table = table_of("first second", rows)
    assert predicted_classes(id3(table), table.values).tolist() == table.classes.tolist()


def test_costs_move_a_dear_attribute_down():
    """Hair gains most; at a cost of 100 lotion is asked first."""
    table = load("sunburn")
    assert table.attributes[id3(table).attribute[0]] == "hair"
    for cost_rule in ("squared", "exponential"):
        dear = id3(table, valuing=Valuing.of("gain", {"hair": 100}, cost_rule=cost_rule))
        assert table.attributes[dear.attribute[0]] == "lotion"
    free = id3(table, valuing=Valuing.of("gain", {"hair": 100}, cost_rule="exponential", cost_weight=0))
    assert table.attributes[free.attribute[0]] == "hair"


def test_numbers_are_intervals_in_a_chain_of_rising_thresholds():
    temperatures = [(40, "no"), (48, "no"), (60, "yes"), (72, "yes"), (80, "yes"), (90, "no")]
    tree = id3(table_of("temperature", temperatures))
    assert tree.threshold[~tree.is_leaf].tolist() == [54, 85]
    assert n_multiway_splits(tree) == 1
    answers = predicted_classes(tree, np.array([[0.0], [54], [55], [85], [99]]))
    assert [tree.class_names[answer] for answer in answers] == ["no", "no", "yes", "yes", "no"]


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 2)), min_size=1, max_size=30))
def test_cuts_lie_where_the_class_changes(rows):
    cells, classes = (np.array(column) for column in zip(*rows, strict=True))
    cuts = class_change_cuts(cells.astype(float), classes)
    interval = np.searchsorted(cuts, cells)
    assert cuts.tolist() == sorted(set(cuts.tolist()))
    for one in np.unique(interval).tolist():
        here = interval == one
        assert np.unique(classes[here]).size == 1 or np.unique(cells[here]).size == 1
    for cut in cuts.tolist():  # none of them could be left out
        below, above = cells[cells <= cut].max(), cells[cells > cut].min()
        assert np.unique(classes[(cells == below) | (cells == above)]).size > 1


@given(st.lists(st.integers(0, 50), min_size=1, max_size=60), st.integers(2, 6))
def test_intervals_of_about_as_many_rows(cells, n_bins):
    cuts = equal_frequency_cuts(np.array(cells, dtype=float), n_bins)
    counts = np.bincount(np.searchsorted(cuts, cells), minlength=cuts.size + 1)
    assert cuts.size < n_bins
    assert (counts > 0).all()
    if len(set(cells)) == len(cells) >= n_bins:
        assert counts.max() - counts.min() <= 1


@st.composite
def tables_of_categories(draw):
    n_columns = draw(st.integers(1, 4))
    sizes = [draw(st.integers(1, 4)) for _ in range(n_columns)]
    cell = st.tuples(*(st.integers(0, size - 1) for size in sizes))
    rows = draw(st.lists(st.tuples(cell, st.integers(0, 2)), min_size=1, max_size=25))
    table = Dataset(
        name="drawn",
        attributes=tuple(f"a{i}" for i in range(n_columns)),
        values=np.array([cells for cells, _ in rows], dtype=float),
        categories=tuple(COLOURS[:size] for size in sizes),
        class_names=("x", "y", "z"),
        classes=np.array([class_ for _, class_ in rows], dtype=np.intp),
    )
    return table, rows, sizes


@given(tables_of_categories())
def test_it_answers_every_row_that_could_be_as_the_plain_definition_does(drawn):
    table, rows, sizes = drawn
    tree, plain = id3(table), plain_learners.id3(rows, range(len(sizes)))
    everything = list(product(*(range(size) for size in sizes)))
    expected = [plain_learners.answer(plain, cells) for cells in everything]
    assert predicted_classes(tree, np.array(everything, dtype=float)).tolist() == expected


def test_a_value_that_no_row_of_the_node_has_is_answered_by_its_majority():
    rows = [
        ("a", "x", "no"), ("a", "x", "no"), ("a", "x", "no"), ("a", "y", "yes"), ("b", "z", "yes"), ("b", "z", "yes"),
        ("b", "x", "yes"), ("b", "y", "yes"),
    ]  # fmt: skip
    table = table_of("first second", rows)
    unseen = np.array([[0.0, 2.0]])  # a with z
    assert table.class_names[predicted_classes(id3(table), unseen)[0]] == "no"


@pytest.mark.parametrize("n_bins", [2, 5])
def test_equal_frequencies_keep_chains_short(n_bins):
    tree = id3(load("wine-red"), bins="equal-frequency", n_bins=n_bins)
    numbers = {(int(a), float(t)) for a, t in zip(tree.attribute, tree.threshold, strict=True) if a != LEAF}
    assert all(sum(a == column for a, _ in numbers) < n_bins for column in range(len(tree.attributes)))
