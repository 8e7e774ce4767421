"""While Mine and Trees are loaded nothing jumps, at a first visit and with all files in the cache of the browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from benchmarks import layout_shift
from ksdt_core.data.samples.catalogue import catalogue_pairs
from tests.browser.conftest import WAIT_MILLISECONDS, Visit
from tests.browser.conversation import Conversation
from tests.browser.kept_runs import kept_run_of

pytestmark = pytest.mark.browser

LOADED = {"mine": ".ksdt-card .drawing img", "trees": ".st-key-rules_csv button"}  # what comes last


@pytest.mark.parametrize("place", LOADED)
@pytest.mark.parametrize("left", ["wine-red", "gse1992"])
def test_nothing_jumps_while_a_page_is_loaded(server, browser: Browser, kept_folder, left, place):
    if left not in {entry.left for entry in catalogue_pairs()}:
        pytest.skip(f"{left} is not installed")
    run = kept_run_of(kept_folder, left, k=5, max_depth=3)
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    try:
        for _ in ("first visit", "cached"):
            page = context.new_page()
            page.set_default_timeout(WAIT_MILLISECONDS)
            visit = Visit(page, Conversation(page))
            layout_shift.observe(page)
            page.goto(f"{server}/{place}?run={run}")
            page.wait_for_selector(LOADED[place])
            visit.wait()
            found = layout_shift.shifts(page)
            assert sum(value for value, _ in found) <= layout_shift.MOST, found
            page.close()
    finally:
        context.close()


WITHOUT_THE_STYLE_OF_THE_APP = """() => {
    const blocks = [...document.querySelectorAll(".stApp [data-testid=stElementContainer], .stApp [class*=st-key-]")]
    const places = () => blocks.map(block => block.getBoundingClientRect())
    const before = places()
    const sheet = [...document.querySelectorAll(".stHtml style")].find(each => each.textContent.includes("--page:"))
    sheet.disabled = true
    const after = places()
    sheet.disabled = false
    return blocks.filter((_, number) => ["x", "y", "width", "height"].some(
        side => Math.abs(before[number][side] - after[number][side]) > 1.5
    )).map(block => block.className)
}"""


@pytest.mark.parametrize("place", LOADED)
@pytest.mark.parametrize("visit", [{"viewport": {"width": 1440, "height": 900}}], indirect=True, ids=["1440"])
def test_blocks_stand_where_they_will_before_the_style_of_the_app_is_there(visit: Visit, server, kept_folder, place):
    visit.page.goto(f"{server}/{place}?run={kept_run_of(kept_folder, 'wine-red', k=5, max_depth=3)}")
    visit.page.wait_for_selector(LOADED[place])
    visit.wait()
    assert visit.page.evaluate(WITHOUT_THE_STYLE_OF_THE_APP) == []
