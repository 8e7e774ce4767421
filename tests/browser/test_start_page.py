"""The start page in a real Chromium."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

LOOKS = [
    pytest.param({"color_scheme": scheme, "viewport": {"width": width, "height": 1000}}, id=f"{scheme} {width}")
    for scheme in ("light", "dark")
    for width in (1440, 800)
]


def opened(visit: Visit, address: str) -> Visit:
    visit.page.goto(address)
    visit.wait()
    expect(visit.page.locator("svg g.node").first).to_be_visible()
    return visit


def test_trees_are_drawn_with_counts_of_both_tables(server, visit):
    page = opened(visit, server).page
    charts = page.locator("[data-testid=stGraphVizChart] svg")
    expect(charts).to_have_count(2)
    root = charts.first.locator("g.node").first.locator("text").all_text_contents()
    counts = [int(text) for text in root if text.isdigit()]
    assert len(counts) == 4, "two classes in two tables"
    assert sum(counts) == 1599 + 4898, "every red and every white wine reaches the root"


def test_no_request_leaves_the_machine_and_nothing_is_complained_of(server, visit):
    opened(visit, server)
    assert visit.outside == []
    assert visit.complaints == []


@pytest.mark.parametrize("visit", LOOKS, indirect=True)
def test_nothing_overflows_the_page(server, visit):
    page = opened(visit, server).page
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    overflowing = page.evaluate(
        """() => [...document.querySelectorAll('[data-testid=stMain] *')]
            .filter(e => !e.closest('[data-testid=stDataFrame]'))
            .filter(e => e.getBoundingClientRect().right > window.innerWidth + 1)
            .map(e => e.tagName + '.' + e.className).slice(0, 5)"""
    )
    assert overflowing == []


@pytest.mark.parametrize("visit", LOOKS[::2], indirect=True)
def test_trees_follow_the_theme(server, visit, request):
    page = opened(visit, server).page
    dark = "dark" in request.node.name
    expect(page.locator("svg g.node text").first).to_have_attribute("fill", "#e8ecf1" if dark else "#1b2430")


def test_moving_a_weight_with_the_keyboard_redraws_the_scores(server, visit):
    page = opened(visit, server).page
    metric = page.get_by_test_id("stMetricValue").first
    before = metric.inner_text()
    slider = page.get_by_role("slider").first
    slider.focus()
    slider.press("End")
    expect(metric).not_to_have_text(before)
    visit.wait()
    numbers = [float(s.input_value()) for s in page.get_by_role("slider").all()]
    assert sum(numbers) == pytest.approx(1)


def test_favicon_is_a_file_of_ours(server, visit):
    page = opened(visit, server).page
    assert page.title() == "Start · KSDT Explorer"
    icon = page.locator("link[rel~=icon]").first.get_attribute("href") or ""
    assert not icon.startswith("http") or icon.startswith(server)


def test_testing_against_chance_ends_in_words(server, visit):
    page = opened(visit, server).page
    page.get_by_role("combobox").click()
    page.get_by_role("option", name="spect-train : spect-test").click()
    expect(page.get_by_text("accuracy spect-train").first).to_be_visible()
    expect(page.get_by_text("Not yet tested")).to_be_visible()
    page.get_by_role("button", name="Test with 99 shuffles").click()
    expect(page.get_by_text("Taken together p =")).to_be_visible()
    expect(page.get_by_text("Shuffling the classes of spect-train")).to_be_visible()
    expect(page.locator(".js-plotly-plot")).to_be_visible()
    expect(page.get_by_text("Not yet tested")).to_have_count(0)
    assert visit.complaints == []
