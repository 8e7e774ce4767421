"""Patterns: equal to an enumeration of all sets of items, counted by hand, and beside the rules of the trees."""

from __future__ import annotations

import json
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ksdt_core as ksdt
from ksdt_core.errors import InvalidDataError, InvalidDocumentError, InvalidParameterError
from ksdt_core.formats.json_text import document_text
from ksdt_core.formats.patterns_document import patterns_of_document
from ksdt_core.patterns.items import items_of
from ksdt_core.patterns.pattern_words import answer_words
from ksdt_core.rules.full_paths import tree_rules
from ksdt_core.rules.table_rows import pair_rows
from tests.oracles.plain_patterns import plain_patterns
from tests.pairs_by_hand import pair_of
from tests.strategies import pairs


def _item_rows(pair, item):
    """The rows that have an item, found on the scale of the pair."""
    found = []
    for side in (pair.left, pair.right):
        cells = side.scaled[:, item.column].tolist()
        tests = {"<=": lambda cell: cell <= item.value, ">": lambda cell: cell > item.value}
        meets = tests.get(item.op, lambda cell: cell == item.code)
        found.append(frozenset(row for row, cell in enumerate(cells) if meets(cell)))
    return found[0], found[1]


@settings(max_examples=40, deadline=None)
@given(
    pair=pairs(max_rows=12, max_attributes=4, max_classes=3),
    tenths=st.integers(1, 5),
    longest=st.integers(1, 3),
    bins=st.integers(2, 3),
)
def test_patterns_are_those_of_an_enumeration(pair, tenths, longest, bins):
    items = items_of(pair, bins)
    if not items:
        with pytest.raises(InvalidDataError):
            ksdt.patterns(pair, bins=bins)
        return
    found = ksdt.patterns(pair, min_support=tenths / 10, max_length=longest, bins=bins)
    classes = pair.left.classes.tolist(), pair.right.classes.tolist()
    rows = [_item_rows(pair, item) for item in items]
    plain = plain_patterns(rows, classes, len(pair.class_names), share=Fraction(tenths, 10), longest=longest)
    expected = {(frozenset(items[i].key for i in each.itemset), pair.class_names[each.answer]): each for each in plain}
    assert len(found.patterns) == len(plain)
    for pattern in found.patterns:
        key = frozenset((each.attribute, each.op, each.value) for each in pattern.conditions), pattern.answer
        own = expected[key]
        assert tuple(each.support for each in pattern.evidence) == own.support
        assert tuple(each.correct for each in pattern.evidence) == own.correct
        assert pattern.p_values == pytest.approx(own.p_values, rel=1e-9)
        assert pattern.p_corrected == pytest.approx(own.p_corrected, rel=1e-9)
        assert pattern.shared_lift > 1
    assert [each.p_corrected for each in found.patterns] == sorted(each.p_corrected for each in found.patterns)
    assert patterns_of_document(json.loads(document_text(found.to_document()))) == found


def by_hand():
    """Eight rows each: `age` predicts the class, `site` does not."""
    cells = [
        (float(age), float(site)) for age, site in ((1, 0), (2, 1), (3, 0), (4, 1), (5, 0), (6, 1), (7, 0), (8, 1))
    ]
    return pair_of(
        (cells, [0, 0, 0, 0, 1, 1, 1, 1]),
        ([(10 * age, site) for age, site in cells], [0, 0, 0, 1, 1, 1, 1, 1]),
        class_names=("no", "yes"),
        attributes=("age", "site"),
        categories=(None, ("north", "south")),
        scale="rank",
    )


def test_a_pattern_by_hand_has_counts_units_and_p_values():
    found = ksdt.patterns(by_hand(), bins=2, max_length=1)
    assert [(each.text, each.answer) for each in found.patterns] == [
        ("age ≤ 4.5 | 45.0", "no"),  # both have the same p-values; this one has the higher lift
        ("age > 4.5 | 45.0", "yes"),
    ]
    no, yes = found.patterns
    assert [each.counts for each in yes.evidence] == [(0, 4), (0, 4)]
    assert [each.counts for each in no.evidence] == [(4, 0), (3, 1)]
    assert yes.p_values == pytest.approx((1 / 70, 5 / 70))  # all 4 of the class among 4 drawn of 8; 4 of 5
    assert [each.lift for each in no.evidence] == pytest.approx([2.0, 2.0])
    assert found.n_trees is None
    assert all(each.said_by is None for each in found.patterns)


