"""The figures that teach: entropy against Gini, and the criteria side by side."""

from __future__ import annotations

import pytest

from ksdt_core.figures.learning_charts import draw_criteria, draw_impurities, draw_size_curve, impurity_numbers
from ksdt_core.studies.learning.learned import CurvePoint
from ksdt_core.studies.learning.worths import AttributeWorth


def _worth(name: str, gain: float, ratio: float, gini: float) -> AttributeWorth:
    return AttributeWorth(name, "by value", ((1, 0), (0, 1)), gain, gain / ratio, ratio, gini)


def test_curves_of_entropy_gini_and_error():
    curves = {trace.name: dict(zip(trace.x, trace.y, strict=True)) for trace in draw_impurities(0.25).data}
    assert {name: curve[0.5] for name, curve in curves.items()} == {
        "entropy (bits)": 1.0, "Gini impurity": 0.5, "error rate": 0.5,
    }  # fmt: skip
    assert all(curve[0.0] == curve[1.0] == 0 for curve in curves.values())
    assert curves["entropy (bits)"][0.25] == pytest.approx(0.811278)
    assert curves["Gini impurity"][0.25] == pytest.approx(0.375)
    assert impurity_numbers(0.25) == pytest.approx((0.811278, 0.375), abs=1e-6)


def test_criteria_are_drawn_as_shares_of_their_largest_and_sorted_by_one():
    worths = [_worth("code", 1.0, 0.25, 0.5), _worth("wind", 0.5, 0.5, 0.125)]
    by_gain, by_ratio = (draw_criteria(worths, criterion) for criterion in ("gain", "gain-ratio"))
    assert list(by_gain.data[0].y) == ["wind (2)", "code (2)"], "the best on top"
    assert list(by_ratio.data[0].y) == ["code (2)", "wind (2)"]
    assert [list(trace.x) for trace in by_gain.data] == [[0.5, 1.0], [1.0, 0.5], [0.25, 1.0]]


@pytest.mark.parametrize("most", [1, 2, 3, 8, 9, 40, 60])
def test_ticks_of_the_curve_are_whole_leaves(most):
    curve = [CurvePoint(leaves, 2 * leaves - 1, 1 / leaves, None) for leaves in (most, 1)]
    axis = draw_size_curve(curve, chosen=None, shown=None).layout.xaxis
    assert (axis.tick0, axis.dtick) == (0, int(axis.dtick))
    assert most / 8 <= axis.dtick <= max(1, most)
