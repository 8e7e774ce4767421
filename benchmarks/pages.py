"""How long a reader waits in a real Chromium: clicks on the pages of the app, from the click to what it changed."""

from __future__ import annotations

import os
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import psutil
from playwright.sync_api import Page, sync_playwright
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from benchmarks import layout_shift
from benchmarks.chromium import find_chromium
from benchmarks.harness import Measured
from benchmarks.serving import ROOT, Server
from benchmarks.serving import serving as served
from ksdt_core.background.queue import cancel_job, open_jobs
from ksdt_core.data.samples.catalogue import catalogue_pairs
from ksdt_core.mining.weights import grid_pool
from ksdt_core.store.database import open_store
from ksdt_core.store.pair_request import PairRequest, TableRequest
from ksdt_core.store.pairs import keep_pair
from ksdt_core.store.uploads import keep_upload
from pages.common.pair_evidence import MOST_AT_ONCE
from pages.common.weight_map import POOLS

GENES = Path(os.environ.get("KSDT_SHARED_DATA", ROOT.parent / "shared" / "data")) / "gene"
READING_SECONDS = 10  # that a reader spends on Start
PATIENCE = 5  # clicks on a place before it is given up
TRIANGLE = ".weights canvas"
SIDE, ABOVE = 396, 20  # pixels of the triangle, and above it
CLASSES = (("DLBCL", "unfavourable"), ("FL", "favourable"), ("died", "unfavourable"), ("survived", "favourable"))


@contextmanager
def serving(folder: Path) -> Iterator[Server]:
    """A fresh server of this checkout that keeps its data in `folder`; its jobs end with it."""
    with served(folder) as server:
        try:
            yield server
        finally:
            for job in open_jobs(store := open_store(folder)):
                cancel_job(store, job.id)


@contextmanager
def browsing(*, width: int = 1440) -> Iterator[Page]:
    """A page of a fresh Chromium."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport={"width": width, "height": 1000})
        page.set_default_timeout(120_000)
        yield page
        browser.close()


def wait_until_rested(page: Page) -> None:
    page.wait_for_timeout(150)
    page.wait_for_selector("[data-test-script-state='notRunning']")


def keep_gene_pair(folder: Path) -> str:
    """The pair DH:LM, 4,499 genes in other units, kept in the store of a server; returns its id."""
    store = open_store(folder)

    def side(name: str) -> TableRequest:
        upload = keep_upload(store, f"{name}.csv.gz", content=(GENES / f"{name}.csv.gz").read_bytes())
        return TableRequest("upload", upload.id, name)

    return keep_pair(store, PairRequest(side("DH"), side("LM"), class_map=CLASSES, scale="rank"))


_SHOWN = """([before]) => {
    // Every card tells the same new weights.
    const cards = [...document.querySelectorAll('.ksdt-card')].map(card => card.dataset.weights)
    return cards.length > 0 && new Set(cards).size === 1 && cards[0] !== before
}"""


def _place(page: Page, position: int) -> tuple[float, float]:
    """The pixel of a place of the triangle, by its number among the vectors of a grid."""
    weights = grid_pool(0.05).vectors[position]
    box = page.locator(TRIANGLE).bounding_box()
    assert box is not None
    left = box["x"] + (box["width"] - SIDE) / 2
    return left + (float(weights.atd or 0) + weights.ig / 2) * SIDE, box["y"] + ABOVE + (1 - weights.ig) * SIDE * 0.866


def click_simplex(page: Page, position: int) -> float:
    """Seconds from a click on a place of the simplex until the cards of the new set stand on the page."""
    before = page.locator(".ksdt-card").first.get_attribute("data-weights")
    x, y = _place(page, position)
    page.mouse.move(x, y)
    page.wait_for_timeout(100)  # the hover that a hand makes, too
    began = time.perf_counter()
    for _ in range(PATIENCE):
        page.mouse.click(x, y)
        try:
            page.wait_for_function(_SHOWN, arg=[before], timeout=5_000)
            break
        except PlaywrightTimeout:  # the chart was being drawn again: a reader would click again, and the wait counts
            page.mouse.move(x + 1, y)
            page.wait_for_timeout(100)
    seconds = time.perf_counter() - began
    wait_until_rested(page)
    return seconds


def measurements(*, repeats: int = 15) -> list[Measured]:
    """Every promise about waiting and about memory; those on genes only where the gene tables are at hand."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name, serving(Path(name)) as server:
        found = [_first_page(server.address), _verdicts(server.address)]
        if GENES.is_dir():
            pair = keep_gene_pair(Path(name))
            with browsing() as page:
                page.goto(f"{server.address}/mine?pair={pair}&pool=none")
                page.wait_for_selector(TRIANGLE)
                wait_until_rested(page)
                found += [_simplex_clicks(page, repeats, server.pid), _map(page), _page_switches(page, server.pid)]
            found += [_layout_shift(server.address, f"{name}?pair={pair}") for name in ("mine", "trees")]
            found.append(_session_memory(server, pair))
    return [*found, fresh_machine()]


