"""What each page costs the server: CPU time of one run of its script, beside an empty page of Streamlit.

    python -m benchmarks.page_costs [--repeats 15] [--json FILE]

CPU time and not seconds on a clock, since other work on the machine changes it little. Three kinds of visit:

* new reader: a session that starts with this page; other readers have seen the same page before.
* again: the same reader opens the same page with nothing changed.
* new set: the page about a set that nobody has seen there; on Mine with weights that nobody has tried.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import sys
import tempfile
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import psutil
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection, connect

from benchmarks.serving import Server, serving
from ksdt_core.background.queue import put_job
from ksdt_core.background.worker import work
from ksdt_core.data.samples.catalogue import catalogue_pairs
from ksdt_core.mining.miners import mine
from ksdt_core.mining.weights import WeightVector
from ksdt_core.store.atlas_request import SUBJECT, AtlasRequest
from ksdt_core.store.database import Store, open_store
from ksdt_core.store.pair_request import PairRequest, TableRequest, requested_pair
from ksdt_core.store.pairs import keep_pair
from ksdt_core.store.runs import keep_run

PAGES = (
    "start", "data", "mine", "trees", "diversity", "space", "spectrum", "stability", "atlas", "runs", "about",
)  # fmt: skip
OF_A_SET = ("mine", "trees", "diversity", "space", "spectrum")
KINDS = ("new reader", "again", "new set")
PAIR, ATLAS = "wine-red", ("spect-train", "spect-test", "play-tennis")
BLOCKS = 3  # each kind is measured in so many blocks; the median counts
PATIENCE = 120  # seconds
Visits = Callable[["Server", str, Sequence[str]], Coroutine[Any, Any, int]]
EMPTY = "import streamlit as st\n\nst.write('')\n"


@dataclass(slots=True)
class Costs:
    """CPU milliseconds of one visit by page and kind, and kilobytes sent."""

    milliseconds: dict[tuple[str, str], list[float]] = field(default_factory=dict)
    kilobytes: dict[tuple[str, str], float] = field(default_factory=dict)

    def median(self, page: str, kind: str) -> float | None:
        found = self.milliseconds.get((page, kind))
        return None if found is None else statistics.median(found)


async def visit(socket: ClientConnection, page: str, query: str) -> int:
    """Open a page and wait for its end; the bytes that came. Fails where the page shows an exception or an error."""
    message, n_bytes = BackMsg(), 0
    message.rerun_script.page_name, message.rerun_script.query_string = page, query
    await socket.send(message.SerializeToString())
    while True:
        received = await asyncio.wait_for(socket.recv(decode=False), PATIENCE)
        n_bytes += len(received)
        answer = ForwardMsg.FromString(received)
        if answer.WhichOneof("type") == "delta" and answer.delta.new_element.WhichOneof("type") == "exception":
            raise RuntimeError(f"{page}: {answer.delta.new_element.exception.message}")
        if answer.WhichOneof("type") == "script_finished" and answer.script_finished in (
            ForwardMsg.FINISHED_SUCCESSFULLY,
            ForwardMsg.FINISHED_FRAGMENT_RUN_SUCCESSFULLY,
        ):
            return n_bytes


def _connected(server: Server) -> connect:
    return connect(server.socket, subprotocols=["streamlit"], max_size=None, ping_interval=None)  # type: ignore[list-item]


async def by_new_readers(server: Server, page: str, queries: Sequence[str]) -> int:
    n_bytes = 0
    for query in queries:
        async with _connected(server) as socket:
            n_bytes += await visit(socket, page, query)
    return n_bytes


async def by_one_reader(server: Server, page: str, queries: Sequence[str]) -> int:
    async with _connected(server) as socket:
        return sum([await visit(socket, page, query) for query in queries])


def cpu_seconds(pid: int) -> float:
    times = psutil.Process(pid).cpu_times()
    return float(times.user + times.system)


def measure(costs: Costs, server: Server, page: str, kind: str, work: Visits, queries: list[str]) -> None:
    """CPU milliseconds of one visit, as the mean over a block: the clock of a process counts hundredths of a second."""
    before = cpu_seconds(server.pid)
    n_bytes = asyncio.run(work(server, "" if page in ("start", "empty") else page, queries))
    spent = 1000 * (cpu_seconds(server.pid) - before) / len(queries)
    costs.milliseconds.setdefault((page, kind), []).append(spent)
    costs.kilobytes[page, kind] = n_bytes / len(queries) / 1000


@dataclass(slots=True)
class Sets:
    """Sets of one pair, mined and kept without a page, so that no page has seen them."""

    store: Store
    request: PairRequest
    numbers: count = field(default_factory=lambda: count(1))

    def new_weights(self) -> WeightVector:
        n = next(self.numbers)
        return WeightVector.of(part / (60 + 2 * n) for part in (20 + n, 20, 20 + n))

    def new_run(self) -> str:
        trees = mine(requested_pair(self.store, self.request), weights=self.new_weights())
        return keep_run(self.store, trees.to_document(), pair=self.request.id)

    def query(self, page: str, run: str | None = None) -> str:
        place = {"pair": self.request.id, "run": run or self.new_run()}
        return urlencode({**place, "space": "wvp2"} if page == "space" else place)

    def fresh_query(self, page: str) -> str:
        if page != "mine":
            return self.query(page)
        weights = ",".join(f"{part:.6g}" for part in self.new_weights().parts)
        return urlencode({"pair": self.request.id, "weights": weights})


def prepared(store: Store) -> Sets:
    """A pair and a finished atlas in the store."""
    entry = next(entry for entry in catalogue_pairs() if entry.left == PAIR)
    request = PairRequest.of_catalogue(entry)
    keep_pair(store, request)
    atlas = AtlasRequest(tuple(TableRequest.bundled(name) for name in ATLAS), {"k": 2, "max_depth": 1, "pool": "wvp2"})
    put_job(store, "atlas", subject=SUBJECT, request=atlas.to_document())
    work(store, idle_seconds=0)
    return Sets(store, request)


def all_costs(*, repeats: int, pages: Sequence[str] = PAGES) -> Costs:
    costs = Costs()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder, script = Path(name) / "kept", Path(name) / "empty.py"
        script.write_text(EMPTY, encoding="utf-8")
        command = (sys.executable, "-m", "streamlit", "run", str(script), "--server.port")
        folder.mkdir()
        sets = prepared(open_store(folder))
        run = sets.new_run()
        with serving(folder) as ours, serving(folder, command) as empty:
            for page in pages:  # what is made once for all readers is there, and code is loaded
                queries = [sets.query(page, run), *([sets.fresh_query(page)] if page in OF_A_SET else [])]
                measure(Costs(), ours, page, "warm", by_one_reader, queries)
            for server, each in ((empty, "empty"), *((ours, page) for page in pages)):
                measure(Costs(), server, each, "warm", by_one_reader, [sets.query(each, run)] * 3)
            for _ in range(BLOCKS):
                for page in ("empty", *pages):
                    server, query = empty if page == "empty" else ours, sets.query(page, run)
                    measure(costs, server, page, "new reader", by_new_readers, [query] * repeats)
                    measure(costs, server, page, "again", by_one_reader, [query] * repeats)
                    if page in OF_A_SET:
                        fresh = [sets.fresh_query(page) for _ in range(repeats)]
                        measure(costs, server, page, "new set", by_one_reader, fresh)
    return costs


def table(costs: Costs, pages: Sequence[str] = PAGES) -> str:
    """Milliseconds by page and kind; in brackets, times an empty page opened again."""
    lines = [f"{'page':<10}" + "".join(f"{kind + ', CPU ms':>22}" for kind in KINDS) + f"{'kB again':>10}"]
    empty = costs.median("empty", "again") or 1.0
    for page in ("empty", *pages):
        cells = [costs.median(page, kind) for kind in KINDS]
        shown = ["–" if cell is None else f"{cell:.1f} ({cell / empty:.1f}x)" for cell in cells]
        sent = f"{costs.kilobytes[page, 'again']:>10.0f}"
        lines.append(f"{page:<10}" + "".join(f"{cell:>22}" for cell in shown) + sent)
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=15, help="visits in a block")
    parser.add_argument("--pages", nargs="+", default=PAGES, choices=PAGES)
    parser.add_argument("--json", type=Path, help="also write the numbers to this file")
    arguments = parser.parse_args()
    costs = all_costs(repeats=arguments.repeats, pages=arguments.pages)
    print(table(costs, arguments.pages))
    if arguments.json:
        found = {f"{page}, {kind}": values for (page, kind), values in costs.milliseconds.items()}
        arguments.json.write_text(json.dumps(found, indent=1), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
