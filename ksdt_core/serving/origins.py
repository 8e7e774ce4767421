"""Which names the server answers to, and whether a page that asks something is one of its own."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlsplit

_DEFAULT_PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True)
class Place:
    """A host and, where it is written down, a port."""

    host: str
    port: int | None


def place_of(text: str) -> Place | None:
    """The place in a `Host` header, or None where it is not one.

    >>> place_of("LocalHost.:8501"), place_of("[::1]:8501"), place_of("someone@localhost"), place_of("localhost:http")
    (Place(host='localhost', port=8501), Place(host='::1', port=8501), None, None)
    """
    try:
        parts = urlsplit(f"//{text}")
        host, port = parts.hostname, parts.port
    except ValueError:
        return None
    if host is None or parts.netloc != text or "@" in text:
        return None
    return Place(host.lower().rstrip("."), port)


def is_called(host: str, names: Iterable[str]) -> bool:
    """Whether a `Host` header has one of these names; `*` stands for all, `*.a.example` for all below a.example.

    >>> [is_called(host, ["localhost", "*.a.example"]) for host in ("localhost:1", "b.a.example", "a.example", "c")]
    [True, True, False, False]
    """
    place = place_of(host)
    return place is not None and any(_fits(place.host, name.strip().lower().rstrip(".")) for name in names)


def _fits(host: str, name: str) -> bool:
    return name == "*" or host == name or (name.startswith("*.") and host.endswith(name[1:]))


def is_own_origin(origin: str, host: str, scheme: str) -> bool:
    """Whether a page of this origin came from the server that is asked: the same scheme, host and port.

    `scheme` is that of the connection. A proxy that ends TLS may not tell that people use https; so https passes for
    http, except for names of this machine itself.

    >>> [is_own_origin(f"http://localhost{port}", "localhost:8501", "http") for port in (":8501", ":9999", "")]
    [True, False, False]
    >>> is_own_origin("https://trees.example.org", "trees.example.org", "http")
    True
    """
    parts = urlsplit(origin)
    page, asked = place_of(parts.netloc), place_of(host)
    if parts.scheme not in _DEFAULT_PORTS or page is None or asked is None:
        return False
    usual = _DEFAULT_PORTS[parts.scheme]
    if (page.host, page.port or usual) != (asked.host, asked.port or usual):
        return False
    return parts.scheme == scheme or (parts.scheme == "https" and not is_this_machine(page.host))


def is_this_machine(host: str) -> bool:
    """Whether a host is this machine for everybody.

    >>> [is_this_machine(host) for host in ("localhost", "127.0.0.1", "::1", "0.0.0.0", "::", "a.example")]
    [True, True, True, False, False, False]
    """
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
