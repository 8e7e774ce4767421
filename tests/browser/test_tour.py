"""The tour in a real Chromium, by keyboard only."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from pages.common.tour import AGAIN, FIRST, MARKS
from tests.browser.test_every_page import barriers

pytestmark = pytest.mark.browser

CALM = [pytest.param({"reduced_motion": "reduce", "viewport": {"width": 1440, "height": 900}}, id="calm")]
# Where the ring is, and what it is around; how long its movements take.
RING = """place => {
    const roots = [...document.querySelectorAll("[data-testid^=stBidi], [data-testid^=stBidi] *")]
    const tour = roots.map(e => e.shadowRoot?.querySelector(".tour") ?? e.querySelector(".tour")).find(Boolean)
    const ring = tour.querySelector(".ring").getBoundingClientRect()
    const part = [...document.querySelectorAll(place)].map(e => e.getBoundingClientRect()).find(box => box.width > 0)
    return [Math.abs(ring.left - part.left) + Math.abs(ring.top - part.top) < 12,
        getComputedStyle(tour.querySelector(".mark")).transitionDuration]
}"""


@pytest.mark.parametrize("visit", CALM, indirect=True)
def test_five_marks_by_keyboard_and_again_from_about(server, visit):
    page = visit.page
    page.goto(server)
    visit.wait()
    start = page.get_by_role("button", name=FIRST)
    start.focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/mine?pair=*")
    mark = page.get_by_role("dialog")
    for number, each in enumerate(MARKS, 1):
        expect(mark.get_by_role("heading", name=each.title)).to_be_visible()
        expect(mark).to_contain_text(f"{number} of {len(MARKS)}")
        visit.wait()
        expect(page.locator(each.place).locator("visible=true").first).to_be_visible()
        page.wait_for_timeout(250)  # the ring follows its part five times a second
        assert page.evaluate(RING, each.place) == [True, "0s"]
        if number == 1:
            assert barriers(page) == []
        box = mark.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["y"] >= 0
        assert box["x"] + box["width"] <= 1440
        assert box["y"] + box["height"] <= 900
        page.keyboard.press("ArrowRight" if number % 2 else "Enter")
    expect(mark).to_be_hidden()

    page.goto(f"{server}/about")
    visit.wait()
    page.get_by_role("button", name=AGAIN).press("Enter")
    page.wait_for_url("**/mine?pair=*")
    expect(mark).to_be_visible()
    visit.wait()
    page.get_by_role("button", name="More settings").click()  # the page can be used meanwhile
    expect(page.get_by_text("Split criterion").first).to_be_visible()
    page.keyboard.press("Escape")
    visit.wait()
    if mark.is_visible():
        page.keyboard.press("Escape")
    expect(mark).to_be_hidden()
    page.reload()
    visit.wait()
    expect(mark).to_be_hidden()
    assert visit.outside == []
