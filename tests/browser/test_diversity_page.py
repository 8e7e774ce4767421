"""The Diversity page in a real Chromium: opened first by its address, a cell clicked, Back, small and dark."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from ksdt_core.data.samples.catalogue import catalogue_pairs
from ksdt_core.mining.miners import mine
from ksdt_core.store.database import open_store
from ksdt_core.store.pair_request import PairRequest, requested_pair
from ksdt_core.store.pairs import keep_pair
from ksdt_core.store.runs import keep_run
from tests.browser.conftest import Visit
from tests.browser.kept_runs import kept_run_of
from tests.browser.measuring import MEASURE

pytestmark = pytest.mark.browser

MATRIX = ".st-key-diversity_matrix .nsewdrag"
LOOKS = [
    pytest.param({"color_scheme": scheme, "viewport": {"width": width, "height": 1000}}, id=f"{scheme} {width}")
    for scheme, width in (("light", 1440), ("dark", 800))
]


@pytest.fixture(scope="module")
def address(server, kept_folder) -> str:
    """The page about three trees of a small pair."""
    store = open_store(kept_folder)
    request = PairRequest.of_catalogue(next(entry for entry in catalogue_pairs() if entry.left == "spect-train"))
    keep_pair(store, request)
    run = keep_run(store, mine(requested_pair(store, request), k=3, max_depth=2).to_document(), pair=request.id)
    return f"{server}/diversity?pair={request.id}&run={run}"


def opened(visit: Visit, address: str) -> Visit:
    visit.page.goto(address)
    visit.wait()
    expect(visit.page.locator(MATRIX)).to_be_visible()
    return visit


def test_click_on_a_cell_opens_its_trees_and_back_leads_back(visit, address):
    page = opened(visit, f"{address}&tree=1&beside=2").page
    expect(page.get_by_role("heading", name="Trees 1 and 2, ")).to_be_visible()
    cells = page.locator(MATRIX).bounding_box()
    page.mouse.click(cells["x"] + cells["width"] * 5 / 6, cells["y"] + cells["height"] / 2)
    expect(page.get_by_role("heading", name="Trees 2 and 3, ")).to_be_visible()
    expect(page).to_have_url(re.compile("tree=2&beside=3"))
    page.reload()
    expect(page.get_by_role("heading", name="Trees 2 and 3, ")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("heading", name="Trees 1 and 2, ")).to_be_visible()


@pytest.mark.parametrize("visit", LOOKS, indirect=True)
def test_five_trees_with_long_names_are_seen_whole(visit, server, kept_folder):
    page = opened(visit, f"{server}/diversity?run={kept_run_of(kept_folder, 'wine-red', k=5, max_depth=3)}").page
    for name in ("Two trees, position by position", "Attributes by tree and level"):
        table = page.get_by_role("region", name=name)
        expect(table.locator("tbody tr").first).to_be_visible()
        assert table.evaluate("region => region.scrollWidth <= region.clientWidth"), f"{name} must not scroll"
        cut = table.locator("td").evaluate_all(
            "cells => cells.filter(cell => cell.scrollWidth > cell.clientWidth + 1).map(cell => cell.textContent)"
        )
        assert cut == []
    assert page.evaluate(MEASURE)["overflowing"] == []
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    assert visit.outside == []
