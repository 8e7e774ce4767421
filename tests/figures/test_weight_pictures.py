"""The pictures of the weights: regions and points at their places, the best marked, numbers in one format."""

from __future__ import annotations

import json

import pytest

from ksdt_core.figures.palette import DARK, GREY, LIGHT, contrast, shade, text_on
from ksdt_core.figures.region_map import (
    POOR_SHARE,
    RANKED,
    UNIT,
    number_text,
    place_of_weights,
    point_map_values,
    region_map_values,
)
from ksdt_core.figures.weight_line import draw_weight_line, point_words
from ksdt_core.mining.cells.found import weight_cells
from ksdt_core.mining.map_points import MAP_POINT, MapPoint, best_point
from ksdt_core.mining.weights import WeightVector, weight_pool
from tests.mining.cells.test_robustness import noisy_pair

PALETTES = pytest.mark.parametrize("palette", [LIGHT, DARK, GREY], ids=["light", "dark", "grey"])


def point(weights: WeightVector, **scores: object) -> MapPoint:
    ds = weights.ds
    return MapPoint(
        weights, **{"sdtsq": weights.ig, "sa": 0.5, "ds": ds, "td": 1.0, "nodes": 9, "roots": ("a",), **scores}
    )


def points(pool: str = "wvp1", **scores: object) -> list[MapPoint]:
    return [point(weights, **scores) for weights in weight_pool(pool).vectors]


@pytest.fixture(scope="module")
def cells():
    return weight_cells(noisy_pair(), k=2, max_depth=2)


@PALETTES
def test_every_set_is_a_disc_at_its_weights_with_its_number(palette):
    every = points()
    values = point_map_values(every, every[3], score="sdtsq", palette=palette)
    assert values["points"] == [list(place_of_weights(each.weights)) for each in every]
    assert values["texts"] == [number_text(each.sdtsq, "sdtsq") for each in every]
    assert values["best"] == list(place_of_weights(best_point(every).weights))
    assert all(contrast(ink, fill) >= 4.5 for ink, fill in zip(values["textFills"], values["fills"], strict=True))


def test_corners_of_the_triangle_are_gain_similarity_and_diversity():
    near = [WeightVector(0.98, 0.01, 0.01), WeightVector(0.01, 0.98, 0.01), WeightVector(0.01, 0.01, 0.98)]
    top, left, right = (place_of_weights(weights) for weights in near)
    assert top[1] < 0.03 * UNIT
    assert abs(top[0] - UNIT / 2) < 0.01 * UNIT
    assert left[0] < 0.03 * UNIT < 0.97 * UNIT < right[0]


def test_fine_maps_have_no_numbers_and_none_has_no_best():
    assert point_map_values(points("grid:0.05"), points()[0], score="sdtsq", palette=LIGHT)["texts"] is None
    alone = point_map_values([], points()[0], score="sdtsq", palette=LIGHT)
    assert alone["best"] is None
    assert alone["ranked"] == []
    assert alone["scale"]["ticks"] == []


def test_ranked_sets_are_the_best_in_order():
    every = points()
    ranked = point_map_values(every, every[0], score="ds", palette=LIGHT)["ranked"]
    assert len(ranked) == RANKED
    scores = [every[row["number"]].ds for row in ranked]
    assert scores == sorted((each.ds for each in every), reverse=True)[:RANKED]
    assert [row["score"] for row in ranked] == [number_text(value, "ds") for value in scores]


def test_the_poorest_part_of_the_triangle_has_one_colour():
    """One corner where no tree splits made all other sets of a pair look alike."""
    every = points()
    values = point_map_values(every, every[0], score="sdtsq", palette=LIGHT)
    assert values["scale"]["ticks"][0].startswith("0.1") or values["scale"]["ticks"][0].startswith("≤ ")
    low = [0.0] + [0.8 + each / 1000 for each in range(35)]
    uneven = [point(each.weights, sdtsq=value) for each, value in zip(every, low, strict=True)]
    ticks = point_map_values(uneven, uneven[0], score="sdtsq", palette=LIGHT)["scale"]["ticks"]
    assert POOR_SHARE > 1 / 36
    assert ticks[0] == f"≤ {low[int(36 * POOR_SHARE)]:.3f}" == "≤ 0.804"


@PALETTES
@pytest.mark.parametrize("score", ["sdtsq", "sa", "ds", "td"])
def test_regions_carry_all_that_the_picture_needs(cells, palette, score):
    values = json.loads(json.dumps(region_map_values(cells, score=score, palette=palette)))
    assert len(values["cells"]) == len(values["regionOf"]) == cells.n_cells
    assert len(values["fills"]) == len(values["said"]) == len(cells.regions)
    for number, region in enumerate(cells.regions):
        assert number_text(region.score(score), score) in values["said"][number]
    x, y = values["best"]
    assert (x, y) == place_of_weights(cells.best.weights)


@PALETTES
@pytest.mark.parametrize("share", [step / 20 for step in range(21)])
def test_numbers_can_be_read_on_every_shade(palette, share):
    colour = shade(share, palette)
    assert contrast(text_on(colour, palette), colour) >= 4.5


@pytest.mark.parametrize("score", ["sdtsq", "sa", "ds", "td", "nodes"])
def test_equal_scores_are_drawn(score):
    values = point_map_values(points(sdtsq=0.5, ds=0.5), points()[0], score=score, palette=LIGHT)
    assert json.loads(json.dumps(values))["points"]


def test_names_in_a_hover_stay_text():
    words = point_words(point(WeightVector(0.3, 0.7, None), roots=("<script>alert(1)</script>", None, "a & b")))
    assert "<script" not in words
    assert "a &amp; b" in words
    assert "no split" in words


@pytest.mark.parametrize(
    ("number", "score", "text"),
    [
        (0.8457, "sdtsq", "0.846"),
        (1.0, "td", "1.000"),
        (0.9999, "ds", "0.9999"),
        (0.0, "sa", "0.000"),
        (41, "nodes", "41"),
    ],
)
def test_numbers_have_one_format(number, score, text):
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