def _first_page(address: str) -> Measured:
    """The start page of a server that nobody has visited yet."""
    with browsing() as page:
        began = time.perf_counter()
        page.goto(address)
        page.get_by_role("heading", name="What do two tables have in common?").wait_for()
        page.get_by_role("button", name="Open wine-red : wine-white").wait_for()
        seconds = time.perf_counter() - began
    return Measured("Start: the first page of a fresh server", seconds, 3.0, " s", "to the cards that can be clicked")


def _verdicts(address: str) -> Measured:
    """From the click on an example that nobody has opened yet to the verdict on its two tables, on Mine.

    Of ordinary sizes: the genes of the breast-cancer example are tested by a job.
    """
    examples = [f"{entry.left} : {entry.right}" for entry in catalogue_pairs() if entry.shared <= MOST_AT_ONCE]
    times = {}
    with browsing() as page:
        page.goto(address)
        page.get_by_role("button", name=f"Open {examples[0]}").wait_for()
        page.wait_for_timeout(1000 * READING_SECONDS)
        for example in examples:
            button = page.get_by_role("button", name=f"Open {example}")
            button.scroll_into_view_if_needed()
            wait_until_rested(page)
            began = time.perf_counter()
            button.click()
            page.locator(".mine-verdict").wait_for()
            times[example] = time.perf_counter() - began
            wait_until_rested(page)
            page.locator("[data-testid=stSidebar] [data-testid=stLogoLink]").click()
            page.get_by_role("heading", name="What do two tables have in common?").wait_for()
    slowest = max(times, key=times.__getitem__)
    detail = (
        f"median of {len(times)} examples, each opened for the first time; slowest {slowest}, {times[slowest]:.2f} s"
    )
    return Measured("Mine: a pair opened, to its verdict", statistics.median(times.values()), 1.0, " s", detail)


def _simplex_clicks(page: Page, repeats: int, pid: int) -> Measured:
    """A click on the simplex of gene/DH:LM, to scores and trees redrawn."""
    random = np.random.default_rng(0)
    click_simplex(page, 20)  # the first one compiles and sorts
    before = _cpu_seconds(pid)
    times = [click_simplex(page, int(position)) for position in random.permutation(150)[:repeats]]
    spent = (_cpu_seconds(pid) - before) / repeats
    detail = (
        f"median of {repeats} clicks on new places, from {min(times):.2f} to {max(times):.2f} s; {spent:.2f} s of the "
        "server's CPU each; gene/DH:LM, k = 5"
    )
    return Measured("Mine: a click on the triangle redraws", statistics.median(times), 0.35, " s", detail)


def _map(page: Page) -> Measured:
    """The map of WVP1, from the click to its numbers."""
    page.get_by_role("button", name="Compare").click()
    wait_until_rested(page)
    began = time.perf_counter()
    page.get_by_text(POOLS["wvp1"]).click()
    page.get_by_text("36 weightings compared").wait_for()
    seconds = time.perf_counter() - began
    wait_until_rested(page)
    return Measured("Mine: the map of WVP1", seconds, 5.0, " s", "36 sets of 5 trees, gene/DH:LM")


