"""What must hold on every page: it opens by its own address, fits its window in both themes, and all can use it."""

from __future__ import annotations

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from pages.common.navigation import PAGES
from tests.browser.conftest import Visit
from tests.browser.kept_runs import kept_run_of

pytestmark = pytest.mark.browser

ADDRESSES = {entry.title: entry.address for entry in PAGES}
LOOKS = [
    {"color_scheme": scheme, "viewport": {"width": width, "height": 1000}}
    for scheme, width in (("light", 1440), ("dark", 800))
]
NOT_OURS = frozenset({"scrollable-region-focusable", "aria-allowed-attr", "aria-input-field-name"})  # of Streamlit

# What reaches beyond the window, but for what scrolls or is cut inside a frame of its own.
OVERFLOWING = """() => {
    const main = document.querySelector('[data-testid=stMain]')
    const fits = e => e.getBoundingClientRect().right <= window.innerWidth + 1
    const framed = e => {
        for (let up = e.parentElement; up && up !== main; up = up.parentElement)
            if (getComputedStyle(up).overflowX !== 'visible' && fits(up)) return true
        return false
    }
    return [...main.querySelectorAll('*')]
        .filter(e => !fits(e))
        .filter(e => getComputedStyle(e).visibility !== 'hidden' && !framed(e))
        .map(e => e.tagName + '.' + e.className).slice(0, 5)
}"""


@pytest.fixture(scope="module")
def run(kept_folder: Path) -> str:
    return kept_run_of(kept_folder, "wine-red", k=3, max_depth=2)


def opened(visit: Visit, address: str, label: str):
    visit.page.goto(address)
    visit.wait()
    heading = "What do two tables have in common?" if label == "Start" else label
    expect(visit.page.get_by_role("heading", name=heading, exact=True)).to_be_visible()
    visit.wait()
    return visit.page


@pytest.mark.parametrize("label", ADDRESSES)
def test_a_page_opened_first_by_its_address_says_what_to_do(server, visit, label):
    page = opened(visit, f"{server}/{ADDRESSES[label]}", label)
    assert page.title() == f"{label} · KSDT Explorer"
    expect(page.get_by_test_id("stSidebar").get_by_role("link", name="Mine")).to_be_visible()
    expect(page.get_by_test_id("stSidebarNav")).to_have_count(0)
    expect(page.get_by_test_id("stException")).to_have_count(0)
    assert visit.outside == []


@pytest.mark.parametrize("visit", LOOKS, indirect=True, ids=lambda look: f"{look['color_scheme']}")
@pytest.mark.parametrize("label", ADDRESSES)
def test_nothing_overflows_and_no_serious_barrier(server, visit, run, label):
    page = opened(visit, f"{server}/{ADDRESSES[label]}?run={run}", label)
    assert page.evaluate(OVERFLOWING) == []
    assert barriers(page) == []


def barriers(page: Page) -> list[tuple[str, list[str]]]:
    """What axe finds serious or critical, and is ours."""
    return [
        (violation["id"], [node["html"][:160] for node in violation["nodes"][:3]])
        for violation in Axe().run(page).response["violations"]
        if violation["impact"] in ("serious", "critical") and violation["id"] not in NOT_OURS
    ]


@pytest.mark.parametrize("visit", [LOOKS[1]], indirect=True, ids=["narrow"])
def test_on_a_narrow_screen_the_sidebar_is_folded_until_it_is_opened(server, visit):
    page = opened(visit, server, "Start")
    sidebar = page.get_by_test_id("stSidebar")
    expect(sidebar).not_to_be_in_viewport()
    page.get_by_test_id("stExpandSidebarButton").click()
    expect(sidebar).to_be_in_viewport()
    sidebar.get_by_role("link", name="Runs").click()
    expect(page.get_by_role("heading", name="Runs", exact=True)).to_be_visible()
    visit.wait()
    expect(sidebar).to_be_in_viewport()
