"""`ksdt app`: the web app, on this machine alone unless told otherwise."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from ksdt_core.cli.listening import EVERYWHERE, HERE, check_free, in_an_address, who_reads_what
from ksdt_core.cli.report import INTERRUPTED, say
from ksdt_core.errors import InvalidParameterError
from ksdt_core.serving.origins import is_this_machine

PACKAGE = Path(__file__).resolve().parents[1]
HOSTS = "STREAMLIT_SERVER_ALLOWED_HOSTS"
NAMES_OF_THIS_MACHINE = ("localhost", "127.0.0.1", "::1")  # as in .streamlit/config.toml
NOWHERE = "http://127.0.0.1:9"  # nobody listens there
# Streamlit asks a public service for this machine's address now and then; what it asks does not leave the machine.
ASKS_NOTHING = {
    **dict.fromkeys(("http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"), NOWHERE),
    **dict.fromkeys(("no_proxy", "NO_PROXY"), "localhost,127.0.0.1,::1"),
}


def app_command(
    port: Annotated[int, typer.Option(metavar="N", help="Port of the app on this machine.")] = 8501,
    address: Annotated[
        str,
        typer.Option(
            metavar="ADDRESS",
            envvar="STREAMLIT_SERVER_ADDRESS",
            help="Address to listen on. 0.0.0.0 gives other machines access, without sign-in.",
        ),
    ] = HERE,
) -> None:
    """Start the web app on this machine. Stop it with Ctrl-C."""
    from ksdt_core.store.database import open_store
    from ksdt_core.store.folder import data_folder
    from ksdt_core.store.quick_check import damage_found

    command = app_words(port, address)
    open_store().engine.dispose()  # what is wrong with the store is said here and now
    damage = damage_found(data_folder())
    if damage is not None:
        say(damage)
    told = who_reads_what(address, port, folder=data_folder())
    if told is not None:
        say(told)
    server = subprocess.Popen(command, cwd=entry_script().parent, env={**os.environ, **ASKS_NOTHING})
    signal.signal(signal.SIGTERM, lambda *_: server.terminate())
    try:
        code = server.wait()
    except KeyboardInterrupt:  # the server was told too; let it finish
        server.wait()
        raise typer.Exit(INTERRUPTED) from None
    raise typer.Exit(code)


def app_words(port: int, address: str = HERE) -> list[str]:
    """The command that starts the app, once it is known that it can start."""
    script = entry_script()
    if find_spec("streamlit") is None:
        raise InvalidParameterError("app-needs-streamlit")
    check_free(address, port)
    shown = socket.gethostname() if address in EVERYWHERE else in_an_address(address)
    return [
        *(sys.executable, "-m", "streamlit", "run", str(script)),
        *("--server.address", address, "--server.port", str(port), "--browser.gatherUsageStats", "false"),
        *("--browser.serverAddress", shown),
        *(word for name in _names(address) for word in ("--server.allowedHosts", name)),
    ]


def _names(address: str) -> tuple[str, ...]:
    """By which names the server is called, where the environment does not say; none: as the settings file says."""
    if HOSTS in os.environ or address in NAMES_OF_THIS_MACHINE:
        return ()
    # By which names this machine is called from others is not known here.
    return (*NAMES_OF_THIS_MACHINE, address) if is_this_machine(address) else ("*",)


def entry_script() -> Path:
    """The script that serves the app: inside an installed package, or beside it in a checkout."""
    for script in (PACKAGE / "_app" / "serve.py", PACKAGE.parent / "serve.py"):
        if script.is_file():
            return script
    raise InvalidParameterError("app-not-installed")