# The clock stands in the page itself: whoever asks from outside again and again slows down what it waits for.
_SWITCH = """([name, mark]) => new Promise((done, failed) => {
    setTimeout(() => failed(`${name} did not come`), 60000)
    const drawn = () => document.querySelector(mark)
        ?? [...document.querySelectorAll('[data-testid^=stBidi], [data-testid^=stBidi] *')]
            .some(host => host.shadowRoot?.querySelector(mark))
    const links = [...document.querySelectorAll('[data-testid=stSidebar] a')]
    const link = links.find(a => a.querySelector('p')?.textContent === name)
    const began = performance.now()
    link.click()
    const look = () => {
        const title = document.querySelector('[data-testid=stMain] h1')
        if (title?.textContent.trim() === name && drawn())
            requestAnimationFrame(() => done((performance.now() - began) / 1000))  // it has been painted
        else requestAnimationFrame(look)
    }
    look()
})"""


_RESTS = "() => !/running/.test(document.querySelector('.ksdt-jobs')?.textContent ?? '')"


def _page_switches(page: Page, pid: int) -> Measured:
    """From page to page by the sidebar, each visited before, once the tests of the sets are done."""
    page.wait_for_function(_RESTS, timeout=600_000)
    marks = {"Trees": "g.node", "Data": ".st-key-attribute_words", "Mine": TRIANGLE}
    times = []
    before = _cpu_seconds(pid)
    for turn in range(5):
        for name, mark in marks.items():
            seconds = page.evaluate(_SWITCH, [name, mark])
            if turn:  # the first visit makes what the later ones find
                times.append(seconds)
            wait_until_rested(page)
    spent = (_cpu_seconds(pid) - before) / (5 * len(marks))
    detail = (
        f"median of {len(times)}, from {min(times):.2f} to {max(times):.2f} s; {spent:.2f} s of the server's CPU each; "
        "Trees, Data, Mine, with no job beside them"
    )
    return Measured("A page switch", statistics.median(times), 0.3, " s", detail)


def _layout_shift(address: str, place: str) -> Measured:
    """How far blocks of a page move while it is loaded, at 1440 x 900: at a first visit, or with all files at hand."""
    sums = []
    with browsing() as page:
        page.set_viewport_size({"width": 1440, "height": 900})
        layout_shift.observe(page)
        for _ in range(3):
            page.goto(f"{address}/{place}")
            page.get_by_role("button", name="Search").wait_for()
            wait_until_rested(page)
            page.wait_for_timeout(2000)  # what comes in late would move something late
            sums.append(sum(value for value, _ in layout_shift.shifts(page)))
    detail = f"the largest of a first visit ({sums[0]:.3f}) and two with the files cached, gene/DH:LM"
    return Measured(f"Layout shift of {place.partition('?')[0]}", max(sums), layout_shift.MOST, "", detail)


def fresh_machine() -> Measured:
    """Seconds from opening a pair to its trees where nothing was ever compiled; kernels compile since the start."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        os.environ["NUMBA_CACHE_DIR"] = str(Path(name) / "kernels")
        try:
            with serving(Path(name) / "kept") as server, browsing() as page:
                page.goto(server.address)
                button = page.get_by_role("button", name="Open wine-red : wine-white")
                button.wait_for()
                page.wait_for_timeout(1000 * READING_SECONDS)
                began = time.perf_counter()
                button.click()
                page.locator(".ksdt-card .drawing img").first.wait_for()
                seconds = time.perf_counter() - began
        finally:
            del os.environ["NUMBA_CACHE_DIR"]
    detail = f"wine, after {READING_SECONDS} s on Start, empty compile cache"
    return Measured("Mine: the first trees on a fresh machine", seconds, 3.0, " s", detail)


def _cpu_seconds(pid: int) -> float:
    """CPU time of a process so far."""
    times = psutil.Process(pid).cpu_times()
    return float(times.user + times.system)


def _session_memory(server: Server, pair: str) -> Measured:
    """What a further reader adds to the server."""
    before = _resident(server.pid)
    with browsing() as page:
        page.goto(f"{server.address}/mine?pair={pair}&pool=none")
        page.wait_for_selector(TRIANGLE)
        wait_until_rested(page)
        for position in (33, 77, 101):
            click_simplex(page, position)
        added = _resident(server.pid) - before
    return Measured("Memory that a session adds", added, 150.0, " MB", "gene/DH:LM, four sets mined")


def _resident(pid: int) -> float:
    """Megabytes of memory that a process holds."""
    return psutil.Process(pid).memory_info().rss / 1e6


if __name__ == "__main__":
    for measured in measurements():
        print(measured)
