"""The Mine page in a real Chromium: the simplex is clicked, Back goes back, chance is told, nothing overflows."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import FloatRect, Page, expect

from ksdt_core.data.samples.catalogue import catalogue_pairs
from ksdt_core.store.database import open_store
from ksdt_core.store.pair_request import PairRequest
from ksdt_core.store.pairs import keep_pair
from tests.browser.conftest import Visit, at_rest, click_mark

pytestmark = pytest.mark.browser

PLOT = ".st-key-simplex .js-plotly-plot"
NARROW = pytest.mark.parametrize(
    "visit", [pytest.param({"color_scheme": "dark", "viewport": {"width": 800, "height": 1000}}, id="dark 800")],
    indirect=True,
)  # fmt: skip


@pytest.fixture
def address(server: str, kept_folder: Path) -> str:
    """The page with a small pair."""
    entry = next(entry for entry in catalogue_pairs() if entry.left == "spect-train")
    pair = keep_pair(open_store(kept_folder), PairRequest.of_catalogue(entry))
    return f"{server}/mine?pair={pair}"


def opened(visit: Visit, address: str) -> Page:
    """The page with points to click in place of regions."""
    visit.page.goto(f"{address}&pool=none")
    expect(visit.page.locator(f"{PLOT} .point").first).to_be_visible()
    visit.wait()
    return visit.page


def shown_weights(page: Page) -> str:
    return page.locator(".ksdt-card").last.get_attribute("data-weights") or ""


def wait_for_weights(page: Page, weights: str) -> None:
    expect(page.locator(".ksdt-card").last).to_have_attribute("data-weights", weights)


def click_place(page: Page, position: int) -> None:
    click_mark(page, page.locator(f"{PLOT} .point").nth(position))


def test_a_click_on_the_simplex_takes_its_weights_and_back_goes_back(address, visit):
    page = opened(visit, address)
    wait_for_weights(page, "0.3,0.4,0.3")
    click_place(page, 77)
    wait_for_weights(page, "0.25,0.6,0.15")
    visit.wait()
    values = [page.locator(f".st-key-weight_{part} input").input_value() for part in ("ig", "ds", "atd")]
    assert values == ["0.25", "0.60", "0.15"]
    page.wait_for_url("**weights=0.25%2C0.6%2C0.15**")
    page.wait_for_url("**run=**")
    visit.wait()
    page.go_back()
    wait_for_weights(page, "0.3,0.4,0.3")
    page.go_forward()
    wait_for_weights(page, "0.25,0.6,0.15")
    visit.wait()
    page.reload()
    wait_for_weights(page, "0.25,0.6,0.15")
    assert visit.outside == []


def test_resting_weights_are_tested_and_chance_is_told(address, visit):
    """With weights of its own: a reader who moves on cancels the test of the weights that were left, for everybody."""
    page = opened(visit, f"{address}&weights=0.4,0.4,0.2")
    page.get_by_text("Each null in words").click()
    expect(page.get_by_text("The p-values are").last).to_be_visible()
    expect(page.get_by_text("Each try mines the set again")).to_be_visible()
    expect(page.get_by_text("On rows that were not mined")).to_be_visible()


@NARROW
def test_a_map_gives_its_best_and_nothing_overflows(address, visit):
    page = opened(visit, address)
    page.get_by_text("36 points (WVP1)").click()
    expect(page.get_by_text("36 sets mined")).to_be_visible()
    page.get_by_role("button", name="Use best").click()
    expect(page.get_by_role("button", name="Use best")).to_be_disabled()
    overflowing = page.evaluate(
        """() => [...document.querySelectorAll('[data-testid=stMain] *')]
            .filter(e => !e.parentElement.closest('svg'))
            .filter(e => e.getBoundingClientRect().right > window.innerWidth + 1)
            .map(e => e.tagName + '.' + e.className).slice(0, 5)"""
    )
    assert overflowing == []


def regions_opened(visit: Visit, address: str) -> FloatRect:
    """The page with all regions of the triangle; where their picture is."""
    visit.page.goto(address)
    picture = visit.page.locator(".weights canvas")
    expect(picture).to_be_visible()
    visit.wait()
    return at_rest(visit.page, picture)


def test_regions_tell_their_share_and_a_click_takes_their_set(address, visit):
    box = regions_opened(visit, address)
    page = visit.page
    wait_for_weights(page, "0.3,0.4,0.3")
    x, y = box["x"] + box["width"] / 2, box["y"] + 0.25 * box["height"]
    page.mouse.move(x, y - 5)
    page.mouse.move(x, y, steps=3)
    tip = page.locator(".weights .said")
    expect(tip).to_be_visible()
    share = (tip.text_content() or "").split(" holds for ")[1].split(" of all")[0]
    page.mouse.click(x, y)
    expect(page.locator(".ksdt-card").last).not_to_have_attribute("data-weights", "0.3,0.4,0.3")
    visit.wait()
    expect(page.get_by_text(f"holds for {share} of all weightings").first).to_be_visible()
    assert visit.outside == []


@NARROW
def test_regions_do_not_overflow(address, visit):
    regions_opened(visit, address)
    box = at_rest(visit.page, visit.page.locator(".weights"))
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 801
