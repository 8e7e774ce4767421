"""Following an ensemble over a stream as one piece of work: how, on which rows, and the document that comes out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from ksdt_core.codec import COUNT, NUMBER, TEXT, Codec, Derived, Field, Inlined, Nested, many, record
from ksdt_core.data.model.dataset import Dataset
from ksdt_core.data.preparing.stream_cells import CompletedStream, complete_stream
from ksdt_core.fourier.stability import stability
from ksdt_core.fourier.stability_report import STABILITY, StabilityReport
from ksdt_core.learners.ensembles import single_tree
from ksdt_core.parallel.executor import Progress
from ksdt_core.studies.detectors import DETECTED, Detected, detections, wrong_shares
from ksdt_core.studies.regimes import REGIME, Regime, regimes
from ksdt_core.studies.stream_plan import StreamPlan
from ksdt_core.studies.streams import StreamTrees, by_time, drifting_stream, stream_trees
from ksdt_core.trees.tree import Tree


def generated_stream(plan: StreamPlan) -> Dataset:
    """Boolean rows that follow one rule, and from the update of the drift on another."""
    drift_at = plan.n_rows if plan.drift is None else plan.chunk * (plan.n_first + plan.drift - 1)
    return drifting_stream(plan.n_rows, drift_at, seed=plan.seed)


@dataclass(frozen=True, slots=True)
class WatchedStream:
    """What following a stream found."""

    report: StabilityReport
    plan: StreamPlan
    name: str  # of the stream
    n_rows: int
    n_filled: int  # missing cells that were filled
    errors: tuple[float, ...]  # of the ensemble on the rows of each update, before the new tree comes
    detected: tuple[Detected, ...] = ()  # our alarms beside those of known detectors
    regimes: tuple[Regime, ...] = ()

    @staticmethod
    def of_document(document: Mapping[str, Any]) -> WatchedStream:
        return WATCHED_STREAM.read(document)

    def to_document(self) -> dict[str, Any]:
        document: dict[str, Any] = WATCHED_STREAM.write(self)
        return document


WATCHED_STREAM: Codec[WatchedStream] = record(
    WatchedStream,
    {
        "report": Inlined("report", STABILITY, keys=("format",)),
        "stream": Nested(
            {
                "name": TEXT,
                "rows": Field("n_rows", COUNT),
                "chunk": Derived(lambda watched: watched.plan.chunk),
                "filled": Field("n_filled", COUNT),
            }
        ),
        "plan": Codec(asdict, StreamPlan.of),
        "ensemble_error": Field("errors", many(NUMBER)),
        "detectors": Field("detected", many(DETECTED), absent=()),
        "regimes": Field("regimes", many(REGIME), absent=()),
    },
)
"""The document ksdt-stability/1 with the stream, the plan and the errors."""


def watched_stream(stream: Dataset, plan: StreamPlan, *, progress: Progress | None = None) -> WatchedStream:
    """Follow a stream by a plan; missing cells are filled with what is common in the first rows."""
    rows = _rows_of(stream, plan)
    n_trees, n_steps = plan.n_first + plan.n_updates, plan.n_first + 2 * plan.n_updates

    def grown(done: int, _: int) -> None:
        if progress is not None:
            progress(done, n_steps)

    def updated(done: int, _: int) -> None:
        if progress is not None:
            progress(n_trees + done, n_steps)

    parts = stream_trees(
        rows.stream, plan.chunk, n_first=plan.n_first, n_updates=plan.n_updates, learner=plan.learner,
        shape=plan.shape, seed=plan.seed, progress=grown,
    )  # fmt: skip
    report = stability(parts.first, parts.updates, policy=plan.policy, errors=parts.errors, progress=updated)
    change = None if plan.drift is None else plan.chunk * (plan.drift - 1)
    return WatchedStream(
        report, plan, stream.name, n_rows=stream.n_rows, n_filled=rows.n_filled,
        errors=_errors_of_members(report, parts.errors, plan),
        detected=detected_in(rows.stream, parts, report, chunk=plan.chunk, change=change, seed=plan.seed),
        regimes=regimes([*parts.first, *parts.updates], plan.n_first, report.alarms, rows.stream.values),
    )  # fmt: skip


def detected_in(
    stream: Dataset, parts: StreamTrees, report: StabilityReport, *, chunk: int, change: int | None, seed: int
) -> tuple[Detected, ...]:
    """Alarms of the ensemble and of known detectors; `change` is the row after the first ensemble of a known change.

    An alarm is in time until every tree of the ensemble could have been replaced.
    """
    n_first = len(parts.first)
    replaced = [step.replaced for step in report.steps]
    shares = wrong_shares([*parts.first, *parts.updates], stream, replaced, chunk=chunk, n_first=n_first)
    return detections(shares, report.alarms, chunk=chunk, change=change, patience=chunk * n_first, seed=seed)


def _rows_of(stream: Dataset, plan: StreamPlan) -> CompletedStream:
    """The rows in order of time, without missing cells."""
    ordered = stream if plan.time is None else by_time(stream, plan.time)
    return complete_stream(ordered, plan.chunk * plan.n_first, missing="common")


def _errors_of_members(report: StabilityReport, errors: Any, plan: StreamPlan) -> tuple[float, ...]:
    """The mean error of the trees in the ensemble on the rows of each update, before the new tree comes."""
    members = list(range(plan.n_first))
    found = []
    for update, step in enumerate(report.steps):
        found.append(float(np.mean(errors[update, members])))
        if step.replaced is None:
            members.append(plan.n_first + update)
        else:
            members[step.replaced] = plan.n_first + update
    return tuple(found)


def tree_of_update(stream: Dataset, plan: StreamPlan, update: int) -> Tree:
    """The tree that comes with an update, from 1; 0 and below are trees of the first ensemble, the last of them 0."""
    position = plan.n_first + update - 1
    rows = np.arange(plan.chunk * position, plan.chunk * (position + 1))
    part = _rows_of(stream, plan).stream.take_rows(rows)
    return single_tree(part, learner=plan.learner, shape=plan.shape, seed=plan.seed)
