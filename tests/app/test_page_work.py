"""What pages do is done once: drawings are shared by all readers, and the store is asked no more than needed."""

from __future__ import annotations

import pytest
import streamlit as st
from plotly.basedatatypes import BaseFigure
from streamlit.testing.v1 import AppTest

from ksdt_core.background.queue import put_job
from ksdt_core.background.worker import work
from ksdt_core.figures.tree_plan import plan_tree
from ksdt_core.fourier.stability_report import alarm_lines
from ksdt_core.mining.miners import Ground
from ksdt_core.store.atlas_request import SUBJECT, AtlasRequest
from ksdt_core.store.pair_request import TableRequest
from ksdt_core.store.pairs import keep_pair
from ksdt_core.store.runs import delete_runs, list_runs, run_result
from pages.common import asked, drawn
from pages.common.navigation import PAGES
from tests.app.work import asked_of_the_store, calls_of
from tests.waiting import all_at_once

OF_A_SET = ("mine", "trees", "diversity", "spectrum", "space")


@pytest.fixture
def atlas(store) -> str:
    tables = tuple(TableRequest.bundled(name) for name in ("spect-train", "spect-test", "play-tennis"))
    request = AtlasRequest(tables, {"k": 2, "max_depth": 1, "pool": "wvp2"})
    job = put_job(store, "atlas", subject=SUBJECT, request=request.to_document()).id
    work(store, idle_seconds=0)
    return job


def drawn_by_a_reader(opened, page: str, **query: object) -> int:
    with calls_of(plan_tree, BaseFigure.__init__) as calls:
        shown = opened(f"pages/{page}/page.py", **query)
    assert not shown.exception
    assert not shown.error
    return calls.total()


@pytest.mark.parametrize("page", [*OF_A_SET, "data", "stability", "atlas"])
def test_second_reader_of_a_page_has_nothing_drawn(opened, spect, run, atlas, page):
    query = {"pair": spect.id}
    if page in OF_A_SET:
        query |= {"run": run, **({"space": "wvp2"} if page == "space" else {})}
    first = drawn_by_a_reader(opened, page, **query)
    assert drawn_by_a_reader(opened, page, **query) == 0, f"the first reader needed {first} drawings"


def test_other_set_is_drawn_and_both_stay(opened, spect):
    first, second = ({"pair": spect.id, "weights": weights} for weights in ("0.2,0.3,0.5", "0.6,0.3,0.1"))
    assert drawn_by_a_reader(opened, "mine", **first) > 0
    assert drawn_by_a_reader(opened, "mine", **second) > 0
    assert drawn_by_a_reader(opened, "mine", **first) == 0


def test_reader_of_the_dark_theme_does_not_get_the_light_drawing(monkeypatch):
    themes = iter(["light", "dark", "light"])
    monkeypatch.setattr("pages.common.drawn.palette_of", lambda _: type("Named", (), {"name": next(themes)}))
    made = iter(["first", "second"])
    assert [drawn.once(lambda: next(made), "key") for _ in range(3)] == ["first", "second", "first"]


def test_mine_made_again_with_the_same_weights_writes_nothing_and_reads_little(opened, spect):
    page = opened("pages/mine/page.py", pair=spect.id)
    with asked_of_the_store() as asks:
        page.run()
    assert asks["writes"] == 0
    assert asks["reads"] <= 7, asks


def test_sweep_is_mined_once_for_mine_diversity_and_the_ensemble_space(opened, spect):
    with calls_of(Ground.mined) as calls:
        mine = opened("pages/mine/page.py", pair=spect.id, pool="wvp2")
        place = {"pair": spect.id, "run": run_of(mine), "pool": "wvp2"}
        for page in ("diversity", "space"):
            shown = opened(f"pages/{page}/page.py", **place)
            assert not shown.error
    assert calls.total() == 1 + 10, "the chosen weights and the vectors of the pool"


