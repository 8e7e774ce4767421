"""Who does many tasks: this process, processes of this machine, or the workers of a Dask scheduler."""

from __future__ import annotations

import os
from dataclasses import dataclass
from importlib.util import find_spec
from urllib.parse import urlsplit

from ksdt_core.errors import InvalidParameterError

SETTING = "KSDT_SCHEDULER"
_PROTOCOLS = ("tcp", "tls")


@dataclass(frozen=True, slots=True)
class Cluster:
    """The workers of a Dask scheduler; data reach each of them once."""

    scheduler: str  # its address

    def __post_init__(self) -> None:
        if not _is_address(self.scheduler):
            raise InvalidParameterError("scheduler-address", option="scheduler", value=self.scheduler)
        if find_spec("distributed") is None:
            raise InvalidParameterError("scheduler-package", option="scheduler", value=self.scheduler)


Workers = int | Cluster  # so many processes, 1 being this one alone; or those of a cluster


def works_here(workers: Workers, n_tasks: int) -> bool:
    """Whether the tasks are done in this process: a single one is not worth starting others."""
    return n_tasks == 0 or (isinstance(workers, int) and (workers == 1 or n_tasks == 1))


def cluster_of_setting() -> Cluster | None:
    """The cluster named by the environment variable KSDT_SCHEDULER, if any."""
    address = os.environ.get(SETTING)
    try:
        return Cluster(address) if address else None
    except InvalidParameterError as error:
        raise InvalidParameterError("scheduler-setting", setting=SETTING, reason=error) from None


def _is_address(text: str) -> bool:
    try:
        parts = urlsplit(text)
        return parts.scheme in _PROTOCOLS and bool(parts.hostname) and bool(parts.port) and parts.path in ("", "/")
    except ValueError:
        return False
