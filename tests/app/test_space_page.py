"""The Ensemble space page: empty, a sweep mined right there, forests, what a choice changes, sentences."""

from __future__ import annotations

import re

import numpy as np
import pytest

from ksdt_core.mining.cells.found import weight_cells
from ksdt_core.mining.cells.tree_areas import tree_areas
from ksdt_core.mining.miners import mine
from ksdt_core.store.pair_request import requested_pair
from ksdt_core.store.runs import keep_run
from pages.common import kept
from pages.common.current import Current
from pages.space.state import MOST_TREES, Placed, space_of
from pages.space.words import domains_sentences, picked
from tests.app.conftest import words
from tests.app.saying import says
from tests.app.test_diversity_page import HOSTILE, bodies, charts
from tests.app.test_spectrum_page import metrics, run_of

PAGE = "pages/space/page.py"


def n_points(page) -> int:
    """Trees of the table below the map."""
    return next(len(frame.value) for frame in page.dataframe if "component 1" in frame.value)


def test_without_a_run_it_says_what_to_do(opened):
    page = opened(PAGE)
    assert not page.exception
    assert "A map needs a sweep. Run one on Mine." in words(page)
    assert charts(page) == []


def test_sweep_can_be_mined_right_here(opened, spect, run):
    page = opened(PAGE, pair=spect.id, run=run)
    assert "A map needs a sweep. Run one on Mine, or right here." in words(page)
    assert charts(page) == []
    page.button(key="space_mine_wvp2").click().run()
    assert not page.exception
    assert not page.error
    assert page.query_params["space"] == "wvp2"
    assert n_points(page) == 10 * 3 or n_points(page) == 11 * 3
    assert "All shared trees answer alike everywhere" in words(page)


def test_every_tree_of_the_triangle_is_placed_once(opened, spect, store):
    pair = requested_pair(store, spect)
    trees = mine(pair, k=3, max_depth=2)
    run = keep_run(store, trees.to_document(), pair=spect.id)
    cells = weight_cells(pair, k=3, max_depth=2)
    page = opened(PAGE, pair=spect.id, run=run, space="exact")
    assert not page.exception
    assert n_points(page) == len(tree_areas(cells)) <= MOST_TREES
    assert "larger marks are mined under more weightings" in words(page)


def test_redundancy_is_one_number_of_the_sweep_and_of_the_set(opened, spect, store):
    trees = mine(requested_pair(store, spect), k=3, max_depth=4, weights=(0.8, 0.1, 0.1))
    run = keep_run(store, trees.to_document(), pair=spect.id)
    page = opened(PAGE, pair=spect.id, run=run, space="wvp2")
    assert not page.exception
    said = metrics(page)
    assert said["Shared trees"] == str(n_points(page))
    needed = int(said["Redundancy: 90 % in"].split()[0])
    assert 1 <= needed < int(said["Different answers"]) <= n_points(page)
    assert 1 <= int(said["The current set: 90 % in"].split()[0]) <= 2, "three trees have two components at most"
    assert said["Seen in the map"].endswith("%")


def test_forests_join_the_same_space_under_the_names_of_the_tables(opened, spect, run):
    page = opened(PAGE, pair=spect.id, run=run, space="wvp2+forests")
    assert not page.exception
    assert not page.error
    frame = next(frame.value for frame in page.dataframe if "component 1" in frame.value)
    assert set(frame["source"]) == {
        "shared trees",
        "forest of spect-train",
        "forest of spect-test",
        "forest of both tables",
    }
    assert "Do the two tables' own trees live near each other?" in words(page)
    assert "spect\\-train" in words(page)
    page.toggle(key="space_forests").set_value(False).run()
    assert page.query_params["space"] == "wvp2"
    assert "live near each other" not in words(page)


def test_measure_and_colour_change_the_map_alone(opened, spect, run):
    page = opened(PAGE, pair=spect.id, run=run, space="wvp2+forests")
    before = charts(page)
    page.selectbox(key="space_colour").set_value("root").run()
    after = charts(page)
    assert after[0] != before[0]
    assert after[1:] == before[1:]
    page.segmented_control(key="space_measure").set_value("rows").run()
    assert page.query_params["space"] == "wvp2+forests+rows+root"
    assert not page.exception
    page.segmented_control(key="space_dimensions").set_value(3).run()
    assert page.query_params["space"] == "wvp2+forests+rows+root+3d"
    assert not page.exception
    assert {trace["type"] for trace in charts(page)[0]["data"]} == {"scatter3d"}


def test_ensemble_in_fewer_trees_says_what_it_saves(opened, spect, run):
    page = opened(PAGE, pair=spect.id, run=run, space="wvp2+forests")
    page.selectbox(key="summary_source").set_value("forest of spect-train").run()
    assert not page.exception
    said = words(page)
    assert "One aggregated tree (AFT)" in said
    assert "in 30 trees" in said
    assert "orthogonal tree" in said


