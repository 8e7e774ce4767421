"""`ksdt app`: the right script, on this machine alone."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys

import pytest

from benchmarks import serving
from ksdt_core.cli import app_command
from tests.cli.running import ROOT, environment
from tests.refusals import refused
from tests.waiting import PATIENCE, wait_until

LISTENING = (  # a command that was started in the background may have been told to pass over Ctrl-C
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
    "from ksdt_core.cli.entry import main; main()"
)


@pytest.fixture
def free_port() -> int:
    return serving.free_port()


def test_the_command_that_starts_it(free_port, monkeypatch, tmp_path):
    (tmp_path / "serve.py").touch()
    monkeypatch.setattr(app_command, "PACKAGE", tmp_path / "ksdt_core")
    words = app_command.app_words(free_port)
    assert words[:5] == [sys.executable, "-m", "streamlit", "run", str(tmp_path / "serve.py")]
    assert words[words.index("--server.address") + 1] == "localhost"
    assert words[words.index("--server.port") + 1] == str(free_port)


def test_an_installed_package_carries_its_own_script(monkeypatch, tmp_path):
    monkeypatch.setattr(app_command, "PACKAGE", tmp_path / "ksdt_core")
    with refused("app-not-installed"):
        app_command.entry_script()
    inside = tmp_path / "ksdt_core" / "_app" / "serve.py"
    inside.parent.mkdir(parents=True)
    inside.touch()
    (tmp_path / "serve.py").touch()  # of something else that happens to lie there
    assert app_command.entry_script() == inside


def test_a_port_in_use_is_named():
    with socket.socket() as taken:
        taken.bind(("localhost", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with refused("port-in-use", option="port", port=port):
            app_command.app_words(port)


@pytest.mark.skipif(os.name != "posix", reason="signals are sent as on POSIX systems")
@pytest.mark.parametrize(("sent", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, None)], ids=["Ctrl-C", "SIGTERM"])
def test_it_serves_until_it_is_stopped(free_port, sent, code):
    if not (ROOT / "serve.py").is_file():
        pytest.skip("the checkout has no serve.py yet")
    process = subprocess.Popen(
        [sys.executable, "-c", LISTENING, "app", "--port", str(free_port)],
        env=environment() | {"STREAMLIT_SERVER_HEADLESS": "true"},
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
    )  # fmt: skip
    try:
        wait_until(lambda: is_served(free_port), "the app did not start")
        if sent is signal.SIGINT:
            os.killpg(process.pid, sent)
        else:
            process.send_signal(sent)
        returned = process.wait(timeout=PATIENCE)
        assert code is None or returned == code
        wait_until(lambda: not is_served(free_port), "the app goes on after it was stopped")
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)


def is_served(port: int, address: str = "localhost") -> bool:
    with socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET) as probe:
        return probe.connect_ex((address, port)) == 0
