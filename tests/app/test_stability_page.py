"""The Stability page: a change is found, regimes, detectors, tables as streams, long ones as a job, odd addresses."""

from __future__ import annotations

import html
import json
import re
from base64 import b64decode

import numpy as np
import pytest

from ksdt_core.background.queue import claim_job, jobs_about, kept_job
from ksdt_core.background.worker import do_job
from ksdt_core.fourier.stability_report import QUIET_STEPS
from ksdt_core.store.pair_request import PairRequest, TableRequest
from ksdt_core.store.pairs import keep_pair
from ksdt_core.store.uploads import keep_upload
from ksdt_core.studies.stream_watch import WatchedStream
from pages.common.frame import FAULT
from pages.stability.controls import SETTINGS
from pages.stability.streams import FEW_ROWS, LEAST_ROWS
from pages.stability.tables import DETECTORS, REGIMES, UPDATES
from pages.stability.words import ANSWERS
from tests.app.conftest import words
from tests.app.saying import says
from tests.app.test_about_page import rows_of
from tests.app.test_diversity_page import charts
from tests.app.two_tables import kept_tables

pytestmark = pytest.mark.warm

PAGE = "pages/stability/page.py"
SMALL = "chunk=100,n_first=6,n_updates=20,max_depth=0,min_leaf=1,drift=14,seed=0,policy=oldest,table=generated"


def said(page, kind: str) -> list[str]:
    """The texts of the page of this kind: `answer`, `basis` or `note`."""
    bodies = " ".join(element.proto.body for element in page.get("html"))
    return [html.unescape(text) for text in re.findall(f"<p class='ksdt-{kind}'>(.*?)</p>", bodies)]


def alarms(page) -> list[int]:
    return [int(row[0]) for row in rows_of(page, UPDATES) if row[1]]


def slider_of_time(page):
    return next(slider for slider in page.slider if slider.label == "Updates so far")


def test_a_change_of_the_rule_is_found(opened, approved):
    page = opened(PAGE, stream=SMALL)
    assert not page.exception
    assert not page.error
    assert alarms(page) == [14]
    approved(f"{said(page, 'answer')[0]}\n{said(page, 'basis')[0]}")
    assert len(charts(page)) == 4, "changes, and three with bounds"
    assert drawings(page).count("<svg") >= 1, "the new tree"


def test_chart_names_the_alarm_and_the_regimes_and_draws_the_second_eigenvector(opened):
    page = opened(PAGE, stream=SMALL)
    chart = charts(page)[0]
    named = {trace["name"]: trace for trace in chart["data"]}
    assert named["alarm"]["x"] == [14]
    assert "14" in named["alarm"]["text"][0]
    second = [float(row[8]) for row in rows_of(page, UPDATES)]
    assert np.round(named["eigenvector 2"]["y"], 3).tolist() == pytest.approx(second, abs=1e-3)
    regimes = [note["text"] for note in chart["layout"]["annotations"] if note.get("name") == "regime"]
    assert regimes == ["<b>regime A</b>", "<b>regime B</b>"]
    table = rows_of(page, REGIMES)
    assert [row[:3] for row in table] == [["A", "1–13", "1–1,900"], ["B", "14–20", "1,901–2,600"]]
    assert {name for row in table for name in row[3].split(", ")} == {"a1", "a2", "a3", "a4", "a5", "a6"}


def test_detectors_stand_beside_the_ensemble_with_delay_and_false_alarms(opened):
    rows = rows_of(opened(PAGE, stream=SMALL), DETECTORS)
    assert len(rows) == 4
    assert rows[0][1:] == ["15", "200", "0"], "known with the update after it, two updates of 100 rows"
    assert {"ADWIN", "Page–Hinkley", "KSWIN"} == {row[0] for row in rows[1:]}
    assert all(len(row) == 4 for row in rows)


def test_without_a_known_change_there_is_no_delay(opened):
    page = opened(PAGE, stream=SMALL.replace("drift=14", "drift=0"))
    assert alarms(page) == []
    assert all(len(row) == 2 for row in rows_of(page, DETECTORS))
    assert len(rows_of(page, REGIMES)) == 1


