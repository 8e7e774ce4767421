"""The part of the study on settings that replicate: one rotation, the choice, the section."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.reproduction.report import NOT_COMPUTED
from benchmarks.study.keeping import Keeper
from benchmarks.study.plan import Plan
from benchmarks.study.replicating import JUDGED, TUNED, ForestTask, ReplicationTask, rotation
from benchmarks.study.replication_lines import WORDS, Rotation, by_family, load_rotations, replication_lines
from ksdt_core.evidence.replication import replicate
from ksdt_core.mining.miners import mine


def test_a_rotation_has_every_setting_and_the_defaults():
    found = ReplicationTask("choice", 2).run(Path())
    assert (found["third"], found["attributes"], len(found["grid"])) == ("cmc older", 9, 4)
    pair, third = rotation("choice", 2, Path())
    vote = replicate(mine(pair), third, 1, missing="common").vote
    assert found["usual"] == {"balanced_there": vote.balanced_accuracy, "accuracy_there": vote.accuracy}
    assert found["grid"][2]["balanced_there"] == vote.balanced_accuracy  # all attributes, depth 3


def test_the_forest_is_that_of_the_third_table():
    from sklearn.metrics import balanced_accuracy_score

    from benchmarks.study import replicating

    pair, third = rotation("choice", 1, Path())
    values = replicating.third_values(pair, third, list(range(pair.n_attributes)))
    assert values.shape == third.values.shape
    classes = replicating.third_classes(pair, third)
    assert balanced_accuracy_score(classes, classes) == 1.0
    assert set(ForestTask("choice", 1).key.split()) >= {"forest", "choice", "1"}


def made(family, *, auto=0.7, usual=0.6, simple=0.65):
    """Cross-validation prefers the last setting; the first is within its standard error."""
    grid = [
        {"attr_fraction": 1.0, "max_depth": depth, "balanced_accuracy": inside, "standard_error": 0.1,
         "balanced_there": there, "accuracy_there": there + 0.1}
        for depth, inside, there in ((1, 0.75, simple), (2, 0.5, 0.5), (3, 0.6, usual), (4, 0.8, auto))
    ]  # fmt: skip
    known = {"third": "x", "attributes": 9, "grid": grid}
    return Rotation(
        family,
        known | {"usual": {"balanced_there": usual, "accuracy_there": usual + 0.1}},
        {"balanced": 0.8, "accuracy": 0.9},
    )


def test_the_choice_and_the_other_rule():
    one = made("wine")
    assert (one.auto["max_depth"], one.simple["max_depth"], one.deeper["max_depth"]) == (4, 1, 4)
    assert one.gain(one.auto) == pytest.approx(0.1)
    assert by_family([made("wine"), made("wine"), made("choice", auto=0.6)]).value == pytest.approx(0.05)


def test_the_section_follows_the_numbers(approved):
    text = "\n".join(replication_lines([made("receptor"), made("outcome"), made("blood", auto=0.5)]))
    approved("\n".join(line for line in text.splitlines() if line.startswith("- ")))
    assert text.count("| tune |") == 1
    assert "all, depth 4" in text


def test_families_tune_or_judge_and_what_is_not_done_is_said(tmp_path):
    assert not set(TUNED) & set(JUDGED)
    assert set(WORDS) == {*TUNED, *JUDGED}
    assert load_rotations(Plan(), Keeper(tmp_path)) == []
    assert NOT_COMPUTED in replication_lines([])
