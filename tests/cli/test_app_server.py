"""A running app lets nobody in whom it was not told to: addresses, pages of other sites, other names of it."""

from __future__ import annotations

import base64
import http.client
import os
import re
import signal
import socket
import subprocess
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from email.message import Message
from pathlib import Path

import pytest

from benchmarks.serving import free_port
from ksdt_core.cli.listening import who_reads_what
from ksdt_core.store.folder import SETTING
from pages.common.uploads import LARGEST
from tests.cli.running import COMMAND, ROOT, environment
from tests.cli.test_app_command import is_served
from tests.waiting import PATIENCE, wait_until

psutil = pytest.importorskip("psutil", reason="psutil tells who listens where; pip install ksdt[test]")
pytestmark = pytest.mark.skipif(os.name != "posix", reason="the server is stopped as on POSIX systems")


@dataclass(frozen=True)
class Served:
    """An app that runs."""

    port: int
    process: subprocess.Popen[bytes]
    folder: Path

    def said(self) -> str:
        """What the command itself said; the server may log besides."""
        return "".join(line for line in self.logged().splitlines(True) if line.startswith("ksdt: "))

    def logged(self) -> str:
        return (self.folder / "errors").read_text()

    def printed(self) -> str:
        return (self.folder / "printed").read_text()

    def addresses(self) -> set[str]:
        """Where it listens."""
        family = [psutil.Process(self.process.pid), *psutil.Process(self.process.pid).children(recursive=True)]
        found = [connection for one in family for connection in one.net_connections("tcp")]
        return {entry.laddr.ip for entry in found if entry.status == psutil.CONN_LISTEN}

    def answer(self, method: str, path: str, *, body: bytes = b"", **headers: str) -> http.client.HTTPResponse:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        connection.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
        return connection.getresponse()

    def websocket(self, *, host: str | None = None, origin: str | None = None) -> int:
        """The status with which a websocket is opened: 101 where it is let in."""
        return self.hello(Host=f"{host or 'localhost'}:{self.port}", origin=origin).status

    def hello(self, *, origin: str | None = None, **headers: str) -> http.client.HTTPResponse:
        """The answer to one who wants to open a websocket."""
        hello = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13"}
        hello["Sec-WebSocket-Key"] = base64.b64encode(os.urandom(16)).decode()
        hello |= {"Host": f"localhost:{self.port}"} | headers | ({} if origin is None else {"Origin": origin})
        return self.answer("GET", "/_stcore/stream", **hello)


@contextmanager
def served(folder: Path, *options: str, files: tuple[int, int] | None = None, **settings: str) -> Iterator[Served]:
    """`ksdt app` in a process of its own, until the block ends; it may open so many files (soft, hard)."""
    port = free_port()
    surroundings = environment() | {SETTING: str(folder / "kept")} | settings
    with (folder / "errors").open("wb") as errors, (folder / "printed").open("wb") as printed:
        process = subprocess.Popen(
            [*COMMAND, "app", "--port", str(port), *options], env=surroundings,
            stdin=subprocess.DEVNULL, stdout=printed, stderr=errors, start_new_session=True,
        )  # fmt: skip
        if files is not None:  # the server, which the command starts a second later, inherits it
            psutil.Process(process.pid).rlimit(psutil.RLIMIT_NOFILE, files)
        try:
            wait_until(lambda: is_served(port, _address_in(options)), "the app did not start")
            yield Served(port, process, folder)
        finally:
            os.killpg(process.pid, signal.SIGTERM)
            process.wait(timeout=PATIENCE)


def _address_in(options: Sequence[str]) -> str:
    """Where to knock."""
    named = options[options.index("--address") + 1] if "--address" in options else "localhost"
    return "localhost" if named == "0.0.0.0" else named


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("served")) as running:
        yield running


def test_who_can_read_what(approved):
    assert who_reads_what("127.0.0.1", 8501, folder=Path("kept")) is None
    approved(who_reads_what("0.0.0.0", 8501, folder=Path("kept")))


def test_it_listens_on_this_machine_alone_and_says_nothing(app):
    assert app.addresses() <= {"127.0.0.1", "::1"}
    assert app.said() == ""


@pytest.fixture(scope="module")
def proxy() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as waiting:
        yield waiting


@pytest.fixture(scope="module")
def everywhere(tmp_path_factory: pytest.TempPathFactory, proxy: socket.socket) -> Iterator[Served]:
    """An app that listens at every address; what it asks for on the web comes to a proxy of ours."""
    asked = f"http://127.0.0.1:{proxy.getsockname()[1]}"
    proxies = dict.fromkeys(("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"), asked)
    with served(tmp_path_factory.mktemp("everywhere"), "--address", "0.0.0.0", **proxies) as running:
        yield running


def test_told_otherwise_it_says_plainly_who_can_read_what(everywhere):
    assert_says_who_can_read_what(everywhere)