def test_set_that_was_mined_here_is_not_read_from_its_document(opened, spect):
    run = run_of(opened("pages/mine/page.py", pair=spect.id))
    with calls_of(run_result) as calls:
        for page in ("trees", "diversity", "spectrum"):
            assert not opened(f"pages/{page}/page.py", pair=spect.id, run=run).error
        assert calls.total() == 0
        st.cache_resource.clear()
        assert not opened("pages/trees/page.py", pair=spect.id, run=run).error
    assert calls.total() == 1, "after a restart it is read, once"


def run_of(page: AppTest) -> str:
    return str(page.session_state["place"].run)


@pytest.mark.parametrize("page", [entry.folder for entry in PAGES])
def test_page_made_again_writes_nothing_to_the_store(opened, spect, run, atlas, page):
    script = f"pages/{page}/page.py"
    query = {"pair": spect.id} if page == "mine" else {"pair": spect.id, "run": run, "space": "wvp2", "pool": "wvp2"}
    shown = opened(script, **query)
    assert not shown.error
    with asked_of_the_store() as asks:
        shown.run()
        if page != "mine":  # a new session there marks the run as used now
            assert not opened(script, **query).error
    assert not shown.error
    assert asks["reads"] > 0
    assert asks["writes"] == 0


@pytest.mark.parametrize(("page", "most"), [("trees", 5), ("diversity", 4), ("spectrum", 3)])
def test_page_of_a_set_asks_the_store_a_few_times(opened, spect, run, page, most):
    shown = opened(f"pages/{page}/page.py", pair=spect.id, run=run)
    with asked_of_the_store() as asks:
        shown.run()
    assert asks["writes"] == 0
    assert asks["reads"] <= most, asks


def test_run_that_was_deleted_meanwhile_is_kept_again_by_mine(opened, store, spect):
    page = opened("pages/mine/page.py", pair=spect.id)
    (found,) = list_runs(store)
    delete_runs(store, [found.id])
    page.query_params.clear()
    page.query_params["pair"] = spect.id
    page.run()
    assert [each.id for each in list_runs(store)] == [found.id]


def test_pair_that_is_kept_is_not_written_again(store, spect):
    with asked_of_the_store() as asks:
        assert keep_pair(store, spect) == spect.id
    assert asks["writes"] == 0


def test_alarms_of_a_stream_are_found_a_few_times_and_not_for_every_row(opened):
    with calls_of(alarm_lines) as calls:
        opened("pages/stability/page.py")
    assert 0 < calls.total() <= 12, calls


def test_drawings_are_forgotten_when_there_is_no_room_the_unused_first():
    shelf, made = drawn.Shelf(500, hold_newest=False), []

    def text(name: str) -> str:
        return shelf.get(name, lambda: made.append(name) or name * 100)

    for name in ("a", "b", "a", "c", "d"):  # three have room
        text(name)
    assert shelf.n_bytes <= 500
    assert made == ["a", "b", "c", "d"]
    assert text("a") == "a" * 100
    assert made == ["a", "b", "c", "d"], "a was used after b"
    text("b")
    assert made == ["a", "b", "c", "d", "b"]


def test_drawing_that_is_too_large_is_shown_and_not_kept():
    shelf = drawn.Shelf(500, hold_newest=False)
    assert [shelf.get("a", lambda: ["x" * 300, {"y": "z" * 300}])[0] for _ in range(2)] == ["x" * 300] * 2
    assert shelf.n_bytes == 0


def test_questions_are_asked_once_in_a_page_until_the_store_changes():
    answers = iter(range(9))

    def answer() -> int:
        return asked.once(lambda: next(answers), "question")

    with asked.asking():
        assert (answer(), answer()) == (0, 0)
        asked.forget()
        assert (answer(), answer()) == (1, 1)
        elsewhere: list[int] = []
        all_at_once(lambda: elsewhere.append(answer()))
        assert elsewhere == [2], "the page of another reader asks for itself"
    assert (answer(), answer()) == (3, 4), "outside of a page nothing says how old an answer is"
