"""The chart of effects: every attribute a point, claimed ones named, those that differ marked."""

from __future__ import annotations

from dataclasses import replace

from ksdt_core.figures.effect_scatter import draw_effects
from ksdt_core.figures.palette import DARK, LIGHT
from tests.evidence.test_verdict import attribute, made


def test_points_names_and_marks():
    entries = (
        attribute("<b>age</b>"),
        replace(attribute("dose"), effect_left=0.95, p_difference=0.01),
        attribute("noise", p=0.7),
    )
    for palette in (LIGHT, DARK):
        figure = draw_effects(made(attributes=entries), palette=palette)
        rest, claimed, _ = figure.data
        assert list(rest.x) == [0.8]
        assert (list(claimed.x), list(claimed.y)) == ([0.8, 0.95], [0.7, 0.7])
        assert list(claimed.text)[1] == "dose"
        assert "<b>age" not in claimed.text[0]
        assert list(claimed.marker.symbol) == ["circle", "diamond-open"]
        assert "north" in figure.layout.xaxis.title.text
        assert "south" in figure.layout.yaxis.title.text


def test_no_attribute_is_claimed():
    figure = draw_effects(made(0.5, 0.5, attributes=(attribute("noise", p=0.7),)))
    assert len(figure.data[1].x) == 0
