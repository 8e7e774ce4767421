"""Tasks on processes of this machine, each of which receives the data once."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import forkserver
from typing import Any, Generic, TypeVar

from ksdt_core.jobs.data import Data
from ksdt_core.jobs.pool import TaskLost

Result = TypeVar("Result")

QUEUED_A_WORKER = 4  # tasks that wait at a worker; a million at once would take longer to call off than to do

_data: Data = Data(None)


class Processes(Generic[Result]):
    """Worker processes; when one is killed all are started anew, and their tasks are lost."""

    def __init__(self, function: Callable[[Any, Any], Result], data: Data, n_workers: int) -> None:
        self._function, self._data, self._n_workers = function, data, n_workers
        self._pool = self._started()

    def room(self) -> int:
        return QUEUED_A_WORKER * self._n_workers

    def submit(self, task: Any) -> Future[Result]:
        try:
            return self._pool.submit(_call, self._function, task)
        except BrokenExecutor:
            self.end()
            self._pool = self._started()
            return self._pool.submit(_call, self._function, task)

    def result(self, future: Future[Result]) -> Result:
        try:
            return future.result()
        except BrokenExecutor:
            raise TaskLost(is_suspect=True) from None

    def end(self) -> None:
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _started(self) -> ProcessPoolExecutor:
        methods = multiprocessing.get_all_start_methods()
        context = multiprocessing.get_context("forkserver" if "forkserver" in methods else "spawn")
        if context.get_start_method() == "forkserver":
            _start_server_without_interrupts()
        return ProcessPoolExecutor(self._n_workers, mp_context=context, initializer=_receive, initargs=(self._data,))


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
