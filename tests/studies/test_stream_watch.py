"""A stream followed as one piece of work: the plan, its document, and the way back from it."""

from __future__ import annotations

import json

import numpy as np
import pytest

from ksdt_core.errors import InvalidDataError
from ksdt_core.fourier.stability_report import alarm_lines, alarming
from ksdt_core.learners.ensembles import single_tree
from ksdt_core.studies.detectors import Detected, judged_alarms, wrong_shares
from ksdt_core.studies.regimes import regimes
from ksdt_core.studies.stream_plan import StreamPlan
from ksdt_core.studies.stream_watch import WatchedStream, generated_stream, tree_of_update, watched_stream
from ksdt_core.studies.streams import drifting_stream, stream_trees
from ksdt_core.trees.walk import predicted_classes
from tests.refusals import refused

PLAN = StreamPlan(chunk=120, n_first=8, n_updates=24, drift=16)


@pytest.fixture(scope="module")
def watched():
    return watched_stream(generated_stream(PLAN), PLAN)


def test_injected_drift_is_found_at_its_update(watched):
    assert watched.report.alarms[0] == PLAN.drift - 1
    steady = watched_stream(generated_stream(StreamPlan(chunk=120, n_first=8, n_updates=24)), PLAN)
    assert steady.report.alarms == ()


def test_every_detector_finds_the_injected_drift_without_a_false_alarm(watched):
    found = {one.detector: one for one in watched.detected}
    assert list(found) == ["ensemble", "ADWIN", "Page-Hinkley", "KSWIN"]
    assert found["ensemble"].alarms[0] == 120 * (PLAN.drift + 1) - 1
    assert found["ensemble"].delay == 240  # two updates beyond the line
    for one in found.values():
        assert one.n_false == 0
        assert one.delay is not None
        assert one.delay <= 8 * 120


def test_two_regimes_with_the_attributes_of_their_rules(watched):
    before, after = watched.regimes[:2]
    assert (before.name, before.first, before.last) == ("A", 1, PLAN.drift - 1)
    assert (after.name, after.first) == ("B", PLAN.drift)
    assert set(before.attributes) <= {"a1", "a2", "a3"}
    assert set(after.attributes) <= {"a4", "a5", "a6"}


def test_a_rule_that_comes_back_gets_its_old_name():
    one, other = drifting_stream(400, 400, seed=1), drifting_stream(400, 0, seed=2)
    trees = [single_tree(part.take_rows(np.arange(200 * i, 200 * (i + 1)))) for part in (one, other) for i in (0, 1)]
    found = regimes([*trees, *trees[:2]], 1, [1, 3], one.values)
    assert [(regime.name, regime.first, regime.last) for regime in found] == [("A", 1, 1), ("B", 2, 3), ("A", 4, 5)]


def test_alarms_are_judged_by_hand():
    assert judged_alarms("d", [5, 40, 60], change=30, patience=25) == Detected("d", (5, 40, 60), 11, 2)
    assert judged_alarms("d", [5], change=30, patience=25) == Detected("d", (5,), None, 1)
    assert judged_alarms("d", [5]) == Detected("d", (5,))


def test_shares_of_wrong_trees_follow_the_members():
    """By hand: two trees, the second update replaces the first of them."""
    stream = drifting_stream(400, 200, noise=0.0)
    trees = [single_tree(stream.take_rows(np.arange(100 * i, 100 * (i + 1)))) for i in range(4)]
    shares = wrong_shares(trees, stream, [0, 1], chunk=100, n_first=2)
    wrong = [predicted_classes(tree, stream.values) != stream.classes for tree in trees]
    np.testing.assert_allclose(shares[:100], (wrong[0][200:300] + 0.0 + wrong[1][200:300]) / 2)
    np.testing.assert_allclose(shares[100:], (wrong[2][300:] + 0.0 + wrong[1][300:]) / 2)


def test_trees_get_the_new_rows_wrong_when_the_rule_has_changed(watched):
    errors = watched.errors
    assert len(errors) == PLAN.n_updates
    assert errors[PLAN.drift - 1] > 2 * errors[PLAN.drift - 2]


def test_watched_stream_comes_back_from_its_document(watched):
    document = json.loads(json.dumps(watched.to_document()))
    assert WatchedStream.of_document(document) == watched
    assert WatchedStream.of_document(document).to_document() == document


def test_plan_comes_back_from_its_document():
    assert StreamPlan.of(PLAN.to_document()) == PLAN
    assert PLAN.n_rows == 120 * 32


def test_progress_reaches_the_end():
    seen = []
    plan = StreamPlan(chunk=40, n_first=3, n_updates=2)
    watched_stream(generated_stream(plan), plan, progress=lambda done, total: seen.append((done, total)))
    assert seen == [(done, 7) for done in range(1, 8)]


def test_tree_of_an_update_is_the_one_that_came_with_it():
    plan = StreamPlan(chunk=40, n_first=3, n_updates=2)
    stream = generated_stream(plan)
    grown = stream_trees(stream, 40, n_first=3, n_updates=2)
    for update, tree in ((2, grown.updates[1]), (0, grown.first[2]), (-2, grown.first[0])):
        found = tree_of_update(stream, plan, update)
        assert found.attribute.tolist() == tree.attribute.tolist()
        assert found.label.tolist() == tree.label.tolist()


def test_lines_are_what_alarms_are_judged_by():
    changes = [1.0, 1.1, 0.9] * 5 + [9.0, 9.0, 1.0]
    lines = alarm_lines(changes)
    assert lines[:10] == [None] * 10
    assert all(line is not None and 1.1 < line < 9 for line in lines[10:])
    assert alarming(changes) == (15,)


@pytest.mark.parametrize(
    ("options", "code", "facts"),
    [
        ({"chunk": 0}, "not-whole", {"option": "chunk", "minimum": 1}),
        ({"n_first": 0}, "not-whole", {"option": "ensemble", "minimum": 1}),
        ({"drift": 60}, "out-of-range", {"option": "drift", "high": 45}),
    ],
)
def test_impossible_plan_is_refused(options, code, facts):
    with refused(code, **facts):
        StreamPlan(**options)


def test_stream_that_is_too_short_names_the_rows_needed():
    with refused("stream-too-short", InvalidDataError, needed=12_000):
        watched_stream(generated_stream(StreamPlan(chunk=10, n_first=2, n_updates=3)), StreamPlan())
