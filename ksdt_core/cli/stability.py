"""`ksdt stability`: a stream in, what each new tree did to the ensemble out."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from ksdt_core.cli import mine_options as ask
from ksdt_core.cli.bounds import check_sizes
from ksdt_core.cli.output import Output, check_places, deliver_document

if TYPE_CHECKING:
    from ksdt_core.data.dataset import Dataset
    from ksdt_core.data.stream_cells import CompletedStream

GENERATED = "generated"


def stability_command(
    stream: Annotated[
        str,
        typer.Argument(
            metavar="STREAM",
            help="Rows in order of time: a file, a name of ksdt datasets, or generated (two rules, see --drift-at).",
        ),
    ],
    target: Annotated[
        str | None, typer.Option(metavar="COLUMN", help="Column with the classes.", show_default="class")
    ] = None,
    chunk: Annotated[int, typer.Option(metavar="ROWS", help="Rows that one tree is grown on.")] = 800,
    ensemble: Annotated[int, typer.Option(metavar="N", help="Trees to begin with.")] = 55,
    updates: Annotated[int, typer.Option(metavar="N", help="Trees that come to them, one by one.")] = 85,
    replace: Annotated[
        str, typer.Option(metavar="oldest|worst", help="Which tree makes room; worst: on the newest rows.")
    ] = "oldest",
    grow: Annotated[bool, typer.Option("--grow", help="Let the ensemble grow instead of replacing trees.")] = False,
    limit: Annotated[
        float | None,
        typer.Option(
            metavar="BOUND",
            help="Redo the eigen-decomposition only when the bound on the turn of the eigenvector exceeds this.",
            show_default="after each update",
        ),
    ] = None,
    drift_at: Annotated[
        int | None,
        typer.Option(metavar="ROW", help="Row at which a generated stream changes its rule.", show_default="never"),
    ] = None,
    max_depth: Annotated[int, typer.Option(metavar="N", help="Depth of the trees; 0 is no bound.")] = 0,
    min_leaf: Annotated[int, typer.Option(metavar="ROWS", help="Fewest rows of a leaf.")] = 1,
    missing: ask.Missing = "fail",
    seed: Annotated[int, typer.Option(metavar="N", help="The same seed gives the same result.")] = 0,
    output: Output = "-",
) -> None:
    """Follow an ensemble over a stream: bounds and real changes of its dominant function, and alarms."""
    from ksdt_core.cli.stability_run import Watching, watch_stream
    from ksdt_core.data.pair import Missing, Preparation
    from ksdt_core.data.pairing import check_preparation
    from ksdt_core.data.stream_cells import complete_stream
    from ksdt_core.errors import Interrupted, InvalidParameterError
    from ksdt_core.learners.ensembles import TreeShape

    check_places({"-o": output}, [stream])
    if replace not in ("oldest", "worst"):
        raise InvalidParameterError(f"--replace {replace!r} is unknown; give oldest or worst.")
    if limit is not None and not 0 <= limit < math.inf:
        raise InvalidParameterError(f"--limit {limit:g} must be a finite number, 0 or more; 0.5 is usual.")
    check_sizes({"--chunk": chunk, "--ensemble": ensemble, "--updates": updates})
    check_sizes({"--max-depth": max_depth, "--min-leaf": min_leaf, "--seed": seed})
    check_preparation(Preparation(missing=cast(Missing, missing), seed=seed))
    watching = Watching(
        chunk=chunk, n_first=ensemble, n_updates=updates, shape=TreeShape(max_depth=max_depth, min_leaf=min_leaf),
        policy="grow" if grow else "worst" if replace == "worst" else "oldest", limit=limit, seed=seed,
    )  # fmt: skip
    table = _stream(stream, target=target, n_rows=chunk * (ensemble + updates), drift_at=drift_at, seed=seed)
    completed = complete_stream(table, chunk * ensemble, missing=cast(Missing, missing))
    document = watch_stream(completed.stream, watching)
    document["stream"] = {"name": table.name, "rows": table.n_rows, "chunk": chunk, "drift_at": drift_at, "seed": seed}
    document["missing"] = _missing(completed, missing)
    deliver_document(document, output)
    if document["interrupted"]:
        place = "on standard output" if output == "-" else f"in {output!r}"
        done = len(document["steps"])
        raise Interrupted(f"interrupted; {done} of {updates} updates were finished, they are {place}.")


def _missing(completed: CompletedStream, option: str) -> dict[str, Any]:
    """What was done about missing cells."""
    return {
        "option": option,
        "filled": completed.n_filled,
        "rows_dropped": completed.n_rows_dropped,
        "columns_dropped": list(completed.columns_dropped),
    }


def _stream(text: str, *, target: str | None, n_rows: int, drift_at: int | None, seed: int) -> Dataset:
    from pathlib import Path

    from ksdt_core.data.catalogue import find_dataset
    from ksdt_core.errors import InvalidParameterError
    from ksdt_core.studies.streams import drifting_stream

    if text == GENERATED and not Path(text).is_file():
        if target is not None:
            raise InvalidParameterError("--target is for a table; leave it out, a generated stream has its own.")
        return drifting_stream(max(0, n_rows), max(0, n_rows) if drift_at is None else drift_at, seed=seed)
    if drift_at is not None:
        raise InvalidParameterError("--drift-at is for a generated stream only; leave it out, or give generated.")
    return find_dataset(text, target=target)
