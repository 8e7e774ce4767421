"""What the browser and the server say to each other: whether a run of the page is under way."""

from __future__ import annotations

from functools import partial

from playwright.sync_api import Page, Request, WebSocket
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg


class Conversation:
    """Knows from the messages themselves whether the server still owes the page something.

    The page alone cannot tell: it says "not running" before it has asked for its first run, and again between a
    click and the message that the click sends.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self.is_running = False
        self._socket: WebSocket | None = None
        page.on("request", self._requested)
        page.on("websocket", self._connected)

    def _requested(self, request: Request) -> None:
        """A document that is loaded asks for a run, on a new connection; what the old one says no longer counts."""
        if request.is_navigation_request() and request.frame == self.page.main_frame:
            self.is_running, self._socket = True, None

    def _connected(self, socket: WebSocket) -> None:
        if socket.url.split("?")[0].endswith("/_stcore/stream"):
            self._socket = socket
            socket.on("framesent", partial(self._sent, socket))
            socket.on("framereceived", partial(self._received, socket))

    def _sent(self, socket: WebSocket, message: bytes | str) -> None:
        if socket is self._socket and isinstance(message, bytes):
            self.is_running |= BackMsg.FromString(message).WhichOneof("type") == "rerun_script"

    def _received(self, socket: WebSocket, message: bytes | str) -> None:
        if socket is not self._socket or not isinstance(message, bytes):
            return
        told = ForwardMsg.FromString(message)
        match told.WhichOneof("type"):
            case "new_session":
                self.is_running = True
            case "script_finished":  # a run that ends early makes room for the next
                self.is_running = told.script_finished == ForwardMsg.FINISHED_EARLY_FOR_RERUN
