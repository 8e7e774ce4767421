"""The data page in a real Chromium."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from pages.data.verdict import CAN_BE_MINED
from tests.app.test_data_page import NORTH, SOUTH
from tests.browser.conftest import Visit, at_rest
from tests.browser.measuring import MEASURE

pytestmark = pytest.mark.browser

NARROW, WIDE = ({"width": width, "height": 1000} for width in (800, 1440))


def with_own_files(visit: Visit, server: str, folder: Path) -> Page:
    """The page, opened first thing by its own address, after two files were dropped."""
    for name, content in (("north.csv", NORTH), ("south.csv", SOUTH)):
        (folder / name).write_bytes(content)
    page = visit.page
    page.goto(f"{server}/data")
    visit.wait()
    page.locator(".st-key-roomy_first_table input[type=file]").set_input_files(folder / "north.csv")
    expect(page.locator(".st-key-table_line_left")).to_contain_text("north")
    visit.wait()
    page.locator(".st-key-roomy_second_table input[type=file]").set_input_files(folder / "south.csv")
    expect(page.get_by_text(re.compile(r"^\d problems? to fix"))).to_be_visible()
    visit.wait()
    return page


def button_that_fixes(page: Page, finding: str) -> Locator:
    """The first button of the check with this code."""
    return page.locator(f"[class*=st-key-mend_{finding}_] button").first


def test_two_own_files_are_mended_and_mined(server, visit, tmp_path):
    page = with_own_files(visit, server, tmp_path)
    expect(page.get_by_role("button", name="Mine this pair")).to_be_disabled()
    check_that_nothing_overflows_where_there_is_little_room(page)
    button_that_fixes(page, "class-names").click()
    expect(page.get_by_text("1 problem to fix")).to_be_visible()
    button_that_fixes(page, "missing-cells").click()
    expect(page.get_by_text(CAN_BE_MINED)).to_be_visible()
    fixed = page.url
    page.go_back()
    expect(page.get_by_text("1 problem to fix")).to_be_visible()
    page.go_forward()
    expect(page.get_by_text(CAN_BE_MINED)).to_be_visible()
    page.reload()
    visit.wait()
    assert page.url == fixed
    page.get_by_role("button", name="Mine this pair").click()
    page.wait_for_url("**/mine?pair=*")
    assert visit.outside == []


def check_that_nothing_overflows_where_there_is_little_room(page: Page) -> None:
    page.set_viewport_size(NARROW)
    at_rest(page, page.locator(".js-plotly-plot").first)  # the frame of a chart follows a little later
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    assert page.evaluate(MEASURE)["overflowing"] == []
    page.set_viewport_size(WIDE)
