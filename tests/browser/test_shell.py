"""The places of things around and on the page Data, in a real Chromium."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from ksdt_core.data.samples.catalogue import catalogue_pairs
from ksdt_core.store.pair_request import PairRequest
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
    expect(visit.page.get_by_text("This pair can be mined").first).to_be_visible()
    return visit.page


@pytest.mark.parametrize("visit", DESK, indirect=True)
def test_data_answers_in_its_first_window(server, visit, run):
    page = data_page(visit, server, run)
    for element in (
        page.get_by_role("button", name="Mine this pair"),
        page.get_by_text("Nothing prevents mining this pair."),
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
