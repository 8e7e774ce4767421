"""The Mine page: empty, filled, one choice changes one thing, links restore a run, bad input gives a sentence."""

from __future__ import annotations

import dataclasses
import json
import re

import numpy as np
import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from ksdt_core.background.kinds import run_null, weight_map
from ksdt_core.background.queue import finish_job, jobs_about
from ksdt_core.data.model.pair import DatasetPair
from ksdt_core.evidence.answers import Answers, PairAnswers, TableAnswers
from ksdt_core.evidence.chance_level import headline
from ksdt_core.evidence.effects import Effects
from ksdt_core.evidence.set_chance import Significance
from ksdt_core.evidence.tree_chance import earlier_sentences
from ksdt_core.mining.cells.found import weight_cells
from ksdt_core.mining.cells.robustness import distance_text, robustness, robustness_sentence
from ksdt_core.mining.cells.shares import share_text
from ksdt_core.mining.miners import mine
from ksdt_core.mining.parameters import MiningParameters
from ksdt_core.mining.sweeps import sweep
from ksdt_core.mining.weights import DEFAULT_WEIGHTS, weight_pool
from ksdt_core.store.pair_request import PairRequest, TableRequest, requested_pair
from ksdt_core.store.pairs import keep_pair
from ksdt_core.store.runs import keep_run, kept_run, list_runs, run_result
from ksdt_core.store.uploads import keep_upload
from ksdt_core.text import for_terminal, score
from pages.common import wording
from pages.mine import chance, region_map, verdict_block
from pages.mine.weight_card import CLICK_ANYWHERE
from pages.mine.weight_inputs import share_out
from tests.app.conftest import words
from tests.app.saying import says

PAGE = "pages/mine/page.py"
PARTS = ("weight_ig", "weight_ds", "weight_atd")


@pytest.fixture
def page(opened, spect) -> AppTest:
    return opened(PAGE, pair=spect.id, unfolded=["more_settings"])


@pytest.fixture
def spect_pair(store, spect) -> DatasetPair:
    return requested_pair(store, spect)


def pages_html(page: AppTest) -> str:
    return "\n".join(element.proto.body for element in page.main.get("html"))


def scores(page: AppTest) -> dict[str, str]:
    """The value of each tile by its acronym."""
    found = re.findall(r"data-score='(\w+)'.*?class='value'>([^<]+)<", pages_html(page))
    return dict(found)


def test_the_help_of_a_tile_has_the_number_that_the_tile_shows(page):
    told = re.findall(r"title='[^']* Here: ([\d.]+) =[^']*' data-score='(\w+)'", pages_html(page))
    shown = scores(page)
    assert {acronym: number for number, acronym in told} == shown
    assert set(shown) == {"SDTSQ", "SA", "DS", "TD"}


def cards(page: AppTest) -> list[str]:
    return [element.proto.body for element in page.get("html") if "class='ksdt-card'" in element.proto.body]


def weights(page: AppTest) -> list[float]:
    return [page.number_input(key=key).value for key in PARTS]


def test_the_browser_is_told_the_weights_also_where_it_takes_up_only_the_second_of_two_runs(opened, spect):
    page = opened(PAGE, pair=spect.id, unfolded=["more_settings"])
    page.number_input(key="weight_ig").set_value(0.5).run()
    page.run()
    protos = [page.number_input(key=key).proto for key in PARTS]
    assert not any(proto.set_value for proto in protos)  # the state speaks once only
    assert [proto.default for proto in protos] == pytest.approx(weights(page))
    assert weights(page)[0] == 0.5
    depth = page.selectbox(key="settings_max_depth")
    assert depth.options[depth.proto.default] == str(depth.value)
    assert page.selectbox(key="settings_method").proto.default == page.selectbox(key="settings_method").index


def newest(store):
    return kept_run(store, max(list_runs(store), key=lambda run: run.created).id)


def test_without_a_pair_it_says_where_to_choose_one(opened, approved):
    page = opened(PAGE)
    assert not page.exception
    approved(page.info[0].value)
    assert not scores(page)


def test_a_link_to_nowhere_gives_a_sentence(opened):
    page = opened(PAGE, pair="0" * 12)
    assert not page.exception
    assert says("pair-not-saved") in words(page)
    page = opened(PAGE, run="0" * 16)
    assert not page.exception
    assert says("run-not-saved") in words(page)


