"""Pruning: what it guards never gets worse, what stays is as it was, and every method is its plain definition."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, reject, settings
from hypothesis import strategies as st

from ksdt_core.data.model.pair import DatasetPair
from ksdt_core.errors import InvalidDataError
from ksdt_core.formats.json_text import document_text
from ksdt_core.formats.result import parse_result
from ksdt_core.measures.distribution import tree_similarity
from ksdt_core.mining.holdout import HeldOut, Split, held_out_pair
from ksdt_core.mining.miners import mine
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.pruning.collapsing import collapsed, leaves_of
from ksdt_core.pruning.prune import Pruned, prune
from ksdt_core.trees.columns import cells_of
from ksdt_core.trees.shared_tree import SharedTree
from ksdt_core.trees.tree import Tree
from ksdt_core.trees.walk import leaf_of_rows, predicted_classes
from tests.mining.planted import planted_pair
from tests.oracles import plain_pruning as plain
from tests.refusals import refused
from tests.strategies import mining_options, prepared_pairs

METHODS = ("reduced-error", "cost-complexity", "mdl")
MOST_CUTS = 3000  # pruned trees that the oracle looks at one by one
OVERFITTED = planted_pair(strength=1.0, n_rows=120, n_attributes=6)


@st.composite
def mined_sets(draw: st.DrawFn, *, held_out: bool | None = None) -> tuple[DatasetPair, TreeSet]:
    """A pair and a set mined from it, often with rows held out."""
    pair = draw(prepared_pairs(max_rows=24, max_attributes=4, max_classes=3))
    options = draw(mining_options(pair, constraints=False)) | {"min_size": 0.0, "max_depth": draw(st.integers(1, 4))}
    share = draw(st.sampled_from([0.3, 0.5])) if (draw(st.booleans()) if held_out is None else held_out) else 0.0
    try:
        return pair, mine(pair, holdout=share, **options)
    except InvalidDataError:  # too few rows to hold some out
        reject()


def sides_of(shared: SharedTree, split: Split) -> tuple[plain.Side, plain.Side]:
    return (
        (shared.threshold_left.tolist(), rows_of(shared.tree, split, split.left), split.left.classes.tolist()),
        (shared.threshold_right.tolist(), rows_of(shared.tree, split, split.right), split.right.classes.tolist()),
    )


def rows_of(tree: Tree, split: Split, held: HeldOut) -> list[list[float]]:
    """The rows with a cell for each attribute of the tree."""
    columns = [split.pair.attributes.index(name) for name in tree.attributes]
    return [[row[column] for column in columns] for row in held.values.tolist()]


def names_of(tree: Tree) -> list[str | None]:
    """The name that each node tests; None for a leaf."""
    return [None if column < 0 else tree.attributes[column] for column in tree.attribute.tolist()]


def nodes_cut(pruned: Pruned, number: int) -> frozenset[int]:
    return frozenset(removed.node for removed in pruned.report.removed if removed.tree == number)


@given(mined_sets(held_out=True))
@settings(max_examples=60, suppress_health_check=list(HealthCheck))
def test_reduced_error_is_the_plain_definition_and_never_lowers_shared_accuracy(drawn):
    pair, mined = drawn
    pruned = prune(mined, pair, method="reduced-error")
    split = held_out_pair(pair, mined.settings.holdout)
    for number, (shared, smaller) in enumerate(zip(mined.trees, pruned.trees.trees, strict=True)):
        sides = sides_of(shared, split)
        assert nodes_cut(pruned, number) == plain.reduced_error(shared.tree, sides)
        assert smaller.sa >= shared.sa
        assert smaller.sa == float(plain.shared_accuracy(shared.tree, sides, nodes_cut(pruned, number)))
        change = pruned.report.trees[number]
        assert (change.before.guarded, change.after.guarded) == (shared.sa, smaller.sa)


@given(mined_sets(), st.sampled_from([0.0, 0.001, 0.01, 0.05, 0.2, 1.0]))
@settings(max_examples=60, suppress_health_check=list(HealthCheck))
def test_cost_complexity_finds_the_smallest_of_the_cheapest_trees(drawn, alpha):
    pair, mined = drawn
    pruned = prune(mined, pair, method="cost-complexity", alpha=alpha)
    for number, shared in enumerate(mined.trees):
        change = pruned.report.trees[number]
        assert change.after.guarded <= change.before.guarded + 1e-10
        if plain.n_cuts(shared.tree) <= MOST_CUTS:
            best = plain.cost_complexity(shared, Fraction(alpha))
            assert nodes_cut(pruned, number) == best
            assert change.after.guarded == pytest.approx(float(plain.penalised(shared, best, Fraction(alpha))))


@given(mined_sets())
@settings(max_examples=40, suppress_health_check=list(HealthCheck))
def test_the_sequence_of_alphas_holds_every_cheapest_tree(drawn):
    """Between two alphas of the sequence the cheapest tree is the one of the lower alpha."""
    pair, mined = drawn
    for shared, change in zip(mined.trees, prune(mined, pair, method="cost-complexity").report.trees, strict=True):
        links = change.sequence
        assert [link.alpha for link in links] == sorted({link.alpha for link in links})
        assert (links[0].alpha, links[-1].leaves) == (0.0, 1)
        if plain.n_cuts(shared.tree) > MOST_CUTS:
            continue
        ends = [Fraction(link.alpha) for link in links[1:]] + [Fraction(3)]
        for link, end in zip(links, ends, strict=True):
            between = (Fraction(link.alpha) + end) / 2
            assert plain.cost_complexity(shared, between) == frozenset(link.nodes)
            assert link.error == pytest.approx(float(plain.mean_error(shared, frozenset(link.nodes))))
            assert link.leaves == len(leaves_of(shared.tree, link.nodes))


@given(mined_sets(held_out=True))
@settings(max_examples=40, suppress_health_check=list(HealthCheck))
def test_without_an_alpha_held_out_rows_choose_one_of_the_sequence(drawn):
    pair, mined = drawn
    pruned = prune(mined, pair, method="cost-complexity")
    split = held_out_pair(pair, mined.settings.holdout)
    for number, shared in enumerate(mined.trees):
        change = pruned.report.trees[number]
        reached = [
            plain.shared_accuracy(shared.tree, sides_of(shared, split), frozenset(link.nodes))
            for link in change.sequence
        ]
        chosen = next(
            link for link in reversed(change.sequence) if reached[change.sequence.index(link)] == max(reached)
        )
        assert nodes_cut(pruned, number) == frozenset(chosen.nodes)
        assert change.alpha == chosen.alpha
        assert pruned.trees.trees[number].sa == float(max(reached))


@given(mined_sets())
@settings(max_examples=60, suppress_health_check=list(HealthCheck))
def test_minimum_description_length_takes_the_fewest_bits(drawn):
    pair, mined = drawn
    pruned = prune(mined, pair, method="mdl")
    for number, shared in enumerate(mined.trees):
        change = pruned.report.trees[number]
        assert change.before.guarded == pytest.approx(plain.bits(shared, frozenset(), pair.n_attributes))
        assert change.after.guarded <= change.before.guarded + 1e-6
        cut = nodes_cut(pruned, number)
        assert change.after.guarded == pytest.approx(plain.bits(shared, cut, pair.n_attributes))
        if plain.n_cuts(shared.tree) <= MOST_CUTS:
            assert change.after.guarded == pytest.approx(plain.description_length(shared, pair.n_attributes))


@pytest.mark.parametrize("method", METHODS)
@given(drawn=mined_sets())
@settings(max_examples=40, suppress_health_check=list(HealthCheck))
def test_what_stays_is_as_it_was(method, drawn):
    """Counts, similarities, labels and tests of kept nodes; rows reach the kept node that they passed before."""
    pair, mined = drawn
    assume(method != "reduced-error" or mined.settings.holdout > 0)
    pruned = prune(mined, pair, method=method)
    rows = held_out_pair(pair, mined.settings.holdout).pair if mined.settings.holdout else pair
    for number, (shared, smaller) in enumerate(zip(mined.trees, pruned.trees.trees, strict=True)):
        cut = nodes_cut(pruned, number)
        gone = {node for top in cut for node in plain.below(shared.tree, top)}
        kept = [node for node in range(shared.tree.n_nodes) if node not in gone]
        assert smaller.tree.n_nodes == len(kept)
        for name in ("cdv_left", "cdv_right", "dsn"):
            assert np.array_equal(getattr(smaller, name), getattr(shared, name)[kept])
        assert np.array_equal(smaller.tree.label, shared.tree.label[kept])
        tests = [node in cut or shared.tree.is_leaf[node] for node in kept]
        names = [names_of(shared.tree)[node] for node in kept]
        assert names_of(smaller.tree) == [None if is_leaf else name for is_leaf, name in zip(tests, names, strict=True)]
        assert smaller.ds == tree_similarity(shared.dsn[kept])
        old_leaf = leaf_of_rows(shared.tree, cells_of(shared.tree, rows.left.scaled, rows.attributes))
        new_leaf = leaf_of_rows(smaller.tree, cells_of(smaller.tree, rows.left.scaled, rows.attributes))
        for row, leaf in enumerate(old_leaf.tolist()):
            above = next((top for top in cut if leaf == top or leaf in plain.below(shared.tree, top)), leaf)
            assert kept[int(new_leaf[row])] == above


@pytest.mark.parametrize("method", METHODS)
@given(drawn=mined_sets())
@settings(max_examples=40, suppress_health_check=list(HealthCheck))
def test_pruning_twice_is_pruning_once_and_the_document_reads_back(method, drawn):
    """Also from the document, whose set knows only the attributes that its trees test."""
    pair, mined = drawn
    assume(method != "reduced-error" or mined.settings.holdout > 0)
    once = prune(mined, pair, method=method)
    document = once.trees.to_document()
    assert prune(once.trees, pair, method=method).trees.to_document() == document
    read = parse_result(document_text(document | {"pruned": [once.report.summary_document()]}).encode())
    assert read.tree_set.to_document() == document
    again = parse_result(document_text(mined.to_document()).encode()).tree_set
    assert prune(again, pair, method=method).trees.to_document() == document


def test_deep_trees_lose_most_and_gain_on_rows_they_have_not_seen():
    mined = mine(OVERFITTED, holdout=0.4, k=4, max_depth=0)
    for method in METHODS:
        pruned = prune(mined, OVERFITTED, method=method)
        before, after = pruned.report.n_tests
        assert after < before / 2
        assert pruned.report.after == pruned.trees.scores
        assert pruned.report.before == mined.scores
        assert sum(removed.tests for removed in pruned.report.removed) == before - after
    assert prune(mined, OVERFITTED).trees.scores.sa > mined.scores.sa


def test_a_report_tells_what_went():
    mined = mine(OVERFITTED, k=2, max_depth=3)
    pruned = prune(mined, method="cost-complexity", alpha=1.0)
    assert [tree.tree.n_nodes for tree in pruned.trees.trees] == [1, 1]
    first = pruned.report.removed[0]
    tree = mined.trees[0].tree
    assert (first.tree, first.node, first.level) == (0, 0, 1)
    assert first.attribute == tree.attributes[int(tree.attribute[0])]
    assert (first.nodes, first.tests) == (tree.n_nodes - 1, tree.n_nodes - tree.n_leaves)
    assert set(first.attributes) == {tree.attributes[a] for a in tree.attribute[~tree.is_leaf].tolist()}
    assert first.label == tree.class_names[int(tree.label[0])]
    assert (pruned.trees.scores.td, pruned.report.rows) == (0.0, "mined")
    document = pruned.report.to_document()
    assert document["format"] == "ksdt-pruning/1"
    assert document["scores"]["before"] == mined.scores.to_document()
    assert document["trees"][0]["after"]["leaves"] == 1
    assert document["removed"][0]["nodes"] == tree.n_nodes - 1


def test_labels_of_both_tables_together_can_make_a_split_worse_than_none():
    """The larger table outvotes the smaller, so the mean error may fall by pruning even at alpha 0."""
    mined = mine(OVERFITTED, k=1, max_depth=0)
    shared = mined.trees[0]
    changes = prune(mined, method="cost-complexity", alpha=0.0).report.trees
    assert changes[0].after.guarded <= changes[0].before.guarded
    assert changes[0].sequence[0].error <= float(plain.mean_error(shared, frozenset()))


class TestRefusals:
    def test_reduced_error_needs_rows_that_were_held_out(self):
        with refused("no-held-out-rows", method="reduced-error"):
            prune(mine(OVERFITTED, k=2), OVERFITTED)

    def test_held_out_rows_need_the_pair(self):
        with refused("tables-of-result-needed", InvalidDataError, holdout=0.3):
            prune(mine(OVERFITTED, k=2, holdout=0.3), method="mdl")

    def test_other_rows_are_noticed(self):
        mined = mine(OVERFITTED, k=2, holdout=0.3)
        other = planted_pair(strength=1.0, n_rows=120, n_attributes=6, seed=9)
        with refused("class-counts-differ", InvalidDataError):
            prune(mined, other)
        with refused("class-counts-differ", InvalidDataError):
            prune(mine(OVERFITTED, k=2), other, method="mdl")

    def test_other_attributes_are_noticed(self):
        mined = mine(OVERFITTED, k=2)
        narrow = planted_pair(strength=1.0, n_rows=120, n_attributes=1)
        read = parse_result(document_text(mined.to_document()).encode()).tree_set
        with refused("tested-attribute-missing", InvalidDataError):
            prune(read, narrow, method="mdl")

    @pytest.mark.parametrize("alpha", [-0.1, float("nan"), float("inf")])
    def test_alpha_is_a_share(self, alpha):
        with refused("below-minimum", option="alpha"):
            prune(mine(OVERFITTED, k=1), method="cost-complexity", alpha=alpha)

    def test_alpha_is_for_one_method_and_methods_have_names(self):
        mined = mine(OVERFITTED, k=1)
        with refused("alpha-of-another-method", value=0.1, method="mdl"):
            prune(mined, method="mdl", alpha=0.1)
        with refused("not-a-choice", choices=("reduced-error", "cost-complexity", "mdl")):
            prune(mined, method="fast")

    def test_a_leaf_cannot_be_cut(self):
        shared = mine(OVERFITTED, k=1).trees[0]
        leaf = int(np.flatnonzero(shared.tree.is_leaf)[0])
        with refused("leaf-cannot-be-pruned", nodes=[leaf]):
            collapsed(shared, [leaf], (0.5, 0.5))


def test_a_collapsed_tree_answers_the_label_of_the_node():
    shared = mine(OVERFITTED, k=1, max_depth=2).trees[0]
    stump = collapsed(shared, [0], (0.5, 0.25))
    assert set(predicted_classes(stump.tree, OVERFITTED.left.scaled).tolist()) == {int(shared.tree.label[0])}
    assert (stump.sa, stump.ds) == (0.25, float(shared.dsn[0]))
