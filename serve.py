"""The server of the app, behind a guard. `ksdt app` runs it, as `streamlit run serve.py` does.

`app` is what Streamlit looks for in a script that brings its own server.

Streamlit keeps a session for two minutes after its reader has left, in case the reader comes back. It looks for those
that are older only when another reader leaves. Each holds three file descriptors, so where they were used up nobody
could come in, nobody left, and the server never recovered. Here old sessions are ended every few seconds.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

import streamlit as st
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from streamlit.runtime import get_instance
from streamlit.runtime.pages_manager import PagesManager
from streamlit.starlette import App

from ksdt_core.background import kernels
from ksdt_core.serving import descriptors
from ksdt_core.serving.first_look import FirstLook
from ksdt_core.serving.guard import Guard, Rules
from ksdt_core.serving.policy import headers_of
from ksdt_core.serving.preloads import preloads
from pages.common.look import AT_FIRST, first_look
from pages.mine.layout import STYLE as OF_MINE
from pages.trees.layout import STYLE as OF_TREES

STATIC = Path(st.__file__).parent / "static"
HEADERS = headers_of((STATIC / "index.html").read_text(encoding="utf-8"))
SECONDS_BETWEEN = 10.0  # two looks for old sessions
SECONDS_BEFORE_LOADING = 0.5  # what Start needs comes first
log = logging.getLogger(__name__)


def has_room() -> bool:
    """Whether one more session can be taken; where it cannot, sessions of readers who have gone make room."""
    if not descriptors.has_room():
        end_left_sessions()
    return descriptors.has_room()


async def failed(_request: Request, _error: Exception) -> PlainTextResponse:
    """What is said when the server itself fails; its log says more."""
    headers = {name.decode(): value.decode() for name, value in HEADERS}
    return PlainTextResponse("The server failed. Its log has the details.\n", status_code=500, headers=headers)


@asynccontextmanager
async def sweeping(_app: Any) -> AsyncIterator[None]:
    """Compile kernels and load the first pages. While the server runs, end sessions whose time is over."""
    task = asyncio.create_task(_sweep())
    compiling = kernels.start()
    stopped = threading.Event()
    loading = threading.Thread(target=load_first_pair, args=(stopped,), daemon=True)
    loading.start()
    try:
        yield
    finally:
        task.cancel()
        stopped.set()
        compiling.stop()
        await asyncio.to_thread(loading.join)  # Python may hang when it ends in the middle of an import


def load_first_pair(stopped: threading.Event) -> None:
    """Load what the first reader who opens a pair needs, once its kernels are compiled and not if that was stopped.

    A reader who comes at once sees Start first; a server that was stopped ends without it.
    """
    if stopped.wait(SECONDS_BEFORE_LOADING) or not kernels.wait_for("evidence"):
        return
    kernels.load_pair_test()
    for module in pages_of_a_pair():
        if stopped.is_set():
            return
        import_module(module)


def pages_of_a_pair() -> Iterator[str]:
    """The modules of Data and of Mine, which show a pair first."""
    for package in (import_module("pages.data"), import_module("pages.mine")):
        for module in iter_modules(package.__path__):
            if module.name != "page":  # a script: Streamlit runs it for each reader
                yield f"{package.__name__}.{module.name}"


async def _sweep() -> None:
    while True:
        await asyncio.sleep(SECONDS_BETWEEN)
        try:
            end_old_sessions()
        except Exception:
            log.exception("sessions of readers who have left could not be ended")


def end_old_sessions() -> None:
    """End the sessions that are kept no longer."""
    for _, left in _kept_sessions()._cache.expire():
        left.session.shutdown()


def end_left_sessions() -> None:
    """End all sessions whose readers have left: those who come now need what they hold."""
    end_old_sessions()
    for left in _kept_sessions().list():
        get_instance().close_session(left.session.id)


def _kept_sessions() -> Any:
    """Where Streamlit keeps sessions whose readers have left; it has no public name."""
    return get_instance()._session_mgr._session_storage  # type: ignore[attr-defined]


# A folder named `pages` makes Streamlit look for scripts in it until `st.navigation` has run once: the first reader of
# a server who opened a page by its address was told that there is no such page.
PagesManager.uses_pages_directory = False
descriptors.raise_limit()
RULES = Rules(
    names=tuple(st.get_option("server.allowedHosts")),
    origins=tuple(origin.strip() for origin in st.get_option("server.corsAllowedOrigins")),
    headers=HEADERS,
    has_room=has_room,
)
ADDED = f"{preloads(STATIC, AT_FIRST)}<style>{first_look(OF_MINE, OF_TREES)}</style>"
app = App(
    "app.py",
    lifespan=sweeping,
    middleware=[Middleware(Guard, rules=RULES), Middleware(FirstLook, added=ADDED)],
    exception_handlers={Exception: failed},
)
