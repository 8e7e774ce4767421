"""The journey of the README with the keyboard alone: an example, its trees, a node, a figure."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Visit

pytestmark = pytest.mark.browser

MOST_STOPS = 120  # of the Tab key on the way to a control
HAS_FOCUS = """wanted => {
    let active = document.activeElement
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
    return active === wanted
}"""
SHOWS_FOCUS = "wanted => wanted.matches(':focus-visible') && getComputedStyle(wanted).outlineStyle !== 'none'"


def tab_to(visit: Visit, wanted: Locator, *, key: str = "Tab") -> None:
    """Press Tab until the control has the focus."""
    expect(wanted).to_be_visible()
    for _ in range(MOST_STOPS):
        visit.page.keyboard.press(key)
        if wanted.evaluate(HAS_FOCUS):
            return
    raise AssertionError(f"{wanted} is not reached by {key}")


def test_from_an_example_to_a_figure_by_keyboard(server, visit: Visit):
    page = visit.page
    page.goto(server)
    visit.wait()
    example = page.get_by_role("button", name="Open spect-train : spect-test")
    tab_to(visit, example)
    assert example.evaluate(SHOWS_FOCUS)
    page.keyboard.press("Enter")
    page.wait_for_url("**/mine?*run=*")
    visit.wait()

    read = page.get_by_role("link", name="Read the trees")
    tab_to(visit, read)
    assert read.evaluate(SHOWS_FOCUS)
    page.keyboard.press("Enter")
    page.wait_for_url("**/trees?*")
    visit.wait()

    panel = page.locator(".panel[data-tree='1']")
    tab_to(visit, panel.locator(".node[tabindex='0']"))
    page.keyboard.press("ArrowDown")
    child = panel.locator(".node[data-node='1']")
    expect(child).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_text("tree 1, level 2")).to_be_visible()
    visit.wait()
    expect(child).to_be_focused()  # also after the page has been made again
    expect(child).to_have_attribute("aria-selected", "true")

    figures = page.get_by_role("button", name="Figures")
    tab_to(visit, figures, key="Shift+Tab")
    page.keyboard.press("Enter")
    svg = page.get_by_role("button", name="SVG", exact=True)
    expect(svg).to_be_visible()
    visit.wait()
    tab_to(visit, svg)
    with page.expect_download() as started:
        page.keyboard.press("Enter")
    drawing = ElementTree.parse(started.value.path()).getroot()
    assert "spect-train" in "".join(drawing.itertext())
    page.keyboard.press("Escape")
    expect(svg).to_be_hidden()
    expect(figures).to_be_focused()
