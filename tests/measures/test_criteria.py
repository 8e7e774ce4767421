"""Gain ratio, Gini reduction and costs: by hand, against their plain definitions, and what they never do."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ksdt_core.errors import InvalidParameterError
from ksdt_core.measures.criteria import (
    criterion_value,
    gain,
    gain_ratio,
    gini,
    gini_reduction,
    split_information,
    split_value,
    value_for_cost,
)
from ksdt_core.measures.gain import information_gain
from ksdt_core.measures.valuing import Valuing
from tests.oracles import plain_measures as plain
from tests.refusals import refused

counts = st.lists(st.integers(0, 100_000), min_size=3, max_size=3)
some = counts.filter(any)
children = st.lists(counts, min_size=2, max_size=5)
values = st.floats(0, 3)
costs = st.floats(0.001, 1e6)
rules = st.sampled_from(["squared", "exponential"])


def test_gain_ratio_of_outlook_by_hand():
    """Outlook parts the 14 tennis days into 5, 4 and 5: gain 0.247, split information 1.577, ratio 0.156."""
    outlook = [[2, 3], [4, 0], [3, 2]]
    assert float(gain(outlook)) == pytest.approx(0.2467, abs=5e-5)
    assert float(split_information(outlook)) == pytest.approx(1.5774, abs=5e-5)
    assert float(gain_ratio(outlook)) == pytest.approx(0.1564, abs=5e-5)


def test_a_value_for_each_row_has_all_the_gain_and_a_small_ratio():
    """The numbers of the days 1 to 14 as an attribute: gain 0.940, the whole entropy, but ratio 0.247."""
    days = [[1, 0]] * 9 + [[0, 1]] * 5
    assert float(gain(days)) == pytest.approx(0.9403, abs=5e-5)
    assert float(gain_ratio(days)) == pytest.approx(0.9403 / math.log2(14), abs=5e-5)


def test_gini_by_hand():
    assert gini([[5, 5], [4, 0], [0, 0], [1, 3]]) == pytest.approx([0.5, 0, 0, 0.375])
    assert float(gini_reduction([[4, 0], [1, 5]])) == pytest.approx(0.5 - 0.6 * (1 - (1 / 36 + 25 / 36)))


def test_costs_by_hand():
    assert float(value_for_cost(0.6, 4, rule="squared")) == pytest.approx(0.09)
    assert float(value_for_cost(1.0, 3, rule="exponential", weight=0.5)) == pytest.approx(0.5)


@given(some, some)
def test_in_two_children_each_is_its_plain_definition(left, right):
    for criterion, definition in plain.CRITERIA.items():
        expected = definition(left, right)
        assert float(criterion_value(criterion, [left, right])) == pytest.approx(expected, abs=1e-9), criterion
    assert float(gain([left, right])) == pytest.approx(float(information_gain(left, right)), abs=1e-12)


@given(children)
def test_ranges(split):
    n_classes = len(split[0])
    assert 0 <= float(gain_ratio(split)) <= 1
    assert 0 <= float(gini_reduction(split)) <= 1 - 1 / n_classes + 1e-12
    assert 0 <= float(gain(split)) <= math.log2(n_classes) + 1e-12


@given(children, st.randoms(use_true_random=False))
def test_the_order_of_children_and_empty_ones_change_nothing(split, random):
    shuffled = [*split, [0, 0, 0]]
    random.shuffle(shuffled)
    for criterion in plain.CRITERIA:
        expected = float(criterion_value(criterion, split))
        assert float(criterion_value(criterion, shuffled)) == pytest.approx(expected, abs=1e-12)


@given(st.lists(children.filter(lambda split: len(split) == 2), min_size=1, max_size=6))
def test_many_splits_at_once_are_each_by_itself(splits):
    for criterion in plain.CRITERIA:
        alone = [float(criterion_value(criterion, split)) for split in splits]
        assert criterion_value(criterion, np.array(splits)).tolist() == pytest.approx(alone, abs=1e-12)


@given(values, costs, rules, st.floats(0, 1))
def test_costs_against_their_plain_definition(value, cost, rule, weight):
    expected = plain.for_cost(value, cost, rule, weight)
    assert float(value_for_cost(value, cost, rule=rule, weight=weight)) == pytest.approx(expected, rel=1e-9, abs=1e-12)


@given(values, values, costs, rules, st.floats(0, 1))
def test_splits_of_one_attribute_keep_their_order_whatever_it_costs(one, other, cost, rule, weight):
    first, second = (float(value_for_cost(value, cost, rule=rule, weight=weight)) for value in sorted((one, other)))
    assert 0 <= first <= second


@given(values, costs, costs, rules, st.floats(0, 1))
def test_what_costs_more_is_worth_no_more(value, one, other, rule, weight):
    cheap, dear = (float(value_for_cost(value, cost, rule=rule, weight=weight)) for cost in sorted((one, other)))
    assert dear <= cheap


@given(values, costs)
def test_with_weight_0_costs_play_no_part(value, cost):
    here = float(value_for_cost(value, cost, rule="exponential", weight=0))
    assert here == float(value_for_cost(value, 1, rule="exponential", weight=0)) == pytest.approx(2**value - 1)


@given(values)
def test_at_cost_1_the_squared_rule_is_the_square(value):
    assert float(value_for_cost(value, 1, rule="squared")) == pytest.approx(value**2)


def test_without_costs_a_split_is_worth_what_the_criterion_says():
    split = [[3, 1], [0, 4]]
    assert split_value(Valuing("gini"), split, 100.0) == gini_reduction(split)
    with_costs = Valuing.of("gini", {"a": 100})
    assert split_value(with_costs, split, 100.0) == value_for_cost(gini_reduction(split), 100, rule="squared")


def test_costs_by_name_with_1_for_all_others():
    valuing = Valuing.of("gain", {"scan": 1000, "blood": 100})
    assert valuing.costs == (("blood", 100.0), ("scan", 1000.0))
    assert valuing.costs_of(("age", "blood", "scan")).tolist() == [1, 100, 1000]
    with pytest.raises(InvalidParameterError, match="'scan'"):
        valuing.costs_of(("age", "blood"))


@pytest.mark.parametrize(
    ("options", "code", "facts"),
    [
        ({"criterion": "chi"}, "not-a-choice", {"option": "criterion", "value": "chi"}),
        ({"cost_rule": "cubed"}, "not-a-choice", {"option": "cost_rule", "value": "cubed"}),
        ({"cost_weight": 1.5}, "out-of-range", {"option": "cost_weight"}),
        ({"cost_weight": float("nan")}, "out-of-range", {"option": "cost_weight"}),
        ({"costs": {"a": 0}}, "bad-cost", {"attribute": "a"}),
        ({"costs": {"a": -2}}, "bad-cost", {"attribute": "a"}),
        ({"costs": {"a": float("inf")}}, "bad-cost", {"attribute": "a"}),
        ({"costs": {"a": True}}, "bad-cost", {"attribute": "a"}),
        ({"costs": {"a": "5"}}, "bad-cost", {"attribute": "a"}),
        ({"costs": [("a", 1), ("a", 2)]}, "cost-given-twice", {"attribute": "a"}),
    ],
)
def test_what_cannot_be_meant_is_refused(options, code, facts):
    with refused(code, **facts):
        Valuing.of(**options)


def test_valuings_that_value_alike_are_one():
    assert Valuing(cost_rule="exponential", cost_weight=0.5).as_used == Valuing()
    assert Valuing.of("gini", {"a": 2}, cost_weight=0.5).as_used == Valuing.of("gini", {"a": 2})
    exponential = Valuing.of("gini", {"a": 2}, cost_rule="exponential", cost_weight=0.5)
    assert exponential.as_used == exponential
