"""Rules and nodes of a tree as tables."""

from __future__ import annotations

import pytest

from ksdt_core.figures.tables import node_table, rule_table
from tests.figures.handmade import small_tree


def test_a_rule_for_each_leaf_with_the_evidence_of_both_tables():
    rules = rule_table(small_tree())
    assert rules["rule"].tolist() == [
        "alcohol ≤ 10.25 and volatile acidity ≤ 0.37",
        "alcohol ≤ 10.25 and volatile acidity > 0.37",
        "alcohol > 10.25 and colour = deep",
        "alcohol > 10.25 and colour ≠ deep",
    ]
    assert rules["class"].tolist() == ["poor wine", "good wine", "good wine", "poor wine"]
    assert rules[["right_left", "rows_left", "right_right", "rows_right"]].to_numpy().tolist() == [
        [70, 73, 140, 160],
        [9, 11, 31, 61],
        [55, 59, 88, 89],
        [11, 11, 19, 20],
    ]


def test_rules_share_out_all_rows():
    shared, rules = small_tree(), rule_table(small_tree())
    assert rules["rows_left"].sum() == shared.cdv_left[0].sum()
    assert rules["rows_right"].sum() == shared.cdv_right[0].sum()


def test_a_row_for_each_node():
    nodes = node_table(small_tree())
    assert sorted(nodes["node"]) == list(range(7))
    root = nodes[nodes["node"] == 0].iloc[0]
    assert (root["path"], root["test"]) == ("all rows", "alcohol ≤ 10.25")
    assert (root["counts_left"], root["counts_right"]) == ("87 | 67", "190 | 140")
    assert root["dsn"] == pytest.approx(0.99980, abs=1e-4)


def test_a_categorical_test_has_no_threshold():
    nodes = node_table(small_tree()).set_index("node")
    assert nodes.loc[2, "test"] == "colour = deep"
    assert nodes.loc[2, "threshold_left"] == ""


def test_scaled_thresholds_are_percentiles_and_the_tables_units_stand_beside_them():
    nodes = node_table(small_tree(), scale="rank").set_index("node")
    assert nodes.loc[1, "test"] == "volatile acidity ≤ P37.0"
    assert nodes.loc[1, "threshold_left"] == "0.37"
