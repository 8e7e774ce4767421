"""What all tests share."""

from __future__ import annotations

import faulthandler
import gc
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from _pytest.faulthandler import fault_handler_stderr_fd_key  # where pytest itself writes the stacks
from hypothesis import settings

from tests import approved as texts

ROOT = Path(__file__).resolve().parents[1]

# Shared machines are slow at times: an example may take as long as it needs, but what is drawn is the same each run.
settings.register_profile("ci", deadline=None, derandomize=True)
settings.register_profile("default", deadline=None)
settings.load_profile("ci" if os.environ.get("CI") else "default")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Tests that take minutes run only when they are asked for; where texts are written, only those that show some."""
    if texts.is_writing():
        items[:] = [item for item in items if "approved" in getattr(item, "fixturenames", ())]
    if "soak" in config.getoption("-m"):
        return
    config.hook.pytest_deselected(items=[item for item in items if item.get_closest_marker("soak")])
    items[:] = [item for item in items if not item.get_closest_marker("soak")]


def pytest_collection_finish() -> None:
    """Tests and modules stay to the end: looking through them for garbage again and again took a tenth of the time."""
    gc.collect()
    gc.freeze()


def pytest_sessionfinish(session: pytest.Session) -> None:
    """The texts that tests have shown, where they are to be written."""
    if texts.is_writing():
        before = texts.parsed(texts.FILE.read_text("utf-8")) if texts.FILE.exists() else {}
        files = {item.nodeid.partition("::")[0] for item in session.items}
        texts.FILE.write_text(texts.written(texts.renewed(before, shown_texts, files)), encoding="utf-8")


shown_texts: texts.Texts = {}


@pytest.fixture(scope="session")
def known_texts() -> texts.Texts:
    return texts.parsed(texts.FILE.read_text("utf-8")) if texts.FILE.exists() else {}


@pytest.fixture
def approved(request: pytest.FixtureRequest, known_texts: texts.Texts) -> Iterator[texts.Approved]:
    """Compares a text with the one that stands in tests/messages/texts.md."""
    name = request.node.nodeid
    test = texts.Approved(name, known_texts.get(name, ()))
    yield test
    shown_texts[name] = test.said


@pytest.fixture(autouse=True)
def main_module_stays() -> Iterator[None]:
    """Streamlit leaves the page of a test as the main module, which worker processes of later tests would then run."""
    before = sys.modules["__main__"]
    yield
    sys.modules["__main__"] = before


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of large tables; tests that need it are skipped where there is none."""
    folder = Path(os.environ.get("KSDT_SHARED_DATA", ROOT.parent / "shared" / "data"))
    if not folder.is_dir():
        pytest.skip(f"no tables in {folder}; set KSDT_SHARED_DATA to their folder")
    return folder


@pytest.hookimpl(trylast=True)
def pytest_exception_interact(node: pytest.Item | pytest.Collector) -> None:
    """What a failed test leaves running may hang, too: pytest and pytest-timeout both stop counting at a failure."""
    if isinstance(node, pytest.Item) and not node.config.getoption("usepdb"):
        seconds = float(node.config.getini("faulthandler_timeout"))
        if seconds > 0:
            faulthandler.dump_traceback_later(seconds, file=node.config.stash[fault_handler_stderr_fd_key], exit=True)
