"""A running server and a real Chromium for the browser tests."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, FloatRect, Locator, Page, Request, Route, expect, sync_playwright

from benchmarks.serving import ROOT, serving
from tests.browser.chromium import find_chromium
from tests.browser.conversation import Conversation

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


@pytest.fixture
def visit(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Visit]:
    """A fresh browser window; a test that is parametrized with `indirect=True` sets the options of its context."""
    context = browser.new_context(**{"viewport": {"width": 1440, "height": 1000}, **getattr(request, "param", {})})
    context.set_default_timeout(WAIT_MILLISECONDS)
    page = context.new_page()
    visit = Visit(page, Conversation(page))
    context.route("**/*", lambda route: keep_at_home(route, visit))
    visit.page.on("console", lambda line: visit.complaints.append(line.text) if line.type == "error" else None)
    visit.page.on("pageerror", lambda error: visit.complaints.append(str(error)))
    yield visit
    forbidden = visit.forbidden
    if getattr(request.node, "failed", False):
        RESULTS.mkdir(exist_ok=True)
        name = re.sub(r"\W+", "-", request.node.name).strip("-")
        visit.page.screenshot(path=RESULTS / f"{name}.png", full_page=True)
    context.close()
    assert forbidden == [], "whatever a test does, the policy of the server lets the app do it"


def keep_at_home(route: Route, visit: Visit) -> None:
    """Lets requests to this machine pass and notes all others."""
    if is_local(route.request):
        route.continue_()
    else:
        visit.outside.append(route.request.url)
        route.abort()


def is_local(request: Request) -> bool:
    parts = urlsplit(request.url)
    return parts.scheme in {"data", "blob"} or parts.hostname in {"localhost", "127.0.0.1"}


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    report = yield
    if report.when == "call":
        item.failed = report.failed
    return report
