"""A connection to a Dask scheduler whose workers can do the work; a problem is said in one sentence."""

from __future__ import annotations

import logging
import threading
import warnings
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from distributed import Client, Security
from distributed.client import ClosedClientError

from ksdt_core.errors import WorkersLost
from ksdt_core.parallel.software import Software, software_here
from ksdt_core.parallel.workers import Cluster

_connect: Any = Client  # these carry no types
_security: Any = Security

CONNECT_SECONDS = 8.0
CLOSE_SECONDS = 2.0


@contextmanager
def connected(cluster: Cluster) -> Iterator[Any]:
    """A connection to a scheduler that has workers, all of them with the software of this process."""
    address = cluster.scheduler
    if address.startswith("tls") and not _security().get_connection_args("client").get("ssl_context"):
        raise WorkersLost("scheduler-certificates", address=address)
    with _quiet():
        try:
            client = _client(address)
        except (OSError, ValueError) as error:
            raise WorkersLost("scheduler-silent", address=address) from error
        try:
            _check_workers(client, address)
            yield client
        finally:
            with PassingOverBreaks(client):
                client.close(timeout=CLOSE_SECONDS)


@dataclass(frozen=True, slots=True)
class PassingOverBreaks:
    """Ignores what Dask raises when the connection breaks meanwhile; the status of the client reports that."""

    client: Any

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> bool:
        if self.client.status == "running":
            return isinstance(error, OSError)
        return isinstance(error, AttributeError | ClosedClientError | OSError | RuntimeError)


def _client(address: str) -> Any:
    """A client within bounded time: one that has reached something else than a scheduler waits for ever."""
    found: Future[Any] = Future()

    def connect() -> None:
        try:
            found.set_result(_connect(address, timeout=CONNECT_SECONDS, set_as_default=False))
        except (OSError, ValueError) as error:
            found.set_exception(error)

    threading.Thread(target=connect, daemon=True).start()
    return found.result(timeout=CONNECT_SECONDS + 1)


@contextmanager
def _quiet() -> Iterator[None]:
    """What a user needs to know is said in a sentence, so that Dask need not say it too."""
    before = {name: logging.getLogger(name).level for name in logging.root.manager.loggerDict if _is_of_dask(name)}
    for name in before:
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    try:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", module="distributed")
            yield
    finally:
        for name, level in before.items():
            logging.getLogger(name).setLevel(level)


def _is_of_dask(logger: str) -> bool:
    return logger.partition(".")[0] == "distributed"


def _check_workers(client: Any, address: str) -> None:
    try:
        client.wait_for_workers(1, timeout=CONNECT_SECONDS)
    except TimeoutError:
        raise WorkersLost("scheduler-without-workers", address=address) from None
    here = software_here()
    for worker, there in client.run(software_here, on_error="return").items():
        if isinstance(there, OSError):  # killed a moment ago; the scheduler will notice
            continue
        if not isinstance(there, Software):
            raise WorkersLost("worker-without-ksdt", worker=worker)
        check_software(there, here, worker)


def check_software(there: Software, here: Software, worker: str) -> None:
    """Other versions could give other results."""
    differences = there.differences(here)
    if differences:
        raise WorkersLost("worker-versions-differ", worker=worker, differences=differences)