def test_the_change_can_be_moved_and_removed(opened):
    page = opened(PAGE, stream=SMALL)
    page.toggle(key="stability_drifts").set_value(False).run()
    assert not page.exception
    assert alarms(page) == []
    assert "drift=0" in page.query_params["stream"]
    page.toggle(key="stability_drifts").set_value(True).run()
    page.slider(key="stability_drift").set_value(12).run()
    assert "drift=12" in page.query_params["stream"]
    page.selectbox(key="stability_learner").set_value("cart").run()
    page.number_input(key="stability_n_updates").set_value(11).run()
    assert not page.exception
    assert not page.error
    for part in ("drift=11", "learner=cart"):
        assert part in page.query_params["stream"]


def test_a_change_with_the_last_update_cannot_be_found(opened, approved):
    plan = SMALL.replace("chunk=100,n_first=6", "chunk=200,n_first=15").replace("drift=14", "drift=20")
    page = opened(PAGE, stream=plan)
    assert alarms(page) == []
    approved(f"{said(page, 'answer')[0]}\n{said(page, 'basis')[0]}")


def test_time_can_be_moved(opened):
    page = opened(PAGE, stream=SMALL)
    assert slider_of_time(page).value == 20
    slider_of_time(page).set_value(3).run()
    assert not page.exception
    told = next(text for text in said(page, "note") if text.startswith("Update 3:"))
    assert ANSWERS[0] in told, "eigenvectors are explained"
    assert "alarm line" not in told, "the first updates only tell what is normal"
    assert max(len(trace["x"]) for trace in charts(page)[0]["data"] if isinstance(trace["x"], list)) == 3
    slider_of_time(page).set_value(14).run()
    told = next(text for text in said(page, "note") if text.startswith("Update 14:"))
    change, line = map(float, re.findall(r"changed by ([\d.]+) \(‖E‖; alarm line ([\d.]+)\)", told)[0])
    assert change > line, "so this is an alarm"
    slider_of_time(page).set_value(0).run()
    assert not page.exception
    assert len(charts(page)) == 4
    page.button(key="play").click().run()
    assert not page.exception


def long_pair(store, *, is_sorted: bool = False, times: bool = False) -> str:
    """A pair with a table that is long enough and one that is not; a rule of x, then of y, as `time` says."""
    random = np.random.default_rng(1)
    x, y = random.normal(size=(2, LEAST_ROWS)).round(3)
    classes = np.where(np.arange(LEAST_ROWS) < 0.7 * LEAST_ROWS, x > 0, y > 0)
    order = np.argsort(classes, kind="stable") if is_sorted else np.arange(LEAST_ROWS)
    if times:
        order = random.permutation(LEAST_ROWS)
    lines = [f"{x[at]},{y[at]},{at},{'yes' if classes[at] else 'no'}" for at in order.tolist()]
    tables = []
    for name, rows in (("short", lines[::20]), ("long", lines)):
        text = "\n".join(["x,y,time,outcome", *rows])
        upload = keep_upload(store, f"{name}.csv", content=text.encode())
        tables.append(TableRequest("upload", upload.id, name, target="outcome"))
    return keep_pair(store, PairRequest(*tables))


def test_the_current_pairs_table_is_followed_when_it_is_long_enough(opened, store):
    page = opened(PAGE, pair=long_pair(store))
    assert not page.exception
    assert page.selectbox(key="stability_table").value == "pair:long"
    (basis,) = said(page, "basis")
    assert basis.startswith("long, 2,000 of 2,000 rows")
    assert "emonstration" not in basis
    assert alarms(page) == []


@pytest.mark.parametrize("sort", [None, "class"])
def test_without_a_suited_table_it_says_demonstration_stream(opened, store, spect, sort):
    page = opened(PAGE, pair=spect.id if sort is None else long_pair(store, is_sorted=True))
    assert page.selectbox(key="stability_table").value == "generated"
    (basis,) = said(page, "basis")
    assert basis.startswith("Demonstration stream.")
    assert f"{LEAST_ROWS:,}" in basis
    assert ("sorted" in basis) == (sort is not None), "one reason, not two to choose from"
    (answer,) = said(page, "answer")
    assert "demonstration stream" in answer, "read alone it was about the tables of the reader"


def test_rows_can_be_ordered_by_a_time_column(opened, store):
    plan = "chunk=100,n_first=5,n_updates=15,table=pair:long"
    page = opened(PAGE, pair=long_pair(store, times=True), stream=plan)
    mixed = rows_of(page, UPDATES)
    page.selectbox(key="stability_time").set_value("time").run()
    assert not page.exception
    assert not page.error
    assert "time=time" in page.query_params["stream"]
    assert rows_of(page, UPDATES) != mixed
    attributes = {name for row in rows_of(page, REGIMES) for name in row[3].split(", ")}
    assert "time" not in attributes
    wrong = [float(row[-1]) for row in rows_of(page, UPDATES)]
    assert max(wrong[:8]) < 0.2 < min(wrong[10:12]), "in order of time the rule changes with update 10"


