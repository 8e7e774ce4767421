"""What must hold on every page: it opens by its own address, answers at once, fits its window, and all can use it."""

from __future__ import annotations

import numpy as np
import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, expect

from ksdt_core.background.queue import put_job
from ksdt_core.background.worker import work
from ksdt_core.data.samples.catalogue import catalogue_pairs
from ksdt_core.evidence.replication import replicate
from ksdt_core.mining.miners import mine
from ksdt_core.store.atlas_request import SUBJECT, AtlasRequest
from ksdt_core.store.database import Store, open_store
from ksdt_core.store.pair_request import PairRequest, TableRequest, requested_pair, requested_table
from ksdt_core.store.pairs import keep_pair
from ksdt_core.store.runs import add_to_run, keep_run
from ksdt_core.store.uploads import keep_upload
from pages.common.navigation import PAGES, START, PageEntry
from tests.browser.conftest import Visit
from tests.browser.measuring import MEASURE

pytestmark = pytest.mark.browser

ADDRESSES = {entry.title: entry.address for entry in PAGES}
WIDTHS = (1440, 1000, 390)
DESK = {"width": 1440, "height": 900}
THEMES = [pytest.param({"color_scheme": scheme, "viewport": DESK}, id=scheme) for scheme in ("light", "dark")]
NARROW = [pytest.param({"color_scheme": "dark", "viewport": {"width": 800, "height": 1000}}, id="narrow")]
HIGHEST = 1400  # pixels at 1440 pixels of width
ANSWERS = {  # where a page says its answer, if not in the sentence that most pages have
    "Start": "h1",
    "Data": ".st-key-verdict",
    "Mine": ".mine-verdict",
    "Trees": ".st-key-canvas",
}
BARRIERS = """async () => (await axe.run({ resultTypes: ["violations"] })).violations
    .filter(({ impact }) => ["serious", "critical"].includes(impact))
    .map(({ id, nodes }) => [id, nodes.slice(0, 3).map(
        node => `${node.any[0]?.message ?? ""} ${node.html.slice(0, 160)}`.trim()
    )])"""
ALIKE = frozenset({"Start", "Atlas", "Runs", "About"})  # they show the same whatever pair is open
LONG_NAMES = (
    "mean_corpuscular_haemoglobin_concentration",
    "fasting_blood_glucose_mmol_per_litre",
    "systolic_pressure_at_rest_mmHg",
    "age_at_first_diagnosis_years",
)
LONG_CLASSES = ("no_relapse_recorded", "relapse_within_five_years")
LONG_TABLES = ("university_hospital_cohort_2011", "regional_clinic_registry_2018", "international_replication_study")


def long_table(store: Store, name: str, seed: int) -> TableRequest:
    """A small table whose names have 20 to 42 letters."""
    random = np.random.default_rng(seed)
    values = random.normal(size=(90, len(LONG_NAMES))).round(2)
    noisy = values[:, 0] + 0.7 * values[:, 1] + 0.6 * random.normal(size=90) > 0
    rows = [
        ",".join([*map(str, row), LONG_CLASSES[int(late)]]) for row, late in zip(values.tolist(), noisy, strict=True)
    ]
    text = "\n".join([",".join([*LONG_NAMES, "outcome_of_the_treatment"]), *rows])
    upload = keep_upload(store, f"{name}.csv", content=text.encode())
    return TableRequest("upload", upload.id, name, target="outcome_of_the_treatment")


def bundled(left: str) -> PairRequest:
    return PairRequest.of_catalogue(next(entry for entry in catalogue_pairs() if entry.left == left))


@pytest.fixture(scope="module")
def pairs(kept_folder) -> dict[str, str]:
    """Runs of three pairs, each tried on a third table, and an atlas of tables with long names."""
    store = open_store(kept_folder)
    tables = [long_table(store, name, seed) for seed, name in enumerate(LONG_TABLES)]
    requests = {
        "two classes": (bundled("wine-red"), TableRequest.bundled("wine-red")),
        "three classes": (bundled("cmc-working"), TableRequest.bundled("cmc-working")),
        "long names": (PairRequest(tables[0], tables[1]), tables[2]),
    }
    runs = {}
    for name, (request, third) in requests.items():
        keep_pair(store, request)
        trees = mine(requested_pair(store, request), k=5, max_depth=3)
        run = keep_run(store, trees.to_document(), pair=request.id)
        check = replicate(trees, requested_table(store, third), 19)
        add_to_run(store, run, {"replications": [check.to_document()]})
        runs[name] = f"pair={request.id}&run={run}"
    options = {"k": 2, "max_depth": 2, "pool": "wvp2", "replicate": True}
    put_job(store, "atlas", subject=SUBJECT, request=AtlasRequest(tuple(tables), options).to_document())
    work(store, idle_seconds=0)
    return runs


def opened(visit: Visit, address: str) -> Page:
    visit.page.goto(address)
    visit.wait()
    expect(visit.page.get_by_test_id("stMain").get_by_role("heading", level=1)).to_have_count(1)
    return visit.page


@pytest.mark.parametrize("label", ADDRESSES)
def test_a_page_opened_first_by_its_address_says_what_to_do(server, visit, label):
    page = opened(visit, f"{server}/{ADDRESSES[label]}")
    assert page.title() == f"{label} · KSDT Explorer"
    expect(page.get_by_test_id("stSidebar").get_by_role("link", name="Mine")).to_be_visible()
    expect(page.get_by_test_id("stSidebarNav")).to_have_count(0)
    expect(page.get_by_test_id("stException")).to_have_count(0)
    assert visit.outside == []


