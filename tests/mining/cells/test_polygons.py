"""Inner points of pieces: the centre of the largest circle, and for slivers some point that lies in them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ksdt_core.mining.cells.polygons import inner_point


def test_the_largest_circle_of_the_triangle():
    x, y, radius = inner_point(np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]))
    assert (x, y) == pytest.approx((1 / 3, 1 / 3))
    assert radius == pytest.approx(1 / np.sqrt(6))


def test_the_point_of_a_sliver_lies_on_it():
    """A piece of a real triangle, 6e-17 wide: rounding turns its edges, and circles far outside seem to fit."""
    sliver = np.array(
        [
            [0.4077287130836233, 0.5888370835421243],
            [0.40772871308362335, 0.5888370835421244],
            [0.32575214007764397, 0.6691053431330067],
            [0.3257521400776439, 0.6691053431330066],
        ]
    )
    x, y, radius = inner_point(sliver)
    begin, along = sliver[0], sliver[2] - sliver[0]
    part = (np.array([x, y]) - begin) @ along / (along @ along)
    assert 0 < part < 1
    assert np.abs(begin + part * along - (x, y)).max() < 1e-15
    assert 0 <= radius < 1e-15


@given(st.floats(1e-6, 0.3), st.floats(1e-6, 0.3), st.floats(0, 2 * np.pi))
def test_the_circle_of_a_rectangle_touches_its_longer_sides(a, b, turn):
    """In the plane of the weights; x and y are skewed against it."""
    corners = np.array([[-a, -b], [a, -b], [a, b], [-a, b]])
    turned = corners @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    difference, total = turned[:, 0] * np.sqrt(2), turned[:, 1] / np.sqrt(1.5)
    polygon = 1 / 3 + np.stack([(total + difference) / 2, (total - difference) / 2], axis=1)
    assert inner_point(polygon)[2] == pytest.approx(min(a, b), rel=1e-5)


def test_corners_that_rounding_made_of_one_have_no_edge():
    """Met in the triangle of two small tables: the inner point lay 2e-16 from an edge, where ties decide otherwise."""
    sliver = np.array(
        [
            [0.999999999, 0.0],
            [1.0, 0.0],
            [0.8728331361097313, 0.12716686389026863],
            [0.8728331361097312, 0.1271668638902686],
            [0.8728331361177629, 0.1271668628822371],
        ]
    )
    x, y, radius = inner_point(sliver)
    assert 2e-10 < 1.0 - x - y < 8e-10
    assert 2e-10 < radius < 8e-10
