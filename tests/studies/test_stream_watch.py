"""A stream followed as one piece of work: the plan, its document, and the way back from it."""

from __future__ import annotations

import json

import pytest

from ksdt_core.errors import InvalidDataError
from ksdt_core.fourier.stability_report import alarm_lines, alarming
from ksdt_core.studies.stream_watch import StreamPlan, WatchedStream, generated_stream, tree_of_update, watched_stream
from ksdt_core.studies.streams import stream_trees
from tests.refusals import refused

PLAN = StreamPlan(chunk=120, n_first=8, n_updates=24, drift=16)


@pytest.fixture(scope="module")
def watched():
    return watched_stream(generated_stream(PLAN), PLAN)


def test_injected_drift_is_found_at_its_update(watched):
    assert watched.report.alarms[0] == PLAN.drift - 1
    steady = watched_stream(generated_stream(StreamPlan(chunk=120, n_first=8, n_updates=24)), PLAN)
    assert steady.report.alarms == ()


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