def test_weights_and_energy_of_orthogonal_trees_are_told(opened, spect, run):
    page = opened(PAGE, pair=spect.id, run=run, space="wvp2+forests")
    page.selectbox(key="summary_source").set_value("forest of spect-train").run()
    assert re.search(r"Orthogonal tree 1: weight \*\*−?\d+\.\d\d\*\*, \d+\s% of the energy", words(page))
    assert "−0.00" not in words(page)


def test_aggregated_tree_is_shown_where_no_tree_answers_both_classes(opened, spect, run):
    """The orthogonal trees need the second class; the aggregated tree does not, and was left out with them."""
    said = words(opened(PAGE, pair=spect.id, run=run, space="wvp2"))
    assert "No orthogonal trees: " in said
    assert "One aggregated tree (AFT)" in said


def test_address_says_colour_and_dimensions(opened, spect, run):
    page = opened(PAGE, pair=spect.id, run=run, space="wvp2+root+3d")
    assert page.selectbox(key="space_colour").value == "root"
    assert {trace["type"] for trace in charts(page)[0]["data"]} == {"scatter3d"}
    page.selectbox(key="space_colour").set_value("sdtsq").run()
    assert page.query_params["space"] == "wvp2+3d"
    page.segmented_control(key="space_pool").set_value("wvp1").run()
    assert page.query_params["space"] == "wvp1+3d"
    assert not page.exception


def test_trees_of_the_set_stand_beside_the_map_until_others_are_picked(opened, spect, run):
    said = words(opened(PAGE, pair=spect.id, run=run, space="wvp2"))
    assert "Trees of the current set" in said
    for number in (1, 2, 3):
        assert f"**{number} · " in said


def test_imported_run_is_placed_without_its_tables(opened, store):
    page = opened(PAGE, run=run_of(store, attributes=HOSTILE))
    assert not page.exception
    assert not page.error
    assert n_points(page) == 2
    assert "imported without its tables" in words(page)
    assert "<script" not in bodies(page)
    for chart in charts(page):
        assert "<script" not in str(chart)


def test_rows_count_as_soon_as_the_tables_of_an_imported_run_are_here(store, spect):
    document = mine(requested_pair(store, spect), k=2, max_depth=2).to_document()
    found = []
    for pair, request in ((None, None), (spect.id, spect)):
        run = keep_run(store, document, pair=pair)
        found.append(space_of(Current(run, kept.tree_set(run), request), Placed(None)).space.differing_rows)
    assert [rows is None for rows in found] == [True, False]


@pytest.mark.parametrize("text", ["nonsense", "+", "wvp9+forests", "+rows"])
def test_address_that_names_no_pool_asks_for_one(opened, spect, run, text):
    page = opened(PAGE, pair=spect.id, run=run, space=text)
    assert not page.exception
    assert "A map needs a sweep" in words(page)


def test_stale_link_gives_a_sentence(opened):
    page = opened(PAGE, run="nowhere")
    assert page.error[0].value == says("run-not-saved")


@pytest.mark.parametrize(
    ("n_trees", "n_distinct", "said"),
    [
        (1, 1, "1 tree picked"),
        (4, 4, "4 trees picked"),
        (10, 1, "10 trees picked, all alike"),
        (10, 3, "10 trees picked, 3 that differ"),
    ],
)
def test_heading_says_how_many_picked_trees_differ(n_trees, n_distinct, said):
    assert picked(n_trees, n_distinct) == said


SOURCES = ("shared trees", "forest of red*", "forest of white")


@pytest.mark.parametrize(
    ("across", "shared", "said"),
    [
        (0.2, (0.1, 0.1), "as near to each other as to their own kind"),
        (0.4, (0.1, 0.1), "further from each other than from their own kind"),
        (0.4, (0.1, 0.3), "nearer to those of red\\* (10 %) than to those of white (30 %)"),
        (0.4, (0.3, 0.1), "nearer to those of white (10 %) than to those of red\\* (30 %)"),
        (0.4, (0.2, 0.205), "about as far from those of red\\* (20 %)"),
    ],
)
def test_sentences_say_which_is_near(across, shared, said):
    between = np.array([[0.1, *shared], [shared[0], 0.2, across], [shared[1], across, 0.2]])
    assert said in " ".join(domains_sentences(between, SOURCES, ("red*", "white")))


def test_nobody_is_told_to_click_where_trees_cannot_be_picked(opened, spect, run):
    page = opened(PAGE, pair=spect.id, run=run, space="wvp2")
    assert "Click a point of the map" in words(page)
    page.segmented_control(key="space_dimensions").set_value(3).run()
    assert "Other trees can be picked in two dimensions" in words(page)
    assert "lasso" not in words(page)
    assert "Click a point" not in words(page)
