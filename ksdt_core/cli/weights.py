"""`ksdt weights`: every set that some weights mine from two tables."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Annotated

from ksdt_core.cli.from_fields import Given, command_of
from ksdt_core.cli.mine_options import Evidence, Naming, Preset
from ksdt_core.cli.output import OutputOption, check_places, deliver_as, format_of, format_option
from ksdt_core.cli.table_options import Reading
from ksdt_core.cli.worker_options import WorkerOptions
from ksdt_core.data.model.preparation import Preparation
from ksdt_core.errors import InvalidParameterError
from ksdt_core.mining.parameters import MiningParameters
from ksdt_core.options import Option, check_fields, options_of

if TYPE_CHECKING:
    from ksdt_core.cli.mine_request import Study
    from ksdt_core.data.model.pair import DatasetPair
    from ksdt_core.mining.cells.weight_cells import WeightCells

FORMATS = ("text", "json")


@dataclass(frozen=True, slots=True)
class WeightsRequest:
    """How many cells, and how they are written."""

    most: Annotated[
        int,
        Option(
            "Maximum cells",
            "Maximum number of cells of the triangle; cells with the same set are one region. If there are more, the "
            "largest are given.",
            metavar="N",
            minimum=1,
            maximum=10_000_000,
        ),
    ] = 20_000
    folds: Annotated[
        int,
        replace(
            options_of(Evidence)["folds"],
            help="Cross-validate the largest and the best regions with this number of folds; 0 = none.",
        ),
    ] = 0
    format: Annotated[str | None, format_option(FORMATS)] = None


@command_of(Reading, MiningParameters, Preparation, Preset, Naming, WeightsRequest, WorkerOptions, OutputOption)
def weights_command(given: Given) -> None:
    """Find every set of trees over all weightings, and the region of the weight triangle that gives each of them."""
    from ksdt_core.cli.mine import read_pair
    from ksdt_core.cli.mine_request import study_of

    reading, asked, to = given.of(Reading), given.of(WeightsRequest), given.of(OutputOption)
    naming = given.of(Naming)
    inputs = [reading.left, reading.right, naming.attribute_map, naming.value_map, given.typed.get("costs")]
    check_places({"-o": to.output}, inputs, forms=FORMATS)
    chosen = format_of(asked.format, to.output, FORMATS)
    check_fields(asked)
    if asked.folds == 1:
        raise InvalidParameterError("one-fold", option="folds")
    study = study_of(given)
    pair, _ = read_pair(given, study)
    cells, stopped = _solved(pair, study, asked.most)
    if asked.folds and not stopped:
        cells = _validated(pair, cells, study, asked.folds)
    from ksdt_core.cli.weights_text import cells_lines

    deliver_as(chosen, to.output, {"text": partial(cells_lines, cells), "json": cells.to_document})
    if stopped:
        from ksdt_core.cli.stopping import STOPPED
        from ksdt_core.errors import Interrupted

        raise Interrupted("cells-stopped", why=STOPPED, place=to.place, covered=cells.covered)


def _solved(pair: DatasetPair, study: Study, most: int) -> tuple[WeightCells, bool]:
    """The cells, and whether the search was stopped before it had found all."""
    from ksdt_core.cli.progress import progress_bar
    from ksdt_core.cli.stopping import stop_requests
    from ksdt_core.errors import Interrupted
    from ksdt_core.mining.cells.found import weight_cells

    found: list[WeightCells] = []
    with stop_requests() as asked, progress_bar("Weight triangle, in 1/1000") as tick:
        try:
            cells = weight_cells(
                pair,
                most=most,
                parameters=study.parameters,
                workers=study.workers,
                progress=tick,
                should_stop=asked,
                on_stop=found.append,
            )
        except Interrupted:
            if not found:
                raise
            return found[0], True
    return cells, False


def _validated(pair: DatasetPair, cells: WeightCells, study: Study, folds: int) -> WeightCells:
    """The cells with what some of the regions answer for rows that were not mined."""
    from ksdt_core.cli.progress import progress_bar
    from ksdt_core.evidence.cross_validation import validated_regions

    with progress_bar("Folds") as tick:
        found = validated_regions(pair, cells, folds=folds, workers=study.workers, progress=tick)
    return replace(cells, validated=found)
