"""The report of a learned tree: whole words in its columns, and only settings that were used."""

from __future__ import annotations

import re

import numpy as np
import pytest

from ksdt_core.data.samples.catalogue import load
from ksdt_core.figures.tree_svg import tree_svg
from ksdt_core.reports.learned_report import learned_report_file
from ksdt_core.studies.learning.learned_rules import learned_rules, rule_table
from ksdt_core.studies.learning.run import learn_table
from ksdt_core.studies.learning.settings import LearnSettings


@pytest.mark.parametrize(
    ("settings", "absent", "present"),
    [
        ({"method": "c45"}, ("Cost rule", "Discretise", "Predict a number"), ("Confidence", "Criterion")),
        ({"method": "id3", "costs": (("MX missile", 2.0),)}, ("Confidence",), ("Cost rule", "Discretise")),
        ({"method": "random"}, ("Criterion", "Confidence"), ("Seed",)),
    ],
)
def test_settings_that_change_nothing_are_not_listed(settings, absent, present):
    _, data = learned_report_file(learn_table(load("votes"), LearnSettings(**settings)), "html")
    facts = data.decode().split("Table and settings")[-1]
    assert not [label for label in absent if label in facts]
    assert all(label in facts for label in present)


def test_held_out_columns_are_there_where_rows_were_held_out():
    alone = learn_table(load("votes"))
    held = learn_table(load("votes"), LearnSettings(holdout=0.3))
    assert rule_table(alone)[0] == ("If", "then", "rows", "correct")
    assert rule_table(held)[0] == ("If", "then", "rows", "correct", "held out", "held out, correct")
    assert all(len(row) == 4 for row in rule_table(alone)[1])


def test_the_share_of_a_leaf_is_that_of_its_rule_with_parts_of_rows():
    learned = learn_table(load("votes"), LearnSettings(holdout=0.3))
    assert not np.array_equal(learned.tree.counts, np.rint(learned.tree.counts)), "some rows are there in parts"
    drawn = re.findall(r">(\d+)%<", tree_svg(learned.tree))
    assert sorted(drawn) == sorted(f"{100 * rule.confidence:.0f}" for rule in learned_rules(learned))
