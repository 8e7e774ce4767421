"""Evidence of a rule: shares, intervals and tests."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from ksdt_core.measures.intervals import wilson_interval
from ksdt_core.rules.evidence import Evidence, difference_p_value, holm


@st.composite
def shares(draw) -> tuple[int, int]:
    n = draw(st.integers(1, 5000))
    return draw(st.integers(0, n)), n


@given(shares())
def test_the_interval_is_that_of_scipy(share):
    correct, n = share
    expected = binomtest(correct, n).proportion_ci(0.95, method="wilson")
    low, high = wilson_interval(correct, n)
    assert (low, high) == pytest.approx((expected.low, expected.high), abs=1e-12)
    assert 0 <= low <= correct / n <= high <= 1
    assert low < high


def test_support_confidence_and_lift_by_hand():
    evidence = Evidence("wine", (3, 1, 0), answer=0, class_share=0.5)
    assert (evidence.support, evidence.correct, evidence.confidence, evidence.lift) == (4, 3, 0.75, 1.5)
    nothing = Evidence("wine", (0, 0, 0), answer=0, class_share=0.5)
    assert (nothing.support, nothing.confidence, nothing.lift, nothing.interval) == (0, None, None, None)


def test_fisher_by_hand():
    """The lady who tasted tea: 3 of 4 cups rightly named; p = (1 + 16 + 16 + 1) / 70 two-sided."""
    tea = Evidence("tea", (3, 1), 0, 0.5), Evidence("milk", (1, 3), 0, 0.5)
    assert difference_p_value(*tea) == pytest.approx(34 / 70)
    assert difference_p_value(*reversed(tea)) == pytest.approx(34 / 70)
    assert difference_p_value(tea[0], Evidence("none", (0, 0), 0, 0.5)) is None


def test_holm_by_hand():
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.04, None, 0.02]) == pytest.approx([0.04, None, 0.04])
    assert holm([]) == []
    assert holm([0.9, 0.8]) == [1.0, 1.0]


@given(st.lists(st.floats(0, 1), min_size=1, max_size=20))
def test_holm_keeps_the_order_and_begins_with_bonferroni(p_values):
    corrected = holm(p_values)
    assert all(p <= each <= 1 for p, each in zip(p_values, corrected, strict=True))
    order = sorted(range(len(p_values)), key=lambda position: p_values[position])
    ranked = [corrected[position] for position in order]
    assert ranked == sorted(ranked)
    assert ranked[0] == min(1, min(p_values) * len(p_values))
    assert ranked[-1] >= max(p_values)
