"""What is around every page, in a real Chromium: places, theme, focus, and that nothing moves while a page comes."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from ksdt_core.data.samples.catalogue import catalogue_pairs
from ksdt_core.store.pair_request import PairRequest
from pages.data.findings import NOTHING_PREVENTS
from pages.data.verdict import CAN_BE_MINED
from tests.browser.conftest import Visit
from tests.browser.kept_runs import kept_run_of

pytestmark = pytest.mark.browser

DESK = [pytest.param({"viewport": {"width": 1440, "height": 900}}, id="1440")]


@pytest.fixture(scope="module")
def run(kept_folder: Path) -> str:
    return kept_run_of(kept_folder, "spect-train", k=3, max_depth=2)


def data_page(visit: Visit, server: str, run: str) -> Page:
    entry = next(entry for entry in catalogue_pairs() if entry.left == "spect-train")
    visit.page.goto(f"{server}/data?pair={PairRequest.of_catalogue(entry).id}&run={run}")
    visit.wait()
    expect(visit.page.get_by_text(CAN_BE_MINED).first).to_be_visible()
    return visit.page


@pytest.mark.parametrize("visit", DESK, indirect=True)
def test_data_answers_in_its_first_window(server, visit, run):
    page = data_page(visit, server, run)
    for element in (
        page.get_by_role("button", name="Mine this pair"),
        page.get_by_text(NOTHING_PREVENTS),
        page.locator(".st-key-distribution .js-plotly-plot"),
    ):
        box = element.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 900
        assert box["x"] >= 236
        assert box["x"] + box["width"] <= 1424
    title = page.get_by_role("heading", name="Data", exact=True).bounding_box()
    assert title is not None
    assert title["y"] >= 44
    assert title["y"] + title["height"] <= 92
    assert page.get_by_test_id("stMain").evaluate("main => main.scrollHeight") <= 1400


# Where the keyboard is, also inside of components.
FOCUSED = """() => {
    let e = document.activeElement
    while (e.shadowRoot?.activeElement) e = e.shadowRoot.activeElement
    const { outlineStyle, outlineWidth, stroke } = getComputedStyle(e)
    return { name: e.getAttribute("aria-label") ?? e.textContent, tag: e.tagName,
        current: e.getAttribute("aria-current"), ring: e.tagName === "g" ? stroke : outlineStyle + outlineWidth }
}"""


@pytest.mark.parametrize("visit", DESK, indirect=True)
def test_the_keyboard_is_seen_everywhere_and_every_tab_of_trees_is_in_view(server, visit, kept_folder):
    five = kept_run_of(kept_folder, "wine-red", k=5, max_depth=2)
    page = visit.page
    page.goto(f"{server}/trees?run={five}")
    expect(page.locator(".panel .node").first).to_be_visible()
    expect(page.locator("[data-testid=stSidebar] [aria-current=page]")).to_have_count(1)
    visit.wait()
    seen = []
    for _ in range(30):
        page.keyboard.press("Tab")
        seen.append(page.evaluate(FOCUSED))
    assert [each for each in seen if each["tag"] != "g" and each["ring"] != "solid2px"] == []
    assert next(each["name"] for each in seen if each["current"] == "page").endswith("Trees")
    for name in ("Legend", "Trace a row", "Replay", "Prune", "Present", "Figures"):
        expect(page.locator(".st-key-tree_bar").get_by_role("button", name=name)).to_be_visible()
    tabs = page.locator(".tabs .tab")
    expect(tabs).to_have_count(5)
    room = page.locator(".tabs").bounding_box()
    last = tabs.nth(4).bounding_box()
    assert room is not None
    assert last is not None
    assert last["x"] + last["width"] <= room["x"] + room["width"] + 1


def test_the_theme_is_changed_on_every_page_and_stays(server, visit, run):
    page = visit.page
    colour = "getComputedStyle(document.querySelector('.stApp')).backgroundColor"
    page.goto(f"{server}/mine?run={run}")
    visit.wait()
    light = page.evaluate(colour)
    page.get_by_role("button", name="Use the dark theme").click()
    expect(page.get_by_role("button", name="Use the light theme")).to_be_visible()
    visit.wait()
    dark = page.evaluate(colour)
    assert dark != light
    assert f"run={run}" in page.url
    page.goto(f"{server}/data?run={run}")
    visit.wait()
    assert page.evaluate(colour) == dark
    page.reload()
    visit.wait()
    assert page.evaluate(colour) == dark


# How many links the sidebar shows, and for how long it has shown fewer since then.
WATCH_LINKS = """() => {
    const shown = () => [...document.querySelectorAll('[data-testid=stSidebar] a[href]')]
        .filter(link => link.checkVisibility() && link.textContent).length
    const every = shown(), start = performance.now()
    let last = start
    window.ksdtWatched = {every, gone: 0, all: 0}
    setInterval(() => {
        const now = performance.now()
        if (shown() < every) window.ksdtWatched.gone += now - last
        window.ksdtWatched.all = now - start
        last = now
    }, 20)
}"""


@pytest.mark.parametrize("visit", DESK, indirect=True)
def test_the_navigation_stays_while_a_pair_is_opened(server, visit):
    """Regression: the links of the sidebar were gone for seconds while a pair was read and mined."""
    page = visit.page
    page.goto(server)
    expect(page.get_by_test_id("stSidebar").get_by_role("link", name="About")).to_be_visible()
    visit.wait()
    page.evaluate(WATCH_LINKS)
    page.get_by_role("button", name="Open cm1 : kc1").click()
    expect(page.locator(".ksdt-card").first).to_be_visible()
    watched = page.evaluate("window.ksdtWatched")
    assert watched["every"] >= 12
    assert watched["gone"] < 0.3 * watched["all"], "gone only while the browser exchanges one page for the next"


@pytest.mark.parametrize("visit", [pytest.param({"viewport": {"width": 800, "height": 900}}, id="800")], indirect=True)
def test_a_closed_sidebar_leaves_the_buttons_of_the_strip_within_reach(server, visit, run):
    """The header, which then holds the button that opens the sidebar, lay over the whole strip."""
    page = data_page(visit, server, run)
    opening = page.get_by_test_id("stExpandSidebarButton")
    expect(opening).to_be_visible()  # a window as narrow as this folds the sidebar by itself
    page.get_by_test_id("stPopoverButton").filter(has_text="Export").click(timeout=10_000)
    expect(page.get_by_test_id("stPopoverBody")).to_be_visible()
    page.keyboard.press("Escape")
    opening.click(timeout=10_000)
    expect(page.get_by_test_id("stSidebar").get_by_role("link", name="Data")).to_be_visible()
