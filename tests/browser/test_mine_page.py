"""The Mine page in a real Chromium: the triangle is clicked, Back goes back, nothing moves, all is in view."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import FloatRect, Page, expect

from ksdt_core.data.samples.catalogue import catalogue_pairs
from ksdt_core.store.database import open_store
from ksdt_core.store.pair_request import PairRequest
from ksdt_core.store.pairs import keep_pair
from tests.browser.conftest import Visit, at_rest
from tests.browser.measuring import MEASURE

pytestmark = pytest.mark.browser

PICTURE = ".weights canvas"
LOOKS = [
    pytest.param({"color_scheme": scheme, "viewport": {"width": width, "height": 900}}, id=f"{scheme} {width}")
    for scheme, width in (("light", 1440), ("dark", 1440), ("light", 390))
]
# Blocks of the page that must not lie on each other.
BLOCKS = [
    ".st-key-page_head", ".st-key-weight_card", ".st-key-mine_verdict", ".mine-tiles", ".st-key-mine_tabs",
    ".st-key-cards_head", ".st-key-tree_row",
]  # fmt: skip
OVERLAPS = """blocks => {
    const boxes = blocks.map(name => [name, document.querySelector(name)?.getBoundingClientRect()])
    const found = boxes.filter(([, box]) => !box).map(([name]) => `${name} is not there`)
    for (const [i, [one, a]] of boxes.entries())
        for (const [other, b] of boxes.slice(i + 1))
            if (a && b && Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
                && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1)
                found.push(`${one} and ${other}`)
    return found
}"""
# Rows of a list and controls of a card must not lie on each other either.
CROWDED = """name => {
    const deep = root => [...root.querySelectorAll('*')].flatMap(e => [e, ...(e.shadowRoot ? deep(e.shadowRoot) : [])])
    const card = document.querySelector(name)
    const seen = deep(card).filter(e => ['BUTTON', 'INPUT', 'CANVAS', 'H2'].includes(e.tagName)
        && e.getBoundingClientRect().width > 1 && getComputedStyle(e).visibility !== 'hidden')
    const found = []
    for (const [i, one] of seen.entries())
        for (const other of seen.slice(i + 1)) {
            if (one.tagName === 'CANVAS' || other.tagName === 'CANVAS') continue
            if (one.contains(other) || other.contains(one)) continue
            const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()]
            if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2
                && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2)
                found.push(`${one.tagName} ${one.textContent} and ${other.tagName} ${other.textContent}`)
        }
    return found
}"""


def kept_pair(kept_folder: Path, left: str) -> str:
    entry = next(entry for entry in catalogue_pairs() if entry.left == left)
    return keep_pair(open_store(kept_folder), PairRequest.of_catalogue(entry))


@pytest.fixture
def address(server: str, kept_folder: Path) -> str:
    """The page with a small pair."""
    return f"{server}/mine?pair={kept_pair(kept_folder, 'spect-train')}"


def opened(visit: Visit, address: str) -> FloatRect:
    """The page; where its picture of the weights is."""
    visit.page.goto(address)
    picture = visit.page.locator(PICTURE)
    expect(picture).to_be_visible()
    visit.wait()
    return at_rest(visit.page, picture)


def wait_for_weights(page: Page, weights: str) -> None:
    expect(page.locator(".ksdt-card").last).to_have_attribute("data-weights", weights)


def place_of(box: FloatRect, ig: float, atd: float) -> tuple[float, float]:
    """Where weights lie on the screen: the triangle has a side of 396 pixels below the name of its upper corner."""
    side = min(396.0, box["width"] - 68)
    left = box["x"] + (box["width"] - side) / 2
    return left + (atd + ig / 2) * side, box["y"] + 20 + (1 - ig) * side * 3**0.5 / 2


def click_place(page: Page, box: FloatRect, ig: float, atd: float) -> None:
    x, y = place_of(box, ig, atd)
    page.mouse.move(x, y - 3)
    page.mouse.move(x, y, steps=3)
    page.mouse.click(x, y)


def test_a_click_on_the_triangle_takes_its_weights_and_back_goes_back(address, visit):
    box = opened(visit, f"{address}&pool=none")
    page = visit.page
    wait_for_weights(page, "0.3,0.4,0.3")
    click_place(page, box, 0.25, 0.15)
    wait_for_weights(page, "0.25,0.6,0.15")
    visit.wait()
    values = [page.locator(f".st-key-weight_{part} input").input_value() for part in ("ig", "ds", "atd")]
    assert values == ["0.25", "0.60", "0.15"]
    page.wait_for_url("**weights=0.25%2C0.6%2C0.15**")
    page.wait_for_url("**run=**")
    visit.wait()
    page.go_back()
    wait_for_weights(page, "0.3,0.4,0.3")
    page.go_forward()
    wait_for_weights(page, "0.25,0.6,0.15")
    visit.wait()
    page.reload()
    wait_for_weights(page, "0.25,0.6,0.15")
    assert visit.outside == []


def test_resting_weights_are_tested_and_nothing_moves(address, visit):
    """With weights of its own: a reader who moves on cancels the test of the weights that were left, for everybody.

    The page once jumped when the test ended.
    """
    opened(visit, f"{address}&weights=0.4,0.4,0.2&pool=none")
    page = visit.page
    before = {name: page.locator(name).first.bounding_box() for name in BLOCKS}
    page.get_by_role("tab", name="Shuffled tables").click()
    expect(page.get_by_text("The p-values are").last).to_be_visible()
    visit.wait()
    after = {name: page.locator(name).first.bounding_box() for name in BLOCKS}
    for name in (".st-key-weight_card", ".mine-tiles", ".st-key-mine_tabs", ".st-key-cards_head", ".st-key-tree_row"):
        assert (before[name]["y"], before[name]["height"]) == (after[name]["y"], after[name]["height"]), name
    page.get_by_text("Details of each test").click()
    expect(page.get_by_text("Each shuffle mines the set again")).to_be_visible()
    expect(page.locator(".mine-tile[data-score=SA]")).to_contain_text("cross-validated")


def test_a_map_gives_its_best(address, visit):
    opened(visit, f"{address}&pool=none")
    page = visit.page
    page.get_by_role("button", name="Compare").click()
    page.get_by_text("36 weightings (WVP1)").click()
    expect(page.get_by_text("36 weightings compared")).to_be_visible()
    visit.wait()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Use best").click()
    expect(page.get_by_role("button", name="Use best")).to_be_disabled()


def test_regions_tell_their_share_and_a_click_takes_their_set(address, visit):
    box = opened(visit, address)
    page = visit.page
    wait_for_weights(page, "0.3,0.4,0.3")
    expect(page.get_by_text("different sets.")).to_be_visible()
    box = at_rest(page, page.locator(PICTURE))
    x, y = place_of(box, 0.7, 0.15)
    page.mouse.move(x, y - 5)
    page.mouse.move(x, y, steps=3)
    tip = page.locator(".weights .said")
    expect(tip).to_be_visible()
    share = (tip.text_content() or "").split(" · ")[1].split(" of the triangle")[0]
    page.mouse.click(x, y)
    expect(page.locator(".ksdt-card").last).not_to_have_attribute("data-weights", "0.3,0.4,0.3")
    visit.wait()
    expect(page.get_by_text(f"{share} of weightings")).to_be_visible()
    assert visit.outside == []


def test_opening_the_menu_keeps_the_regions_and_lists_them(address, visit):
    """A control that is mounted with the menu once sent an empty choice, and the map was gone."""
    opened(visit, address)
    page = visit.page
    expect(page.get_by_text("different sets.")).to_be_visible()
    visit.wait()
    page.get_by_role("button", name="Use best").click()
    expect(page.get_by_role("button", name="Use best")).to_be_disabled()
    visit.wait()
    page.get_by_role("button", name="Compare").click()
    expect(page.get_by_role("tab", name="Neighbours")).to_be_visible()
    visit.wait()
    expect(page.get_by_text("different sets.")).to_be_visible()
    page.get_by_role("tab", name="Best sets").click()
    expect(page.get_by_test_id("stDataFrame").nth(1)).to_be_visible()


@pytest.mark.parametrize(
    "visit", [pytest.param({"viewport": {"width": 1440, "height": 900}}, id="1440 × 900")], indirect=True
)
@pytest.mark.parametrize("left", ["gse1992", "wine-red"])
def test_the_answer_and_the_way_on_stand_in_the_first_view(server, kept_folder, visit, left):
    visit.page.goto(f"{server}/mine?pair={kept_pair(kept_folder, left)}")
    expect(visit.page.locator(PICTURE)).to_be_visible()
    expect(visit.page.locator(".ksdt-card").last).to_be_visible()
    visit.wait()
    for name in (
        ".st-key-mine_verdict",
        PICTURE,
        ".mine-tiles",
        ".st-key-mine_tabs",
        ".st-key-read_trees a",
        ".ksdt-card",
    ):
        for box in (found.bounding_box() for found in visit.page.locator(name).all()):
            assert box is not None, name
            assert box["y"] >= 40, name
            assert box["x"] + box["width"] <= 1440, name
            assert box["y"] + box["height"] <= 900, name
    expect(visit.page.locator(".st-key-weight_foot p").first).to_contain_text("different sets")
    visit.wait()
    cards = [card.bounding_box() for card in visit.page.locator(".st-key-tree_row [class*='st-key-card_']").all()]
    assert len(cards) == 5
    assert max(box["y"] + box["height"] for box in cards) <= 900, "the borders of the cards, too"
    assert visit.page.locator(".st-key-weight_foot p").first.bounding_box()["height"] <= 24, "one line"


@pytest.mark.parametrize("visit", LOOKS, indirect=True)
def test_blocks_neither_overflow_nor_lie_on_each_other(server, kept_folder, visit):
    """The triangle of a phone once overlapped itself. A wide window is made narrow while the page is open."""
    page = visit.page
    page.goto(f"{server}/mine?pair={kept_pair(kept_folder, 'wine-red')}&pool=wvp2")
    expect(page.locator(".mine-verdict")).to_contain_text("in both tables")
    first = page.viewport_size["width"]
    for width in (first, *(width for width in (1000, 390) if width < first)):
        page.set_viewport_size({"width": width, "height": 900})
        visit.wait()
        at_rest(page, page.locator(".st-key-tree_row"))
        assert page.evaluate(MEASURE)["overflowing"] == [], width
        assert page.evaluate(OVERLAPS, BLOCKS) == [], width
        assert page.evaluate(CROWDED, ".st-key-weight_card") == [], width


@pytest.mark.parametrize(
    "visit", [pytest.param({"viewport": {"width": 390, "height": 844}}, id="phone")], indirect=True
)
def test_a_phone_has_a_ranked_list_in_place_of_the_triangle(address, visit):
    visit.page.goto(f"{address}&pool=wvp2")
    rows = visit.page.locator(".weights .ranked button")
    expect(rows).to_have_count(10)
    expect(visit.page.locator(PICTURE)).to_be_hidden()
    visit.wait()
    assert all((row.bounding_box() or {"height": 0})["height"] >= 44 for row in rows.all())
    rows.nth(0).click()
    expect(rows.nth(0)).to_have_attribute("aria-current", "true")
    expect(visit.page.get_by_role("button", name="Use best")).to_be_disabled()


def test_attributes_that_are_excluded_stay_so_when_their_list_is_opened(server, kept_folder, visit):
    """The list began empty where the page had run again before it was opened, and the next click took that over."""
    entry = next(entry for entry in catalogue_pairs() if entry.left == "spect-train")
    request = replace(PairRequest.of_catalogue(entry), exclude=("F1", "F2"))
    opened(visit, f"{server}/mine?pair={keep_pair(open_store(kept_folder), request)}")
    page = visit.page
    page.locator(".st-key-weight_menu button").first.click()  # the page runs again
    visit.wait()
    page.keyboard.press("Escape")
    page.locator(".st-key-list_exclude button").first.click()
    expect(page.get_by_test_id("stMultiSelect")).to_contain_text("F1F2", timeout=10_000)
    page.keyboard.press("Escape")
    weight = page.get_by_label("Gain", exact=True)
    weight.fill("0.2")
    weight.press("Enter")
    page.wait_for_url("**run=*weights=0.2*")
    visit.wait()
    expect(page.locator(".st-key-list_exclude button").first).to_contain_text("Exclude attributes: 2")


def test_scores_of_balanced_sets_are_not_cut_off(server, kept_folder, visit):
    """Beside a score stood "guess 0.58", of 0.583."""
    entry = next(entry for entry in catalogue_pairs() if entry.left == "spect-train")
    request = replace(PairRequest.of_catalogue(entry), balance=True)
    opened(visit, f"{server}/mine?pair={keep_pair(open_store(kept_folder), request)}")
    values = visit.page.locator(".mine-tile .value")
    expect(values.first).to_contain_text("guess 0.")
    for width in (1440, 1280):
        visit.page.set_viewport_size({"width": width, "height": 1000})
        visit.wait()
        assert values.evaluate_all("all => all.filter(one => one.scrollWidth > one.clientWidth).length") == 0, width
