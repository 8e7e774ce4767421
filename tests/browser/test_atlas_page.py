"""The Atlas page in a real Chromium: from tables to a matrix, from a cell to its trees and back."""

from __future__ import annotations

import re
from itertools import combinations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import at_rest, click_mark
from tests.browser.measuring import MEASURE

pytestmark = pytest.mark.browser

NARROW = [pytest.param({"viewport": {"width": 800, "height": 1000}}, id="800")]


@pytest.mark.parametrize("visit", NARROW, indirect=True)
def test_from_tables_to_a_cell_to_its_trees_and_back(server, visit):
    page = visit.page
    page.goto(f"{server}/atlas")
    visit.wait()
    page.get_by_role("button", name="Software defects in three projects").click()
    chart = page.locator(".js-plotly-plot").first
    expect(chart).to_be_visible()
    page.wait_for_url("**/atlas?job=*")
    visit.wait()
    atlas = page.url
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    page.reload()
    expect(chart).to_be_visible()
    visit.wait()
    assert page.url == atlas
    page.get_by_text("Show set quality (SDTSQ) instead of the gain").click()
    visit.wait()
    click_mark(page, chart.locator(".textpoint text", has_text=re.compile(r"^0?\.\d+$")).first)
    page.wait_for_url("**/trees?*run=*")
    expect(page.get_by_test_id("stMain").get_by_role("heading", level=1)).to_be_visible()
    visit.wait()
    page.go_back()
    page.wait_for_url(lambda address: "/atlas?" in address and atlas.split("?")[1] in address)
    expect(page.get_by_role("heading", name="Every pair")).to_be_visible()
    visit.wait()
    page.set_viewport_size({"width": 390, "height": 844})
    at_rest(page, chart)
    numbers = [text.bounding_box() for text in chart.locator(".textpoint text").all()]
    assert len(numbers) >= 6
    for one, other in combinations(numbers, 2):  # on a phone they lay on each other: now the matrix scrolls
        across = min(one["x"] + one["width"], other["x"] + other["width"]) - max(one["x"], other["x"])
        down = min(one["y"] + one["height"], other["y"] + other["height"]) - max(one["y"], other["y"])
        assert across < 1 or down < 1
    assert page.evaluate(MEASURE)["overflowing"] == []
    assert visit.outside == []
