"""The small drawing of effects on Mine: all points within the axes, names that lie on nothing, a light crowd."""

from __future__ import annotations

import re
from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
import pytest

from ksdt_core.figures.effect_card import HEIGHT, MARGIN, MOST_NAMED, NARROW, WIDTH, effect_card_svg, told_points
from ksdt_core.figures.effect_points import MOST_DRAWN, EffectPlane
from ksdt_core.figures.palette import DARK, LIGHT
from ksdt_core.figures.text_width import text_width
from tests.evidence.test_verdict import attribute, made

SVG = "{http://www.w3.org/2000/svg}"


def drawn(*entries, palette=LIGHT) -> ElementTree.Element:
    return ElementTree.fromstring(effect_card_svg(made(attributes=entries), palette=palette))


def texts(picture: ElementTree.Element) -> list[str]:
    return [element.text or "" for element in picture.iter(f"{SVG}text")]


def points(picture: ElementTree.Element) -> dict[str, tuple[float, float]]:
    """Where each attribute lies, by its name."""
    return {
        circle.findtext(f"{SVG}title", "").split(";")[0]: (float(circle.get("cx", 0)), float(circle.get("cy", 0)))
        for circle in picture.iter(f"{SVG}circle")
    }


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_claimed_attributes_are_named_and_those_that_differ_are_marked(palette):
    picture = drawn(
        attribute("<b>age</b>"),
        replace(attribute("dose"), effect_left=0.95, p_difference=0.01),
        attribute("noise", p=0.7),
        palette=palette,
    )
    assert set(points(picture)) == {"<b>age</b>", "noise"}
    (diamond,) = (mark for mark in picture.iter(f"{SVG}path") if mark.get("class") == "differs")
    assert (diamond.findtext(f"{SVG}title") or "").startswith("dose")
    said = texts(picture)
    assert {"<b>age</b>", "dose"} <= set(said)
    assert "noise" not in said
    assert any("north" in words for words in said)
    assert any("south" in words for words in said)


def test_a_point_lies_at_its_effects_and_all_lie_inside_the_axes():
    random = np.random.default_rng(3)
    entries = [
        replace(attribute(f"a{i}", p=0.5), effect_left=float(x), effect_right=float(y))
        for i, (x, y) in enumerate(random.uniform(size=(40, 2)))
    ]
    places = points(drawn(*entries))
    width, height = WIDTH - MARGIN[0] - MARGIN[1], HEIGHT - MARGIN[2] - MARGIN[3]
    assert all(0 < x < width and 0 < y < height for x, y in places.values())
    left = [entry.effect_left for entry in entries]
    right = [entry.effect_right for entry in entries]
    assert np.corrcoef(left, [places[entry.attribute][0] for entry in entries])[0, 1] == pytest.approx(1, abs=1e-6)
    assert np.corrcoef(right, [places[entry.attribute][1] for entry in entries])[0, 1] == pytest.approx(-1, abs=1e-6)


def test_the_numbers_of_the_axis_stand_below_their_places():
    entries = [replace(attribute(name), effect_left=float(name), effect_right=0.7) for name in ("0.6", "0.7", "0.9")]
    picture = drawn(*entries)
    numbers = {one.text: float(one.get("x", 0)) for one in picture.iter(f"{SVG}text") if float(one.get("y", 0)) > 165}
    for name, (x, _) in points(picture).items():
        assert numbers[name] == pytest.approx(x, abs=0.6)


@pytest.mark.parametrize("width", [WIDTH, NARROW])
def test_what_a_claimed_point_says_stands_where_it_is_drawn(width):
    found = made(attributes=(replace(attribute("dose"), effect_left=0.95), attribute("age"), attribute("b", p=0.6)))
    places = points(ElementTree.fromstring(effect_card_svg(found, width=width)))
    told = {words.split(";")[0]: (x * width, y * HEIGHT) for x, y, words in told_points(found, width=width)}
    assert set(told) == {"dose", "age"}
    for name, (x, y) in told.items():
        assert (x - MARGIN[0], y - MARGIN[2]) == pytest.approx(places[name], abs=0.1)


def test_names_do_not_lie_on_each_other():
    entries = [replace(attribute(f"GENE{i}"), effect_left=0.8 + i / 5000, effect_right=0.7) for i in range(12)]
    shown = [name for name in texts(drawn(*entries)) if name.startswith("GENE")]
    assert 0 < len(shown) < 12


def test_names_do_not_lie_on_points_without_a_name():
    """Regression: only points with a name were kept clear."""
    alone = [replace(attribute(f"GENE{i}"), effect_left=0.2 + i / 20, effect_right=0.2) for i in range(MOST_NAMED)]
    amid = replace(alone[0], attribute="AMID", effect_left=0.5, effect_right=0.9)
    places = [(0.3 + 0.01 * i, 0.8 + 0.02 * j) for i in range(40) for j in range(10)]
    crowd = [replace(attribute(f"{x}{y}"), effect_left=x, effect_right=y) for x, y in places]
    shown = texts(drawn(amid, *alone[1:], *crowd))
    assert "GENE1" in shown
    assert "AMID" not in shown


def test_of_very_many_attributes_a_selection_is_drawn():
    """Drawing only the strongest left a hole around chance, as if no attribute lay there."""
    entries = [replace(attribute(f"a{i}", p=0.5), effect_left=i / 9000, effect_right=0.5) for i in range(9000)]
    text = effect_card_svg(made(attributes=tuple(entries)))
    found = [float(x) for x in re.findall(r"M([-\d.e]+) ", text)]
    assert MOST_DRAWN / 2 < len(found) <= MOST_DRAWN
    assert max(np.diff(sorted(found))) < 0.002 * WIDTH
    assert len(text) < 60_000


def test_nothing_to_draw():
    assert points(drawn()) == {}


def test_a_name_covers_no_point_of_another_attribute():
    """Names of 14 letters lay on the points of their neighbours."""
    effects = {
        "Ki-67 labelling index, hot spot (%)": (0.074, 0.161),
        "Serum lactate dehydrogenase (U/L)": (0.167, 0.190),
        "Mitotic count per 10 high-power fields": (0.211, 0.197),
        "VEGF-A plasma level (pg/mL)": (0.211, 0.234),
        "Maximum tumour diameter on MRI (mm)": (0.249, 0.280),
        "Tumour-infiltrating lymphocytes (%)": (0.730, 0.783),
    }
    found = made(
        attributes=[replace(attribute(name), effect_left=x, effect_right=y) for name, (x, y) in effects.items()]
    )
    plane = EffectPlane.of(found, WIDTH - MARGIN[0] - MARGIN[1], HEIGHT - MARGIN[2] - MARGIN[3])
    named = list(plane.names(found.claimed, most=MOST_NAMED, letters=14, size=11.0))
    assert len(named) >= 4
    for entry, name, x, y in named:
        half = text_width(name, 11.0) / 2 - 2
        for other in found.claimed:
            at, up = plane.place(other)
            assert other is entry or abs(at - x) > half or abs(up - y) > 5, (name, other.attribute)
