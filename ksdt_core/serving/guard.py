"""The guard before the server: refuses what is not ours, and puts the headers of `policy` on every answer."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from ksdt_core.serving.origins import is_called, is_own_origin
from ksdt_core.serving.policy import Headers

# The words of ASGI, by which the guard speaks with the server around it and with the app inside.
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Message, Receive, Send], Awaitable[None]]

_STARTS = ("http.response.start", "websocket.http.response.start", "websocket.accept")  # messages that have headers
_HEALTH = ("/_stcore/health", "/healthz")
_SCHEMES = {"http": "http", "https": "https", "ws": "http", "wss": "https"}


@dataclass(frozen=True, slots=True)
class Rules:
    """What is let in, and what is said to all."""

    names: tuple[str, ...]  # by which the server is called; nobody is asked where there are none
    origins: tuple[str, ...]  # of other pages that may ask it
    headers: Headers
    has_room: Callable[[], bool]  # for one more session


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a request is not answered."""

    status: int
    why: str


_OTHER_NAME = Refusal(
    403,
    "Refused: the host name in this address is not allowed. Use localhost, or add the name to "
    "STREAMLIT_SERVER_ALLOWED_HOSTS and restart the app.",
)
_OTHER_PAGE = Refusal(403, "Refused: the request came from a page of another site or port. Open the app directly.")
_NO_ROOM = Refusal(503, "The server has too many open files for another session. Try again later.")


class Guard:
    """A layer around an ASGI app."""

    def __init__(self, app: App, rules: Rules) -> None:
        self._app, self._rules = app, rules

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        with_headers = partial(_send_with, self._rules.headers, send)
        refusal = self._refusal(scope)
        if refusal is None:
            await self._app(scope, receive, with_headers)
        else:
            await _refuse(refusal, scope, receive, with_headers)

    def _refusal(self, scope: Message) -> Refusal | None:
        hosts, origins = _values(scope, b"host"), _values(scope, b"origin")
        if self._rules.names and not (len(hosts) == 1 and is_called(hosts[0], self._rules.names)):
            return _OTHER_NAME
        scheme = _SCHEMES[scope["scheme"]]
        for origin in origins:
            if origin not in self._rules.origins and not is_own_origin(origin, "".join(hosts), scheme):
                return _OTHER_PAGE
        needs_room = scope["type"] == "websocket" or scope["path"].endswith(_HEALTH)
        return _NO_ROOM if needs_room and not self._rules.has_room() else None


def _values(scope: Message, name: bytes) -> list[str]:
    return [value.decode("latin-1") for key, value in scope["headers"] if key == name]


async def _send_with(headers: Headers, send: Send, message: Message) -> None:
    if message["type"] in _STARTS:
        own = {name for name, _ in headers}
        others = [(name, value) for name, value in message.get("headers") or () if bytes(name).lower() not in own]
        message = {**message, "headers": [*others, *headers]}
    await send(message)


async def _refuse(refusal: Refusal, scope: Message, receive: Receive, send: Send) -> None:
    """Answer with a status and a sentence; a websocket too, where the server around us can say it."""
    kind = "http.response"
    if scope["type"] == "websocket":
        await receive()  # that it wants to connect
        if "websocket.http.response" not in scope.get("extensions", {}):
            await send({"type": "websocket.close", "code": 1008, "reason": refusal.why})
            return
        kind = "websocket.http.response"
    body = f"{refusal.why}\n".encode()
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", str(len(body)).encode())]
    await send({"type": f"{kind}.start", "status": refusal.status, "headers": headers})
    await send({"type": f"{kind}.body", "body": body})
