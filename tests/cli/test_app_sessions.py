"""File descriptors: the server takes as many as it may, says when it has too few, and recovers when readers leave."""

from __future__ import annotations

import asyncio
import errno
import os
from collections.abc import Iterator
from contextlib import AsyncExitStack
from random import Random

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from ksdt_core.serving.descriptors import WANTED
from tests.cli.test_app_server import Served, served
from tests.reliability.clients import Reader
from tests.waiting import PATIENCE, wait_until

psutil = pytest.importorskip("psutil", reason="psutil counts descriptors; pip install ksdt[test]")
resource = pytest.importorskip("resource", reason="only POSIX systems have such bounds")
pytestmark = pytest.mark.skipif(not hasattr(psutil, "RLIMIT_NOFILE"), reason="only Linux tells of other processes")

FEW = 256
READERS = 100  # each session holds three, so that 256 are not enough for all


def server_of(running: Served) -> psutil.Process:
    """The server, which the command has started."""
    (child,) = psutil.Process(running.process.pid).children()
    return child


def address_of(running: Served) -> str:
    return f"ws://localhost:{running.port}/_stcore/stream"


def look(running: Served) -> None:
    """One reader opens a page, sees no error, and leaves."""
    reader = Reader(address_of(running), "", Random(0))
    asyncio.run(reader.look("runs"))
    assert reader.problems == []


def health(running: Served) -> int:
    return running.answer("GET", "/_stcore/health").status


async def hold_all_it_takes(running: Served) -> tuple[int, int, int]:
    """Come and stay until one is refused: how many came in, with what the last was refused, and health meanwhile."""
    async with AsyncExitStack() as staying:
        for came in range(FEW):
            try:
                await staying.enter_async_context(connect(address_of(running), open_timeout=PATIENCE))
            except InvalidStatus as refused:
                return came, refused.response.status_code, await asyncio.to_thread(health, running)
    raise AssertionError("nobody was refused")


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server that may open few files, which has had its first reader."""
    with served(tmp_path_factory.mktemp("small"), files=(FEW, FEW)) as running:
        look(running)  # only the first one was told that the page does not exist, in a dialog over the page
        yield running


@pytest.fixture(scope="module")
def brief(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server that may take more files than it has at first, and ends sessions after a second."""
    folder, hard = tmp_path_factory.mktemp("brief"), resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    with served(folder, files=(FEW, hard), STREAMLIT_SERVER_DISCONNECTED_SESSION_TTL="1") as running:
        yield running


def test_the_server_takes_as_many_as_the_system_gives(brief):
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    assert health(brief) == 200
    soft, _ = server_of(brief).rlimit(psutil.RLIMIT_NOFILE)
    assert soft == (WANTED if hard == resource.RLIM_INFINITY else min(hard, WANTED))


def test_the_first_reader_of_a_server_may_open_any_page(small):
    assert health(small) == 200


def test_a_full_server_says_so_and_recovers(small):
    came, status, said = asyncio.run(hold_all_it_takes(small))
    assert came >= 30
    assert (status, said) == (503, 503)
    wait_until(lambda: health(small) == 200, "the server did not recover")
    look(small)
    assert os.strerror(errno.EMFILE) not in small.logged()


def test_readers_who_left_make_room_for_those_who_come(small):
    for _ in range(READERS):
        look(small)
    assert health(small) == 200
    assert os.strerror(errno.EMFILE) not in small.logged()


def test_a_session_is_ended_when_its_time_is_over_though_nobody_else_leaves(brief):
    look(brief)
    before = server_of(brief).num_fds()
    for _ in range(10):
        look(brief)
    wait_until(lambda: server_of(brief).num_fds() < before, "what the sessions held was not given back")
