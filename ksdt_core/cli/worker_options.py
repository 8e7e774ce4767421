"""Who does the long work of a command: `--workers N` or `--scheduler ADDRESS`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from ksdt_core.jobs.workers import Workers

MOST_WORKERS = 1_000

Scheduler = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="Leave the work to the workers of this Dask scheduler, as tcp://HOST:8786."),
]


def chosen_workers(workers: int, scheduler: str | None) -> Workers:
    """Those that the two options name; a cluster that cannot do the work is refused before anything is read."""
    from ksdt_core.errors import InvalidParameterError
    from ksdt_core.jobs.workers import Cluster

    if not 1 <= workers <= MOST_WORKERS:
        raise InvalidParameterError(f"--workers {workers} must lie between 1 and {MOST_WORKERS:,}.")
    if scheduler is None:
        return workers
    if workers != 1:
        raise InvalidParameterError(
            "--workers and --scheduler exclude each other; a cluster has as many workers as were started."
        )
    cluster = Cluster(scheduler)
    from ksdt_core.jobs.connecting import connected

    with connected(cluster):
        return cluster
