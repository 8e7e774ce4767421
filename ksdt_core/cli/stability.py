"""`ksdt stability`: a stream in, what each new tree did to the ensemble out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Literal

from ksdt_core.cli.from_fields import Given, command_of, only
from ksdt_core.cli.output import OutputOption, check_places, deliver_document
from ksdt_core.cli.progress import progress_bar
from ksdt_core.cli.report import on_terminal, say
from ksdt_core.cli.stopping import stop_requests
from ksdt_core.cli.table_options import Reading
from ksdt_core.data.model.preparation import Preparation
from ksdt_core.errors import Interrupted, InvalidParameterError
from ksdt_core.learners.methods import Learner
from ksdt_core.options import Option, check_fields, options_of
from ksdt_core.studies.stream_plan import StreamPlan
from ksdt_core.text import counted

if TYPE_CHECKING:
    from ksdt_core.data.model.dataset import Dataset
    from ksdt_core.data.preparing.stream_cells import CompletedStream

GENERATED = "generated"
_OF_PLAN = options_of(StreamPlan)  # the numbers below are those of the publication


@dataclass(frozen=True, slots=True)
class StabilityRequest:
    """A stream, and how an ensemble follows it."""

    stream: Annotated[
        str,
        Option(
            "Stream",
            "Rows in order of time: a file, a name of ksdt datasets, or generated (two rules, see --drift-at).",
            metavar="STREAM",
            positional=True,
        ),
    ]
    chunk: Annotated[int, _OF_PLAN["chunk"]] = 800
    ensemble: Annotated[int, _OF_PLAN["n_first"]] = 55
    updates: Annotated[int, _OF_PLAN["n_updates"]] = 85
    learner: Annotated[Learner, _OF_PLAN["learner"]] = "c45"
    time: Annotated[
        str | None,
        Option("Time", "Column to order the rows by. It is not used as an attribute.", metavar="COLUMN",
               default_text="the order of the rows"),
    ] = None  # fmt: skip
    eigenvectors: Annotated[
        int, Option("Eigenvectors", "Number of eigenvectors to track.", metavar="N", minimum=1, maximum=100)
    ] = 3
    replace: Annotated[
        Literal["oldest", "worst"],
        Option(
            "Replaced tree",
            "Tree to replace. worst = most errors on the newest rows.",
            choices={"oldest": "the oldest", "worst": "the worst on the newest rows"},
        ),
    ] = "oldest"
    grow: Annotated[bool, Option("Grow", "Let the ensemble grow instead of replacing trees.")] = False
    limit: Annotated[
        float | None,
        Option(
            "Limit",
            "Repeat the eigendecomposition only if the bound on the rotation of the eigenvector exceeds this.",
            metavar="BOUND",
            minimum=0,
            default_text="after each update",
        ),
    ] = None
    drift_at: Annotated[
        int | None,
        Option("Drift", "Row at which the rule of a generated stream changes.", metavar="ROW", default_text="never"),
    ] = None
    max_depth: Annotated[int, _OF_PLAN["max_depth"]] = 0
    min_leaf: Annotated[int, _OF_PLAN["min_leaf"]] = 1
    seed: Annotated[int, _OF_PLAN["seed"]] = 0


@command_of(StabilityRequest, only(Reading, "target"), only(Preparation, "missing"), OutputOption)
def stability_command(given: Given) -> None:
    """Track an ensemble over a stream: changes of its dominant function, their bounds, and alarms."""
    from ksdt_core.data.preparing.stream_cells import complete_stream

    request, to = given.of(StabilityRequest), given.of(OutputOption)
    check_places({"-o": to.output}, [request.stream], forms=("json",))
    check_fields(request)
    missing = given.of(Preparation).missing
    table = _stream(request, given.typed.get("target"))
    if request.time is not None:
        from ksdt_core.studies.streams import by_time

        table = by_time(table, request.time)
    completed = complete_stream(table, request.chunk * request.ensemble, missing=missing)
    document = watch_stream(completed.stream, request)
    document["stream"] = {
        "name": table.name, "rows": table.n_rows, "chunk": request.chunk, "drift_at": request.drift_at,
        "seed": request.seed, "time": request.time, "learner": request.learner,
    }  # fmt: skip
    document["missing"] = _missing(completed, missing)
    deliver_document(document, to.output)
    if document["interrupted"]:
        done = len(document["steps"])
        raise Interrupted("interrupted-updates", done=done, asked=request.updates, place=to.place)


def watch_stream(stream: Dataset, how: StabilityRequest) -> dict[str, Any]:
    """The document ksdt-stability/1, with how many of the updates were finished.

    A stop while trees are grown still computes the steps of those that are there, until it is asked for again; the
    domain is then made of the cuts of these trees alone.
    """
    from ksdt_core.fourier.stability import stability
    from ksdt_core.learners.ensembles import TreeShape
    from ksdt_core.studies.detectors import DETECTED
    from ksdt_core.studies.regimes import REGIME, regimes
    from ksdt_core.studies.stream_watch import detected_in
    from ksdt_core.studies.streams import stream_trees

    policy = "grow" if how.grow else how.replace
    shape = TreeShape(max_depth=how.max_depth, min_leaf=how.min_leaf)
    with stop_requests() as asked, progress_bar("Trees") as tick:
        parts = stream_trees(
            stream, how.chunk, n_first=how.ensemble, n_updates=how.updates, learner=how.learner, shape=shape,
            seed=how.seed, progress=tick, should_stop=asked,
        )  # fmt: skip
    n_grown = len(parts.updates)
    if n_grown < how.updates and on_terminal():
        say(f"computing the steps of {counted(n_grown, 'update', 'updates')}; press Ctrl-C again to keep fewer.")
    with stop_requests() as asked_again, progress_bar("Updates") as tick:
        report = stability(
            parts.first, parts.updates, policy=policy, errors=parts.errors, limit=how.limit,
            n_vectors=how.eigenvectors, progress=tick,
            should_stop=lambda: asked_again() or (n_grown == how.updates and asked()),
        )  # fmt: skip
    document = report.to_document()
    done = len(report.steps)
    change = None if how.drift_at is None else how.drift_at - how.chunk * how.ensemble
    seen = detected_in(stream, parts, report, chunk=how.chunk, change=change, seed=how.seed)
    grown = [*parts.first, *parts.updates[:done]]
    found = regimes(grown, how.ensemble, report.alarms, stream.values)
    document |= {"detectors": [DETECTED.write(one) for one in seen], "regimes": [REGIME.write(one) for one in found]}
    return document | {"interrupted": done < how.updates, "updates": {"done": done, "asked": how.updates}}


def _missing(completed: CompletedStream, option: str) -> dict[str, Any]:
    """What was done about missing cells."""
    return {
        "option": option,
        "filled": completed.n_filled,
        "rows_dropped": completed.n_rows_dropped,
        "columns_dropped": list(completed.columns_dropped),
    }


def _stream(request: StabilityRequest, target: str | None) -> Dataset:
    from pathlib import Path

    from ksdt_core.data.samples.catalogue import find_dataset
    from ksdt_core.studies.streams import drifting_stream

    if request.stream == GENERATED and not Path(request.stream).is_file():
        if target is not None:
            raise InvalidParameterError("target-of-generated", option="target")
        n_rows = max(0, request.chunk * (request.ensemble + request.updates))
        drift_at = n_rows if request.drift_at is None else request.drift_at
        return drifting_stream(n_rows, drift_at, seed=request.seed)
    if request.drift_at is not None:
        raise InvalidParameterError("drift-of-table", option="drift_at")
    return find_dataset(request.stream, target=target)
