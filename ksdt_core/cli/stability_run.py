"""Following an ensemble over a stream: grow the trees, watch the updates; a stop on the way keeps the steps so far."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ksdt_core.cli.progress import progress_bar
from ksdt_core.cli.report import on_terminal, say
from ksdt_core.cli.stopping import stop_requests
from ksdt_core.data.cells import counted
from ksdt_core.data.dataset import Dataset
from ksdt_core.fourier.stability import Policy, stability
from ksdt_core.learners.ensembles import TreeShape
from ksdt_core.studies.streams import stream_trees


@dataclass(frozen=True, slots=True)
class Watching:
    """How a stream is followed."""

    chunk: int
    n_first: int
    n_updates: int
    shape: TreeShape
    policy: Policy
    limit: float | None
    seed: int


def watch_stream(stream: Dataset, how: Watching) -> dict[str, Any]:
    """The document ksdt-stability/1, with how many of the updates were finished.

    A stop while trees are grown still works out the steps of those that are there, until it is asked for again; the
    domain is then made of the cuts of these trees alone.
    """
    with stop_requests() as asked, progress_bar("Trees") as tick:
        parts = stream_trees(
            stream, how.chunk, n_first=how.n_first, n_updates=how.n_updates, shape=how.shape, seed=how.seed,
            progress=tick, should_stop=asked,
        )  # fmt: skip
    n_grown = len(parts.updates)
    if n_grown < how.n_updates and on_terminal():
        say(f"working out the steps of {counted(n_grown, 'update', 'updates')}; press Ctrl-C again to keep fewer.")
    with stop_requests() as asked_again, progress_bar("Updates") as tick:
        report = stability(
            parts.first, parts.updates, policy=how.policy, errors=parts.errors, limit=how.limit, progress=tick,
            should_stop=lambda: asked_again() or (n_grown == how.n_updates and asked()),
        )  # fmt: skip
    document = report.to_document()
    done = len(report.steps)
    return document | {"interrupted": done < how.n_updates, "updates": {"done": done, "asked": how.n_updates}}
