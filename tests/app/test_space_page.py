"""The Ensemble space page: empty, a sweep mined right there, forests, what a choice changes, sentences."""

from __future__ import annotations

import re
from types import SimpleNamespace

import numpy as np
import pytest

from ksdt_core.background.queue import claim_job, jobs_about
from ksdt_core.background.worker import do_job
from ksdt_core.mining.cells.found import weight_cells
from ksdt_core.mining.cells.tree_areas import tree_areas
from ksdt_core.mining.miners import mine
from ksdt_core.store.pair_request import requested_pair
from ksdt_core.store.runs import keep_run
from ksdt_core.studies.judging import Judged
from ksdt_core.studies.orthogonal import ORTHOGONAL_STUDY
from ksdt_core.studies.orthogonal_choice import SIZES
from ksdt_core.studies.tree_space import FOREST_TREES, SHARED, mined_points, tree_space
from ksdt_core.text import percent
from ksdt_core.trees.walk import predicted_classes
from pages.common import kept
from pages.common.current import Current
from pages.space import words as words_of
from pages.space.blocks import ALL_ALIKE, HOW_TO_PICK, NOT_IN_SPACE
from pages.space.chart import AREAS, PICKING
from pages.space.state import MOST_TREES, Placed, space_of
from pages.space.words import picked
from tests.app.conftest import words
from tests.app.saying import says
from tests.app.test_diversity_page import HOSTILE, bodies, charts
from tests.app.test_spectrum_page import metrics, run_of
from tests.studies.test_tree_space import alike_tables

pytestmark = pytest.mark.warm

PAGE = "pages/space/page.py"


def n_points(page) -> int:
    """Trees of the table below the map."""
    return next(len(frame.value) for frame in page.dataframe if "component 1" in frame.value)


def test_without_a_run_it_says_what_to_do(opened, approved):
    page = opened(PAGE)
    assert not page.exception
    approved(page.info[0].value)
    assert charts(page) == []


def test_forests_stand_beside_the_set_without_being_asked_for(opened, spect, run):
    page = opened(PAGE, pair=spect.id, run=run)
    assert not page.exception
    assert n_points(page) == 3 + 3 * FOREST_TREES
    assert page.toggle(key="space_forests").value
    assert page.segmented_control(key="space_measure").value == "rows"
    assert words_of.QUESTION in words(page)
    page.segmented_control(key="space_pool").set_value("wvp2").run()
    assert page.query_params["space"] == "wvp2+forests+source"
    page.segmented_control(key="space_pool").set_value("set").run()
    page.toggle(key="space_forests").set_value(False).run()
    assert page.query_params["space"] == "set+source"
    assert n_points(page) == 3
    assert ALL_ALIKE in words(page)


def test_the_study_runs_in_the_background_and_is_read_back(opened, spect, run, store):
    page = opened(PAGE, pair=spect.id, run=run)
    page.segmented_control(key="study_trees").set_value(10).run()
    next(button for button in page.button if button.label == "Run the study").click().run()
    assert not page.exception
    do_job(store, claim_job(store))
    result = jobs_about(store, spect.id, "odt")[0].result
    rows = {row["method"]: row for row in result["study"]["rows"]}
    page.run()
    said = words(page)
    assert words_of.study_answer(ORTHOGONAL_STUDY.read(result["study"])) in said
    assert rows["bagging"]["trees"] == 10
    assert [step["trees"] for step in result["more_trees"]] == list(SIZES)
    for view in ("rebuilt", "variance", "coordinates", "components", "more"):
        page.segmented_control(key="study_view").set_value(view).run()
        assert not page.exception
        assert not page.error


def test_the_study_says_when_guessing_does_as_well(approved):
    def told(guessing: float) -> str:
        rows = [Judged("majority", guessing, 0.5, 1, 1), *(Judged(m, 0.2, 0.2, 7, 3) for m in ("bagging", "odt-1"))]
        return words_of.study_answer(SimpleNamespace(rows=rows))

    better, same, worse = said = [told(guessing) for guessing in (0.3, 0.2, 0.1)]
    assert [number in better for number in (percent(0.2, 1), percent(0.3, 1))] == [True, True]
    assert (percent(0.2, 1) in same, percent(0.1, 1) in worse) == (True, True)
    approved("\n".join(said))


def test_every_tree_of_the_triangle_is_placed_once(opened, spect, store):
    pair = requested_pair(store, spect)
    trees = mine(pair, k=3, max_depth=2)
    run = keep_run(store, trees.to_document(), pair=spect.id)
    cells = weight_cells(pair, k=3, max_depth=2)
    page = opened(PAGE, pair=spect.id, run=run, space="exact")
    assert not page.exception
    assert n_points(page) == len(tree_areas(cells)) <= MOST_TREES
    assert AREAS in words(page)


def test_redundancy_is_one_number_of_the_sweep_and_of_the_set(opened, spect, store):
    trees = mine(requested_pair(store, spect), k=3, max_depth=4, weights=(0.8, 0.1, 0.1))
    run = keep_run(store, trees.to_document(), pair=spect.id)
    page = opened(PAGE, pair=spect.id, run=run, space="wvp2")
    assert not page.exception
    n_trees, n_distinct, needed, of_the_set, seen = metrics(page).values()
    assert n_trees == str(n_points(page))
    assert 1 <= int(needed.split()[0]) < int(n_distinct) <= n_points(page)
    assert 1 <= int(of_the_set.split()[0]) <= 2, "three trees have two components at most"
    assert seen.endswith("%")


def distances(page) -> list[str]:
    return [part.proto.body for part in page.get("html") if f">Components for {percent(0.9)}<" in part.proto.body]


