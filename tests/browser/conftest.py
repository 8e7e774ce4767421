"""A running server and a real Chromium for the browser tests."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, FloatRect, Locator, Page, Request, expect, sync_playwright

from benchmarks.chromium import find_chromium
from benchmarks.serving import ROOT, serving
from ksdt_core.store.database import open_store
from ksdt_core.store.schema import jobs
from tests.browser.conversation import Conversation

HERE = Path(__file__).parent
RESULTS = ROOT / "test-results"
WAIT_MILLISECONDS = 120_000  # the first run on a machine compiles
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--font-render-hinting=none",  # letters as wide as in a window
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",  # nothing leaves the machine
)


# No element is pale because it is being renewed, and nothing moves that will come to an end.
SETTLED = """() => !document.querySelector("[data-stale=true]") && document.getAnimations().every(
    moving => moving.playState !== "running" || moving.effect.getComputedTiming().endTime === Infinity
)"""
# What a click has started has been sent once the page has drawn twice.
DRAWN = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))"


@dataclass(slots=True)
class Visit:
    """A page in the browser, with everything that it asked for and complained of."""

    page: Page
    conversation: Conversation
    outside: list[str] = field(default_factory=list)  # requests that would have left the machine
    complaints: list[str] = field(default_factory=list)  # errors in the console

    @property
    def forbidden(self) -> list[str]:
        """What the page wanted to load or run and the policy of the server forbids."""
        return [complaint for complaint in self.complaints if "Content Security Policy" in complaint]

    def wait(self) -> None:
        """Until the server has run whatever the page asked for, and the page shows it."""
        end = time.monotonic() + WAIT_MILLISECONDS / 1000
        self.page.evaluate(DRAWN)
        while self.conversation.is_running:
            assert time.monotonic() < end, "the page is still running"
            self.page.wait_for_timeout(20)  # the messages come in meanwhile
        self.page.wait_for_selector("[data-test-script-state='notRunning']", timeout=WAIT_MILLISECONDS)
        self.page.wait_for_function(SETTLED)


def at_rest(page: Page, element: Locator) -> FloatRect:
    """Where an element is once it has stopped moving: what comes in above or beside it shifts it."""
    end = time.monotonic() + WAIT_MILLISECONDS / 1000
    before, now = None, element.bounding_box()
    while now is None or now != before:
        assert time.monotonic() < end, f"{element} does not come to rest: {before}, {now}"
        page.wait_for_timeout(250)
        before, now = now, element.bounding_box()
    return now


def click_mark(page: Page, mark: Locator) -> None:
    """Click a mark of a chart as a hand does: a chart takes a click only where it has told what lies there."""
    mark.scroll_into_view_if_needed()
    box = at_rest(page, mark)
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y - 30)
    page.mouse.move(x, y, steps=4)
    expect(page.locator(".hoverlayer .hovertext").first).to_be_visible()
    page.mouse.click(x, y)


@pytest.fixture(scope="session")
def kept_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the server keeps its store; a test may put pairs and runs there before it looks at them."""
    return tmp_path_factory.mktemp("kept")


@pytest.fixture(autouse=True)
def jobs_end_with_their_test(kept_folder: Path) -> Iterator[None]:
    """What nobody waits for any more would keep later jobs waiting, and a core busy.

    A job whose row is gone ends at its next step, as a cancelled one does. No later page says that it was cancelled:
    one that needs it asks for it again.
    """
    yield
    with open_store(kept_folder).writing() as connection:
        connection.execute(jobs.delete().where(jobs.c.state.in_(("queued", "running"))))


@pytest.fixture(scope="session")
def server(kept_folder: Path) -> Iterator[str]:
    """The address of the app, served from this checkout, with its own store."""
    with serving(kept_folder) as running:
        yield running.address


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    chromium = find_chromium()
    if chromium is None:
        pytest.skip("no Chromium on this machine; install one or name it in KSDT_CHROMIUM")
    expect.set_options(timeout=WAIT_MILLISECONDS)
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=str(chromium), args=list(FLAGS))
        yield running
        running.close()


@pytest.fixture(scope="session")
def contexts(browser: Browser) -> dict[str, BrowserContext]:
    """Contexts by their options: what one has loaded, such as the scripts of Streamlit, it does not load again."""
    return {}


@pytest.fixture
def visit(request: pytest.FixtureRequest, browser: Browser, contexts: dict[str, BrowserContext]) -> Iterator[Visit]:
    """A new tab; a test that is parametrized with `indirect=True` sets the options of its context."""
    options = {"viewport": {"width": 1440, "height": 1000}, **getattr(request, "param", {})}
    context = contexts.pop(repr(options), None) or browser.new_context(**options)
    context.set_default_timeout(WAIT_MILLISECONDS)
    page = context.new_page()
    visit = Visit(page, Conversation(page))
    watch = partial(note_if_outside, visit)
    context.on("request", watch)
    visit.page.on("console", lambda line: visit.complaints.append(line.text) if line.type == "error" else None)
    visit.page.on("pageerror", lambda error: visit.complaints.append(str(error)))
    yield visit
    forbidden = visit.forbidden
    context.remove_listener("request", watch)
    if getattr(request.node, "failed", False):
        RESULTS.mkdir(exist_ok=True)
        name = re.sub(r"\W+", "-", request.node.name).strip("-")
        visit.page.screenshot(path=RESULTS / f"{name}.png", full_page=True)
        context.close()
    else:
        contexts[repr(options)] = as_new(context)
    assert forbidden == [], "whatever a test does, the policy of the server lets the app do it"


def as_new(context: BrowserContext) -> BrowserContext:
    """The context without what the last test left in it, but for files that it has loaded."""
    for page in context.pages:
        if page.url.startswith("http"):
            page.evaluate("() => { localStorage.clear(); sessionStorage.clear() }")
        page.close()
    context.clear_cookies()
    context.clear_permissions()
    return context


def note_if_outside(visit: Visit, request: Request) -> None:
    """Notes a request that would have left the machine; none does, since the browser finds no other host."""
    parts = urlsplit(request.url)
    if parts.scheme not in {"data", "blob"} and parts.hostname not in {"localhost", "127.0.0.1"}:
        visit.outside.append(request.url)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A file stays with one worker, so that its runs are mined once; the many looks at every page go to any."""
    for item in items:
        if item.path.parent == HERE and item.path.name != "test_every_page.py":
            item.add_marker(pytest.mark.xdist_group(item.path.name))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    report = yield
    if report.when == "call":
        item.failed = report.failed
    return report