def test_a_pair_is_mined_at_once_and_kept(page, store, spect_pair):
    assert not page.exception
    assert not page.error
    assert list(scores(page)) == ["SDTSQ", "SA", "DS", "TD"]
    expected = mine(spect_pair)
    assert scores(page)["SDTSQ"] == score(expected.scores.sdtsq)
    assert len(cards(page)) == 5
    assert all("data:image/svg+xml;base64," in card for card in cards(page))
    assert newest(store).summary["scores"]["sdtsq"] == expected.scores.sdtsq
    assert chance.NOT_TESTED in words(page)


@pytest.mark.parametrize(("moved", "value"), [("weight_ig", 0.9), ("weight_ds", 0.0), ("weight_atd", 1.0)])
def test_weights_always_sum_to_one(page, moved, value):
    page.number_input(key=moved).set_value(value).run()
    assert not page.exception
    assert sum(weights(page)) == pytest.approx(1)
    assert min(weights(page)) >= 0.01
    assert page.number_input(key=moved).value == pytest.approx(min(max(value, 0.01), 0.98))


def test_moving_one_weight_keeps_the_ratio_of_the_others_and_mines_with_them(page, store):
    before = scores(page)
    page.number_input(key="weight_atd").set_value(0.65).run()
    assert weights(page) == pytest.approx([0.15, 0.2, 0.65])
    assert newest(store).summary["config"]["weights"] == pytest.approx({"ig": 0.15, "ds": 0.2, "atd": 0.65})
    page.number_input(key="weight_ig").set_value(0.95).run()
    assert scores(page) != before


def test_weights_of_the_address_are_mined(opened, spect, store):
    page = opened(PAGE, pair=spect.id, weights="0.1,0.1,0.8")
    assert weights(page) == pytest.approx([0.1, 0.1, 0.8])
    page = opened(PAGE, pair=spect.id, weights="rubbish")
    assert weights(page) == pytest.approx([0.3, 0.4, 0.3])


def test_a_link_to_a_run_restores_weights_and_settings(opened, store, spect, spect_pair):
    trees = mine(spect_pair, weights=(0.2, 0.2, 0.6), k=3, max_depth=2, aus="llc", exclude=("F1",), criterion="gini")
    run = keep_run(store, trees.to_document(), pair=spect.id)
    page = opened(PAGE, run=run, unfolded=["more_settings"])
    assert not page.exception
    assert weights(page) == pytest.approx([0.2, 0.2, 0.6])
    assert page.selectbox(key="settings_k").value == 3
    assert page.selectbox(key="settings_max_depth").value == 2
    assert page.selectbox(key="settings_aus").value == "llc"
    assert page.selectbox(key="settings_criterion").value == "gini"
    assert page.multiselect(key="settings_exclude").value == ["F1"]
    assert page.number_input(key="settings_attr_fraction").value is None
    assert len(list_runs(store)) == 1, "what was opened is not mined into a second run"


def test_a_run_without_its_tables_says_so(opened, store, spect_pair, approved):
    run = keep_run(store, mine(spect_pair, k=2).to_document(), pair=None)
    page = opened(PAGE, run=run)
    assert not page.metric
    approved(page.info[0].value)


@pytest.mark.parametrize(
    ("widget", "key", "value", "changed"),
    [
        ("selectbox", "k", 2, {"k": 2}),
        ("selectbox", "max_depth", 1, {"max_depth": 1}),
        ("selectbox", "method", "sequential", {"method": "sequential"}),
        ("selectbox", "aus", "llc", {"aus": "llc"}),
        ("selectbox", "atd", "min", {"atd": "min"}),
        ("selectbox", "traversal", "breadth", {"traversal": "breadth"}),
        ("selectbox", "criterion", "gini", {"criterion": "gini"}),
        ("number_input", "attr_fraction", 0.5, {"attr_fraction": 0.5}),
        ("number_input", "min_size", 9.0, {"min_size": 9.0}),
        ("multiselect", "exclude", ["F13"], {"exclude": ["F13"]}),
        ("multiselect", "roots", ["F13"], {"roots": ["F13"]}),
    ],
)
def test_one_setting_changes_one_thing(page, store, widget, key, value, changed):
    before = newest(store).summary["config"]
    getattr(page, widget)(key=f"settings_{key}").set_value(value).run()
    assert not page.exception
    assert not page.error
    assert newest(store).summary["config"] == {**before, **changed}


