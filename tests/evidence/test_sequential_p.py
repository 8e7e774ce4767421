"""When shuffling may stop: the rule against its plain definition, its level, and any number at a time."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ksdt_core.evidence.sequential_p import STOP_AFTER, batches, counts_of, n_until_all, sequential_p
from tests.oracles import plain_significance

VALUES = st.lists(st.integers(0, 5).map(float), min_size=1, max_size=60)


@given(VALUES, st.integers(0, 5), st.none() | st.integers(1, 12))
def test_p_is_what_drawing_one_by_one_gives(values, observed, stop_after):
    expected, n = plain_significance.sequential(values, observed, len(values), stop_after)
    assert sequential_p(values, observed, most=len(values), stop_after=stop_after) == expected
    assert sequential_p(values[:n], observed, most=len(values), stop_after=stop_after) == expected


@given(st.lists(VALUES, min_size=1, max_size=4), st.integers(1, 8))
def test_all_values_are_known_once_the_slowest_is(sequences, stop_after):
    n = n_until_all(sequences, [3.0] * len(sequences), stop_after)
    counts = [sum(value >= 3 for value in values) for values in sequences]
    if min(counts) < stop_after:
        assert n is None
    else:
        assert min(sum(value >= 3 for value in values[:n]) for values in sequences) == stop_after
        assert min(sum(value >= 3 for value in values[: n - 1]) for values in sequences) == stop_after - 1


@given(st.integers(1, 5000), st.none() | st.just(STOP_AFTER))
def test_batches_hold_every_number_once_in_order(most, stop_after):
    found = list(batches(most, stop_after))
    assert [number for numbers in found for number in numbers] == list(range(most))
    assert stop_after is not None or len(found) == 1


@given(st.integers(1, 200), st.none() | st.integers(1, 12), st.data())
def test_a_p_value_tells_its_counts(most, stop_after, data):
    values = data.draw(st.lists(st.booleans().map(float), min_size=most, max_size=most))
    p = sequential_p(values, 1.0, most=most, stop_after=stop_after)
    reached, n = counts_of(p, most=most, stop_after=stop_after)
    assert reached == sum(values[:n])
    assert p == (reached / n if reached == stop_after else (1 + reached) / (1 + most))


@pytest.mark.parametrize(("p", "stop_after"), [(0.105, None), (0.0, None), (0.105, 10), (10 / 9.5, 10), (0.0, 10)])
def test_a_p_value_that_nothing_gives_has_no_counts(p, stop_after):
    assert counts_of(p, most=99, stop_after=stop_after) is None


def test_the_level_holds_under_the_null():
    """20,000 tests whose observed value is one more draw: P(p ≤ α) ≤ α, and close to it, at every α; it saves work."""
    random = np.random.default_rng(16)
    n_tests, most = 20_000, 99
    draws = random.random((n_tests, most + 1))
    reached = draws[:, 1:] >= draws[:, :1]
    found = [sequential_p(row, True, most=most, stop_after=STOP_AFTER) for row in reached.tolist()]
    for level in (0.01, 0.05, 0.1, 0.2, 0.5):
        spread = 4 * np.sqrt(level * (1 - level) / n_tests)
        assert np.mean(np.array(found) <= level + 1e-12) <= level + spread
        assert np.mean(np.array(found) <= level + 1e-12) >= 0.8 * level
    needed = [counts_of(p, most=most, stop_after=STOP_AFTER)[1] for p in found]
    assert np.mean(needed) < 40
