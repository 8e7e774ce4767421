"""The start page in a real Chromium."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from pages.start.blocks import QUESTION
from tests.browser.conftest import Visit

pytestmark = pytest.mark.browser

LOOKS = [
    pytest.param({"color_scheme": scheme, "viewport": {"width": width, "height": 1000}}, id=f"{scheme} {width}")
    for scheme in ("light", "dark")
    for width in (1440, 800)
]


def opened(visit: Visit, address: str) -> Visit:
    visit.page.goto(address)
    visit.wait()
    expect(visit.page.get_by_role("button", name="Open wine-red : wine-white")).to_be_visible()
    return visit


def test_no_request_leaves_the_machine_and_nothing_is_complained_of(server, visit):
    page = opened(visit, server).page
    assert visit.outside == []
    assert visit.complaints == []
    assert page.title() == "Start · KSDT Explorer"
    icon = page.locator("link[rel~=icon]").first.get_attribute("href") or ""
    assert not icon.startswith("http") or icon.startswith(server)


@pytest.mark.parametrize("visit", LOOKS, indirect=True)
def test_the_tree_is_drawn_and_nothing_overflows(server, visit):
    page = opened(visit, server).page
    width, _ = page.locator("figure img").evaluate("image => [image.naturalWidth, image.clientWidth]")
    assert width > 100, "the picture was read as one"
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    overflowing = page.evaluate(
        """() => [...document.querySelectorAll('[data-testid=stMain] *')]
            .filter(e => e.getBoundingClientRect().right > window.innerWidth + 1)
            .map(e => e.tagName + '.' + e.className).slice(0, 5)"""
    )
    assert overflowing == []


def test_one_click_opens_a_pair_and_back_leads_to_the_start(server, visit):
    page = opened(visit, server).page
    page.get_by_role("button", name="Open spect-train : spect-test").click()
    page.wait_for_url("**/mine?pair=*")
    visit.wait()
    expect(page.get_by_text("spect-train").first).to_be_visible()
    page.go_back()
    expect(page.get_by_role("heading", name=QUESTION)).to_be_visible()