def test_table_is_read_in_the_order_of_its_rows(opened):
    page = opened(PAGE)
    page.selectbox(key="stability_table").set_value("spect-test").run()
    assert not page.exception
    assert "chunk=9,n_first=5,n_updates=15," in page.query_params["stream"], "187 rows for 20 trees"
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
    assert " of the 20 trees" in page.warning[0].value
    page.selectbox(key="stability_table").set_value("wine-red").run()
    assert not page.warning
    assert any(f" 79 rows. Below about {FEW_ROWS}," in text for text in said(page, "note")), "few rows vary"


def test_trees_that_would_ask_nothing_are_refused_at_once(opened):
    plan = SMALL.replace("chunk=100,n_first=6,n_updates=20", "chunk=1,n_first=6,n_updates=20")
    page = opened(PAGE, stream=plan.replace("drift=14", "drift=0").replace("table=generated", "table=wine-red"))
    assert not page.exception
    assert page.error[0].value == says("stream-of-one-class", trees=26, table="wine-red")
    assert charts(page) == []


def test_few_updates_can_raise_no_alarm(opened, approved):
    page = opened(PAGE, stream=SMALL.replace("n_updates=20", "n_updates=11").replace("drift=14", "drift=0"))
    assert alarms(page) == []
    assert f" {QUIET_STEPS} " in said(page, "answer")[0]
    approved(said(page, "answer")[0])


def test_table_of_updates_says_what_the_chart_shows(opened, approved):
    page = opened(PAGE, stream=SMALL)
    rows = rows_of(page, UPDATES)
    assert [row[0] for row in rows] == [str(update) for update in range(1, 21)]
    assert [row[2] for row in rows] == ["A"] * 13 + ["B"] * 7
    lines = [row[4] for row in rows]
    assert lines[:QUIET_STEPS] == ["–"] * QUIET_STEPS
    assert "–" not in lines[QUIET_STEPS:]
    beyond = [float(row[3]) > float(row[4]) for row in rows[QUIET_STEPS:]]
    assert beyond[3:5] == [True, True]
    assert not any(beyond[:3])
    assert all(0 <= float(row[-1]) <= 1 for row in rows)
    approved("\n".join(sorted(button.proto.label for button in page.get("download_button"))))


def test_table_that_is_too_short_names_the_rows_needed(opened):
    text = SMALL.replace("table=generated", "table=spect-test")
    page = opened(PAGE, stream=text)
    assert not page.exception
    facts = {"table": "spect-test", "rows": 187, "first": 6, "updates": 20, "chunk": 100, "needed": 2600}
    assert page.error[0].value == says("stream-too-short-to-follow", **facts)
    assert f"“{SETTINGS}”" in page.error[0].value, "the way out as the page names it"


def test_long_stream_is_a_job(opened, store, monkeypatch):
    monkeypatch.setattr("pages.stability.state.QUICK_CELLS", 10)
    page = opened(PAGE, stream=SMALL)
    assert charts(page) == []
    assert "2,600" in said(page, "basis")[0]
    page.button(key="stability_start").click().run()
    (job,) = jobs_about(store, "generated", "stability")
    assert charts(page) == []
    do_job(store, claim_job(store))
    assert kept_job(store, job.id).state == "done"
    page.run()
    assert alarms(page) == [14]
    kept = WatchedStream.of_document(json.loads(json.dumps(kept_job(store, job.id).result)))
    assert [regime.name for regime in kept.regimes] == ["A", "B"], "the regimes are saved with the job"


def test_odd_address_gives_the_usual_stream(opened):
    """In one test, so that the stream is drawn once."""
    odd = (
        "",
        "nonsense",
        "chunk=x,table=generated",
        "chunk=0,table=generated",
        "policy=best,table=generated",
        "table=",
    )
    for text in odd:
        page = opened(PAGE, stream=text)
        assert not page.exception, text
        assert not page.error, text
        assert page.selectbox(key="stability_table").value == "generated", text


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
    assert (len(page.error), len(charts(page))) == ((1, 0) if is_refused else (0, 4))


def test_the_page_says_where_it_is_in_every_run(opened):
    page = opened(PAGE, stream=SMALL).run()
    assert slider_of_time(page).proto.set_value, "the browser may be a step ahead of the page"
