"""The Pareto front beside its plain definition."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ksdt_core.mining.map_points import pareto_front

scores = st.integers(0, 4).map(lambda number: number / 4)  # few values, so that points tie often


def beats(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return all(a >= b for a, b in zip(one, other, strict=True)) and one != other


@given(st.lists(st.tuples(scores, scores, scores), max_size=12))
def test_a_point_is_on_the_front_when_no_other_beats_it(points):
    expected = [not any(beats(other, point) for other in points) for point in points]
    assert pareto_front(points).tolist() == expected


@given(st.lists(st.tuples(scores, scores), min_size=1, max_size=12))
def test_the_front_beats_every_point_that_is_not_on_it(points):
    front = [point for point, is_front in zip(points, pareto_front(points), strict=True) if is_front]
    assert front
    assert all(point in front or any(beats(best, point) for best in front) for point in points)


def test_by_hand():
    assert pareto_front([(0.9, 0.5), (0.5, 0.9), (0.5, 0.5), (0.9, 0.5)]).tolist() == [True, True, False, True]
