"""Tasks on the workers of a Dask scheduler: data are sent once, and handed on from worker to worker."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future
from contextlib import contextmanager
from typing import Any, Generic, TypeVar

from distributed import get_worker
from distributed.scheduler import KilledWorker

from ksdt_core.errors import WorkersLost
from ksdt_core.parallel.connecting import PassingOverBreaks, check_software, connected
from ksdt_core.parallel.data import Data
from ksdt_core.parallel.pool import TaskLost
from ksdt_core.parallel.software import Software, software_here
from ksdt_core.parallel.workers import Cluster

Result = TypeVar("Result")

COUNT_SECONDS = 1.0  # between two looks at who is there
ALONE_SECONDS = 60.0  # a killed worker is started again by its nanny within this time
FORGOTTEN_SECONDS = 15.0  # with nothing at work anywhere, what is still awaited by then never comes
WHOLE = -1  # the number of what all tasks share
QUEUED_A_THREAD = 3  # tasks under way: one at work, the others wait for it


class ClusterPool(Generic[Result]):
    """Tasks of one study. Data that went with the last worker holding them are sent again."""

    def __init__(self, client: Any, function: Callable[[Any, Any], Result], data: Data) -> None:
        self._client, self._function, self._data = client, function, data
        self._address = client.scheduler.address
        self._executor = client.get_executor(pure=False)
        self._sent: dict[int, Any] = {}
        self._counted = self._seen = time.monotonic()
        self._n_threads = 0
        self._awaited: set[Future[Result]] = set()
        self._at_work = time.monotonic()

    def room(self) -> int:
        now = time.monotonic()
        if self._client.status == "connecting":  # a moment to come back
            return 0
        if self._client.status != "running":
            raise WorkersLost("scheduler-gone", address=self._address)
        if not self._n_threads or now - self._counted > COUNT_SECONDS:
            self._counted, self._n_threads = now, self._count()
            self._call_off_forgotten(now)
        if self._n_threads:
            self._seen = now
        elif now - self._seen > ALONE_SECONDS:
            raise WorkersLost("scheduler-lost-workers", address=self._address, seconds=ALONE_SECONDS)
        return QUEUED_A_THREAD * self._n_threads

    def submit(self, task: Any) -> Future[Result]:
        with PassingOverBreaks(self._client):
            shared, argument = self._there(WHOLE, self._data.shared), task
            if self._data.parts is not None:
                argument = [self._there(number, self._data.parts[number]) for number in task]
            sent: Future[Result] = self._executor.submit(_call, self._function, shared, argument, software_here())
            self._awaited.add(sent)
            self._at_work = time.monotonic()
            return sent
        lost: Future[Result] = Future()
        lost.set_exception(TaskLost(is_suspect=False))
        return lost

    def result(self, future: Future[Result]) -> Result:
        try:
            return future.result()
        except CancelledError:  # its data, or the scheduler's memory of it, went with what was killed
            raise TaskLost(is_suspect=False) from None
        except KilledWorker:  # Dask itself counts the workers that a task has ended
            raise WorkersLost("task-ends-workers") from None
        except ImportError as error:
            raise WorkersLost("worker-lacks-package", reason=str(error)) from None

    def end(self) -> None:
        """Call off what is under way; workers notice it at their next step."""
        with PassingOverBreaks(self._client):
            self._executor.shutdown(wait=False)

    def _call_off_forgotten(self, now: float) -> None:
        """Dask may forget a task when its worker is killed; nobody would ever answer for it."""
        n_before = len(self._awaited)
        self._awaited = {future for future in self._awaited if not future.done()}
        if not self._awaited or len(self._awaited) < n_before or not self._n_threads or self._is_busy():
            self._at_work = now
        elif now - self._at_work > FORGOTTEN_SECONDS:
            for future in self._awaited:
                future.cancel()  # `result` then says that it is lost, and it is done again
            self._at_work = now

    def _is_busy(self) -> bool:
        """Whether some worker has a task; True while the scheduler does not answer."""
        with PassingOverBreaks(self._client):
            return any(self._client.processing().values())
        return True

    def _there(self, number: int, value: Any) -> Any:
        """Data on the cluster: sent at their first use, and again if they went with the last worker that had them."""
        sent = self._sent.get(number)
        if sent is None or sent.status != "finished":
            # Not by broadcast: Dask (2026.8) then copies to each worker that it believes to be there, and never stops
            # trying a killed one. One worker gets the data; the others ask it for a copy with their first task.
            (sent,) = self._client.scatter([value], hash=False)
            self._sent[number] = sent
        return sent

    def _count(self) -> int:
        with PassingOverBreaks(self._client):
            return sum(self._client.nthreads().values())
        return 0


@contextmanager
def done_by_cluster(
    function: Callable[[Any, Any], Result], data: Data, cluster: Cluster
) -> Iterator[ClusterPool[Result]]:
    """Connect and send the data; in the end the connection is gone, and the cluster keeps nothing."""
    with connected(cluster) as client, _copies_kept(client):
        pool: ClusterPool[Result] = ClusterPool(client, function, data)
        try:
            yield pool
        finally:
            pool.end()


@contextmanager
def _copies_kept(client: Any) -> Iterator[None]:
    """Dask drops copies that no waiting task needs; the next task may need them, and they would travel again."""
    drops = client.amm.running()
    if drops:
        client.amm.stop()
    try:
        yield
    finally:
        if drops:
            with PassingOverBreaks(client):
                client.amm.start()


def _call(function: Callable[[Any, Any], Result], shared: Any, argument: Any, wanted: Software) -> Result:
    """One task on a worker, which may have come after the others were looked at."""
    check_software(software_here(), wanted, "that came last")
    return function(shared, argument)


def nobody_waits() -> bool:
    """On a worker: whether the task it is at was called off."""
    worker = get_worker()
    task = worker.state.tasks.get(worker.get_current_task())
    return task is None or task.state == "cancelled"