def test_auto_says_what_it_chose(page, store):
    page.selectbox(key="settings_choose").set_value("auto").run()
    assert not page.exception
    assert newest(store).summary["config"]["choose"] == "auto"
    choice = run_result(store, newest(store).id).tree_set.choice
    assert choice.sentence in words(page), "in the run of the page that mined the set"
    depth = [box.value for box in page.selectbox if box.disabled]
    assert depth == [f"auto: {choice.max_depth}"]
    page.run()  # the set is known now
    assert not page.exception
    assert choice.sentence in words(page)
    assert [box.value for box in page.selectbox if box.disabled] == depth


def test_settings_that_contradict_each_other_give_a_sentence_and_change_nothing(page, store):
    page.multiselect(key="settings_exclude").set_value(["F13"]).run()
    page.multiselect(key="settings_roots").set_value(["F13"]).run()
    assert not page.exception
    assert says("excluded-root", option="exclude", other="roots", name="F13") in words(page)
    assert page.multiselect(key="settings_roots").value == []


def test_the_preset_sets_its_parameters_and_balances_the_pair(page, store, spect):
    page.toggle(key="settings_preset").set_value(True).run()
    config = newest(store).summary["config"]
    assert config["balance"]
    assert (config["max_depth"], config["attr_fraction"]) == (0, 0.2)
    assert newest(store).pair == dataclasses.replace(spect, balance=True).id
    assert "<small>balanced</small>" in pages_html(page)
    assert page.toggle(key="settings_preset").value
    page.toggle(key="settings_preset").set_value(False).run()
    assert not page.toggle(key="settings_preset").value
    assert page.selectbox(key="settings_max_depth").value == MiningParameters().max_depth


def pools(page):
    """What weightings the menu of the triangle offers, once it is open."""
    page.session_state["weight_menu"] = True
    return page.run().button_group(key="map_pool")


def test_a_single_tree_has_two_weights_on_a_slider(page, store):
    page.selectbox(key="settings_method").set_value("single").run()
    assert not page.exception
    assert scores(page)["TD"] == "–"
    assert len(cards(page)) == 1
    page.slider(key="weight_single").set_value(0.8).run()
    assert newest(store).summary["config"]["weights"] == pytest.approx({"ig": 0.8, "ds": 0.2, "atd": None})
    pools(page).set_value("wvp1").run()
    assert not page.exception
    page.selectbox(key="settings_method").set_value("parallel").run()
    assert not page.exception
    assert len(cards(page)) == 5


def test_a_map_marks_its_best_which_a_button_takes(opened, spect, spect_pair):
    page = opened(PAGE, pair=spect.id, pool="none")
    assert page.button(key="use_best").disabled
    pools(page).set_value("wvp2").run()
    assert not page.exception
    assert "10 weightings compared" in words(page)
    page.button(key="use_best").click().run()
    assert weights(page) == pytest.approx(list(sweep(spect_pair, pool="wvp2").best.settings.weights.parts))


def test_a_map_is_in_the_address_so_that_a_reload_shows_it(page, opened, spect):
    pools(page).set_value("wvp2").run()
    again = opened(PAGE, **{name: page.query_params[name] for name in ("pair", "run", "pool")})
    assert "10 weightings compared" in words(again)
    again.number_input(key="weight_ig").set_value(0.5).run()
    assert "10 weightings compared" in words(again), "other weights, the same map"
    again.selectbox(key="settings_max_depth").set_value(1).run()
    assert "10 weightings compared" not in words(again), "nobody asked for a map of these settings"


def test_all_regions_are_shown_on_arrival(opened, store, spect, spect_pair):
    page = opened(PAGE, pair=spect.id, unfolded=["weight_menu"])
    cells = weight_cells(spect_pair)
    said = words(page)
    assert pools(page).value == "exact"
    here = robustness(cells, DEFAULT_WEIGHTS)
    assert f"{len(cells.regions):,} different sets" in said
    told = (region_map.answer(cells, here), robustness_sentence(here))
    for sentence in told:
        assert (sentence in said, share_text(here.share) in sentence) == (True, True)
        assert distance_text(here.distance) in sentence
    assert share_text(cells.attributes[0][1]) in said
    assert kept_document(store, newest(store).id)["robustness"]["regions"] == len(cells.regions)


