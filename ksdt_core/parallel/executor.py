"""Many tasks on shared data: in this process, on processes of this machine, or on a cluster."""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from ksdt_core.errors import Interrupted, InvalidParameterError, WorkersLost
from ksdt_core.parallel.data import Data
from ksdt_core.parallel.pool import Pool, TaskLost
from ksdt_core.parallel.processes import done_by_processes
from ksdt_core.parallel.workers import Cluster, Workers, works_here

Shared = TypeVar("Shared")
Task = TypeVar("Task")
Result = TypeVar("Result")

Progress = Callable[[int, int], None]  # steps done, of all
LOOK_SECONDS = 0.2
MOST_LOSSES = 3  # a task that went with so many workers may well have been what ended them


@dataclass(frozen=True, slots=True)
class Here(Generic[Result]):
    """Does a task as soon as it is submitted."""

    function: Callable[[Any, Any], Result]
    data: Data

    def room(self) -> int:
        return 1

    def submit(self, task: Any) -> Future[Result]:
        done: Future[Result] = Future()
        done.set_result(self.function(self.data.shared, self.data.argument(task)))
        return done

    def result(self, future: Future[Result]) -> Result:
        return future.result()


@contextmanager
def done_here(function: Callable[[Any, Any], Result], data: Data) -> Iterator[Here[Result]]:
    """Nothing is to be started, and nothing to be ended."""
    yield Here(function, data)


def part_of(progress: Progress | None, before: int, total: int) -> Progress | None:
    """Progress of a part of the work, of which so many steps come before it, as progress of the whole."""
    return None if progress is None else lambda done, _: progress(before + done, total)


def run_tasks(
    function: Callable[[Shared, Any], Result],
    shared: Shared,
    tasks: Sequence[Task],
    *,
    parts: Sequence[Any] | None = None,
    workers: Workers = 1,
    progress: Progress | None = None,
    should_stop: Callable[[], bool] | None = None,
    on_result: Callable[[Task, Result], None] | None = None,
) -> list[Result]:
    """`function(shared, task)` for every task, in the order of the tasks whoever the workers are.

    Where there are `parts` a task is the numbers of those that it needs, and the function gets these in its place.
    `on_result` is called here with each result as it comes, in any order: what must outlive a stop is kept there. A
    task whose worker is killed is done again by another; where all workers have gone, `WorkersLost` says so.
    """
    if isinstance(workers, int) and workers < 1:
        raise InvalidParameterError("not-whole", option="workers", value=workers, minimum=1)
    results: dict[int, Result] = {}
    pending: dict[Future[Result], int] = {}
    waiting, losses = deque(range(len(tasks))), Counter[int]()
    with _pool(function, Data(shared, parts), workers, len(tasks)) as pool:
        while len(results) < len(tasks):
            _stop_if_asked(should_stop)
            room = pool.room()
            while waiting and len(pending) < room:
                number = waiting.popleft()
                pending[pool.submit(tasks[number])] = number
            n_before = len(results)
            for future in _finished(pending):
                number = pending.pop(future)
                try:
                    results[number] = pool.result(future)
                except TaskLost as lost:
                    losses[number] += lost.is_suspect
                    _give_up_if_hopeless(losses[number])
                    waiting.appendleft(number)
                    continue
                if on_result is not None:
                    on_result(tasks[number], results[number])
            if len(results) > n_before and progress is not None:
                progress(len(results), len(tasks))
    return [results[number] for number in range(len(tasks))]


def _pool(
    function: Callable[[Any, Any], Result], data: Data, workers: Workers, n_tasks: int
) -> AbstractContextManager[Pool[Result]]:
    if works_here(workers, n_tasks):
        return done_here(function, data)
    if isinstance(workers, Cluster):
        from ksdt_core.parallel.cluster import done_by_cluster

        return done_by_cluster(function, data, workers)
    return done_by_processes(function, data, min(workers, n_tasks))


def _finished(pending: dict[Future[Result], int]) -> set[Future[Result]]:
    if not pending:
        time.sleep(LOOK_SECONDS)  # nobody is there to take a task
        return set()
    ended = wait(pending, timeout=LOOK_SECONDS, return_when=FIRST_COMPLETED).done
    return ended | {future for future in pending if future.done()}  # also what was called off, which `wait` skips


def _stop_if_asked(should_stop: Callable[[], bool] | None) -> None:
    if should_stop is not None and should_stop():
        raise Interrupted("stopped")


def _give_up_if_hopeless(n_losses: int) -> None:
    if n_losses >= MOST_LOSSES:
        raise WorkersLost("workers-ended", losses=n_losses)
