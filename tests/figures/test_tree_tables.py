"""Rules and nodes of a tree as tables."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ksdt_core.figures.tree_tables import class_column, node_table, rule_table
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
    assert rules["rows_left"].sum() == shared.rows_left[0].sum()
    assert rules["rows_right"].sum() == shared.rows_right[0].sum()


def test_a_row_for_each_node():
    nodes = node_table(small_tree())
    assert sorted(nodes["node"]) == list(range(7))
    root = nodes[nodes["node"] == 0].iloc[0]
    assert (root["path"], root["test"]) == ("all rows", "alcohol ≤ 10.25")
    classes = [class_column(name, side) for side in ("left", "right") for name in small_tree().tree.class_names]
    assert [root[name] for name in classes] == [87, 67, 190, 140]
    assert (root["rows_left"], root["rows_right"]) == (154, 330)
    assert root["dsn"] == pytest.approx(0.99980, abs=1e-4)


def test_a_categorical_test_has_no_threshold():
    nodes = node_table(small_tree()).set_index("node")
    assert nodes.loc[2, "test"] == "colour = deep"
    assert nodes.loc[2, "threshold_left"] == ""


def test_scaled_thresholds_are_in_the_units_of_the_tables():
    shared = replace(small_tree(), threshold_right=10 * small_tree().threshold_left)
    nodes = node_table(shared).set_index("node")
    assert nodes.loc[1, "test"] == "volatile acidity ≤ 0.37 | 3.70"
    assert (nodes.loc[1, "threshold_left"], nodes.loc[1, "threshold_right"]) == ("0.37", "3.7")
