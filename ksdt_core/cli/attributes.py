"""`ksdt attributes`: where attributes are used, how they are distributed, how stable their choice is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ksdt_core.cli.output import Output, check_places, deliver, deliver_document, deliver_lines
from ksdt_core.cli.result_options import LeftFile, ResultFile, RightFile
from ksdt_core.cli.worker_options import Scheduler, chosen_workers

if TYPE_CHECKING:
    from ksdt_core.studies.attributes.view import AttributeView

FORMATS = ("text", "json", "csv")
MOST_REPLICATES = 1_000_000

Replicates = Annotated[
    int, typer.Option(metavar="N", help="Bootstrap replicates for the selection frequencies; 0 is none.")
]
Every = Annotated[bool, typer.Option("--all", help="Also attributes that no tree uses.")]
Format = Annotated[str, typer.Option("--format", metavar="text|json|csv", help="What to write.")]
Workers = Annotated[int, typer.Option(metavar="N", help="Processes for the replicates.")]


def attributes_command(
    result: ResultFile,
    replicates: Replicates = 50,
    every: Every = False,
    left: LeftFile = None,
    right: RightFile = None,
    format_: Format = "text",
    workers: Workers = 1,
    scheduler: Scheduler = None,
    output: Output = "-",
) -> None:
    """Show for each attribute its use in the trees, its distribution by class, and how often replicates choose it."""
    from ksdt_core.documents.result import read_result
    from ksdt_core.errors import Interrupted, WorkersLost

    check_places({"-o": output}, [result, left, right])
    _check_options(replicates, format_)
    who = chosen_workers(workers, scheduler)
    read = read_result(result)
    from ksdt_core.cli.attributes_run import view_of
    from ksdt_core.cli.result_tables import result_tables

    pair = result_tables(read, left=left, right=right, document=result).whole
    view, lost = view_of(pair, read.tree_set, replicates=replicates, every=every, workers=who)
    _deliver(view, format_, output)
    if view.replicates < replicates:
        place = "on standard output" if output == "-" else f"in {output!r}"
        left_out = f"use and distributions are {place}, but the replicates were not finished."
        raise WorkersLost(f"{lost.rstrip('.')}; {left_out}") if lost else Interrupted(f"interrupted; {left_out}")


def _check_options(replicates: int, format_: str) -> None:
    from ksdt_core.errors import InvalidParameterError

    if format_ not in FORMATS:
        raise InvalidParameterError(f"--format {format_!r} is unknown; choose one of {', '.join(FORMATS)}.")
    if not 0 <= replicates <= MOST_REPLICATES:
        raise InvalidParameterError(
            f"--replicates {replicates} must lie between 0 and {MOST_REPLICATES:,}; 50 is usual."
        )


def _deliver(view: AttributeView, format_: str, output: str) -> None:
    if format_ == "json":
        deliver_document(view.to_document(), output)
    elif format_ == "csv":
        from ksdt_core.documents.attributes_csv import attributes_csv

        deliver(attributes_csv(view).encode("utf-8"), output)
    else:
        from ksdt_core.cli.attributes_text import attribute_lines

        deliver_lines(attribute_lines(view), output)