def test_forests_join_the_same_space_under_the_names_of_the_tables(opened, spect, run):
    page = opened(PAGE, pair=spect.id, run=run, space="wvp2+forests")
    assert not page.exception
    assert not page.error
    frame = next(frame.value for frame in page.dataframe if "component 1" in frame.value)
    sources = set(frame["source"])
    assert len(sources) == 4
    assert {SHARED, *(f"forest of {name}" for name in ("spect-train", "spect-test"))} <= sources
    assert [set(re.findall(r"<tr><td>([^<]+)", made)) for made in distances(page)] == [sources]
    page.toggle(key="space_forests").set_value(False).run()
    assert page.query_params["space"] == "wvp2"
    assert not distances(page)


def test_measure_and_colour_change_the_map_alone(opened, spect, run):
    page = opened(PAGE, pair=spect.id, run=run, space="wvp2+forests")
    before = charts(page)
    page.selectbox(key="space_colour").set_value("root").run()
    after = charts(page)
    assert after[0] != before[0]
    assert after[1:] == before[1:]
    page.segmented_control(key="space_measure").set_value("uniform").run()
    assert page.query_params["space"] == "wvp2+forests+uniform+root"
    assert not page.exception
    page.segmented_control(key="space_dimensions").set_value(3).run()
    assert page.query_params["space"] == "wvp2+forests+uniform+root+3d"
    assert not page.exception
    assert {trace["type"] for trace in charts(page)[0]["data"]} == {"scatter3d"}


def test_ensemble_in_fewer_trees_says_what_it_saves(opened, spect, run):
    page = opened(PAGE, pair=spect.id, run=run, space="wvp2+forests")
    page.selectbox(key="summary_source").set_value("forest of spect-train").run()
    assert not page.exception
    said = words(page)
    assert "AFT" in said
    assert " 30 " in said, "the trees of the forest"
    assert re.search(r"\*\*−?\d+\.\d\d\*\*, \d+\s%", said), "weight and energy of an orthogonal tree"
    assert "−0.00" not in said


def test_aggregated_tree_is_shown_where_no_tree_answers_both_classes(opened, spect, run):
    """The orthogonal trees need the second class; the aggregated tree does not, and was left out with them."""
    page = opened(PAGE, pair=spect.id, run=run, space="wvp2")
    assert len(page.info) == 1, "why there are no orthogonal trees"
    assert "AFT" in words(page)


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
    for number in (1, 2, 3):
        assert f"**{number} · " in said


def test_imported_run_is_placed_without_its_tables(opened, store):
    page = opened(PAGE, run=run_of(store, attributes=HOSTILE))
    assert not page.exception
    assert not page.error
    assert n_points(page) == 2
    assert not page.selectbox, "nothing to compare answers on"
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


@pytest.mark.parametrize("text", ["nonsense", "+", "wvp9+forests", "+rows", "+uniform"])
def test_address_that_names_no_pool_asks_for_one(opened, spect, run, text):
    page = opened(PAGE, pair=spect.id, run=run, space=text)
    assert not page.exception
    assert page.segmented_control(key="space_pool").value == "set"
    assert page.segmented_control(key="space_measure").value == ("uniform" if "uniform" in text else "rows")
    assert charts(page)


def test_stale_link_gives_a_sentence(opened):
    page = opened(PAGE, run="nowhere")
    assert page.error[0].value == says("run-not-saved")


def test_heading_says_how_many_picked_trees_differ(approved):
    approved("\n".join(picked(*numbers) for numbers in ((1, 1), (4, 4), (10, 1), (10, 3))))


SOURCES = ("shared trees", "forest of red*", "forest of white")


@pytest.mark.parametrize(
    ("across", "shared"),
    [(0.2, (0.1, 0.1)), (0.4, (0.1, 0.3)), (0.4, (0.3, 0.1)), (0.4, (0.2, 0.205))],
)
def test_the_sentence_says_which_is_near(across, shared, approved):
    between = np.array([[0.1, *shared], [shared[0], 0.2, across], [shared[1], across, 0.2]])
    approved(" ".join(words_of._forests_alike(between, SOURCES, ("red*", "white"))))


def test_attributes_of_a_tree_are_listed_as_words_are():
    """A regression: commas stood between attributes and between trees, so that nobody saw where a tree ends."""
    listed = [words_of._listed(list(names)) for names in ("a", "ab", "abc", "abcde")]
    assert listed == ["a", "a and b", "a, b and c", "a, b, c and 2 more"]


def test_the_sentence_names_the_trees_that_differ_most_and_their_attributes():
    """Recounted from the rows: no pair of the set differs more."""
    pair = alike_tables("rank")
    trees = mine(pair, k=3, max_depth=2)
    space = tree_space(mined_points([trees]), pair=pair)
    said = " ".join(words_of.answer(space, ("a", "b"), range(3)))
    shares = {
        (i, j): np.mean([np.mean(predicted_classes(trees.trees[i].tree, side.scaled)
                                 != predicted_classes(trees.trees[j].tree, side.scaled))
                         for side in (pair.left, pair.right)])
        for i in range(3) for j in range(i)
    }  # fmt: skip
    most = max(shares.values())
    named = {int(number) for number in re.search(r"trees (\d) and (\d)", said).groups()}
    assert any({i + 1, j + 1} == named for (i, j), share in shares.items() if share == pytest.approx(most))
    assert percent(most) in said


def test_nobody_is_told_to_click_where_trees_cannot_be_picked(opened, spect, run):
    page = opened(PAGE, pair=spect.id, run=run, space="wvp2")
    assert HOW_TO_PICK in words(page)
    page.segmented_control(key="space_dimensions").set_value(3).run()
    assert NOT_IN_SPACE in words(page)
    assert not any(how in words(page) for how in (HOW_TO_PICK, *PICKING.values()))
