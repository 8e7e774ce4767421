"""The map of weights: every set a disc where its weights are, the best, the worst and the front marked."""

from __future__ import annotations

import json

import pytest
from plotly.io import to_json

from ksdt_core.figures.palette import DARK, GREY, LIGHT, contrast, shade, text_on
from ksdt_core.figures.ternary import draw_simplex, number_text, simplex_values
from ksdt_core.figures.weight_line import draw_weight_line
from ksdt_core.mining.map_points import MAP_POINT, MapPoint, best_point, front_points, worst_point
from ksdt_core.mining.weights import WeightVector, weight_pool

PALETTES = pytest.mark.parametrize("palette", [LIGHT, DARK, GREY], ids=["light", "dark", "grey"])


def point(weights: WeightVector, **scores: object) -> MapPoint:
    ds = weights.ds
    return MapPoint(
        weights, **{"sdtsq": weights.ig, "sa": 0.5, "ds": ds, "td": 1.0, "nodes": 9, "roots": ("a",), **scores}
    )


def points(pool: str = "wvp1", **scores: object) -> list[MapPoint]:
    return [point(weights, **scores) for weights in weight_pool(pool).vectors]


def named(figure, name):
    return next(trace for trace in figure.data if trace.name == name)


@PALETTES
def test_every_set_is_a_disc_at_its_weights_with_its_number(palette):
    every = points()
    discs = named(draw_simplex(every, every[3], palette=palette), "sets")
    placed = list(zip(discs.a, discs.b, discs.c, strict=True))
    assert placed == [each.weights.parts for each in every]
    assert list(discs.text) == [number_text(each.sdtsq, "sdtsq") for each in every]
    assert [tuple(each[:3]) for each in discs.customdata] == placed


def test_ring_star_and_triangle_stand_at_the_chosen_the_best_and_the_worst():
    every = points()
    figure = draw_simplex(every, every[3])
    for name, expected in (("chosen", every[3]), ("best", best_point(every)), ("worst", worst_point(every))):
        trace = named(figure, name)
        assert (trace.a[0], trace.b[0], trace.c[0]) == expected.weights.parts


def test_a_set_at_the_edge_is_not_cut():
    every = points()
    figure = draw_simplex(every, point(WeightVector(0.49, 0.5, 0.01)))
    assert all(named(figure, name).cliponaxis is False for name in ("sets", "chosen", "best", "worst"))


def test_guides_lead_from_the_chosen_point_along_equal_weights():
    every = points()
    ig, ds, atd = every[3].weights.parts
    guides = [trace for trace in draw_simplex(every, every[3]).data if trace.mode == "lines"]
    ends = [(guide.a[1], guide.b[1], guide.c[1]) for guide in guides]
    assert [sum(end) for end in ends] == pytest.approx([1, 1, 1])
    assert (ends[0][0], ends[1][1], ends[2][2]) == (ig, ds, atd)
    assert all(0 in end for end in ends), "each ends at an edge"


def test_the_front_is_outlined():
    every = points("wvp2")
    front = front_points(every)
    assert front == {max(every, key=lambda each: each.ds).weights}
    widths = named(draw_simplex(every, every[0]), "sets").marker.line.width
    assert [width > 1 for width in widths] == [each.weights in front for each in every]


def test_without_a_map_every_place_of_a_grid_can_be_clicked():
    chosen = point(WeightVector(0.3, 0.4, 0.3))
    figure = draw_simplex([], chosen)
    places = named(figure, "places")
    assert len(places.a) == 171 - 1
    assert all(sum(each) == pytest.approx(1) for each in places.customdata)
    assert list(named(figure, "sets").text) == [".300"]


def test_chosen_weights_that_are_not_on_the_map_have_their_own_disc():
    figure = draw_simplex(points(), point(WeightVector(0.33, 0.33, 0.34)))
    assert len(named(figure, "sets").a) == 37


@PALETTES
@pytest.mark.parametrize("share", [step / 20 for step in range(21)])
def test_numbers_can_be_read_on_every_shade(palette, share):
    colour = shade(share, palette)
    assert contrast(text_on(colour, palette), colour) >= 4.5


@pytest.mark.parametrize("score", ["sdtsq", "sa", "ds", "td", "nodes"])
def test_equal_scores_are_drawn(score):
    figure = draw_simplex(points(sdtsq=0.5, ds=0.5), points()[0], score=score)
    assert json.loads(figure.to_json())["data"]


def test_names_stay_text():
    every = points("wvp2", roots=("<script>alert(1)</script>", None, "a & b"))
    words = named(draw_simplex(every, every[0]), "sets").customdata[0][3]
    assert "<script" not in words
    assert "&lt;" in words
    assert "a &amp; b" in words
    assert "no split" in words


@pytest.mark.parametrize(
    ("number", "score", "text"),
    [(0.8457, "sdtsq", ".846"), (1.0, "td", "1.00"), (0.9999, "ds", "1.00"), (0.0, "sa", ".000"), (41, "nodes", "41")],
)
def test_numbers_are_written_short(number, score, text):
    assert number_text(number, score) == text


def test_a_single_tree_has_a_line():
    every = [point(weights, td=None) for weights in weight_pool("wvp1", single=True).vectors]
    figure = draw_weight_line(every, every[2])
    assert list(figure.data[0].x) == pytest.approx([each.weights.ig for each in every])
    assert [each[:2] for each in figure.data[0].customdata] == [list(each.weights.parts) for each in every]
    assert len(draw_weight_line([], every[2]).data[0].customdata) == 18


def test_a_point_survives_its_document():
    one = point(WeightVector(0.3, 0.4, 0.3), roots=("a", None))
    assert MAP_POINT.read(json.loads(json.dumps(MAP_POINT.write(one)))) == one


@PALETTES
@pytest.mark.parametrize("score", ["sdtsq", "nodes"])
@pytest.mark.parametrize("pool", [None, "wvp1", "grid:0.05"])
def test_plain_values_are_those_of_the_checked_figure(palette, score, pool):
    every = points(pool) if pool else []
    chosen = point(WeightVector(0.49, 0.5, 0.01))
    values = simplex_values(every, chosen, score=score, palette=palette)
    checked = draw_simplex(every, chosen, score=score, palette=palette)
    assert json.loads(to_json(values, validate=False)) == json.loads(to_json(checked))
