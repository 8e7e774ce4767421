"""`ksdt evidence`: do two tables share structure at all, and in which attributes?"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Annotated

from ksdt_core.cli.from_fields import Given, command_of
from ksdt_core.cli.mine_options import OF_NULLS, Naming
from ksdt_core.cli.output import OutputOption, check_places, deliver_as, format_of, format_option
from ksdt_core.cli.table_options import Reading
from ksdt_core.cli.worker_options import WorkerOptions
from ksdt_core.data.model.preparation import Preparation
from ksdt_core.mining.parameters import MiningParameters
from ksdt_core.options import Option, check_fields, options_of, plain_values

if TYPE_CHECKING:
    from ksdt_core.data.model.pair import DatasetPair
    from ksdt_core.evidence.pair_evidence import Evidence
    from ksdt_core.parallel.workers import Workers

FORMATS = ("text", "json", "csv")


@dataclass(frozen=True, slots=True)
class EvidenceRequest:
    """How long the test is, and what is written."""

    permutations: Annotated[int, OF_NULLS] = 999
    exclude: Annotated[
        tuple[str, ...], replace(options_of(MiningParameters)["exclude"], help="Attributes to exclude.")
    ] = ()
    weightings: Annotated[
        bool,
        Option(
            "Weightings",
            "Also solve the weight triangle, as ksdt weights does, and give the share of all weightings under "
            "which trees use each attribute.",
        ),
    ] = False
    format: Annotated[str | None, format_option(FORMATS)] = None

    def __post_init__(self) -> None:
        check_fields(self)


@command_of(Reading, Naming, Preparation, EvidenceRequest, WorkerOptions, OutputOption)
def evidence_command(given: Given) -> None:
    """Test whether two tables share signal, and list the attributes that predict the class in both, without mining."""
    reading, naming, output = given.of(Reading), given.of(Naming), given.of(OutputOption).output
    check_places({"-o": output}, [reading.left, reading.right, naming.attribute_map, naming.value_map], forms=FORMATS)
    asked = given.of(EvidenceRequest)
    chosen = format_of(asked.format, output, FORMATS)
    workers = given.of(WorkerOptions).chosen()
    pair = _pair(given, reading, naming)
    found = _tested(pair, asked, workers)
    if asked.weightings:
        found = found.with_weight_shares(_weight_shares(pair, asked.exclude))
    from ksdt_core.cli.evidence_text import evidence_lines
    from ksdt_core.formats.csv_tables import evidence_csv

    text, csv = partial(evidence_lines, found), partial(evidence_csv, found)
    deliver_as(chosen, output, {"text": text, "json": found.to_document, "csv": csv})


def _pair(given: Given, reading: Reading, naming: Naming) -> DatasetPair:
    from ksdt_core.data.preparing.pairing import pair_datasets

    maps = naming.maps()
    left, right = reading.tables()
    return pair_datasets(left, right, **maps, **plain_values(given.of(Preparation)))


def _weight_shares(pair: DatasetPair, exclude: tuple[str, ...]) -> tuple[tuple[str, float], ...]:
    from ksdt_core.cli.progress import progress_bar
    from ksdt_core.cli.stopping import stop_requests
    from ksdt_core.mining.cells.found import weight_cells

    with stop_requests() as stopped, progress_bar("Weight triangle, in 1/1000") as tick:
        return weight_cells(pair, exclude=exclude, progress=tick, should_stop=stopped).attributes


def _tested(pair: DatasetPair, asked: EvidenceRequest, workers: Workers) -> Evidence:
    from ksdt_core.cli.progress import progress_bar
    from ksdt_core.cli.stopping import stop_requests
    from ksdt_core.evidence.pair_test import evidence

    with stop_requests() as stopped, progress_bar("Shuffles") as tick:
        return evidence(
            pair,
            permutations=asked.permutations,
            exclude=asked.exclude,
            workers=workers,
            progress=tick,
            should_stop=stopped,
        )