def test_a_set_that_few_weights_give_is_said_to_be_one(spect_pair):
    cells = weight_cells(spect_pair)
    here = robustness(cells, DEFAULT_WEIGHTS)
    few = dataclasses.replace(here, share=2e-5)
    assert f"only {share_text(2e-5)} of weightings" in region_map.answer(cells, few)
    assert "only" not in region_map.answer(cells, dataclasses.replace(here, share=0.2))


def test_the_best_of_all_weights_is_taken_and_the_test_knows_of_the_choice(page, store, spect_pair, monkeypatch):
    monkeypatch.setattr(chance, "REST_SECONDS", 0.0)
    cells = weight_cells(spect_pair)
    page.button(key="use_best").click().run()
    assert not page.exception
    assert scores(page)["SDTSQ"] == score(cells.best.scores.sdtsq)
    (job,) = jobs_about(store, newest(store).id, "null")
    assert len(job.request["vectors"]) >= 36, "WVP1 stands for all weights"


def test_trees_of_any_depth_are_not_solved_unasked(page):
    page.selectbox(key="settings_max_depth").set_value(0).run()
    assert not page.exception
    assert pools(page).value is None


def test_a_map_that_nobody_knows_is_none(opened, spect):
    page = opened(PAGE, pair=spect.id, pool="nonsense")
    assert not page.exception
    assert CLICK_ANYWHERE in words(page)


def test_weights_of_an_earlier_test_count_after_a_reload(page, opened, store, spect, monkeypatch):
    monkeypatch.setattr(chance, "REST_SECONDS", 0.0)
    page.number_input(key="weight_ig").set_value(0.5).run()
    run = newest(store).id
    (job,) = jobs_about(store, run, "null")
    assert len(job.request["vectors"]) == 2
    again = opened(PAGE, pair=spect.id, run=run)
    again.run()
    assert [known.id for known in jobs_about(store, run, "null")] == [job.id], "it waits for the same test"


def test_a_fine_map_is_a_job(page, store, spect):
    pools(page).set_value("grid:0.05").run()
    (job,) = jobs_about(store, spect.id, "map")
    assert job.request == {"pair": spect.id, "parameters": {}, "pool": "grid:0.05"}
    result = weight_map(requested_pair(store, spect), {}, "wvp2")  # stands for the fine one
    finish_job(store, job.id, "done", result=result)
    page.run()
    assert "10 weightings compared" in words(page)


def test_resting_weights_are_tested_and_the_result_is_told(page, store, monkeypatch):
    run = newest(store).id
    monkeypatch.setattr(chance, "REST_SECONDS", 0.0)
    monkeypatch.setattr(chance, "PERMUTATIONS", 4)
    monkeypatch.setattr(chance, "FOLDS", 2)
    page.number_input(key="weight_ig").set_value(0.5).run()
    run = newest(store).id
    (job,) = jobs_about(store, run, "null")
    assert len(job.request["vectors"]) == 2, "both weights that were looked at"
    finish_job(store, job.id, "done", result=run_null(store, job, lambda done, total: None))
    page.run()
    said = words(page)
    assert chance.NOT_TESTED not in said
    document = kept_document(store, run)
    tested = Significance.of_document(document["significance"])
    assert headline(tested) in said
    assert wording.repeat_sentence(2) in said
    assert score(document["cross_validated"]["sa"]) in said


