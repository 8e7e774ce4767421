"""Readers of the app without a browser: each speaks the app's websocket as a browser would, timers included."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from urllib.parse import urlencode

from streamlit.proto.Alert_pb2 import Alert
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection, connect

from tests.waiting import PATIENCE

PAUSE_SECONDS = (1.0, 3.0)  # a reader looks at what came before going on
READING = ("trees", "diversity", "spectrum", "runs", "data", "mine")
_DONE = (ForwardMsg.FINISHED_SUCCESSFULLY, ForwardMsg.FINISHED_FRAGMENT_RUN_SUCCESSFULLY)


@dataclass(slots=True)
class Reader:
    """One reader: how long each page took, what went wrong, and which parts of the page renew themselves."""

    address: str  # of the websocket
    pair: str
    random: Random
    patience: float = PATIENCE  # seconds
    seconds: list[float] = field(default_factory=list)
    by_timer: list[float] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    _timers: dict[str, float] = field(default_factory=dict)  # fragment: seconds between two runs
    _page: str = ""

    async def look(self, *pages: str) -> None:
        """Open one page after the other."""
        async with self._connected() as socket:
            for page in pages:
                await self._open(socket, page, urlencode({"pair": self.pair}))

    async def read(self, until: float) -> None:
        """Choose weights, look at the trees, choose again, until the clock says so."""
        async with self._connected() as socket:
            while not self.seconds or time.monotonic() < until:
                weights = [self.random.randint(1, 8) for _ in range(3)]
                chosen = ",".join(f"{weight / sum(weights):.6g}" for weight in weights)
                await self._open(socket, "mine", urlencode({"pair": self.pair, "weights": chosen}))
                await self._pause(socket)
                await self._open(socket, self.random.choice(READING), "")
                await self._pause(socket)

    def _connected(self) -> connect:
        return connect(
            self.address, subprotocols=["streamlit"], max_size=None,  # type: ignore[list-item]
            open_timeout=PATIENCE, ping_interval=None,  # who is served late has not gone
        )  # fmt: skip

    async def _open(self, socket: ClientConnection, page: str, query: str) -> None:
        message = BackMsg()
        message.rerun_script.page_name, message.rerun_script.query_string = page, query
        self._page = page
        self._timers.clear()
        self.seconds.append(await self._answered(socket, message))

    async def _pause(self, socket: ClientConnection) -> None:
        """Look at the page; what renews itself does so meanwhile."""
        end = time.monotonic() + self.random.uniform(*PAUSE_SECONDS)
        while True:
            wait = min(self._timers.values(), default=PATIENCE)
            if time.monotonic() + wait > end:
                await asyncio.sleep(max(0.0, end - time.monotonic()))
                return
            await asyncio.sleep(wait)
            message = BackMsg()
            message.rerun_script.page_name = self._page
            message.rerun_script.fragment_id = min(self._timers, key=self._timers.__getitem__)
            message.rerun_script.is_auto_rerun = True
            self.by_timer.append(await self._answered(socket, message))

    async def _answered(self, socket: ClientConnection, message: BackMsg) -> float:
        """Seconds until the page has been sent to its end."""
        began = time.monotonic()
        await socket.send(message.SerializeToString())
        while True:
            answer = ForwardMsg()
            answer.ParseFromString(await asyncio.wait_for(socket.recv(decode=False), self.patience))
            self._take_note(answer)
            if answer.WhichOneof("type") == "script_finished" and answer.script_finished in _DONE:
                return time.monotonic() - began

    def _take_note(self, answer: ForwardMsg) -> None:
        kind = answer.WhichOneof("type")
        if kind == "script_finished" and answer.script_finished == ForwardMsg.FINISHED_EARLY_FOR_RERUN:
            self._timers.clear()  # the whole page is made again
        elif kind == "auto_rerun":
            self._timers[answer.auto_rerun.fragment_id] = answer.auto_rerun.interval
        elif kind == "page_not_found":
            self.problems.append(f"{self._page}: page not found")
        elif kind == "session_event" and answer.session_event.HasField("script_compilation_exception"):
            self.problems.append(answer.session_event.script_compilation_exception.message)
        elif kind == "delta" and answer.delta.WhichOneof("type") == "new_element":
            element = answer.delta.new_element
            if element.WhichOneof("type") == "exception":
                self.problems.append(f"{self._page}: {element.exception.message}")
            elif element.WhichOneof("type") == "alert" and element.alert.format == Alert.ERROR:
                self.problems.append(f"{self._page}: {element.alert.body}")


def reading(address: str, pairs: list[str], *, n_readers: int, seconds: float, seed: int = 0) -> list[Reader]:
    """Many readers at once, each at a pace of its own; they leave when the time is over."""
    readers = [Reader(address, pairs[n % len(pairs)], Random(f"{seed} {n}")) for n in range(n_readers)]

    async def everybody() -> None:
        until = time.monotonic() + seconds
        await asyncio.gather(*(reader.read(until) for reader in readers))

    asyncio.run(everybody())
    return readers


def settled(value: Callable[[], float], *, enough: float, patience: float) -> float:
    """The last value after waiting until it is at most `enough`, or no longer."""
    end = time.monotonic() + patience
    while (now := value()) > enough and time.monotonic() < end:
        time.sleep(1.0)
    return now
