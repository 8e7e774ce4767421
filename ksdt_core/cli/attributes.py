"""`ksdt attributes`: where attributes are used, how they are distributed, how stable their choice is."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Annotated

from ksdt_core.cli.from_fields import Given, command_of, only
from ksdt_core.cli.messages import sentence
from ksdt_core.cli.output import OutputOption, check_places, deliver_as, format_of, format_option
from ksdt_core.cli.progress import progress_bar
from ksdt_core.cli.result_options import MINED, ResultOptions
from ksdt_core.cli.stopping import stop_requests
from ksdt_core.cli.worker_options import WorkerOptions
from ksdt_core.errors import Interrupted, WorkersLost
from ksdt_core.options import Option, check_fields

if TYPE_CHECKING:
    from ksdt_core.data.model.pair import DatasetPair
    from ksdt_core.mining.tree_set import TreeSet
    from ksdt_core.parallel.workers import Workers
    from ksdt_core.studies.attributes.attribute_view import AttributeView

FORMATS = ("text", "json", "csv")


@dataclass(frozen=True, slots=True)
class AttributesRequest:
    """Which attributes are shown, and how."""

    replicates: Annotated[
        int,
        Option(
            "Replicates",
            "Bootstrap replicates for the selection frequencies; 0 = none.",
            metavar="N",
            minimum=0,
            maximum=1_000_000,
        ),
    ] = 50
    halves: Annotated[
        int,
        Option(
            "Complementary halves",
            "Pairs of complementary halves for stability selection; 50 is common, 0 = none.",
            metavar="N",
            minimum=0,
            maximum=1_000_000,
        ),
    ] = 0
    tau: Annotated[
        float,
        Option(
            "Share of halves (tau)",
            "With halves: minimum share of halves that select a stable attribute.",
            metavar="SHARE",
            above=0.5,
            maximum=1.0,
        ),
    ] = 0.75
    every: Annotated[bool, Option("All attributes", "Also list attributes that no tree uses.", flag="--all")] = False
    format: Annotated[str | None, format_option(FORMATS)] = None


@command_of(
    only(ResultOptions, "left", "right", result=MINED),
    AttributesRequest,
    only(WorkerOptions, "scheduler", workers="Processes for the replicates."),
    OutputOption,
)
def attributes_command(given: Given) -> None:
    """Show the use of each attribute in the trees, its distribution by class, and its selection frequency."""
    from ksdt_core.formats.result import read_result

    source, asked, to = given.of(ResultOptions), given.of(AttributesRequest), given.of(OutputOption)
    check_places({"-o": to.output}, [source.result, source.left, source.right])
    chosen = format_of(asked.format, to.output, FORMATS)
    check_fields(asked)
    workers = given.of(WorkerOptions).chosen()
    read = read_result(source.result)
    from ksdt_core.cli.result_tables import result_tables

    pair = result_tables(read, left=source.left, right=source.right, document=source.result).whole
    view, lost = view_of(pair, read.tree_set, asked, workers=workers)
    from ksdt_core.cli.attributes_text import attribute_lines
    from ksdt_core.formats.csv_tables import attributes_csv

    text, csv = partial(attribute_lines, view), partial(attributes_csv, view)
    deliver_as(chosen, to.output, {"text": text, "json": view.to_document, "csv": csv})
    if view.replicates < asked.replicates or (asked.halves and view.halves is None):
        raise (WorkersLost if lost else Interrupted)(
            "interrupted-replicates", why=lost or "interrupted", place=to.place
        )


def view_of(
    pair: DatasetPair, trees: TreeSet, asked: AttributesRequest, *, workers: Workers
) -> tuple[AttributeView, str]:
    """The view, and why its workers could not finish it; without the replicates it says nothing about stability."""
    from ksdt_core.studies.attributes.attribute_view import attribute_view

    lost = ""
    with stop_requests() as stop, progress_bar("Replicates") as tick:
        try:
            view = attribute_view(
                pair,
                trees,
                replicates=asked.replicates,
                halves=asked.halves,
                tau=asked.tau,
                every=asked.every,
                workers=workers,
                progress=tick,
                should_stop=stop,
            )
        except (Interrupted, WorkersLost) as error:
            lost = sentence(error) if isinstance(error, WorkersLost) else ""
            view = attribute_view(pair, trees, replicates=0, every=asked.every)
    return view, lost
