"""The journey of the README: two files nobody has seen, from upload to a figure, a link and a comparison."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from pages.data.verdict import CAN_BE_MINED
from tests.browser.conftest import Visit, at_rest
from tests.browser.test_data_page import button_that_fixes, with_own_files
from tests.browser.test_exports import downloaded, open_exports
from tests.browser.test_mine_page import PICTURE, click_place

pypdf = pytest.importorskip("pypdf", reason="pypdf reads the figures; pip install ksdt[test]")
pytestmark = pytest.mark.browser


def query(page: Page, name: str) -> str:
    found = re.search(rf"[?&]{name}=([^&]*)", page.url)
    assert found, page.url
    return found.group(1)


def test_from_two_files_to_a_figure_a_link_and_a_comparison(server, visit: Visit, tmp_path: Path):
    page = with_own_files(visit, server, tmp_path)
    button_that_fixes(page, "class-names").click()
    expect(page.get_by_text("1 problem to fix")).to_be_visible()
    visit.wait()
    button_that_fixes(page, "missing-cells").click()
    expect(page.get_by_text(CAN_BE_MINED)).to_be_visible()
    visit.wait()
    page.get_by_role("button", name="Mine this pair").click()
    page.wait_for_url("**run=**")
    visit.wait()
    page.goto(f"{page.url}&pool=none")  # places to click instead of regions
    expect(page.locator(PICTURE)).to_be_visible()
    visit.wait()
    first = query(page, "run")
    click_place(page, at_rest(page, page.locator(PICTURE)), 0.25, 0.15)
    page.wait_for_url("**weights=0.25%2C0.6%2C0.15**")
    there = "first => !location.search.includes(first) && location.search.includes('run=')"
    page.wait_for_function(there, arg=first)  # a function: the policy of the app forbids to evaluate text
    visit.wait()
    second = query(page, "run")

    page.get_by_test_id("stSidebar").get_by_role("link", name="Trees").click()
    root = page.locator(".panel[data-tree='1'] .node[data-node='0']")
    expect(root).to_be_visible()
    visit.wait()
    root.click()
    expect(page.get_by_text("tree 1, level 1")).to_be_visible()
    visit.wait()
    open_exports(visit)
    _, svg = downloaded(visit, "SVG")
    assert "north" in "".join(ElementTree.fromstring(svg).itertext())
    name, pdf = downloaded(visit, "PDF")
    (tmp_path / name).write_bytes(pdf)
    assert "south" in pypdf.PdfReader(tmp_path / name).pages[0].extract_text()

    link = page.url
    elsewhere = page.context.new_page()  # a colleague on the same server
    elsewhere.goto(link)
    expect(elsewhere.get_by_text("tree 1, level 1")).to_be_visible()
    expect(elsewhere.locator(".st-key-strip")).to_contain_text("north")
    elsewhere.goto(f"{server}/runs?run={first}&other={second}")
    expect(elsewhere.locator(".st-key-comparison")).to_be_visible()
    assert visit.outside == []
