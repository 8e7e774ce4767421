"""Many tasks on shared data: in this process, or on worker processes that receive the data once."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import islice
from multiprocessing import forkserver
from typing import Any, TypeVar

from ksdt_core.errors import Interrupted, InvalidParameterError

Shared = TypeVar("Shared")
Task = TypeVar("Task")
Result = TypeVar("Result")

QUEUED_A_WORKER = 4  # tasks that wait at a worker; a million at once would take longer to call off than to do

_shared: Any = None


def run_tasks(
    function: Callable[[Shared, Task], Result],
    shared: Shared,
    tasks: Sequence[Task],
    *,
    workers: int = 1,
    progress: Callable[[int, int], None] | None = None,
    should_stop: Callable[[], bool] | None = None,
    on_result: Callable[[Task, Result], None] | None = None,
) -> list[Result]:
    """`function(shared, task)` for every task, in the order of the tasks whatever the number of workers.

    `on_result` is called here with each result as it comes, in any order: what must outlive a stop is kept there.
    """
    if workers < 1:
        raise InvalidParameterError(f"workers {workers!r} must be 1 or more.")
    if workers == 1 or len(tasks) < 2:
        results = []
        for task in tasks:
            _stop_if_asked(should_stop)
            results.append(function(shared, task))
            if on_result is not None:
                on_result(task, results[-1])
            if progress is not None:
                progress(len(results), len(tasks))
        return results
    return _on_processes(
        function, shared, tasks, workers=workers, progress=progress, should_stop=should_stop, on_result=on_result
    )


def _on_processes(
    function: Callable[[Shared, Task], Result],
    shared: Shared,
    tasks: Sequence[Task],
    *,
    workers: int,
    progress: Callable[[int, int], None] | None,
    should_stop: Callable[[], bool] | None,
    on_result: Callable[[Task, Result], None] | None,
) -> list[Result]:
    methods = multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("forkserver" if "forkserver" in methods else "spawn")
    if context.get_start_method() == "forkserver":
        _start_server_without_interrupts()
    pool = ProcessPoolExecutor(min(workers, len(tasks)), mp_context=context, initializer=_receive, initargs=(shared,))
    try:
        results: dict[int, Result] = {}
        pending: dict[Future[Result], int] = {}
        waiting = iter(enumerate(tasks))
        while len(results) < len(tasks):
            for number, task in islice(waiting, QUEUED_A_WORKER * workers - len(pending)):
                pending[pool.submit(_call, function, task)] = number
            finished, _ = wait(pending, timeout=0.2, return_when=FIRST_COMPLETED)
            for future in finished:
                number = pending.pop(future)
                results[number] = future.result()
                if on_result is not None:
                    on_result(tasks[number], results[number])
            _stop_if_asked(should_stop)
            if finished and progress is not None:
                progress(len(results), len(tasks))
        return [results[number] for number in range(len(tasks))]
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _start_server_without_interrupts() -> None:
    """Ctrl-C reaches every process of a terminal, but this one decides what stops: workers are born ignoring it."""
    if threading.current_thread() is not threading.main_thread():
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        forkserver.ensure_running()
    finally:
        signal.signal(signal.SIGINT, before)


def _stop_if_asked(should_stop: Callable[[], bool] | None) -> None:
    if should_stop is not None and should_stop():
        raise Interrupted("stopped before it was finished.")


def _receive(shared: Any) -> None:
    """Begin a worker: keep what its tasks share, and end when the process that asked for the work has ended."""
    global _shared  # noqa: PLW0603 - the one place where a worker keeps what all its tasks share
    _shared = shared
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _call(function: Callable[[Any, Task], Result], task: Task) -> Result:
    return function(_shared, task)