def test_told_otherwise_by_the_environment_it_says_so_too(tmp_path):
    with served(tmp_path, STREAMLIT_SERVER_ADDRESS="0.0.0.0") as running:
        assert_says_who_can_read_what(running)


def assert_says_who_can_read_what(running: Served) -> None:
    assert "0.0.0.0" in running.addresses()
    said = running.said()
    assert len(said.splitlines()) == 1
    assert said == f"ksdt: {who_reads_what('0.0.0.0', running.port, folder=running.folder / 'kept')}\n"
    assert str(running.folder / "kept") in said
    assert running.websocket(host="workstation.example", origin=f"http://workstation.example:{running.port}") == 101


def test_nothing_is_asked_of_the_internet(everywhere, proxy):
    assert everywhere.websocket(origin="http://evil.example") == 403
    proxy.settimeout(0.5)
    with pytest.raises(TimeoutError):
        proxy.accept()


@pytest.mark.parametrize("path", ["/_stcore/upload_file/session/file", "/_stcore/upload_file/..%2f..%2fetc/passwd"])
def test_an_upload_without_the_token_of_the_page_is_refused(app, path):
    form = {"Content_Type": "multipart/form-data; boundary=x"}
    body = b'--x\r\nContent-Disposition: form-data; name="f"; filename="f.csv"\r\n\r\na,class\r\n--x--\r\n'
    assert app.answer("PUT", path, body=body, **form).status in (400, 403, 404)
    assert app.answer("PUT", path, body=body, **form, X_Xsrftoken="a", Cookie="_streamlit_xsrf=b").status in (
        400,
        403,
        404,
    )
    assert app.answer("DELETE", path).status in (400, 403, 404)


def test_a_token_counts_only_with_its_cookie(app):
    """With both, the upload gets past the check and fails for want of a session: the check was what refused it."""
    path = "/_stcore/upload_file/session/file"
    first = app.answer("GET", "/_stcore/health")
    cookie = re.search(r"_streamlit_xsrf=([^;]+)", first.headers["Set-Cookie"])
    assert cookie is not None
    token = cookie[1].strip('"')
    assert app.answer("PUT", path, X_Xsrftoken=token).status == 403
    assert app.answer("PUT", path, X_Xsrftoken=token, Cookie=f"_streamlit_xsrf={token}").status == 400


@pytest.mark.parametrize("origin", ["http://evil.example", "http://localhost.evil.example", "null", "file://"])
def test_pages_of_other_sites_do_not_get_in(app, origin):
    assert app.websocket(origin=f"http://localhost:{app.port}") == 101
    assert app.websocket(origin=origin) == 403


@pytest.mark.parametrize("origin", ["http://localhost:{other}", "http://127.0.0.1:{port}", "https://localhost:{port}"])
def test_a_page_of_another_port_name_or_scheme_of_this_machine_does_not_get_in(app, origin):
    """Streamlit itself lets all ports and names of this machine in."""
    asking = origin.format(port=app.port, other=app.port - 1)
    assert app.websocket(origin=asking) == 403
    assert app.answer("GET", "/", Host=f"localhost:{app.port}", Origin=asking).status == 403


def test_another_name_that_points_here_does_not_get_in(app):
    """A site can make its own name point to this machine; then it is of the same origin, but it has the wrong name."""
    assert app.websocket(host="rebound.example", origin=f"http://rebound.example:{app.port}") == 403
    assert app.websocket(host="127.0.0.1", origin=f"http://127.0.0.1:{app.port}") == 101


@pytest.mark.parametrize("path", ["/", "/_stcore/health", "/_stcore/host-config", "/static/js/any.js", "/media/a.csv"])
def test_nothing_is_answered_under_another_name(app, path):
    for host in ("rebound.example", f"rebound.example:{app.port}", "someone@localhost", "localhost.rebound.example"):
        refused = app.answer("GET", path, Host=host)
        assert refused.status == 403
        assert b"STREAMLIT_SERVER_ALLOWED_HOSTS" in refused.read()
    for host in (f"localhost:{app.port}", "127.0.0.1", f"[::1]:{app.port}", "LOCALHOST"):
        assert app.answer("GET", path, Host=host).status in (200, 404)


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        *(("GET", "/", 200), ("HEAD", "/", 200), ("GET", "/trees", 200), ("GET", "/_stcore/health", 200)),
        *(("GET", "/favicon.png", 200), ("GET", "/_stcore/host-config", 200), ("GET", "/media/none.csv", 404)),
        *(("PUT", "/_stcore/upload_file/a/b", 403), ("GET", "/static/..%2fa", 400), ("POST", "/", 405)),
    ],
)
def test_every_answer_says_that_no_page_may_hold_it(app, method, path, status):
    answer = app.answer(method, path)
    assert answer.status == status
    assert_guarded(answer.headers)


