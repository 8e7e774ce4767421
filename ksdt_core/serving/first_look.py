"""What is there before the app is: a style in the page that loads it, so that nothing moves when the app comes.

The app sends its style sheet with its first page, some hundred milliseconds after the browser has painted. Whatever
stands somewhere else from then on has jumped before the eyes of the reader.
"""

from __future__ import annotations

from ksdt_core.serving.guard import App, Message, Receive, Send

_END = b"</head>"


class FirstLook:
    """A layer around an ASGI app that adds elements to the head of every page of HTML."""

    def __init__(self, app: App, added: str) -> None:
        self._app, self._added = app, added.encode()

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        plain = [(name, value) for name, value in scope["headers"] if name not in (b"range", b"accept-encoding")]
        asked = {**scope, "headers": plain} if b"text/html" in _value(scope["headers"], b"accept") else scope
        await self._app(asked, receive, _Completed(send, self._added))


class _Completed:
    """Sends what it is given; of a page of HTML all at once, with what is added."""

    def __init__(self, send: Send, added: bytes) -> None:
        self._send, self._added = send, added
        self._start: Message | None = None
        self._body = bytearray()

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start" and _is_page(message):
            self._start = message
        elif self._start is None or message["type"] != "http.response.body":
            await self._send(message)
        else:
            self._body += message.get("body", b"")
            if not message.get("more_body", False):
                await self._finish(self._start)

    async def _finish(self, start: Message) -> None:
        body = bytes(self._body)
        if body:  # a page that is asked for by HEAD, or known to the browser, has none
            body = body.replace(_END, self._added + _END, 1)
            others = [(name, value) for name, value in start["headers"] if name.lower() != b"content-length"]
            start = {**start, "headers": [*others, (b"content-length", str(len(body)).encode())]}
        await self._send(start)
        await self._send({"type": "http.response.body", "body": body})


def _is_page(start: Message) -> bool:
    headers = start.get("headers") or ()
    return b"text/html" in _value(headers, b"content-type") and not _value(headers, b"content-encoding")


def _value(headers: object, name: bytes) -> bytes:
    return next((bytes(value) for key, value in headers if bytes(key).lower() == name), b"")  # type: ignore[attr-defined]
