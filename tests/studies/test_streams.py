"""Streams: a drift is found where it is, and on a real stream no change exceeds its bound."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
import pytest

from ksdt_core.data.readers.reading import read_dataset
from ksdt_core.errors import InvalidDataError
from ksdt_core.fourier.stability import stability
from ksdt_core.learners.ensembles import TreeShape
from ksdt_core.studies.streams import by_time, drifting_stream, stream_trees
from tests.refusals import refused

SHAPE = TreeShape(min_leaf=10)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("policy", ["oldest", "worst"])
def test_the_drift_is_found_where_it_is(seed, policy):
    stream = drifting_stream(45 * 200, 30 * 200, seed=seed)
    parts = stream_trees(stream, 200, n_first=10, n_updates=35, shape=SHAPE)
    report = stability(parts.first, parts.updates, policy=policy, errors=parts.errors)
    assert report.alarms[0] == 20


@pytest.mark.parametrize("seed", range(4))
def test_a_steady_stream_gives_no_alarm(seed):
    stream = drifting_stream(45 * 200, 45 * 200, seed=seed)
    parts = stream_trees(stream, 200, n_first=10, n_updates=35, shape=SHAPE)
    assert stability(parts.first, parts.updates).alarms == ()


def test_trees_are_grown_on_their_own_rows_and_judged_on_those_of_each_update():
    stream = drifting_stream(600, 300, noise=0.0, seed=1)
    parts = stream_trees(stream, 100, n_first=3, n_updates=3)
    assert (len(parts.first), len(parts.updates), parts.errors.shape) == (3, 3, (3, 6))
    np.testing.assert_array_equal(np.diag(parts.errors[:, 3:]), 0)
    assert parts.errors[0, 0] > 0.2


def test_a_stream_too_short_names_the_rows_needed():
    with refused("stream-too-short", InvalidDataError, rows=1000, needed=112_000):
        stream_trees(drifting_stream(1000, 0))


def test_rows_are_ordered_by_a_time_column():
    frame = pd.DataFrame({"day": [3, 1, 2, 1], "x": [30.0, 10.0, 20.0, 11.0], "class": ["a", "b", "a", "b"]})
    ordered = by_time(read_dataset(frame, name="t"), "day")
    assert ordered.attributes == ("x",)
    assert ordered.values[:, 0].tolist() == [10.0, 11.0, 20.0, 30.0]
    assert ordered.classes.tolist() == [1, 1, 0, 0]
    dates = frame.assign(day=["2024-10-01", "2023-12-31", "2024-02-01", "2023-12-31"])
    assert by_time(read_dataset(dates, name="t"), "day").values[:, 0].tolist() == [10.0, 11.0, 20.0, 30.0]
    with refused("no-time-column", InvalidDataError, column="dya", nearest="day"):
        by_time(read_dataset(frame, name="t"), "dya")
    with refused("time-with-gaps", InvalidDataError, column="day", cells=1):
        by_time(read_dataset(frame.assign(day=[3, None, 2, 1]), name="t"), "day")


def test_bad_numbers_are_named():
    with refused("not-whole", option="chunk", value=0):
        stream_trees(drifting_stream(100, 0), 0)
    with refused("out-of-range", option="drift_at", value=11, high=10):
        drifting_stream(10, 11)


@pytest.mark.shared_data
def test_no_change_of_a_real_stream_exceeds_its_bound(shared_data):
    table = shared_data / "finance" / "stocks20_updown_AAPL.csv.gz"
    if not table.is_file():
        pytest.skip(f"no {table.name} in {table.parent}")
    parts = stream_trees(read_dataset(table), 100, n_first=33, n_updates=50, shape=TreeShape(max_depth=6))
    report = stability(parts.first, parts.updates)
    assert len(report.steps) == 50
    for step in report.steps:
        assert step.eigenvalue_change <= math.sqrt(2) * step.frobenius + 1e-12
        if step.eigenvector_bound is not None:
            assert step.eigenvector_change <= step.eigenvector_bound
    assert report.alpha_value is not None
