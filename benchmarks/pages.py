"""How long a reader waits in a real Chromium: clicks on the pages of the app, from the click to what it changed."""

from __future__ import annotations

import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from playwright.sync_api import Page, sync_playwright

from benchmarks.harness import Measured
from ksdt_core.store.database import open_store
from ksdt_core.store.jobs import cancel_job, open_jobs
from ksdt_core.store.pair_request import PairRequest, TableRequest
from ksdt_core.store.pairs import keep_pair
from ksdt_core.store.uploads import keep_upload

ROOT = Path(__file__).resolve().parents[1]
GENES = Path(os.environ.get("KSDT_SHARED_DATA", ROOT.parent / "shared" / "data")) / "gene"
START_SECONDS = 60
SIMPLEX = ".st-key-simplex .js-plotly-plot"
CLASSES = (("DLBCL", "unfavourable"), ("FL", "favourable"), ("died", "unfavourable"), ("survived", "favourable"))


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """The address of a fresh server of this checkout that keeps its data in `folder`."""
    with socket.socket() as probe:
        probe.bind(("localhost", 0))
        port = int(probe.getsockname()[1])
    address = f"http://localhost:{port}"
    command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.port", str(port)]
    environment = {**os.environ, "KSDT_DATA_FOLDER": str(folder)}
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        _wait_until_healthy(address)
        yield address
    finally:
        for job in open_jobs(store := open_store(folder)):
            cancel_job(store, job.id)  # else the worker would finish what nobody waits for
        process.terminate()
        try:
            process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            process.kill()


def _wait_until_healthy(address: str) -> None:
    for _ in range(START_SECONDS * 5):
        try:
            with urllib.request.urlopen(f"{address}/_stcore/health", timeout=5):
                return
        except OSError:
            time.sleep(0.2)
    raise RuntimeError("the server did not start.")


@contextmanager
def browsing(*, width: int = 1440) -> Iterator[Page]:
    """A page of a fresh Chromium."""
    chromium = os.environ.get("KSDT_CHROMIUM") or next(
        (path for path in ("/usr/bin/chromium", "/usr/bin/chromium-browser") if Path(path).exists()), None
    )
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
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


_CLICK = """async ([position]) => {
    // The pixel of a place of the simplex, from the drawing itself.
    const plot = document.querySelector('SIMPLEX')
    const marks = [...plot.querySelectorAll('.scatterlayer .trace .point')]
    const box = marks[position % marks.length].getBoundingClientRect()
    return [box.x + box.width / 2, box.y + box.height / 2]
}""".replace("SIMPLEX", SIMPLEX)

_SHOWN = """([before]) => {
    // Every card tells the new weights, and the ring of the chart has moved to them.
    const cards = [...document.querySelectorAll('.ksdt-card')].map(card => card.dataset.weights)
    const ring = document.querySelector('SIMPLEX')?.data?.find(trace => trace.name === 'chosen')
    const place = ring && [ring.a[0], ring.b[0], ring.c[0]].map(part => Number(part.toPrecision(6))).join()
    return cards.length > 0 && cards.every(weights => weights !== before && weights === place)
}""".replace("SIMPLEX", SIMPLEX)


def click_simplex(page: Page, position: int) -> float:
    """Seconds from a click on a place of the simplex until the cards of the new set stand on the page."""
    before = page.locator(".ksdt-card").first.get_attribute("data-weights")
    x, y = page.evaluate(_CLICK, [position])
    page.mouse.move(x, y)
    page.wait_for_timeout(100)  # the hover that a hand makes, too
    began = time.perf_counter()
    page.mouse.click(x, y)
    page.wait_for_function(_SHOWN, arg=[before])
    seconds = time.perf_counter() - began
    wait_until_rested(page)
    return seconds


def simplex_clicks(*, repeats: int = 15) -> Measured:
    """A click on the simplex of gene/DH:LM, to scores and trees redrawn."""
    random = np.random.default_rng(0)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name, serving(Path(name)) as address:
        pair = keep_gene_pair(Path(name))
        with browsing() as page:
            page.goto(f"{address}/mine?pair={pair}")
            page.wait_for_selector(f"{SIMPLEX} .point")
            wait_until_rested(page)
            click_simplex(page, 20)  # the first one compiles and sorts
            times = [click_simplex(page, int(position)) for position in random.permutation(150)[:repeats]]
    detail = f"median of {repeats} clicks on new places, from {min(times):.2f} to {max(times):.2f} s; gene/DH:LM, k = 5"
    return Measured("Mine: a click on the simplex redraws", statistics.median(times), 0.7, " s", detail)


def measurements() -> list[Measured]:
    """Every promise about waiting; none where the gene tables are not at hand."""
    return [simplex_clicks()] if GENES.is_dir() else []


if __name__ == "__main__":
    for measured in measurements():
        print(measured)
