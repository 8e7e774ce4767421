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
        rest, claimed = figure.data
        assert list(rest.x) == [0.8]
        assert (list(claimed.x), list(claimed.y)) == ([0.8, 0.95], [0.7, 0.7])
        names = [note.text for note in figure.layout.annotations]
        assert "dose" in names
        assert not any("<b>" in name for name in names)
        assert list(claimed.marker.symbol) == ["circle", "diamond"]
        assert "north" in figure.layout.xaxis.title.text
        assert "south" in figure.layout.yaxis.title.text


def test_no_attribute_is_claimed():
    figure = draw_effects(made(0.5, 0.5, attributes=(attribute("noise", p=0.7),)))
    assert len(figure.data[1].x) == 0


def test_of_very_many_attributes_those_near_chance_are_drawn_too():
    """Regression: only the strongest were drawn, which left a cross without points around chance."""
    places = [(0.3 + i / 225, 0.3 + j / 225) for i in range(90) for j in range(90)]
    entries = tuple(replace(attribute(f"{x}{y}", p=0.5), effect_left=x, effect_right=y) for x, y in places)
    rest = draw_effects(made(attributes=entries)).data[0]
    near = [(x, y) for x, y in zip(rest.x, rest.y, strict=True) if x and abs(x - 0.5) < 0.05 and abs(y - 0.5) < 0.05]
    assert len(near) > 50
