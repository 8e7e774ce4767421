"""The small chart of effects: claimed attributes are named where there is room, many others are thinned out."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import plotly.graph_objects as go
import pytest

from ksdt_core.figures.effect_card import MOST_NAMED, effect_card_values
from ksdt_core.figures.effect_points import MOST_DRAWN
from ksdt_core.figures.palette import DARK, LIGHT
from tests.evidence.test_verdict import attribute, made


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_claimed_attributes_are_named_and_those_that_differ_are_marked(palette):
    entries = (
        attribute("<b>age</b>"),
        replace(attribute("dose"), effect_left=0.95, p_difference=0.01),
        attribute("noise", p=0.7),
    )
    figure = go.Figure(effect_card_values(made(attributes=entries), palette=palette))
    rest, claimed = figure.data
    assert list(rest.x) == [0.8]
    assert (list(claimed.x), list(claimed.y)) == ([0.8, 0.95], [0.7, 0.7])
    assert list(claimed.marker.symbol) == ["circle", "diamond"]
    names = [note.text for note in figure.layout.annotations]
    assert "dose" in names
    assert not any("<b>" in name for name in names)
    assert "north" in figure.layout.xaxis.title.text
    assert "south" in figure.layout.yaxis.title.text


def test_all_points_lie_inside_the_axes():
    random = np.random.default_rng(3)
    entries = tuple(
        replace(attribute(f"a{i}", p=0.5), effect_left=float(x), effect_right=float(y))
        for i, (x, y) in enumerate(random.uniform(size=(40, 2)))
    )
    layout = effect_card_values(made(attributes=entries), palette=LIGHT)["layout"]
    for axis, name in (("xaxis", "effect_left"), ("yaxis", "effect_right")):
        assert layout[axis]["tickformat"] == ".2~f", "ticks 0.05 apart were written 0.1, 0.1, 0.2, 0.2"
        low, high = layout[axis]["range"]
        assert all(low < getattr(entry, name) < high for entry in entries)


def test_names_do_not_lie_on_each_other():
    entries = tuple(replace(attribute(f"GENE{i}"), effect_left=0.8 + i / 5000, effect_right=0.7) for i in range(12))
    layout = effect_card_values(made(attributes=entries), palette=LIGHT)["layout"]
    shown = [note["text"] for note in layout["annotations"] if note["text"].startswith("GENE")]
    assert 0 < len(shown) < 12


def test_names_do_not_lie_on_points_without_a_name():
    """Regression: only points with a name were kept clear."""
    alone = tuple(replace(attribute(f"GENE{i}"), effect_left=0.2 + i / 20, effect_right=0.2) for i in range(MOST_NAMED))
    amid = replace(alone[0], attribute="AMID", effect_left=0.5, effect_right=0.9)
    places = [(0.3 + 0.01 * i, 0.8 + 0.02 * j) for i in range(40) for j in range(10)]
    crowd = tuple(replace(attribute(f"{x}{y}"), effect_left=x, effect_right=y) for x, y in places)
    layout = effect_card_values(made(attributes=(amid, *alone[1:], *crowd)), palette=LIGHT)["layout"]
    shown = [note["text"] for note in layout["annotations"]]
    assert "GENE1" in shown
    assert "AMID" not in shown


def test_a_name_stays_beside_its_point_at_any_width():
    """Regression: on a phone names lay on their points, since their places were those of a wide chart."""
    (note,) = (
        note
        for note in effect_card_values(made(attributes=(attribute("dose"),)), palette=LIGHT)["layout"]["annotations"]
        if note["text"] == "dose"
    )
    assert (note["x"], note["y"]) == (0.8, 0.7)
    assert max(abs(note["xshift"]), abs(note["yshift"])) >= 8


def test_of_very_many_attributes_a_selection_is_drawn():
    """Drawing only the strongest left a hole around chance, as if no attribute lay there."""
    entries = tuple(replace(attribute(f"a{i}", p=0.5), effect_left=i / 9000, effect_right=0.5) for i in range(9000))
    values = effect_card_values(made(attributes=entries), palette=LIGHT)
    drawn = values["data"][0]["x"][::3]  # a piece of a line has two ends and a gap after it
    assert MOST_DRAWN / 2 < len(drawn) <= MOST_DRAWN
    assert max(np.diff(sorted(drawn))) < 0.002
    assert len(json.dumps(values)) < 60_000


def test_nothing_to_draw():
    assert effect_card_values(made(attributes=()), palette=LIGHT)["data"][1]["x"] == []
