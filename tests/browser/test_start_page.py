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
    page = opened(visit, server).page
    assert visit.outside == []
    assert visit.complaints == []
    assert page.title() == "Start · KSDT Explorer"
    icon = page.locator("link[rel~=icon]").first.get_attribute("href") or ""
    assert not icon.startswith("http") or icon.startswith(server)


@pytest.mark.parametrize("visit", LOOKS, indirect=True)
def test_trees_follow_the_theme_and_nothing_overflows(server, visit, request):
    page = opened(visit, server).page
    ink = "#e8ecf1" if "dark" in request.node.name else "#1b2430"
    expect(page.locator("svg g.node text").first).to_have_attribute("fill", ink)
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    overflowing = page.evaluate(
        """() => [...document.querySelectorAll('[data-testid=stMain] *')]
            .filter(e => !e.closest('[data-testid=stDataFrame]'))
            .filter(e => e.getBoundingClientRect().right > window.innerWidth + 1)
            .map(e => e.tagName + '.' + e.className).slice(0, 5)"""
    )
    assert overflowing == []


def test_moving_a_weight_with_the_keyboard_redraws_the_scores(server, visit):
    page = opened(visit, server).page
    metric = page.get_by_test_id("stMetricValue").first
    before = metric.inner_text()
    slider = page.get_by_role("slider").first
    slider.focus()
    slider.press("End")
    expect(metric).not_to_have_text(before)
    page.wait_for_function(
        """() => {
            const parts = [...document.querySelectorAll('input[type=range]')].map(e => Number(e.value));
            return parts.length === 3 && parts[0] > 0.9 && Math.abs(parts[0] + parts[1] + parts[2] - 1) < 1e-6;
        }"""
    )
    assert [slider.input_value() for slider in page.get_by_role("slider").all()] == ["0.98", "0.01", "0.01"]


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
