"""The table of rules: every condition whole, counts with separators, names that stay text."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree

import pytest

from ksdt_core.figures.palette import DARK
from ksdt_core.figures.rules_html import rules_html
from ksdt_core.mining import mine
from ksdt_core.rules.condition_text import conditions_text
from ksdt_core.rules.evidence import Evidence
from ksdt_core.rules.full_paths import tree_rules
from ksdt_core.rules.reduction import reduced_rules
from tests.pairs_by_hand import pair_of

ROWS = [[x, y] for x in range(8) for y in range(8)]
CLASSES = [int(x > 3) ^ int(y > 5) for x, y in ROWS]


@pytest.fixture(scope="module")
def pair():
    return pair_of((ROWS, CLASSES), (ROWS, CLASSES))


def cells(markup: str) -> list[list[str]]:
    body = ElementTree.fromstring(markup.split("</style>", 1)[1])
    rows = body.findall(".//tbody/tr")
    return [["".join(cell.itertext()) for cell in row.findall("td")] for row in rows]


@pytest.mark.parametrize("make", [tree_rules, reduced_rules])
def test_every_rule_stands_with_all_its_conditions(pair, make):
    trees = mine(pair, k=1, max_depth=3)
    rules = make(trees, pair)
    shown = cells(rules_html(rules, trees.trees[0], palette=DARK))
    assert len(shown) == len(rules.rules) > 2
    for row, rule in zip(shown, rules.rules, strict=True):
        written = "otherwise" if rule.is_default else conditions_text(rule.conditions)
        assert row[1].replace("\u00a0", " ") == written
        assert row[2] == rule.answer
        assert row[3] == f"{rule.left.correct} of {rule.left.support}"


def test_large_counts_have_separators_and_passing_rules_are_shaded(pair):
    trees = mine(pair, k=1, max_depth=1)
    rules = tree_rules(trees, pair)
    first = replace(rules.rules[0], evidence=(Evidence("a", (948, 825), 0, 0.5), Evidence("b", (12_345, 0), 0, 0.5)))
    markup = rules_html(replace(rules, rules=(first, *rules.rules[1:])), trees.trees[0], passing=[first])
    assert cells(markup)[0][3:5] == ["948 of 1,773", "12,345 of 12,345"]
    assert markup.count('class="here"') == 1


def test_hostile_names_stay_text(pair):
    trees = mine(pair, k=1, max_depth=1)
    rules = tree_rules(trees, pair)
    name = '<script>alert(1)</script>"&'
    hostile = replace(
        rules, tables=(name, name), class_names=(name, "b"), rules=tuple(replace(r, answer=name) for r in rules.rules)
    )
    markup = rules_html(hostile, trees.trees[0])
    assert "<script" not in markup
    assert cells(markup)[0][2] == name