def test_an_answer_stays_when_more_weightings_are_compared(page, store, monkeypatch):
    """The map of many weightings once replaced a finished verdict by "Not yet tested"."""
    monkeypatch.setattr(chance, "REST_SECONDS", 0.0)
    monkeypatch.setattr(chance, "PERMUTATIONS", 4)
    monkeypatch.setattr(chance, "FOLDS", 0)
    page.run()
    run = newest(store).id
    (job,) = jobs_about(store, run, "null")
    finish_job(store, job.id, "done", result=run_null(store, job, lambda done, total: None))
    page.run()
    verdict = headline(Significance.of_document(kept_document(store, run)["significance"]))
    assert verdict in words(page)
    page.session_state["tried_vectors"][next(iter(page.session_state["tried_vectors"]))].update(
        dict.fromkeys(weight_pool("wvp2").vectors)
    )
    page.run()
    said = words(page)
    assert chance.NOT_TESTED not in said
    assert verdict in said
    assert len(jobs_about(store, run, "null")) == 1, "a test that repeats the choice is made on request"
    asked = page.button(key="chance_again")
    asked.click().run()
    assert chance.NOT_TESTED not in words(page)
    newer, _ = jobs_about(store, run, "null")
    assert len(newer.request["vectors"]) in (10, 11)
    finish_job(store, newer.id, "done", result=run_null(store, newer, lambda done, total: None))
    page.run()
    assert not page.exception
    tested = Significance.of_document(kept_document(store, run)["significance"])
    assert [test.n_vectors for test in tested.earlier] == [1]
    earlier = list(earlier_sentences(tested, "spect-train", "spect-test"))
    assert len(earlier) == 1
    assert earlier[0] in words(page).replace("\\", "")


def test_a_map_that_is_only_looked_at_leaves_a_running_test_alone(page, store, monkeypatch):
    """Mapping 36 weightings once cancelled a test that was nearly done: "49 s left" became "about 15 min"."""
    monkeypatch.setattr(chance, "REST_SECONDS", 0.0)
    page.run()
    run = newest(store).id
    (job,) = jobs_about(store, run, "null")
    for pool in ("wvp2", "wvp1"):
        pools(page).set_value(pool).run()
        assert not page.exception
    assert [(known.id, known.is_open) for known in jobs_about(store, run, "null")] == [(job.id, True)]
    assert len(job.request["vectors"]) == 1


def test_a_map_that_is_only_looked_at_leaves_a_finished_answer_and_offers_a_test_of_the_choice(
    page, store, monkeypatch
):
    monkeypatch.setattr(chance, "REST_SECONDS", 0.0)
    monkeypatch.setattr(chance, "PERMUTATIONS", 4)
    monkeypatch.setattr(chance, "FOLDS", 0)
    page.run()
    run = newest(store).id
    (job,) = jobs_about(store, run, "null")
    finish_job(store, job.id, "done", result=run_null(store, job, lambda done, total: None))
    pools(page).set_value("wvp2").run()
    assert headline(Significance.of_document(kept_document(store, run)["significance"])) in words(page)
    assert "10" in page.button(key="chance_again").label
    assert len(jobs_about(store, run, "null")) == 1


def test_weights_taken_from_a_map_are_tested_with_the_choice(opened, spect, store, monkeypatch):
    monkeypatch.setattr(chance, "REST_SECONDS", 0.0)
    page = opened(PAGE, pair=spect.id, pool="wvp2")
    page.button(key="use_best").click().run()
    job = jobs_about(store, newest(store).id, "null")[0]
    assert len(job.request["vectors"]) == 10, "all of the map; the default weights are one of them"


def test_labels_read_aloud_have_no_markup(page):
    """Screen readers heard `$w_{IG}$`."""
    controls = [*page.number_input, *page.selectbox, *page.multiselect, *page.toggle, *page.button, *page.button_group]
    assert len(controls) > 10
    assert not [control.label for control in controls if re.search(r"[$_{}*\\]", control.label)]


def test_every_score_on_the_page_has_three_decimals(page):
    """Blocks wrote the same number as 0.8457, .846 and 0.846."""
    shown = re.sub(r"<style>.*?</style>|title='[^']*'|style='[^']*'|src='[^']*'", "", pages_html(page), flags=re.DOTALL)
    text = re.sub(r"<[^>]+>", " ", shown)
    numbers = re.findall(r"(?<![\w.≤|])\s(\.?\d*\.\d+)(?! %)", for_terminal(text.replace("\u00a0", " ")))
    assert [number for number in numbers if not re.fullmatch(r"[01]\.\d{3}", number)] == []
    assert len(numbers) > 10


@pytest.mark.parametrize("pool", ["exact", "wvp2", "none"])
def test_the_triangle_is_one_picture_with_a_list_for_narrow_screens(opened, spect, pool):
    page = opened(PAGE, pair=spect.id, pool=pool)
    (picture,) = (json.loads(part.proto.json) for part in page.get("bidi_component") if "corners" in part.proto.json)
    assert picture["weights"] == "0.3,0.4,0.3"
    assert len(picture["ranked"]) == {"exact": 12, "wvp2": 10, "none": 0}[pool]
    assert ("cells" in picture) == (pool == "exact")


