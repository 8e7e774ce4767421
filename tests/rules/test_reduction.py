"""Rule post-pruning against its plain definition, and the textbook example."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from ksdt_core.data.model.dataset import Dataset
from ksdt_core.mining import mine
from ksdt_core.rules.full_paths import table_rules, tree_rules
from ksdt_core.rules.reduction import reduced_rules, reduced_table_rules
from ksdt_core.rules.rule_words import class_disjunctions
from ksdt_core.trees.columns import cells_of
from ksdt_core.trees.tree import Tree
from tests.oracles import plain_rules
from tests.oracles.plain_rules import PlainRule, PlainTable
from tests.pairs_by_hand import pair_of
from tests.rules.sunburn import sunburn
from tests.strategies import mining_options, pairs


def plain(rule) -> PlainRule:
    tests = []
    for each in rule.conditions:
        values = each.values if each.is_numeric else (float(each.code),) * len(each.values)
        tests.append((each.column, each.op, values))
    return PlainRule(tuple(tests), rule.left.answer)


@settings(max_examples=60)
@given(st.data(), pairs(max_rows=12, max_attributes=4, max_classes=3))
def test_reduction_is_the_plain_definition(data, pair):
    trees = mine(pair, **data.draw(mining_options(pair, constraints=False)) | {"k": 1})
    cells = [cells_of(trees.trees[0].tree, side.original, pair.attributes) for side in (pair.left, pair.right)]
    sides = zip(cells, (pair.left, pair.right), strict=True)
    tables = [PlainTable(rows.tolist(), side.classes.tolist()) for rows, side in sides]
    full = [plain(rule) for rule in tree_rules(trees, pair).rules]
    expected, default = plain_rules.reduced(full, tables, len(pair.class_names))
    *rules, last = reduced_rules(trees, pair).rules
    assert [plain(rule) for rule in rules] == expected
    assert last.is_default
    assert not last.conditions
    assert pair.class_names.index(last.answer) == default


@settings(max_examples=40)
@given(st.data(), pairs())
def test_the_reduced_list_is_never_worse_and_its_numbers_are_those_of_its_rows(data, pair):
    trees = mine(pair, **data.draw(mining_options(pair, constraints=False)))
    full, reduced = tree_rules(trees, pair), reduced_rules(trees, pair)
    for before, after in zip(full.trees, reduced.trees, strict=True):
        own = reduced.of_tree(after.tree)
        assert after.accuracy == before.accuracy
        assert min(after.list_accuracy) >= min(before.accuracy)
        assert after.n_rules == len(own) - 1 <= before.n_leaves
        assert sum(len(rule.conditions) for rule in own) <= sum(
            len(rule.conditions) for rule in full.of_tree(after.tree)
        )
        for table, domain in enumerate((pair.left, pair.right)):
            waiting = np.ones(domain.n_rows, dtype=bool)
            n_right = 0
            for rule in own:
                meeting = np.ones(domain.n_rows, dtype=bool)
                for condition in rule.conditions:
                    meeting &= condition.holds(cells_of(trees.trees[0].tree, domain.original, pair.attributes), table)
                answered = waiting & meeting
                assert rule.evidence[table].support == int((answered if rule.is_default else meeting).sum())
                assert rule.decided[table] == int(answered.sum())
                n_right += int((domain.classes[answered] == pair.class_names.index(rule.answer)).sum())
                waiting &= ~meeting
            assert not waiting.any()
            assert n_right / domain.n_rows == after.list_accuracy[table]


def test_the_four_sunburn_rules_become_two_and_a_default():
    """The textbook's own reduction: who uses lotion or has brown hair is safe, all others are not."""
    tree, table = sunburn()
    full = table_rules(tree, table)
    assert class_disjunctions(full) == {
        "none": "none if (hair = blonde and lotion = yes) or (hair = brown)",
        "sunburned": "sunburned if (hair = blonde and lotion = no) or (hair = red)",
    }
    reduced = reduced_table_rules(tree, table)
    assert class_disjunctions(reduced) == {
        "none": "none if (hair = brown) or (lotion = yes)",
        "sunburned": "sunburned otherwise",
    }
    assert [rule.left.support for rule in reduced.rules] == [3, 3, 3]
    assert [rule.decided for rule in reduced.rules] == [(3,), (2,), (3,)]
    assert reduced.trees[0].accuracy == reduced.trees[0].list_accuracy == (1.0,)


def test_a_tree_without_a_split_is_a_default():
    pair = pair_of(([[0], [1]], [0, 1]), ([[5], [6]], [0, 1]))
    trees = mine(pair, k=1)
    assert trees.trees[0].tree.n_nodes == 1
    (only,) = reduced_rules(trees, pair).rules
    assert only.is_default
    assert (only.left.support, only.right.support) == (2, 2)
    (always,) = tree_rules(trees, pair).rules
    assert not always.is_default
    assert not always.conditions


def test_of_two_idle_conditions_the_one_goes_that_frees_more_rows():
    """x and y both tell the class of these rows; without y ≤ 0 more rows are covered than without x ≤ 0."""
    rows = [[0, 0], [0, 0], [0, 1], [0, 1], [1, 0], *[[1, 1]] * 6]
    classes = [0, 0, 0, 0, 0, *[1] * 6]
    tree = Tree(
        attributes=("x", "y"),
        categories=(None, None),
        class_names=("neg", "pos"),
        attribute=np.array([0, 1, -1, -1, -1], dtype=np.int32),
        threshold=np.array([0.5, 0.5, np.nan, np.nan, np.nan]),
        category=np.full(5, -1, dtype=np.int32),
        left=np.array([1, 3, -1, -1, -1], dtype=np.int32),
        right=np.array([2, 4, -1, -1, -1], dtype=np.int32),
        label=np.array([0, 0, 1, 0, 0], dtype=np.int32),
    )
    table = Dataset(
        "t", tree.attributes, np.array(rows, dtype=float), tree.categories, ("neg", "pos"), np.array(classes)
    )
    rule, last = reduced_table_rules(tree, table).rules
    assert [(each.attribute, each.op) for each in rule.conditions] == [("x", "<=")]
    assert (rule.left.support, last.answer) == (4, "pos")


def test_a_rule_is_not_widened_at_the_cost_of_one_table():
    """Without its condition the rule would be right more often on the left, but less often on the right."""
    left = ([[0], [1], [0], [1]] * 3, [0, 0, 0, 1] * 3)
    right = ([[0], [1], [0], [1]] * 3, [0, 1, 0, 1] * 3)
    pair = pair_of(left, right)
    trees = mine(pair, k=1)
    full, reduced = tree_rules(trees, pair), reduced_rules(trees, pair)
    assert full.trees[0].accuracy == (0.75, 1.0)
    assert reduced.trees[0].list_accuracy == (0.75, 1.0)
    assert sum(len(rule.conditions) for rule in reduced.rules) == 1
