"""`ksdt app`: the web app, on this machine alone."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from ksdt_core.cli.report import INTERRUPTED
from ksdt_core.errors import InvalidParameterError

PACKAGE = Path(__file__).resolve().parents[1]
ADDRESS = "localhost"


def app_command(
    port: Annotated[int, typer.Option(metavar="N", help="Port of the app on this machine.")] = 8501,
) -> None:
    """Start the web app on this machine; stop it with Ctrl-C."""
    command = app_words(port)
    server = subprocess.Popen(command, cwd=entry_script().parent)
    signal.signal(signal.SIGTERM, lambda *_: server.terminate())
    try:
        code = server.wait()
    except KeyboardInterrupt:  # the server was told too; let it finish
        server.wait()
        raise typer.Exit(INTERRUPTED) from None
    raise typer.Exit(code)


def app_words(port: int) -> list[str]:
    """The command that starts the app, once it is known that it can start."""
    script = entry_script()
    if find_spec("streamlit") is None:
        raise InvalidParameterError("the app needs the package streamlit; install it with pip install streamlit.")
    _check_port(port)
    return [
        *(sys.executable, "-m", "streamlit", "run", str(script)),
        *("--server.address", ADDRESS, "--server.port", str(port), "--browser.gatherUsageStats", "false"),
    ]


def entry_script() -> Path:
    """The entry script: inside an installed package, or beside it in a checkout."""
    for script in (PACKAGE / "_app" / "app.py", PACKAGE.parent / "app.py"):
        if script.is_file():
            return script
    raise InvalidParameterError("the app is not installed with this package; install ksdt again.")


def _check_port(port: int) -> None:
    if not 1 <= port <= 65535:
        raise InvalidParameterError(f"port {port} must lie between 1 and 65535, for example 8501.")
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((ADDRESS, port))
        except PermissionError:
            raise InvalidParameterError(f"port {port} is not open to you; choose one above 1023.") from None
        except OSError:
            raise InvalidParameterError(f"port {port} is in use; choose another, say --port {port + 1}.") from None