def kept_document(store, run):
    return run_result(store, run).document


def test_a_test_for_a_set_that_was_left_is_ended(page, store, monkeypatch):
    monkeypatch.setattr(chance, "REST_SECONDS", 0.0)
    page.run()
    first = newest(store).id
    page.number_input(key="weight_ig").set_value(0.5).run()
    assert jobs_about(store, first, "null")[0].state == "cancelled"
    assert jobs_about(store, newest(store).id, "null")[0].state == "queued"


def test_what_data_leaves_out_is_left_out(opened, spect, store):
    without = dataclasses.replace(spect, exclude=("F13", "no such attribute"))
    keep_pair(store, without)
    opened(PAGE, pair=without.id)
    assert newest(store).summary["config"]["exclude"] == ["F13"]


def test_roots_that_cannot_split_give_a_sentence_and_the_settings_stay(opened, store, spect):
    page = opened(PAGE, pair=spect.id)
    every = list(page.multiselect(key="settings_exclude").options)
    page.multiselect(key="settings_exclude").set_value(every).run()
    assert not page.exception
    assert page.error
    page.multiselect(key="settings_exclude").set_value([]).run()
    assert not page.error


@pytest.mark.parametrize(
    ("total", "first", "second", "parts"),
    [
        (400, 30, 30, (200, 200)),
        (20, 1, 97, (10, 10)),
        (990, 1, 1, (500, 490)),
        (700, 3, 4, (300, 400)),
        (877, 3, 4, (376, 501)),
    ],
)
def test_weights_are_shared_out_in_whole_parts(total, first, second, parts):
    assert share_out(total, first, second) == parts


def test_of_very_many_attributes_few_are_listed_and_any_can_be_typed(opened, store):
    random = np.random.default_rng(1)
    names = [f"gene{number}" for number in range(300)]
    sides = []
    for table in ("one", "two"):
        cells = pd.DataFrame(random.normal(size=(40, 300)), columns=names).assign(**{"class": ["a", "b"] * 20})
        upload = keep_upload(store, f"{table}.csv", content=cells.to_csv(index=False).encode())
        sides.append(TableRequest("upload", upload.id, table))
    page = opened(PAGE, pair=keep_pair(store, PairRequest(*sides, scale="rank")))
    assert not page.exception
    leave_out = page.multiselect(key="settings_exclude")
    last = names[-1]
    assert 200 <= len(leave_out.options) < 230
    assert last not in leave_out.options
    leave_out.set_value([last]).run()
    assert newest(store).summary["config"]["exclude"] == [last]
    page.multiselect(key="settings_exclude").set_value([last, "no such name"]).run()
    assert "'no such name'" in page.error[0].value.replace("\\", "")
    assert page.multiselect(key="settings_exclude").value == [last]


def test_weights_tried_at_another_depth_still_count_as_tried(page, store):
    page.number_input(key="weight_ig").set_value(0.95).run()
    page.selectbox(key="settings_max_depth").set_value(1).run()
    page.session_state["chance_rested"] = (page.session_state["chance_rested"][0], 0.0)
    page.run()
    job = jobs_about(store, newest(store).id, "null")[0]
    assert len(job.request["vectors"]) == 2


def test_the_answer_says_how_many_trees_predict_both_tables_alone(approved):
    """It promised 81 % and 81 %, while four of the five cards below said that their tree predicts one table only."""

    def said(*does: tuple[bool, bool]) -> str:
        left, right = (
            tuple(Answers(((50, 0), (0, 50) if good else (50, 0))) for good in side) for side in zip(*does, strict=True)
        )
        found = PairAnswers(TableAnswers(left, None), TableAnswers(right, None))
        return verdict_block.how_measured(Effects(None, cross_validated=found, folds=5))

    cases = (
        ((True, True), (True, False), (True, False)),
        ((True, True), (True, True), (True, False)),
        ((False, True), (True, False)),
        ((True, True), (True, True)),
    )
    approved("\n".join(said(*does)[said(*does).index("Alone") :] for does in cases))
    assert "Alone" not in said((True, True))