@pytest.mark.timeout(900)
@pytest.mark.parametrize("visit", THEMES, indirect=True)
@pytest.mark.parametrize("pair", ["two classes", "three classes", "long names"])
def test_every_page_answers_fits_and_can_be_used(server, visit, pairs, pair):
    """One load for all pages: the sidebar leads from page to page, and the window is resized."""
    page = opened(visit, f"{server}/data?{pairs[pair]}")
    found = {}
    for entry in (entry for entry in PAGES if pair == "two classes" or entry.title not in ALIKE):
        go(visit, entry)
        if barred := barriers(page):
            found[entry.title, "axe"] = barred
        for width in WIDTHS:
            page.set_viewport_size({**DESK, "width": width})
            page.evaluate("() => new Promise(done => setTimeout(done, 150))")  # frames of charts follow a little later
            measured = page.evaluate(MEASURE)
            wrong = {check: what for check, what in measured.items() if what and check != "height"}
            if width == DESK["width"]:
                wrong |= first_view(page, entry.title, measured["height"])
            if wrong:
                found[entry.title, width] = wrong
        page.set_viewport_size(DESK)
    assert found == {}, "\n".join(f"{where}: {what}" for where, what in found.items())
    assert visit.outside == []


def go(visit: Visit, entry: PageEntry) -> None:
    """To another page, also where the sidebar is folded; the logo leads to Start."""
    to = (
        "[data-testid=stLogoLink]"
        if entry is START
        else f":is(.st-key-step_{entry.folder}, .st-key-page_{entry.folder}) a"
    )
    visit.page.locator(f"[data-testid=stSidebar] {to}").first.evaluate("link => link.click()")
    expect(visit.page).to_have_title(f"{entry.title} · KSDT Explorer")
    visit.wait()


def first_view(page: Page, title: str, height: int) -> dict[str, object]:
    """What is wrong with the first window: its answer is not in it, or the page is too high."""
    wrong: dict[str, object] = {"height": height} if height > HIGHEST else {}
    box = page.locator(ANSWERS.get(title, ".ksdt-answer")).first.bounding_box() if has_answer(page, title) else None
    least = 300 if title == "Trees" else 0  # of a tall drawing so many pixels are enough
    if box is None or box["y"] < 40 or min(box["y"] + box["height"], box["y"] + (least or 10**6)) > DESK["height"]:
        wrong["answer"] = box
    return wrong


def has_answer(page: Page, title: str) -> bool:
    return page.locator(ANSWERS.get(title, ".ksdt-answer")).count() > 0


# A page that runs again by itself, as when a job ends, is pale for a moment.
NEVER_PALE = "[data-stale=true] { opacity: 1 !important; transition: none !important }"


def barriers(page: Page) -> list[tuple[str, list[str]]]:
    """What axe finds serious or critical. It is put into a document once, however many pages are shown there."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE_SCRIPT)
        page.add_style_tag(content=NEVER_PALE)
    return [(name, html) for name, html in page.evaluate(BARRIERS)]


BAD = """<header data-testid=stHeader style='position:absolute;top:8px'><button>Logo</button></header>
<main data-testid=stMain style='width:300px'><p>Two texts</p><p style='margin-top:-30px'>on one place</p>
<div style='width:900px'>too wide</div><div style='width:99px;overflow:auto'><p style='width:900px'>may scroll</p></div>
<p style='font-size:10px'>small</p><div id=component></div>
<p>from -2 to 3</p><p>half: 50%</p><p>from −0.5 to 0.5, 50 %</p>
<button></button><a href='#' aria-label='**Tree 1**'>1</a></main>"""


def test_what_is_wrong_is_found(visit):
    visit.page.set_viewport_size({"width": 390, "height": 900})
    visit.page.set_content(BAD)
    visit.page.evaluate(
        "component.attachShadow({ mode: 'open' }).innerHTML = '<p style=\"font-size: 8px\">within a component</p>'"
    )
    found = visit.page.evaluate(MEASURE)
    assert {check: len(what) for check, what in found.items() if check != "height"} == {
        "overflowing": 1, "overlapping": 3, "small": 2, "unnamed": 1, "markup": 1, "numbers": 2,
    }  # fmt: skip
    assert "button-name" in dict(barriers(visit.page))
    good = "<main data-testid=stMain><p>A text</p><p>Another</p><button>Name</button></main>"
    visit.page.set_content(good)
    found = visit.page.evaluate(MEASURE)
    assert [check for check, what in found.items() if what and check != "height"] == []
    assert "button-name" not in dict(barriers(visit.page))


@pytest.mark.parametrize("visit", NARROW, indirect=True)
def test_on_a_narrow_screen_the_sidebar_is_folded_until_it_is_opened(server, visit):
    page = opened(visit, server)
    sidebar = page.get_by_test_id("stSidebar")
    expect(sidebar).not_to_be_in_viewport()
    page.get_by_test_id("stExpandSidebarButton").click()
    expect(sidebar).to_be_in_viewport()
    sidebar.get_by_role("link", name="Runs").click()
    expect(page).to_have_title("Runs · KSDT Explorer")
    visit.wait()
    expect(sidebar).to_be_in_viewport()
