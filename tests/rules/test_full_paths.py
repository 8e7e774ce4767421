"""Full paths: they part the rows of both tables, and every count is that of the rows."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ksdt_core.errors import InvalidDataError
from ksdt_core.measures.distribution import distribution_similarity
from ksdt_core.mining import mine
from ksdt_core.rules.full_paths import table_rules, tree_rules
from ksdt_core.rules.rules_view import rules_view
from tests.mining.routing import answer
from tests.pairs_by_hand import pair_of
from tests.refusals import refused
from tests.rules.sunburn import sunburn
from tests.strategies import mining_options, pairs, prepared_pairs


def meets(condition, cell: float, table: int, categories) -> bool:
    """As another program reads a condition of the document."""
    value = condition.values[table]
    if isinstance(value, str):
        same = categories[int(cell)] == value
        return same if condition.op == "=" else not same
    return cell <= value if condition.op == "<=" else cell > value


def rows_meeting(rule, pair, table: int) -> list[int]:
    domain = (pair.left, pair.right)[table]
    column = {name: position for position, name in enumerate(pair.attributes)}
    return [
        number
        for number, row in enumerate(domain.original.tolist())
        if all(
            meets(each, row[column[each.attribute]], table, pair.categories[column[each.attribute]])
            for each in rule.conditions
        )
    ]


@settings(max_examples=60)
@given(st.data(), st.one_of(pairs(), prepared_pairs()))
def test_full_paths_part_the_rows_of_both_tables(data, pair):
    trees = mine(pair, **data.draw(mining_options(pair, constraints=False)))
    rules = tree_rules(trees, pair)
    for number, shared in enumerate(trees.trees):
        own = rules.of_tree(number)
        assert len(own) == shared.tree.n_leaves
        for table, domain in enumerate((pair.left, pair.right)):
            rows = [rows_meeting(rule, pair, table) for rule in own]
            assert sorted(row for each in rows for row in each) == list(range(domain.n_rows))
            for rule, each in zip(own, rows, strict=True):
                evidence, classes = rule.evidence[table], domain.classes[each].tolist()
                assert evidence.support == len(each) == rule.decided[table]
                assert evidence.counts == tuple(classes.count(c) for c in range(len(pair.class_names)))
                assert evidence.correct == classes.count(pair.class_names.index(rule.answer))
                side = ("left", "right")[table]
                answers = {answer(shared, domain.original[row], side, attributes=pair.attributes) for row in each}
                assert answers <= {pair.class_names.index(rule.answer)}


@settings(max_examples=30)
@given(st.data(), pairs(balanced=False))
def test_without_balancing_the_counts_are_those_of_the_tree(data, pair):
    trees = mine(pair, **data.draw(mining_options(pair, constraints=False)))
    rules = tree_rules(trees, pair)
    for rule in rules.rules:
        shared = trees.trees[rule.tree]
        assert rule.left.counts == tuple(shared.cdv_left[rule.leaf].tolist())
        assert rule.right.counts == tuple(shared.cdv_right[rule.leaf].tolist())
        assert rule.dsn == pytest.approx(float(shared.dsn[rule.leaf]), abs=1e-12)
        assert rule.dsn_lowest <= rule.dsn_mean + 1e-12
        assert rule.dsn_lowest <= float(shared.dsn[0])
    for summary, shared in zip(rules.trees, trees.trees, strict=True):
        assert summary.accuracy == (shared.accuracy_left, shared.accuracy_right)


def two_tables(**options):
    """x ≤ 2 is neg, but for one row on the right."""
    left = ([[0, 5], [1, 5], [2, 6], [3, 5], [4, 6], [5, 6]], [0, 0, 0, 1, 1, 1])
    right = ([[0, 6], [2, 5], [2, 5], [4, 6], [5, 5]], [0, 0, 1, 1, 1])
    return pair_of(left, right, **options)


def test_every_number_by_hand():
    pair = two_tables()
    rules = tree_rules(mine(pair, k=1, max_depth=1), pair)
    low, high = rules.rules
    assert [(c.attribute, c.op, c.value, c.values) for c in low.conditions] == [("a0", "<=", 2.5, (2.5, 2.5))]
    assert (low.answer, high.answer) == ("neg", "pos")
    assert (low.left.counts, low.right.counts) == ((3, 0), (2, 1))
    assert (low.left.lift, low.right.confidence) == (2.0, 2 / 3)
    assert low.right.lift == pytest.approx((2 / 3) / (2 / 5))
    assert low.dsn == pytest.approx(2 / 5**0.5)
    assert low.p_value == pytest.approx(1.0)  # of 3 and 3 rows one is wrong, on either side alike
    assert rules.trees[0].accuracy == (1.0, 0.8)
    assert rules.n_rows == (6, 5)


def test_rows_that_balancing_drew_again_count_once():
    weights = ([1, 1, 1, 3, 2, 1], [2, 1, 1, 1, 4])
    plain, balanced = two_tables(), two_tables(weights=weights)
    trees = mine(balanced, k=1, max_depth=1)
    assert [rule.evidence for rule in tree_rules(trees, plain).rules] == [
        rule.evidence for rule in tree_rules(trees, balanced).rules
    ]
    assert int(trees.trees[0].cdv_left.sum(axis=1)[0]) == 9


def test_the_same_rule_in_several_trees_is_counted():
    pair = two_tables()
    trees = mine(pair, k=3, max_depth=1, exclude=("a1",))
    rules = tree_rules(trees, pair)
    assert [rule.copies for rule in rules.rules] == [3] * 6
    assert (rules_view(rules).n_distinct, rules_view(rules).n_repeated) == (2, 2)


def test_one_table_alone():
    tree, table = sunburn()
    rules = table_rules(tree, table)
    assert rules.tables == ("sunburn",)
    assert [len(rule.evidence) for rule in rules.rules] == [1] * 4
    assert [rule.left.counts for rule in rules.rules] == [(0, 2), (2, 0), (3, 0), (0, 1)]
    assert [rule.p_value for rule in rules.rules] == [None] * 4
    red = rules.rules[3].conditions  # ≠ blonde and ≠ brown leave one value
    assert [(each.attribute, each.op, each.value) for each in red] == [("hair", "=", "red")]


def test_a_missing_cell_goes_where_the_tree_sends_it():
    tree, table = sunburn()
    values = table.values.copy()
    values[:, 0] = np.nan
    gone = type(table)(table.name, table.attributes, values, table.categories, table.class_names, table.classes)
    rules = table_rules(tree, gone)
    assert [rule.left.support for rule in rules.rules] == [0, 0, 0, 8]
    last = rules.rules[3].conditions  # "= red" would be wrong of a row without a colour
    assert [each.op for each in last] == ["!=", "!="]
    assert all(each.holds(values, 0).all() for each in last)


def test_trees_of_other_tables_are_refused():
    pair, other = two_tables(), two_tables(attributes=("b0", "b1"))
    with refused("tested-attribute-not-in-tables", InvalidDataError, attribute="a0"):
        tree_rules(mine(pair, k=1), other)
    categories = (("x", "y", "z", "u", "v", "w"), None)
    with refused("attribute-values-differ-from-tree", InvalidDataError, attribute="a0"):
        tree_rules(mine(pair, k=1), two_tables(categories=categories))


def test_similarity_of_a_rule_is_the_measure():
    pair = two_tables()
    for rule in tree_rules(mine(pair, k=2), pair).rules:
        assert rule.dsn == float(distribution_similarity(rule.left.counts, rule.right.counts))
