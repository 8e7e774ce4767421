"""The matrix of an atlas by structure: cells, numbers, places to click, the tree at its side, hostile names."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from ksdt_core.figures.atlas_matrix import draw_atlas_matrix, knows_gains, matrix_width
from ksdt_core.figures.palette import DARK, LIGHT
from ksdt_core.mining.tree_set import SetScores
from ksdt_core.mining.weights import DEFAULT_WEIGHTS
from ksdt_core.studies.atlas.clustering import cluster_domains
from ksdt_core.studies.atlas.entry import Choice, Found, PairEntry, TreeChoice
from ksdt_core.studies.atlas.over_baseline import OverBaseline
from ksdt_core.studies.atlas.view import AtlasView

NAMES = ("a", "<script>alert(1)</script>", "c & d")


def entry(left: str, right: str, sdtsq: float | None, q: float | None = None) -> PairEntry:
    if sdtsq is None:
        return PairEntry(left, right, 0, problem="they share <b>nothing</b>; rename columns.")
    choice = Choice(DEFAULT_WEIGHTS, SetScores(0.9, 0.9, 0.9, sdtsq))
    tested = None if q is None else {"p_value": q / 2}
    found = Found(choice, choice, TreeChoice(DEFAULT_WEIGHTS, 0.9, 0.9, 0.8))
    return PairEntry(left, right, 1234, found, significance=tested, q_value=q)


@pytest.fixture
def atlas() -> AtlasView:
    pairs = (
        entry(NAMES[0], NAMES[1], 0.7, 0.2),
        entry(NAMES[0], NAMES[2], 0.9, 0.01),
        entry(NAMES[1], NAMES[2], None),
    )
    return AtlasView(NAMES, pairs, cluster_domains(NAMES, pairs), {"permutations": 99}, ())


def traces(figure) -> list[dict]:
    return json.loads(figure.to_json())["data"]


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_every_cell_is_drawn_in_the_order_of_the_clustering(atlas, palette):
    figure = draw_atlas_matrix(atlas, palette=palette)
    assert len(figure.layout.shapes) == 9
    order = [atlas.names[table] for table in atlas.clustering.order]
    shown = [
        name.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&") for name in figure.layout.xaxis.ticktext
    ]
    assert [name[:5] for name in shown] == [name[:5] for name in order]
    assert list(figure.layout.yaxis.ticktext) == list(figure.layout.xaxis.ticktext)


def test_numbers_stand_above_the_diagonal_and_shared_attributes_below(atlas):
    texts = {}
    for trace in traces(draw_atlas_matrix(atlas)):
        if trace["mode"] == "text":
            texts |= {(y, x): text for x, y, text in zip(trace["x"], trace["y"], trace["text"], strict=True)}
    assert len(texts) == 6
    above = [text for (row, column), text in texts.items() if row < column]
    below = [text for (row, column), text in texts.items() if row > column]
    assert sorted(text.split("<br>")[0] for text in above) == ["0.700", "<b>0.900</b>", "–"], "bold: q at most 0.05"
    assert sum("q 0.2" in text for text in above) == 1
    assert sorted(below) == ["0", "1,234", "1,234"]


def test_every_pair_can_be_clicked_on_both_sides(atlas):
    (targets,) = (trace for trace in traces(draw_atlas_matrix(atlas)) if "customdata" in trace)
    assert sorted(map(tuple, targets["customdata"])) == sorted([(0, 1), (0, 2), (1, 2)] * 2)
    assert targets["marker"]["opacity"] == 0
    place = dict(zip(zip(targets["y"], targets["x"], strict=True), targets["customdata"], strict=True))
    order = atlas.clustering.order
    for (row, column), pair in place.items():
        assert sorted((order[row], order[column])) == pair


def test_names_and_reasons_stay_text(atlas):
    text = draw_atlas_matrix(atlas).to_json()
    assert "<script" not in text
    assert "<b>nothing" not in text
    assert "\\u003cb\\u003enothing" not in text


def test_the_tree_joins_at_the_distances_of_the_clustering(atlas):
    (joints,) = (
        trace for trace in traces(draw_atlas_matrix(atlas)) if trace.get("xaxis") == "x2" and trace["mode"] == "markers"
    )
    assert joints["x"] == pytest.approx([merge.distance for merge in atlas.clustering.merges])


def test_width_grows_with_the_tables(atlas):
    assert matrix_width(atlas) > 3 * 80


def with_gains(atlas: AtlasView, *gains: float) -> AtlasView:
    over = [OverBaseline(0.7 + gain, 0.9, 0.7, 0.6) for gain in gains]
    entries = [replace(entry, over_baseline=each) for entry, each in zip(atlas.entries, over, strict=False)]
    return replace(atlas, entries=(*entries, *atlas.entries[len(entries) :]))


def test_cells_show_and_are_coloured_by_gain_unless_scores_are_asked_for(atlas):
    gaining = with_gains(atlas, 0.1, -0.02)
    by_gain, by_score = (draw_atlas_matrix(gaining, by=by) for by in ("gain", "score"))

    def cells(figure):
        return {
            (y, x): text
            for trace in traces(figure) if trace["mode"] == "text"
            for x, y, text in zip(trace["x"], trace["y"], trace["text"], strict=True)
            if y < x
        }  # fmt: skip

    assert sorted(text.split("<br>")[0] for text in cells(by_gain).values()) == ["+0.100", "<b>−0.020</b>", "–"]
    assert sorted(text.split("<br>")[0] for text in cells(by_score).values()) == ["0.700", "<b>0.900</b>", "–"]
    order = gaining.clustering.order
    fills = {(round(shape.y0), round(shape.x0)): shape.fillcolor for shape in by_gain.layout.shapes if shape.fillcolor}
    without = next(cell for cell, text in cells(by_gain).items() if "−0.020" in text)
    assert sorted(order[place] for place in without) == [0, 2]
    assert fills[without] == LIGHT.panel, "the pair with the higher score gains nothing and is not coloured"


def test_an_older_atlas_without_gains_shows_scores(atlas):
    assert not knows_gains(atlas)
    assert draw_atlas_matrix(atlas).to_json() == draw_atlas_matrix(atlas, by="score").to_json()
