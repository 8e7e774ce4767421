"""Spectrum, Ensemble space and Stability in a real Chromium, each opened first thing by its own address."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit, at_rest, click_mark

pytestmark = pytest.mark.browser
NARROW = [pytest.param({"viewport": {"width": 800, "height": 1000}}, id="800")]


@pytest.fixture(scope="module")
def mined(server, browser) -> str:
    """The query of a set of trees that was mined once: the three-class pair that comes with the app."""
    context = browser.new_context(viewport={"width": 1440, "height": 1000})
    page = context.new_page()
    page.goto(server)
    page.get_by_role("button", name="Open cmc-working : cmc-at-home").click()
    page.wait_for_url(re.compile("run="))
    query = page.url.split("?", 1)[1]
    context.close()
    return query


def opened(visit: Visit, address: str) -> Page:
    visit.page.goto(address)
    visit.wait()
    expect(visit.page.locator(".js-plotly-plot").first).to_be_visible()
    visit.wait()
    return visit.page


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))


def test_spectrum_rebuilds_the_tree_while_the_slider_moves(server, visit, mined):
    visit.page.goto(f"{server}/spectrum?{mined}")
    visit.wait()
    page = visit.page
    for chart in page.locator(".ksdt-ib").all():
        box = chart.bounding_box()
        assert box["y"] + box["height"] < 900, "the answer is in the first view"
        ticks = [float(text) for text in chart.locator(".ib-axis.right span").all_inner_texts()]
        assert ticks == pytest.approx([0, ticks[-1] / 2, ticks[-1]])
    for above, below in (("tree_card", "tabs"), ("set_card", "agree")):
        one, other = (page.locator(f".st-key-spectrum_{name}").bounding_box() for name in (above, below))
        assert (one["x"], one["width"]) == pytest.approx((other["x"], other["width"]), abs=1), "one column"
    page.get_by_role("tab", name="Tree with fewer terms").click()
    thumb = page.get_by_role("slider", name="Energy to keep")
    rebuilt = page.locator(".st-key-roomy_rebuilt img")
    before = rebuilt.get_attribute("src")
    thumb.focus()
    page.keyboard.press("Home")
    expect(rebuilt).not_to_have_attribute("src", before)
    expect(page.locator(".st-key-roomy_rebuilt").get_by_text("1 node", exact=True)).to_be_visible()
    assert visit.outside == []


def test_a_tree_is_chosen_by_its_tab(server, visit, mined):
    """Regression: names of 20 to 40 letters pushed the last tabs out of view."""
    visit.page.goto(f"{server}/spectrum?{mined}")
    visit.wait()
    page = visit.page
    tabs, measure = page.locator(".tabs .tab"), page.locator(".st-key-spectrum_measure")
    before = page.locator(".ksdt-answer").text_content()
    last = tabs.last.bounding_box()
    assert last["x"] + last["width"] <= measure.bounding_box()["x"]
    tabs.nth(1).click()
    expect(page.locator(".ksdt-answer")).not_to_have_text(before)
    page.wait_for_url("**tree=2**")
    expect(tabs.nth(1)).to_have_attribute("aria-pressed", "true")


def test_reload_and_back_keep_the_energy(server, visit, mined):
    visit.page.goto(f"{server}/spectrum?{mined}")
    visit.wait()
    page = visit.page
    page.get_by_role("tab", name="Tree with fewer terms").click()
    rebuilt = page.locator(".st-key-roomy_rebuilt")
    page.get_by_role("slider", name="Energy to keep").focus()
    page.keyboard.press("Home")
    expect(rebuilt.get_by_text("1 node", exact=True)).to_be_visible()
    assert "spectrum=0" in page.url
    page.reload()
    visit.wait()
    page.get_by_role("tab", name="Tree with fewer terms").click()
    expect(rebuilt.get_by_text("1 node", exact=True)).to_be_visible()
    page.go_back()
    expect(rebuilt.get_by_text("1 node", exact=True)).to_have_count(0)
    assert visit.outside == []


def test_click_on_a_point_shows_its_trees(server, visit, mined):
    page = opened(visit, f"{server}/space?{mined}&space=wvp2")
    click_mark(page, page.locator(".st-key-roomy_wide_map .scatterlayer .trace .point").first)
    expect(page.get_by_text(re.compile(r"^\d+ trees? selected"))).to_be_visible()
    expect(page.locator(".st-key-third_picked img").first).to_be_visible()
    assert visit.outside == []


def test_lasso_around_points_shows_their_trees(server, visit, mined):
    page = opened(visit, f"{server}/space?{mined}&space=set")
    page.locator(".st-key-space_pool").get_by_text("10 weightings", exact=True).click()
    visit.wait()
    plot = page.locator(".st-key-roomy_wide_map .nsewdrag").first
    expect(plot).to_be_visible()
    visit.wait()
    assert "space=wvp2" in page.url
    page.locator(".st-key-space_pick").get_by_text("lasso", exact=True).click()
    visit.wait()
    page.wait_for_function(
        "document.querySelector('.st-key-roomy_wide_map .js-plotly-plot')?._fullLayout?.dragmode === 'lasso'"
    )
    visit.wait()
    box = at_rest(page, plot)
    corners = [(0.01, 0.01), (0.99, 0.01), (0.99, 0.99), (0.01, 0.99), (0.01, 0.02)]
    places = [(box["x"] + x * box["width"], box["y"] + y * box["height"]) for x, y in corners]
    page.mouse.move(*places[0])
    page.mouse.down()
    for place in places[1:]:
        page.mouse.move(*place, steps=5)
    page.mouse.up()
    expect(page.get_by_text("50 trees selected")).to_be_visible()
    expect(page.locator(".st-key-third_picked img").first).to_be_visible()
    page.get_by_role("button", name="Open its set in Trees").first.click()
    page.wait_for_url("**/trees?*")
    assert visit.outside == []


@pytest.mark.parametrize("visit", NARROW, indirect=True)
def test_stability_plays_through_time_where_there_is_little_room(server, visit):
    plan = "chunk=60,n_first=4,n_updates=40,max_depth=3,min_leaf=1,drift=0,seed=0,policy=oldest,table=generated"
    page = opened(visit, f"{server}/stability?stream={plan}")
    assert fits(page)
    expect(page.get_by_text("Update 40:")).to_be_visible()
    page.get_by_role("button", name="Play").click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    # It goes on by itself from the start; on a busy machine several updates may pass between two looks.
    expect(page.get_by_text(re.compile(r"Update (?:[3-9]|[123]\d):"))).to_be_visible()
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    assert visit.outside == []
