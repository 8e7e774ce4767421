"""The Trees page in a real Chromium: nodes are clicked, reached by keyboard, folded and lit up; Back goes back."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Visit
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


def node(page: Page, tree: int, number: int) -> Locator:
    return page.locator(f".panel[data-tree='{tree}'] .node[data-node='{number}']")


def test_a_clicked_node_is_explained_in_view_and_back_goes_back(address, visit):
    """Regression: what a click on a node showed was far below the window."""
    page = opened(visit, address)
    node(page, 2, 0).click()
    expect(page.get_by_text("tree 2, level 1")).to_be_in_viewport()
    page.wait_for_url("**tree=2**node=0**")
    visit.wait()
    node(page, 1, 1).click()
    expect(page.get_by_text("tree 1, level 2")).to_be_in_viewport()
    page.wait_for_url("**node=1**")
    visit.wait()
    expect(node(page, 1, 1)).to_have_attribute("aria-selected", "true")
    page.go_back()
    expect(page.get_by_text("tree 2, level 1")).to_be_visible()
    visit.wait()
    page.reload()
    expect(page.get_by_text("tree 2, level 1")).to_be_visible()
    expect(node(page, 2, 0)).to_have_attribute("aria-selected", "true")
    assert visit.outside == []


def test_a_tree_is_one_tab_stop_with_arrow_keys_inside(address, visit):
    page = opened(visit, address)
    assert page.locator(".panel[data-tree='1'] .node[tabindex='0']").count() == 1
    node(page, 1, 0).focus()
    page.keyboard.press("ArrowDown")
    expect(node(page, 1, 1)).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(node(page, 1, 2)).to_be_focused()
    assert page.locator(".panel[data-tree='1'] .node[tabindex='0']").count() == 1
    before = page.locator(".panel[data-tree='1'] g.node").count()
    page.keyboard.press("f")
    expect(page.locator(".panel[data-tree='1'] g.node.folded")).to_have_count(1)
    assert page.locator(".panel[data-tree='1'] g.node").count() < before
    visit.wait()
    expect(node(page, 1, 2)).to_be_focused()  # the drawing is another one
    node(page, 1, 1).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("tree 1, level 2")).to_be_visible()


def test_the_focus_stays_on_its_node_when_the_drawing_changes(address, visit):
    """Regression: a drawing that was made again, as when a test ended, lost the focus."""
    page = opened(visit, address)
    node(page, 1, 0).focus()
    page.keyboard.press("ArrowDown")
    page.set_viewport_size({"width": 390, "height": 900})
    expect(page.locator(".panel[data-tree='1'] .row[data-node='1']")).to_be_focused()
    page.set_viewport_size({"width": 1440, "height": 1000})
    expect(page.locator(".panel[data-tree='1'] g.node[data-node='1']")).to_be_focused()


def test_an_attribute_is_lit_in_all_trees_where_it_is_pointed_at_or_selected(address, visit):
    page = opened(visit, address)
    attribute = node(page, 1, 0).get_attribute("data-attribute")
    node(page, 1, 0).hover()
    expect(page.locator(".panel[data-tree='1'] g.node.lit").first).to_be_visible()
    lit = page.locator("g.node.lit").evaluate_all("nodes => nodes.map(n => n.dataset.attribute)")
    assert set(lit) == {attribute}
    page.mouse.move(5, 5)
    expect(page.locator("g.node.lit")).to_have_count(0)
    node(page, 1, 0).click()
    visit.wait()
    every = page.locator("g.node").evaluate_all("nodes => nodes.map(n => n.dataset.attribute)").count(attribute)
    expect(page.locator("g.node.same")).to_have_count(every - 1)


def test_a_rule_that_is_pointed_at_lights_its_path(address, visit):
    page = opened(visit, address)
    row = page.locator("tr[data-leaf]").first
    leaf = row.get_attribute("data-leaf")
    row.hover()
    expect(node(page, 1, int(leaf))).to_have_class("node leaf ruled")
    expect(node(page, 1, 0)).to_have_class("node ruled")
    expect(page.locator(f".panel[data-tree='1'] .edge.on[data-to='{leaf}']")).to_have_count(1)
    page.mouse.move(5, 5)
    expect(page.locator(".node.ruled")).to_have_count(0)


def test_a_tooltip_stands_beside_its_node(address, visit):
    """Regression: tooltips covered what they describe."""
    page = opened(visit, address)
    for number in (0, 1, 2):
        node(page, 2, number).hover()
        tip = page.locator(".tip")
        expect(tip).to_be_visible()
        expect(tip).to_contain_text(node(page, 2, number).get_attribute("data-tip").split("\n")[0])
        at, own = tip.bounding_box(), node(page, 2, number).bounding_box()
        apart_x = at["x"] >= own["x"] + own["width"] or own["x"] >= at["x"] + at["width"]
        apart_y = at["y"] >= own["y"] + own["height"] or own["y"] >= at["y"] + at["height"]
        assert apart_x or apart_y
        page.mouse.move(5, 5)
        expect(tip).to_be_hidden()


def test_zooming_and_fitting(address, visit):
    page = opened(visit, address)
    drawing = page.locator(".panel[data-tree='1'] svg.ksdt-tree")
    width = drawing.bounding_box()["width"]
    page.get_by_role("button", name="Zoom in").click()
    assert drawing.bounding_box()["width"] == pytest.approx(1.2 * width, rel=0.01)
    page.get_by_role("button", name="Fit").click()
    assert drawing.bounding_box()["width"] == pytest.approx(width, rel=0.01)
    drawing.hover()
    page.keyboard.down("Control")
    page.mouse.wheel(0, -100)
    page.keyboard.up("Control")
    assert drawing.bounding_box()["width"] == pytest.approx(1.2 * width, rel=0.01)


def test_another_tree_is_chosen_by_its_tab(address, visit):
    page = opened(visit, address)
    tabs = page.get_by_role("group", name="Trees to read").get_by_role("button")
    expect(tabs).to_have_count(3)
    tabs.nth(2).click()
    expect(node(page, 3, 0)).to_be_visible()
    visit.wait()
    assert [tab.get_attribute("aria-pressed") for tab in tabs.all()].count("true") == 2
    page.get_by_role("radio", name="All", exact=True).click()
    expect(page.locator(".panel")).to_have_count(3)


def test_slides_show_level_after_level_and_escape_ends(address, visit):
    page = opened(visit, address)
    page.keyboard.press("p")
    slides = page.get_by_role("dialog", name="Presentation")
    expect(slides).to_be_visible()
    visit.wait()
    shown = slides.locator(".node:visible")
    expect(shown).to_have_count(1)
    signs = slides.locator("svg text:visible").filter(has_text=re.compile("^[≤>]$"))
    expect(signs).to_have_count(0)  # those of levels that are not shown yet once hung in the air
    page.keyboard.press("ArrowRight")
    expect(shown).to_have_count(3)
    expect(signs).to_have_count(2)
    assert slides.locator(".caption").evaluate("e => getComputedStyle(e).fontSize") == "20px"
    assert slides.locator(".caption").inner_text() != ""
    page.keyboard.press("ArrowLeft")
    expect(shown).to_have_count(1)
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(slides.get_by_text("2 of 3")).to_be_visible()
    page.keyboard.press("Escape")
    expect(slides).to_have_count(0)


def test_graphviz_draws_a_tree_in_the_browser(address, visit):
    page = opened(visit, address)
    page.get_by_role("tab", name="Graphviz").click()
    expect(page.get_by_test_id("stGraphVizChart").locator("g.node").first).to_be_attached()
    assert visit.outside == []
