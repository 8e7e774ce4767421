"""The Runs page in a real Chromium: rows ticked, compared, deleted and brought back, taken along."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, expect

from ksdt_core.store.database import open_store
from ksdt_core.store.runs import delete_runs, keep_run, kept_run, note_run, rename_run
from tests.browser.conftest import Visit
from tests.store.kept_documents import document_of

pytestmark = pytest.mark.browser

HOSTILE = "<script>alert(1)</script>"
ROW, HEAD = 31, 31  # pixels of the table


@pytest.fixture
def runs(server, kept_folder) -> list[str]:
    """Two runs with names that no other test uses; the second is listed first."""
    store = open_store(kept_folder)
    ids = [keep_run(store, document_of(seed), pair=None) for seed in (11, 12)]
    for run, name in zip(ids, ("browser first", f"browser {HOSTILE}"), strict=True):
        rename_run(store, run, name)
    return ids


def opened(visit: Visit, server: str) -> Page:
    page = visit.page
    page.goto(f"{server}/runs")
    visit.wait()
    page.get_by_role("textbox", name="Search").fill("browser")
    page.get_by_role("textbox", name="Search").press("Enter")
    expect(page.get_by_text("2 of ")).to_be_visible()
    visit.wait()
    return page


def tick(visit: Visit, row: int) -> None:
    """A table is drawn on a canvas: rows are ticked by their place."""
    table = visit.page.get_by_test_id("stDataFrame").last.locator("canvas").first.bounding_box()
    visit.page.mouse.click(table["x"] + 14, table["y"] + HEAD + ROW * row + ROW / 2)
    visit.wait()


def test_two_runs_are_ticked_and_compared_and_the_link_shows_the_same(visit, server, runs):
    page = opened(visit, server)
    tick(visit, 0)
    expect(page.get_by_role("button", name="Delete")).to_be_visible()
    tick(visit, 1)
    page.get_by_role("button", name="Compare the two").click()
    expect(page.locator(".st-key-comparison")).to_be_visible()
    expect(page).to_have_url(re.compile(f"run={runs[1]}&other={runs[0]}"))
    page.reload()
    expect(page.locator(".st-key-comparison")).to_be_visible()
    expect(page.get_by_text(HOSTILE).first).to_be_visible()
    assert visit.outside == []


def test_run_is_taken_along_deleted_and_brought_back(visit, server, runs):
    page = opened(visit, server)
    tick(visit, 1)
    with page.expect_download() as download:
        page.get_by_test_id("stDownloadButton").get_by_role("button", name="Export").click()
    document = json.loads(download.value.path().read_bytes())
    assert document["trees"] == document_of(11)["trees"]
    assert document["run"]["name"] == "browser first"
    page.get_by_role("button", name="Delete").click()
    expect(page.get_by_text("1 run deleted.")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("2 of ")).to_be_visible()
    expect(page.get_by_text("1 run deleted.")).to_have_count(0)


def test_a_ticked_run_stays_ticked_and_a_note_of_somebody_else_is_not_lost(visit, server, runs, kept_folder):
    page, store = opened(visit, server), open_store(kept_folder)
    tick(visit, 1)
    expect(page.get_by_role("heading", name="browser first")).to_be_visible()
    new = keep_run(store, document_of(13), pair=None)
    rename_run(store, new, "browser third")
    note_run(store, runs[0], "of somebody else")
    page.get_by_label("Note", exact=True).fill("of this reader")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator(".st-key-runs_unsaved_panel")).to_be_visible()
    expect(page.get_by_text("3 of ")).to_be_visible()
    expect(page.get_by_role("heading", name="browser first")).to_be_visible()
    assert kept_run(store, runs[0]).note == "of somebody else"
    page.get_by_role("button", name="Save your text").click()
    expect(page.locator(".st-key-runs_unsaved_panel")).to_have_count(0)
    assert kept_run(store, runs[0]).note == "of this reader"
    page.get_by_role("button", name="Untick all").click()
    expect(page.get_by_role("heading", name="browser first")).to_have_count(0)
    delete_runs(store, [new])