def test_a_condition_separates_the_rows_of_each_table():
    """Most of one table have the same smallest value, so the lower percentiles of the other lie below all of them."""
    generator = np.random.default_rng(7)
    spread = generator.integers(1, 90, 60).astype(float)
    mostly_zero = np.where(np.arange(60) < 48, 0.0, spread)
    tables = [
        (np.column_stack([cells, generator.integers(0, 2, 60)]).tolist(), (cells + spread > 60).astype(int).tolist())
        for cells in (mostly_zero, spread)
    ]
    pair = pair_of(
        *tables, class_names=("no", "yes"), attributes=("coma", "sex"), categories=(None, ("f", "m")), scale="rank"
    )
    items = items_of(pair, 4)
    assert {item.column for item in items} == {0, 1}
    for item in items:
        for own, side in zip(_item_rows(pair, item), (pair.left, pair.right), strict=True):
            assert 0 < len(own) < side.n_rows, item
    found = ksdt.patterns(pair, max_length=2)
    smallest = [side.original[:, 0].min() for side in (pair.left, pair.right)]
    bounds = [each.values for pattern in found.patterns for each in pattern.conditions if each.attribute == "coma"]
    assert bounds
    assert all(bound >= low for own in bounds for bound, low in zip(own, smallest, strict=True))


def test_trees_say_a_pattern_when_one_rule_covers_nine_tenths_of_its_rows():
    generator = np.random.default_rng(5)
    tables = []
    for _ in range(2):
        cells = generator.integers(0, 6, (60, 3)).astype(float)
        tables.append(
            (cells.tolist(), ((cells[:, 0] + cells[:, 1] + generator.normal(0, 1, 60)) > 5).astype(int).tolist())
        )
    pair = pair_of(*tables, class_names=("no", "yes"), attributes=("a", "b", "c"), categories=(None,) * 3)
    trees = ksdt.mine(pair, k=3, max_depth=2)
    found = ksdt.patterns(pair, trees, max_length=3)
    rules, rows = tree_rules(trees, pair).rules, pair_rows(trees.trees[0].tree, pair)
    for pattern in found.patterns:
        met = [
            _met(pattern, side.original, pair.attributes, table) for table, side in enumerate((pair.left, pair.right))
        ]
        saying = [
            rule.tree
            for rule in rules
            if rule.answer == pattern.answer
            and all(
                (own.covered_by(rule.conditions) & cover).sum() >= 0.9 * cover.sum()
                for own, cover in zip(rows, met, strict=True)
            )
        ]
        assert pattern.said_by == (min(saying) if saying else None)
    assert 0 < found.n_said < len(found.patterns)


def _met(pattern, cells, attributes, table):
    mask = np.ones(cells.shape[0], dtype=bool)
    for each in pattern.conditions:
        below = cells[:, attributes.index(each.attribute)] <= each.values[table]
        mask &= below if each.op == "<=" else ~below
    return mask


def test_bad_input_has_a_message_with_a_way_out():
    pair = by_hand()
    with pytest.raises(InvalidDataError) as nothing:
        ksdt.patterns(pair, exclude=("age", "site"))
    assert nothing.value.code == "no-item-for-patterns"
    with pytest.raises(InvalidParameterError) as many:
        ksdt.patterns(pair, max_itemsets=2)
    assert many.value.code == "too-many-itemsets"
    assert {remedy.option for remedy in many.value.remedies} == {"min_support", "max_length", "max_itemsets"}
    with pytest.raises(InvalidParameterError):
        ksdt.patterns(pair, min_support=0.0)


def test_a_changed_document_is_refused():
    document = json.loads(document_text(ksdt.patterns(by_hand(), bins=2).to_document()))
    document["patterns"][0]["left"]["counts"] = [0, 99]
    with pytest.raises(InvalidDocumentError):
        patterns_of_document(document)


def test_only_patterns_beyond_chance_are_said_to_predict():
    """The headline of noise was "198 patterns predict a class in both tables, 0 of them beyond chance"."""
    found = ksdt.patterns(by_hand(), bins=2, max_length=1)
    assert answer_words(found).startswith(f"{found.n_clear} of {len(found.patterns)} pattern")
