"""A full disk or a read-only data folder: every page says so in one sentence and shows what it can, never a trace."""

from __future__ import annotations

from contextlib import contextmanager

import pytest

from ksdt_core.background.queue import put_job
from ksdt_core.errors import KsdtError
from ksdt_core.store.database import Store, open_store
from ksdt_core.store.folder import FILE, SETTING
from ksdt_core.store.problems import UnwritableError
from ksdt_core.store.runs import kept_run, list_runs
from ksdt_core.store.schema import STEPS
from ksdt_core.store.uploads import list_uploads
from pages.common.messages import for_page
from tests.app.test_data_page import NORTH, dropped
from tests.app.test_runs_page import button, choose

FULL = UnwritableError("store-disk-full", folder="its folder")
ON_A_PAGE = for_page(FULL)


@pytest.fixture
def fill(monkeypatch):
    """From now on nothing can be written."""

    @contextmanager
    def full(self):
        raise FULL
        yield

    return lambda: monkeypatch.setattr(Store, "writing", full)


def said(page) -> list[str]:
    assert not page.exception
    return [error.value.replace("\\", "") for error in page.error]  # without the escapes of Markdown


def test_dropped_file(opened, store, fill):
    page = opened("pages/data/page.py")
    fill()
    assert said(dropped(page, "left", ("north.csv", NORTH))) == [ON_A_PAGE]
    assert list_uploads(store) == []


def test_deciding_about_a_pair_leaves_the_pair(opened, spect, fill):
    page = opened("pages/data/page.py", pair=spect.id)
    fill()
    box = next(box for box in page.selectbox if box.key == "prepare_scale")
    page = box.set_value("zscore").run()
    assert said(page) == [ON_A_PAGE]
    assert page.query_params["pair"] in (spect.id, [spect.id])
    assert said(page.run()) == [], "it is said once"


@pytest.mark.parametrize("key", ["pin_runs", "delete_runs"])
def test_runs_stay_as_they_are(opened, store, run, fill, key):
    page = choose(opened("pages/runs/page.py"), 0)
    fill()
    page = button(page, key).click().run()
    assert said(page) == [ON_A_PAGE]
    assert [(each.id, each.pinned) for each in list_runs(store)] == [(run, False)]
    assert len(page.dataframe) > 0, "the list is still shown"


def test_name_of_a_run(opened, store, run, fill):
    page = choose(opened("pages/runs/page.py"), 0)
    fill()
    page.text_input(key=next(box.key for box in page.text_input if box.label == "Name")).set_value("new")
    assert said(button(page, "save_").click().run()) == [ON_A_PAGE]
    assert kept_run(store, run).name == ""


@pytest.mark.parametrize(
    "script", ["app.py", "pages/data/page.py", "pages/trees/page.py", "pages/diversity/page.py", "pages/runs/page.py"]
)
def test_what_is_kept_can_still_be_read(opened, spect, run, fill, script):
    fill()
    assert said(opened(script, pair=spect.id, run=run)) == []


def test_mining_says_that_nothing_can_be_kept(opened, spect, fill):
    fill()
    assert said(opened("pages/mine/page.py", pair=spect.id)) == [ON_A_PAGE]


def test_settings_of_the_publication_cannot_open_another_pair(opened, spect, run, fill):
    page = opened("pages/mine/page.py", pair=spect.id, run=run)
    fill()
    assert ON_A_PAGE in said(page.toggle(key="settings_preset").set_value(True).run())


def test_store_that_was_read_only_is_written_again_without_a_restart(opened, run, monkeypatch):
    writable, problem = open_store(), UnwritableError("store-read-only", folder="a", setting="B")
    read_only = Store(writable.folder, writable.engine, problem)
    monkeypatch.setattr("pages.common.kept.open_store", lambda: read_only)
    page = choose(opened("pages/runs/page.py"), 0)
    page = button(page, "pin_runs").click().run()
    assert said(page) == [for_page(problem)]
    monkeypatch.setattr("pages.common.kept.open_store", lambda: writable)
    page = button(choose(page, 0), "pin_runs").click().run()
    assert said(page) == []
    assert list_runs(writable)[0].pinned


@pytest.mark.parametrize("script", ["app.py", "pages/data/page.py", "pages/runs/page.py"])
def test_newer_store_is_refused_with_a_sentence(opened, store, script):
    with store.writing() as connection:
        connection.exec_driver_sql("PRAGMA user_version = 99")
    page = opened(script)
    assert not page.exception
    if script != "app.py":
        facts = {"folder": store.folder, "found": 99, "known": 1 + len(STEPS), "setting": SETTING}
        assert said(page)[0] == for_page(KsdtError("store-newer", **facts))


def test_damaged_store_is_told(opened, store):
    store.engine.dispose()
    (store.folder / FILE).write_bytes(b"no database " * 1000)
    assert said(opened("pages/runs/page.py"))[0] == for_page(
        KsdtError("store-damaged", folder=store.folder, setting=SETTING)
    )


def test_any_page_takes_up_the_jobs_that_a_restart_left(opened, store, monkeypatch):
    resumed = []
    monkeypatch.setattr("ksdt_core.background.starting.ensure_worker", resumed.append)
    opened("pages/about/page.py")
    assert resumed == []
    put_job(store, "null", subject="run", request={})
    opened("pages/about/page.py")
    assert {each.folder for each in resumed} == {store.folder}
