"""Where the app listens, and who can then read what."""

from __future__ import annotations

import errno
import socket
from pathlib import Path
from typing import Any

from ksdt_core.errors import InvalidParameterError
from ksdt_core.serving.origins import is_this_machine

HERE = "localhost"
EVERYWHERE = ("0.0.0.0", "::")


def in_an_address(address: str) -> str:
    """The address as it is written in the address bar of a browser.

    >>> in_an_address("::1"), in_an_address("127.0.0.1"), in_an_address("localhost")
    ('[::1]', '127.0.0.1', 'localhost')
    """
    return f"[{address}]" if ":" in address else address


def who_reads_what(address: str, port: int, *, folder: Path) -> str | None:
    """What to tell the person who starts the app where others reach it; None where nobody does."""
    if is_this_machine(address):
        return None
    return (
        f"the app listens on {address}: anyone who reaches port {port} of this machine can read all tables and "
        f"runs saved in {folder}, add others, and change and delete runs, because the app has no sign-in. Use a "
        "proxy with sign-in, or omit --address (and STREAMLIT_SERVER_ADDRESS) to listen on this machine only."
    )


def check_free(address: str, port: int) -> None:
    """Refuse a port that is taken and an address that this machine does not have."""
    if not 1 <= port <= 65535:
        raise InvalidParameterError("out-of-range", option="port", value=port, low=1, high=65535)
    family, place = _resolved(address, port)
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(place)
        except PermissionError:
            raise InvalidParameterError("port-forbidden", option="port", port=port) from None
        except OSError as error:
            if error.errno == errno.EADDRNOTAVAIL:
                raise _not_ours(address) from None
            raise InvalidParameterError("port-in-use", option="port", port=port, next=port + 1) from None


def _resolved(address: str, port: int) -> tuple[socket.AddressFamily, Any]:
    try:
        found = socket.getaddrinfo(address, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError, ValueError):
        raise _not_ours(address) from None
    family, *_, place = found[0] if address != HERE else min(found, key=lambda entry: entry[0] != socket.AF_INET)
    return family, place


def _not_ours(address: str) -> InvalidParameterError:
    return InvalidParameterError("address-not-ours", option="address", address=address)
