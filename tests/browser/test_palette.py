"""The command palette in a real Chromium, by keyboard only."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from ksdt_core.store.database import open_store
from tests.app.two_tables import kept_set, kept_tables
from tests.browser.kept_runs import kept_run_of
from tests.browser.test_every_page import barriers

pytestmark = pytest.mark.browser

HOSTILE = "<img src=x onerror=window.hit=1>"


@pytest.fixture(scope="module")
def wine(kept_folder: Path) -> str:
    return kept_run_of(kept_folder, "wine-red", k=3, max_depth=2)


@pytest.fixture(scope="module")
def hostile(kept_folder: Path) -> str:
    store = open_store(kept_folder)
    return kept_set(store, kept_tables(store, [f'"{HOSTILE}"', "level"]))


def test_pages_attributes_and_runs_are_found_by_keyboard(server, visit, wine, hostile):
    page = visit.page
    page.goto(f"{server}/about?run={wine}")
    visit.wait()
    box = page.get_by_role("combobox", name="Page, attribute or run")
    expect(page.get_by_role("button", name="Search pages, attributes and runs")).to_be_visible()
    page.keyboard.press("Control+k")
    expect(box).to_be_focused()
    options = page.get_by_role("option")
    expect(page.get_by_role("group", name="Attributes").get_by_role("option").first).to_be_visible()
    assert barriers(page) == []
    page.keyboard.press("Escape")
    expect(box).to_be_hidden()

    page.get_by_role("button", name="Search pages, attributes and runs").click()
    page.keyboard.type("alco")
    expect(options.first).to_contain_text("on Trees")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/trees\?.*tree=1.*node="))
    visit.wait()
    expect(page.locator(".st-key-inspector")).to_contain_text("alcohol")

    page.keyboard.press("Control+k")
    page.keyboard.type("sulph")
    last = options.filter(has_text="on Data").filter(has_text="sulphates")
    expect(last).to_have_count(1)
    while last.get_attribute("aria-selected") != "true":
        page.keyboard.press("ArrowDown")
    assert box.get_attribute("aria-activedescendant") == last.get_attribute("id")
    page.keyboard.press("Enter")
    page.wait_for_url("**/data?*")
    visit.wait()
    expect(page.locator(".st-key-attribute_words")).to_contain_text("sulphates")

    page.keyboard.press("Control+k")
    page.keyboard.type("runs")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Which runs have you saved?")).to_be_visible()
    visit.wait()

    page.keyboard.press("Control+k")
    page.keyboard.type("wine-red")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/trees\?run="))
    visit.wait()

    page.goto(f"{server}/trees?run={hostile}")
    visit.wait()
    page.keyboard.press("Control+k")
    page.keyboard.type("onerror")
    expect(options.first).to_contain_text(HOSTILE)
    assert page.evaluate("window.hit") is None
    assert visit.outside == []
