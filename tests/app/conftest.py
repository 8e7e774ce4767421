"""Pages in tests: each test has a store of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from ksdt_core.data.catalogue import catalogue_pairs
from ksdt_core.mining.miners import mine
from ksdt_core.store.database import Store, open_store
from ksdt_core.store.folder import SETTING
from ksdt_core.store.pair_request import PairRequest, requested_pair
from ksdt_core.store.pairs import keep_pair
from ksdt_core.store.runs import keep_run

ROOT = Path(__file__).resolve().parents[2]
SECONDS = 120  # the first run on a machine compiles


@pytest.fixture(autouse=True)
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    """An empty store, which the pages use, too."""
    monkeypatch.setenv(SETTING, str(tmp_path / "kept"))
    st.cache_resource.clear()
    return open_store()


@pytest.fixture(autouse=True)
def nobody_works(monkeypatch: pytest.MonkeyPatch) -> None:
    """Jobs stay where they are put: tests do them themselves."""
    monkeypatch.setattr("ksdt_core.tasks.starting.ensure_worker", lambda store: None)


@pytest.fixture
def opened() -> Callable[..., AppTest]:
    """Opens a page by its script, with the parts of its address and with blocks unfolded."""

    def open_page(script: str, unfolded: Sequence[str] = (), **query: object) -> AppTest:
        page = AppTest.from_file(str(ROOT / "app.py"), default_timeout=SECONDS)
        if script != "app.py":
            page.switch_page(script)
        for name, value in query.items():
            page.query_params[name] = str(value)
        for block in unfolded:
            page.session_state[block] = True
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
