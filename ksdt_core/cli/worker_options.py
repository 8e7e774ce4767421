"""Who does the long work of a command: `--workers N` or `--scheduler ADDRESS`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from ksdt_core.errors import InvalidParameterError
from ksdt_core.options import Option, check_fields

if TYPE_CHECKING:
    from ksdt_core.parallel.workers import Workers


@dataclass(frozen=True, slots=True)
class WorkerOptions:
    """Processes of this machine, or a cluster."""

    workers: Annotated[
        int,
        Option(
            "Worker processes",
            "Number of processes for weightings, shuffles and folds. The result does not depend on it.",
            metavar="N",
            minimum=1,
            maximum=1_000,
        ),
    ] = 1
    scheduler: Annotated[
        str | None,
        Option(
            "Dask scheduler",
            "Run the work on this Dask scheduler, for example tcp://HOST:8786.",
            metavar="ADDRESS",
        ),
    ] = None

    def __post_init__(self) -> None:
        check_fields(self)
        if self.scheduler is not None and self.workers != 1:
            raise InvalidParameterError("exclude-each-other", option="workers", other="scheduler")

    def chosen(self) -> Workers:
        """The workers; a cluster that cannot do the work is refused before anything is read."""
        if self.scheduler is None:
            return self.workers
        from ksdt_core.parallel.connecting import connected
        from ksdt_core.parallel.workers import Cluster

        cluster = Cluster(self.scheduler)
        with connected(cluster):
            return cluster
