"""On a phone drawings give way to lines that fold, and rows of wide tables to blocks: nothing scrolls sideways."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from ksdt_core.evidence.replication import replicate
from ksdt_core.store.database import open_store
from ksdt_core.store.pair_request import TableRequest, requested_table
from ksdt_core.store.runs import add_to_run, run_result
from tests.browser.conftest import Visit
from tests.browser.kept_runs import kept_run_of

pytestmark = pytest.mark.browser

PHONE = [pytest.param({"viewport": {"width": 390, "height": 844}}, id="phone")]


@pytest.fixture(scope="module")
def run(kept_folder: Path) -> str:
    store = open_store(kept_folder)
    made = kept_run_of(kept_folder, "wine-red", k=2, max_depth=3)
    check = replicate(run_result(store, made).tree_set, requested_table(store, TableRequest.bundled("wine-red")), 19)
    add_to_run(store, made, {"replications": [check.to_document()]})
    return made


def folds(page: Page, n_bars: int) -> None:
    """The lines of the tree stand below each other, fit the window, and a subtree can be folded."""
    lines = page.locator(".ksdt-lines .row:visible")
    expect(lines.first).to_be_visible()
    expect(page.locator(".ksdt-drawn")).to_be_hidden()
    boxes = [line.bounding_box() for line in lines.all()]
    assert all(box["height"] >= 44 and box["x"] + box["width"] <= 390 for box in boxes)
    bars = [line.locator(".bar") for line in lines.all()]
    assert {each.count() for each in bars} == {n_bars}
    places = {(box["x"], round(box["width"])) for each in bars for box in [each.first.bounding_box()]}
    assert len(places) == 1, "bars are in a column, or they cannot be compared"
    cut = page.locator(".ksdt-lines .words").evaluate_all("all => all.filter(e => e.scrollWidth > e.clientWidth + 1)")
    assert cut == []
    before = lines.count()
    page.locator(".ksdt-lines summary").nth(1).click()
    assert lines.count() < before


@pytest.mark.parametrize("visit", PHONE, indirect=True)
def test_a_learned_tree_is_an_outline_on_a_phone(server: str, visit: Visit):
    visit.page.goto(f"{server}/learn?learn=catalogue:wine-red")
    visit.wait()
    folds(visit.page, 2)


@pytest.mark.parametrize("visit", PHONE, indirect=True)
def test_a_tree_in_a_third_table_is_an_outline_on_a_phone(server: str, visit: Visit, run: str):
    visit.page.goto(f"{server}/replicate?run={run}")
    visit.wait()
    folds(visit.page, 3)
    visit.page.set_viewport_size({"width": 1440, "height": 900})
    expect(visit.page.locator(".ksdt-drawn")).to_be_visible()
    expect(visit.page.locator(".ksdt-lines")).to_be_hidden()


@pytest.mark.parametrize("visit", PHONE, indirect=True)
@pytest.mark.parametrize("address", ["about", "learn?learn=catalogue:wine-red"])
def test_rows_of_texts_stand_below_each_other_on_a_phone(server: str, visit: Visit, address: str):
    """Regression: the meaning of a term and the conditions of a rule had columns of a word or two."""
    visit.page.goto(f"{server}/{address}")
    visit.wait()
    table = visit.page.locator(".ksdt-stacked:visible").first
    frame = table.locator("xpath=..")
    assert frame.evaluate("e => e.scrollWidth <= e.clientWidth")
    cells = table.locator("tbody tr").first.locator("td")
    tops = [cell.bounding_box()["y"] for cell in cells.all()[:3]]
    assert tops[0] < tops[1]
    names = cells.evaluate_all("all => all.map(cell => cell.dataset.name ?? '')")
    assert names[0] == ""
    assert all(names[1:])
