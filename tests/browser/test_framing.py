"""A page of another site around the app: it is not shown there, and it cannot send an upload elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import suppress

import pytest
from playwright.sync_api import Browser, Error, Page, expect

from benchmarks.serving import serving
from tests.browser.conftest import WAIT_MILLISECONDS

pytestmark = pytest.mark.browser

# A page of a public host whose pages Streamlit trusts by default. It is answered inside the browser, by the test.
SITE = "https://anyone.streamlit.app"
UNGUARDED = (sys.executable, "-m", "streamlit", "run", "app.py", "--server.port")  # with the settings file alone
DIVERTS = '{stCommVersion: 1, type: "SET_FILE_UPLOAD_CLIENT_CONFIG", prefix: "%s/taken", headers: {}}' % SITE  # noqa: UP031
TABLE = "age,class\n" + "".join(f"{age},{'old' if age > 50 else 'young'}\n" for age in range(100))


@pytest.fixture(scope="module")
def unguarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("unguarded"), UNGUARDED) as running:
        yield running.address


@pytest.fixture
def site(browser: Browser) -> Iterator[tuple[Page, list[str]]]:
    """A window, with whatever it sends to the site beyond its first page."""
    context = browser.new_context()
    context.set_default_timeout(WAIT_MILLISECONDS)
    with suppress(Error):  # newer browsers ask people whether a site may reach this machine: here they agree
        context.grant_permissions(["local-network-access"])
    sent: list[str] = []
    page = context.new_page()
    page.on("request", lambda request: sent.append(request.url) if request.url.startswith(f"{SITE}/taken") else None)
    yield page, sent
    context.close()


def framing(page: Page, address: str) -> None:
    """Opens a page of the site that holds the app and, again and again, tells it where uploads are to go."""
    body = f"""<iframe src="{address}" style="width: 1300px; height: 900px"></iframe><script>
        setInterval(() => document.querySelector("iframe").contentWindow.postMessage({DIVERTS}, "*"), 50)
        </script>"""
    page.context.route(f"{SITE}/**", lambda route: route.fulfill(body=body, content_type="text/html"))
    page.goto(f"{SITE}/", wait_until="commit")


def test_a_page_of_another_site_cannot_divert_an_upload(unguarded, site):
    page, sent = site
    framing(page, f"{unguarded}/data")
    app = page.frame_locator("iframe")
    expect(app.locator("[data-test-script-state='notRunning']")).to_be_attached()
    page.wait_for_timeout(500)  # several messages have come
    app.locator("input[type=file]").first.set_input_files(
        {"name": "people.csv", "mimeType": "text/csv", "buffer": TABLE.encode()}
    )
    expect(app.get_by_text("people").first).to_be_visible()
    expect(app.locator("[data-test-script-state='notRunning']")).to_be_attached()
    page.wait_for_timeout(500)
    assert sent == []


def test_the_app_is_not_shown_inside_a_page_of_another_site(server, site):
    page, _ = site
    with page.expect_event("console", lambda line: "frame-ancestors" in line.text):
        framing(page, server)
    assert page.frame_locator("iframe").locator("[data-testid=stApp]").count() == 0
