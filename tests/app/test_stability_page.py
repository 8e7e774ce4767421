"""The Stability page: a drift is injected and found, tables as streams, long ones as a job, odd addresses."""

from __future__ import annotations

import pytest

from ksdt_core.store.jobs import claim_job, jobs_about, kept_job
from ksdt_core.tasks.worker import do_job
from tests.app.conftest import words
from tests.app.test_diversity_page import charts

PAGE = "pages/stability.py"
SMALL = "chunk=100,n_first=6,n_updates=20,max_depth=0,min_leaf=1,drift=14,seed=0,policy=oldest,table=generated"


def test_injected_drift_is_found(opened):
    page = opened(PAGE, stream=SMALL)
    assert not page.exception
    assert not page.error
    assert "The rule changed with update 14, and the alarm is raised at update 14" in words(page)
    assert len(charts(page)) == 1
    assert "The tree that came" in words(page)


def test_without_a_drift_there_is_no_alarm(opened):
    page = opened(PAGE, stream=SMALL)
    page.toggle(key="stability_drifts").set_value(False).run()
    assert not page.exception
    assert "No alarm" in words(page)
    assert "drift=0" in page.query_params["stream"]
    page.toggle(key="stability_drifts").set_value(True).run()
    page.slider(key="stability_drift").set_value(12).run()
    assert "The rule changed with update 12" in words(page)


def test_time_can_be_moved(opened):
    page = opened(PAGE, stream=SMALL)
    slider = next(slider for slider in page.slider if slider.label == "Updates so far")
    assert slider.value == 20
    slider.set_value(3).run()
    assert not page.exception
    assert "Update 3:" in words(page)
    assert max(len(trace["x"]) for trace in charts(page)[0]["data"] if isinstance(trace["x"], list)) == 3
    page.button(key="play").click().run()
    assert not page.exception


def test_table_is_read_in_the_order_of_its_rows(opened):
    page = opened(PAGE)
    page.selectbox(key="stability_table").set_value("spect-test").run()
    assert not page.exception
    assert "chunk=3," in page.query_params["stream"], "187 rows for 15 trees and 45 updates"
    assert "spect\\-test" in words(page) or "Alarm at update" in words(page)


def test_table_that_is_too_short_names_the_rows_needed(opened):
    text = SMALL.replace("table=generated", "table=spect-test")
    page = opened(PAGE, stream=text)
    assert not page.exception
    assert "need 2,600" in page.error[0].value.replace("\\", "")


def test_long_stream_is_a_job(opened, store, monkeypatch):
    monkeypatch.setattr("pages.shared.stability_state.QUICK_CELLS", 10)
    monkeypatch.setattr("pages.shared.jobs.ensure_worker", lambda store: None)
    page = opened(PAGE, stream=SMALL)
    assert "in the background" in words(page)
    next(button for button in page.button if button.label == "Follow the stream").click().run()
    (job,) = jobs_about(store, "generated", "stability")
    assert charts(page) == []
    do_job(store, claim_job(store))
    assert kept_job(store, job.id).state == "done"
    page.run()
    assert "the alarm is raised at update 14" in words(page)


@pytest.mark.parametrize(
    "text",
    ["", "nonsense", "chunk=x,table=generated", "chunk=0,table=generated", "policy=best,table=generated", "table="],
)
def test_odd_address_gives_the_usual_stream(opened, text, monkeypatch):
    page = opened(PAGE, stream=text)
    assert not page.exception
    assert not page.error
    assert page.selectbox(key="stability_table").value == "generated"


def test_table_that_is_not_here_is_named(opened):
    page = opened(PAGE, stream=SMALL.replace("table=generated", "table=pair:my*table"))
    assert not page.exception
    assert "my\\*table" in page.error[0].value


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (SMALL.replace("chunk=100,", "chunk=100000,").replace("n_updates=20", "n_updates=500"), "generated here"),
        (SMALL.replace("seed=0", "seed=-1"), "Alarm"),
        (SMALL.replace("n_first=6", "n_first=999999"), "Alarm"),
    ],
    ids=["more rows than fit", "no seed", "more trees than can be"],
)
def test_a_link_cannot_ask_for_more_than_the_page_offers(opened, asked, said):
    """A link could ask for more rows than the machine has memory for."""
    page = opened(PAGE, stream=asked)
    assert not page.exception
    assert "fault in the app" not in words(page)
    assert said.lower() in words(page).lower()
