"""The Trees page in a real Chromium: nodes are clicked, reached by keyboard, folded and lit up; Back goes back."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit, at_rest
from tests.browser.kept_runs import kept_run_of

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def address(server: str, kept_folder: Path) -> str:
    return f"{server}/trees?run={kept_run_of(kept_folder, 'wine-red', k=3, max_depth=2)}"


def opened(visit: Visit, address: str) -> Page:
    visit.page.goto(address)
    expect(node(visit.page, 1, 0)).to_be_visible()
    visit.wait()
    return visit.page


def node(page: Page, tree: int, number: int):
    return page.locator(f".panel[data-tree='{tree}'] g.node[data-node='{number}']")


def test_a_clicked_node_is_explained_and_back_goes_back(address, visit):
    page = opened(visit, address)
    node(page, 2, 0).click()
    expect(page.get_by_text("in tree 2").first).to_be_visible()
    page.wait_for_url("**tree=2**node=0**")
    visit.wait()
    node(page, 1, 1).click()
    expect(page.get_by_role("heading", name="in tree 1")).to_be_visible()
    page.wait_for_url("**node=1**")
    visit.wait()
    page.go_back()
    expect(page.get_by_role("heading", name="in tree 2")).to_be_visible()
    visit.wait()
    page.reload()
    expect(page.get_by_role("heading", name="in tree 2")).to_be_visible()
    expect(node(page, 2, 0)).to_have_attribute("aria-pressed", "true")
    assert visit.outside == []


def test_nodes_are_reached_by_keyboard_and_folded(address, visit):
    page = opened(visit, address)
    node(page, 1, 0).focus()
    page.keyboard.press("ArrowDown")
    expect(node(page, 1, 1)).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(node(page, 1, 2)).to_be_focused()
    before = page.locator(".panel[data-tree='1'] g.node").count()
    page.keyboard.press("f")
    expect(page.locator(".panel[data-tree='1'] g.node.folded")).to_have_count(1)
    assert page.locator(".panel[data-tree='1'] g.node").count() < before
    node(page, 1, 1).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="in tree 1")).to_be_visible()


def test_an_attribute_under_the_pointer_lights_up_in_all_trees(address, visit):
    page = opened(visit, address)
    attribute = node(page, 1, 0).get_attribute("data-attribute")
    node(page, 1, 0).hover()
    expect(node(page, 1, 0)).to_have_class("node lit")
    lit = page.locator("g.node.lit").evaluate_all("nodes => nodes.map(n => n.dataset.attribute)")
    assert set(lit) == {attribute}
    page.mouse.move(5, 5)
    expect(page.locator("g.node.lit")).to_have_count(0)


def test_zooming_and_fitting(address, visit):
    page = opened(visit, address)
    drawing = page.locator(".panel[data-tree='1'] svg.ksdt-tree")
    width = drawing.bounding_box()["width"]
    page.locator(".panel[data-tree='1']").get_by_label("Zoom in").click()
    assert drawing.bounding_box()["width"] == pytest.approx(1.2 * width, rel=0.01)
    page.locator(".panel[data-tree='1']").get_by_label("Fit").click()
    assert drawing.bounding_box()["width"] == pytest.approx(width, rel=0.01)


SMALLEST_LETTERS = """svg => {
  const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width
  return Math.min(...[...svg.querySelectorAll("text")].map(text => text.getAttribute("font-size") * scale))
}"""


@pytest.mark.parametrize(
    "visit", [{"viewport": {"width": width, "height": 900}} for width in (1440, 1000, 800)], indirect=True
)
def test_letters_are_never_too_small_to_read(server, kept_folder, visit):
    page = opened(visit, f"{server}/trees?run={kept_run_of(kept_folder, 'wine-red', k=5, max_depth=3)}")
    for layout, n_panels in (("One", 1), ("Side by side", 2), ("Three", 3)):
        page.get_by_role("radio", name=layout, exact=True).click()
        visit.wait()
        expect(page.locator(".panel")).to_have_count(n_panels)
        at_rest(page, page.locator(".panel svg.ksdt-tree").last)  # on a narrow screen the sidebar folds meanwhile
        for drawing in page.locator(".panel svg.ksdt-tree").all():
            assert drawing.evaluate(SMALLEST_LETTERS) >= 8.99, layout
        if layout != "Three":
            views = page.locator(".panel .view")
            assert views.evaluate_all("views => views.every(view => view.scrollWidth <= view.clientWidth)"), layout
            thresholds = page.locator(".panel svg.ksdt-tree").first.get_by_text(re.compile(r"^≤ \d"))
            assert thresholds.count() >= 7, "thresholds are read, too"
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), layout


@pytest.mark.parametrize("visit", [{"color_scheme": scheme} for scheme in ("light", "dark")], indirect=True)
def test_the_tick_of_a_checked_box_is_seen(address, visit):
    page = opened(visit, address)
    box = page.get_by_test_id("stCheckbox").filter(has_text="Tree 1").locator("svg")
    stroke, ground = box.evaluate(
        "svg => [getComputedStyle(svg).stroke, getComputedStyle(svg.parentElement).backgroundColor]"
    )
    light, dark = sorted((sum(map(int, re.findall(r"\d+", colour)[:3])) for colour in (stroke, ground)), reverse=True)
    assert light - dark > 400