def test_refusals_and_websockets_say_so_too(app):
    assert_guarded(app.answer("GET", "/", Host="rebound.example").headers)
    for origin, status in ((f"http://localhost:{app.port}", 101), ("http://evil.example", 403)):
        answer = app.hello(origin=origin)
        assert answer.status == status
        assert_guarded(answer.headers)


def assert_guarded(headers: Message) -> None:
    policies = headers.get_all("Content-Security-Policy") or []
    assert len(policies) == 1
    rules = dict(rule.strip().split(" ", 1) for rule in policies[0].split(";"))
    assert rules["frame-ancestors"] == "'none'"
    assert rules["default-src"] == "'self'"
    assert not {"'unsafe-inline'", "'unsafe-eval'"} & set(rules["script-src"].split())
    assert headers.get_all("X-Frame-Options") == ["DENY"]
    assert headers.get_all("X-Content-Type-Options") == ["nosniff"]
    assert headers.get_all("Cross-Origin-Resource-Policy") == ["same-origin"]


def test_behind_a_proxy_that_ends_tls_it_answers_to_the_name_that_people_use(tmp_path):
    settings = {
        "STREAMLIT_SERVER_ALLOWED_HOSTS": "trees.example.org other.example.org",
        "STREAMLIT_SERVER_CORS_ALLOWED_ORIGINS": "https://trees.example.org:9443",
    }
    with served(tmp_path, **settings) as running:

        def met(origin: str, host: str = "trees.example.org", **more: str) -> int:
            page = running.answer("GET", "/", Host=host, Origin=origin, **more).status
            status = running.hello(Host=host, origin=origin, **more).status
            assert (page, status) in ((200, 101), (403, 403))
            return status

        secure = {"X_Forwarded_Proto": "https"}
        assert running.answer("GET", "/", Host="trees.example.org").status == 200
        assert met("https://trees.example.org") == 101
        assert met("https://trees.example.org", **secure) == 101
        assert met("https://other.example.org", host="other.example.org") == 101
        assert met("https://trees.example.org:9443") == 101
        assert met("http://trees.example.org", **secure) == 403
        assert met("https://trees.example.org:8443") == 403
        assert met("https://other.example.org") == 403
        assert met("https://localhost", host="localhost") == 403
        assert running.answer("GET", "/", Host="localhost").status == 403


@pytest.mark.parametrize(
    ("address", "shown"), [("::1", "[::1]"), ("127.0.0.1", "127.0.0.1"), ("127.0.0.2", "127.0.0.2")]
)
def test_the_address_it_prints_can_be_opened(tmp_path, address, shown):
    if address == "::1" and not has_ipv6():
        pytest.skip("this machine has no ::1")
    with served(tmp_path, "--address", address) as running:
        printed = f"http://{shown}:{running.port}"
        wait_until(lambda: f"URL: {printed}\n" in running.printed(), "the address was not printed")
        connection = http.client.HTTPConnection(address, running.port, timeout=PATIENCE)
        connection.request("GET", "/", headers={"Host": f"{shown}:{running.port}", "Origin": printed})
        assert connection.getresponse().status == 200


def has_ipv6() -> bool:
    try:
        with socket.create_server(("::1", 0), family=socket.AF_INET6):
            return True
    except OSError:
        return False


def test_answers_are_for_no_other_site(app):
    allowed = app.answer("GET", "/_stcore/health", Origin="http://evil.example").headers["Access-Control-Allow-Origin"]
    assert allowed in (None, f"http://localhost:{app.port}")


@pytest.mark.parametrize(
    "path",
    [
        *("/../../../../etc/passwd", "/..%2f..%2f..%2fetc/passwd", "/static/..%2f..%2f..%2f..%2fconfig.py"),
        *("/media/..%2f..%2fetc%2fpasswd", "/app/static/..%2f..%2fpyproject.toml", "/component/../../etc/passwd"),
        *("/static/%2e%2e/%2e%2e/%2e%2e/config.py", "/.streamlit/config.toml", "/_stcore/../../app.py"),
    ],
)
def test_downloads_cannot_leave_their_folder(app, path):
    response = app.answer("GET", path)
    body = response.read()
    assert b"root:" not in body
    assert b"enableXsrfProtection" not in body
    assert b"import " not in body[:2000] or b"<html" in body[:2000]


def test_what_the_settings_say_is_what_the_pages_say():
    server = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text())["server"]
    assert server["address"] == "localhost"
    assert server["enableXsrfProtection"] is True
    assert server["enableCORS"] is True
    assert server["maxUploadSize"] << 20 == LARGEST


def test_make_starts_it_the_same_way():
    assert "ksdt app --port" in (ROOT / "Makefile").read_text()


def test_a_browser_keeps_what_it_was_sent_while_a_page_runs_again_by_itself():
    """Regression: «Connection error. Cached ForwardMsg MISS», and the page stood still.

    All runs that follow from one click refer to what the browser had then. It dropped what two runs had not shown.
    """
    settings = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text("utf-8"))
    assert settings["global"]["maxCachedMessageAge"] >= 20
