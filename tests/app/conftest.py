"""Pages in tests: each test has a store of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import streamlit as st
from streamlit.components.v2 import manifest_scanner
from streamlit.testing.v1 import AppTest
from streamlit.util import calc_hash

from ksdt_core.data.model.pair import DatasetPair
from ksdt_core.data.samples.catalogue import catalogue_pairs
from ksdt_core.mining.cells import found
from ksdt_core.mining.cells.weight_cells import WeightCells
from ksdt_core.mining.miners import mine
from ksdt_core.store.database import Store, open_store
from ksdt_core.store.folder import SETTING
from ksdt_core.store.pair_request import PairRequest, requested_pair
from ksdt_core.store.pairs import keep_pair
from ksdt_core.store.runs import keep_run
from pages.common import drawn, triangle
from pages.common.navigation import PAGES

ROOT = Path(__file__).resolve().parents[2]
SECONDS = 120  # the first run on a machine compiles
# Streamlit names a page by a hash of its address. Asked for by that name, a page runs first, without Start before it.
PAGE_HASHES = {entry.script: calc_hash(entry.address) for entry in PAGES}


@pytest.fixture(scope="session", autouse=True)
def packages_are_scanned_once() -> Iterator[None]:
    """Streamlit reads what every installed package declares for each app that a test opens: a tenth of a second."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(manifest_scanner, "scan_component_manifests", cache(manifest_scanner.scan_component_manifests))
        yield


@pytest.fixture(scope="session", autouse=True)
def triangles_are_solved_once() -> Iterator[None]:
    """Most pages of Mine solve the triangle of one of the same few pairs: up to a second each."""
    solve, known = found.weight_cells, dict[object, WeightCells]()

    def solved(pair: DatasetPair, *, should_stop: Callable[[], bool] = lambda: False, **options: Any) -> WeightCells:
        key = pair.fingerprint(), options.get("parameters")
        if key not in known or should_stop():
            known[key] = solve(pair, should_stop=should_stop, **options)
        return known[key]

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(found, "weight_cells", solved)
        yield


@pytest.fixture(autouse=True)
def store(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    """An empty store, which the pages use, too.

    What pages have computed is forgotten, unless all tests of a file compute the same again and again.
    """
    monkeypatch.setenv(SETTING, str(tmp_path / "kept"))
    if request.node.get_closest_marker("warm") is None:
        st.cache_resource.clear()
        drawn.shelf.clear()
    return open_store()


@pytest.fixture(autouse=True)
def pages_wait_for_the_triangle(monkeypatch: pytest.MonkeyPatch) -> None:
    """However busy the machine is, a page shows the triangle at once."""
    monkeypatch.setattr(triangle, "PATIENCE", SECONDS)


@pytest.fixture(autouse=True)
def nobody_works(monkeypatch: pytest.MonkeyPatch) -> None:
    """Jobs stay where they are put: tests do them themselves."""
    monkeypatch.setattr("ksdt_core.background.starting.ensure_worker", lambda store: None)


@pytest.fixture
def opened() -> Callable[..., AppTest]:
    """Opens a page by its script, with the parts of its address, with blocks unfolded and at a tab of Data."""

    def open_page(script: str, unfolded: Sequence[str] = (), tab: str | None = None, **query: object) -> AppTest:
        page = AppTest.from_file(str(ROOT / "app.py"), default_timeout=SECONDS)
        if script != "app.py":
            page._page_hash = PAGE_HASHES[script]
        for name, value in query.items():
            page.query_params[name] = str(value)
        for block in unfolded:
            page.session_state[block] = True
        if tab is not None:
            page.session_state["data_tabs"] = tab
        return page.run()

    return open_page


@pytest.fixture
def spect(store: Store) -> PairRequest:
    """A small bundled pair, kept in the store."""
    entry = next(entry for entry in catalogue_pairs() if entry.left == "spect-train")
    request = PairRequest.of_catalogue(entry)
    keep_pair(store, request)
    return request


@pytest.fixture
def run(store: Store, spect: PairRequest) -> str:
    """A set mined from it, kept in the store."""
    trees = mine(requested_pair(store, spect), k=3, max_depth=2)
    return keep_run(store, trees.to_document(), pair=spect.id)


def words(page: AppTest) -> str:
    """Everything that a page says in Markdown, headings included."""
    elements = (*page.title, *page.subheader, *page.markdown, *page.info, *page.error, *page.warning)
    return "\n".join(element.value for element in elements)
