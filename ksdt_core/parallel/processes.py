"""Tasks on processes of this machine, each of which receives the data once."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import forkserver
from typing import Any, Generic, TypeVar

from ksdt_core.parallel.data import Data
from ksdt_core.parallel.pool import TaskLost

Result = TypeVar("Result")

QUEUED_A_WORKER = 4  # tasks that wait at a worker; a million at once would take longer to call off than to do

_data: Data = Data(None)


class Processes(Generic[Result]):
    """Worker processes; when one is killed all are started again, and their tasks are lost."""

    def __init__(self, function: Callable[[Any, Any], Result], data: Data, n_workers: int) -> None:
        self._function, self._data, self._n_workers = function, data, n_workers
        self._under_way: set[Future[Result]] = set()
        self._pool = self._started()

    def room(self) -> int:
        if self._pool._broken:  # private, but who only waits would never be told
            self._start_anew()
        return QUEUED_A_WORKER * self._n_workers

    def submit(self, task: Any) -> Future[Result]:
        try:
            future = self._pool.submit(_call, self._function, task)
        except BrokenExecutor:
            self._start_anew()
            future = self._pool.submit(_call, self._function, task)
        self._under_way.add(future)
        return future

    def result(self, future: Future[Result]) -> Result:
        self._under_way.discard(future)
        try:
            return future.result()
        except BrokenExecutor:
            raise TaskLost(is_suspect=True) from None

    def end(self) -> None:
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _start_anew(self) -> None:
        """A task that came in while the pool broke may be one that Python has forgotten: nobody would ever end it."""
        self.end()
        for future in self._under_way:
            if not future.done():
                future.set_exception(BrokenProcessPool("the pool forgot this task"))
        self._pool = self._started()

    def _started(self) -> ProcessPoolExecutor:
        methods = multiprocessing.get_all_start_methods()
        context = multiprocessing.get_context("forkserver" if "forkserver" in methods else "spawn")
        if context.get_start_method() == "forkserver":
            _start_server_without_interrupts()
        return _AllAtOnce(self._n_workers, mp_context=context, initializer=_receive, initargs=(self._data,))


class _AllAtOnce(ProcessPoolExecutor):
    """Starts all its processes before it looks after them.

    Python starts them one by one at each task. One that starts while another is found dead is neither ended nor looked
    after, and `shutdown` waits for it for ever (Python 3.11 and 3.12; CPython issue 90622 has the setting).
    """

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._safe_to_dynamically_spawn_children = False


@contextmanager
def done_by_processes(
    function: Callable[[Any, Any], Result], data: Data, n_workers: int
) -> Iterator[Processes[Result]]:
    """Start so many worker processes; in the end they are gone."""
    processes = Processes(function, data, n_workers)
    try:
        yield processes
    finally:
        processes.end()


def _start_server_without_interrupts() -> None:
    """Ctrl-C reaches every process of a terminal, but this one decides what stops: workers are born ignoring it."""
    if threading.current_thread() is not threading.main_thread():
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        forkserver.ensure_running()
    finally:
        signal.signal(signal.SIGINT, before)


def _receive(data: Data) -> None:
    """Begin a worker: keep what its tasks work on, and end when the process that asked for the work has ended."""
    global _data  # noqa: PLW0603 - the one place where a worker keeps what its tasks work on
    _data = data
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _call(function: Callable[[Any, Any], Result], task: Any) -> Result:
    return function(_data.shared, _data.argument(task))
