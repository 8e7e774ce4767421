"""The Stability page: a drift is injected and found, tables as streams, long ones as a job, odd addresses."""

from __future__ import annotations

import re
from base64 import b64decode

import pytest

from ksdt_core.background.queue import claim_job, jobs_about, kept_job
from ksdt_core.background.worker import do_job
from ksdt_core.fourier.stability_report import QUIET_STEPS
from pages.common.frame import FAULT
from pages.stability.words import FEW_ROWS
from tests.app.conftest import words
from tests.app.saying import line_with, says
from tests.app.test_diversity_page import charts
from tests.app.two_tables import kept_tables

PAGE = "pages/stability/page.py"
SMALL = "chunk=100,n_first=6,n_updates=20,max_depth=0,min_leaf=1,drift=14,seed=0,policy=oldest,table=generated"


def test_injected_drift_is_found(opened, approved):
    page = opened(PAGE, stream=SMALL)
    assert not page.exception
    assert not page.error
    assert list(alarms(page)) == [14]
    approved(line_with(page, "update 14"))
    assert len(charts(page)) == 1
    assert drawings(page).count("<svg") >= 1, "the tree that came"


def alarms(page) -> list[int]:
    frame = page.dataframe[0].value
    return list(frame["Update"][frame["Alarm"]])


def test_without_a_drift_there_is_no_alarm(opened):
    page = opened(PAGE, stream=SMALL)
    page.toggle(key="stability_drifts").set_value(False).run()
    assert not page.exception
    assert alarms(page) == []
    assert "drift=0" in page.query_params["stream"]
    page.toggle(key="stability_drifts").set_value(True).run()
    page.slider(key="stability_drift").set_value(12).run()
    assert "drift=12" in page.query_params["stream"]


def test_a_change_with_the_last_update_cannot_be_found(opened, approved):
    plan = SMALL.replace("chunk=100,n_first=6", "chunk=200,n_first=15").replace("drift=14", "drift=20")
    page = opened(PAGE, stream=plan)
    assert alarms(page) == []
    approved(line_with(page, "update 20"))


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
    assert not page.error


def test_two_tables_of_one_name_are_two_streams(opened, store):
    request = kept_tables(store, ("u", "v"), called=("data", "data"))
    page = opened(PAGE, pair=request.id)
    shown = [name for name in page.selectbox(key="stability_table").options if name.startswith("data")]
    assert len(set(shown)) == len(shown) == 2


def drawings(page) -> str:
    """The pictures of the page as SVG, one after the other."""
    shown = " ".join(element.proto.body for element in page.get("html"))
    return " ".join(b64decode(text).decode() for text in re.findall(r"base64,([A-Za-z0-9+/=]+)", shown))


def test_the_trees_are_those_of_the_rows_and_not_of_the_name(opened, store):
    small = SMALL.replace("drift=14", "drift=0").replace("chunk=100", "chunk=4").replace("generated", "pair:data")
    for names in (("here", "v"), ("there", "w")):
        request = kept_tables(store, names, called=("data", "data"))
        page = opened(PAGE, pair=request.id, stream=small)
        assert not page.exception
        assert {name for name in ("here", "there") if f">{name}" in drawings(page)} == {names[0]}


def test_rows_sorted_by_class_are_no_stream(opened):
    page = opened(PAGE)
    page.selectbox(key="stability_table").set_value("cmc-at-home").run()
    assert not page.exception
    assert "56" in page.warning[0].value
    assert "60" in page.warning[0].value
    page.selectbox(key="stability_table").set_value("wine-white").run()
    assert not page.warning
    assert line_with(page, "81", FEW_ROWS) in words(page), "trees of so few rows vary"


def test_trees_that_would_ask_nothing_are_refused_at_once(opened):
    plan = SMALL.replace("chunk=100,n_first=6,n_updates=20", "chunk=1,n_first=6,n_updates=20")
    page = opened(PAGE, stream=plan.replace("drift=14", "drift=0").replace("table=generated", "table=wine-red"))
    assert not page.exception
    assert page.error[0].value == says("stream-of-one-class", trees=26, table="wine-red")
    assert charts(page) == []


def test_few_updates_can_raise_no_alarm(opened, approved):
    page = opened(PAGE, stream=SMALL.replace("n_updates=20", "n_updates=11").replace("drift=14", "drift=0"))
    assert alarms(page) == []
    approved(line_with(page, f" {QUIET_STEPS} "))


def test_table_of_updates_says_what_the_chart_shows(opened):
    page = opened(PAGE, stream=SMALL)
    frame = page.dataframe[0].value
    assert list(frame["Update"]) == list(range(1, 21))
    assert list(frame["Update"][frame["Alarm"]]) == [14]
    assert frame["Alarm line"].isna().sum() == 10
    beyond = frame["‖E‖"] > frame["Alarm line"]
    assert beyond[13:15].all()
    assert not beyond[:13].any()
    assert frame["Wrong, %"].between(0, 100).all()
    assert {"CSV", "Document (JSON)"} <= {button.proto.label for button in page.get("download_button")}


def test_table_that_is_too_short_names_the_rows_needed(opened):
    text = SMALL.replace("table=generated", "table=spect-test")
    page = opened(PAGE, stream=text)
    assert not page.exception
    facts = {"table": "spect-test", "rows": 187, "first": 6, "updates": 20, "chunk": 100, "needed": 2600}
    assert page.error[0].value == says("stream-too-short-to-follow", **facts)
    blocks = [block.label.partition(":")[0] for block in page.expander]
    assert any(f"“{name}”" in page.error[0].value for name in blocks), "the way out as the page names it"


def test_long_stream_is_a_job(opened, store, monkeypatch):
    monkeypatch.setattr("pages.stability.state.QUICK_CELLS", 10)
    page = opened(PAGE, stream=SMALL)
    assert charts(page) == []
    next(button for button in page.button if button.label == "Follow the stream").click().run()
    (job,) = jobs_about(store, "generated", "stability")
    assert charts(page) == []
    do_job(store, claim_job(store))
    assert kept_job(store, job.id).state == "done"
    page.run()
    assert alarms(page) == [14]


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
    ("asked", "is_refused"),
    [
        (SMALL.replace("chunk=100,", "chunk=100000,").replace("n_updates=20", "n_updates=500"), True),
        (SMALL.replace("seed=0", "seed=-1"), False),
        (SMALL.replace("n_first=6", "n_first=999999"), False),
    ],
    ids=["more rows than fit", "no seed", "more trees than can be"],
)
def test_a_link_cannot_ask_for_more_than_the_page_offers(opened, asked, is_refused):
    """A link could ask for more rows than the machine has memory for."""
    page = opened(PAGE, stream=asked)
    assert not page.exception
    assert FAULT not in words(page)
    assert (len(page.error), len(charts(page))) == ((1, 0) if is_refused else (0, 1))


def test_the_page_says_where_it_is_in_every_run(opened):
    page = opened(PAGE, stream=SMALL).run()
    slider = next(slider for slider in page.slider if slider.label == "Updates so far")
    assert slider.proto.set_value, "the browser may be a step ahead of the page"


def test_a_number_that_there_is_none_of_is_a_dash(opened):
    page = opened(PAGE, stream=SMALL)
    (table,) = (frame for frame in page.dataframe if "Alarm line" in frame.value)
    assert table.value["Alarm line"].isna().any()
    assert table.proto.placeholder == "–"
