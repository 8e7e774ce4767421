"""Rules in words and in symbols."""

from __future__ import annotations

import re
from dataclasses import replace

from ksdt_core.data.preparing.pairing import pair_datasets
from ksdt_core.data.samples.catalogue import load
from ksdt_core.mining import mine
from ksdt_core.rules.condition_text import conditions_text, conditions_words, listed
from ksdt_core.rules.conditions import Condition
from ksdt_core.rules.frame import rules_frame
from ksdt_core.rules.full_paths import tree_rules
from ksdt_core.rules.rule_words import rule_sentence
from ksdt_core.text import beside, for_terminal
from tests.rules.test_full_paths import two_tables

LOW = Condition("alcohol", ">", 0.31, (3.1, 31.0), 0)
HIGH = Condition("alcohol", "<=", 0.72, (11.2, 112.0), 0)
RED = Condition("colour", "=", "red", ("red", "red"), 1, 2)
NOT_BLUE = Condition("hue", "!=", "blue", ("blue", "blue"), 2, 0)
NOT_GREEN = Condition("hue", "!=", "green", ("green", "green"), 2, 1)


def test_two_bounds_are_an_interval():
    assert conditions_text([LOW, HIGH], table=0) == "3.1 < alcohol ≤ 11.2"
    assert conditions_text([LOW, HIGH]) == "3.1 | 31.0 < alcohol ≤ 11.2 | 112.0"
    assert conditions_text([]) == "all rows"


def test_values_that_are_ruled_out_are_a_list(approved):
    both = [LOW, RED, NOT_BLUE, NOT_GREEN]
    approved(conditions_text(both, table=1))
    approved(conditions_words(both, ("here", "there")))


def test_a_threshold_on_which_both_tables_agree_is_one_number(approved):
    same = replace(HIGH, values=(1.5, 1.5))
    approved(conditions_words([same], ("a", "b")))
    assert conditions_text([same]) == "alcohol ≤ 1.5"
    approved(conditions_words([LOW, HIGH], ("here", "there")))


def test_codes_are_named_one_by_one():
    codes = (1.0, 2.0, 3.0, 4.0)
    low = replace(LOW, attribute="pain", values=(1.5, 1.5), codes=codes)
    high = replace(HIGH, attribute="pain", values=(3.5, 3.5), codes=codes)
    assert conditions_text([low, high]) == "pain in {2, 3}"
    assert conditions_text([replace(low, values=(3.5, 3.5))]) == "pain = 4"
    assert conditions_words([high], ("a", "b")) == "pain in {1, 2, 3}"


def test_lists_and_p_values():
    assert listed(["a"]) == "a"
    assert listed(["a", "b", "c"]) == "a, b and c"


def test_a_rule_as_a_sentence(approved):
    pair = two_tables()
    rules = tree_rules(mine(pair, k=1, max_depth=1), pair)
    said = rule_sentence(rules.rules[0], rules)
    assert re.findall(r"(\d) of (\d)", said) == [("3", "3"), ("2", "3")]
    assert re.findall(r"\d\.\d\d+", said) == ["2.00", "1.67", "0.894", "1.000", "1.000"]
    approved(said)


def test_hostile_names_are_harmless():
    pair = two_tables(attributes=("a\x1b[31m\n", "b"), class_names=("n\x07eg", "pos"))
    rules = tree_rules(mine(pair, k=1, max_depth=1), pair)
    for text in (rule_sentence(rules.rules[0], rules), *rules_frame(rules).iloc[0][["rule", "class"]]):
        assert for_terminal(text).isprintable()


def test_the_table_has_a_row_for_each_rule():
    pair = two_tables()
    frame = rules_frame(tree_rules(mine(pair, k=2), pair))
    first = frame.iloc[0]
    assert (first["tree"], first["rule"], first["class"]) == (1, "a0 ≤ 2.5", "neg")
    assert (first["support_left"], first["correct_right"], first["copies"]) == (3, 2, 1)
    assert "rule_left" not in frame
    assert "decided_left" not in frame


def test_thresholds_of_scaled_pairs_are_given_in_the_units_of_both_tables():
    pair = pair_datasets(load("kc1"), load("pc1"), scale="rank")
    rules = tree_rules(mine(pair, k=1, max_depth=1), pair)
    first = rules_frame(rules).iloc[0]
    condition = rules.rules[0].conditions[0]
    assert first["rule"] == f"{condition.attribute} ≤ {beside(*condition.shown)}"
    assert first["rule_left"] == f"{condition.attribute} ≤ {condition.shown[0]}"
    assert first["rule_right"] == f"{condition.attribute} ≤ {condition.shown[1]}"
    column = pair.left.original[:, pair.attributes.index(condition.attribute)]
    assert int((column <= condition.values[0]).sum()) == first["support_left"]
