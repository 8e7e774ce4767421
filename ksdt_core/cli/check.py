"""`ksdt check`: the dataset doctor's findings, and the command that mines the pair with all of them fixed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Annotated

from ksdt_core.cli.from_fields import Given, command_of, only
from ksdt_core.cli.mine_options import Evidence, Naming
from ksdt_core.cli.output import AS_JSON, OutputOption, check_places, deliver, deliver_as, format_of
from ksdt_core.cli.table_options import Reading
from ksdt_core.cli.worker_options import WorkerOptions
from ksdt_core.data.model.preparation import Preparation
from ksdt_core.mining.parameters import MiningParameters
from ksdt_core.options import Option

FORMATS = ("text", "json")


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is written, and whether the classes are compared."""

    write_map: Annotated[
        str | None,
        Option(
            "Suggested attribute map", "Write the suggested attribute matches to this file for review.", metavar="FILE"
        ),
    ] = None
    write_value_map: Annotated[
        str | None,
        Option("Suggested value map", "Write the suggested value matches to this file for review.", metavar="FILE"),
    ] = None
    what_if: Annotated[
        bool, Option("What if", "Mine every one-to-one mapping of the classes (up to 4) and rank them.")
    ] = False
    as_json: Annotated[bool, AS_JSON] = False


@command_of(
    Reading,
    Naming,
    Preparation,
    Wanted,
    only(MiningParameters, k="With --what-if: number of trees."),
    only(Evidence, permutations="With --what-if: number of shuffles for the p-values."),
    only(WorkerOptions, "scheduler", workers="With --what-if: processes for the shuffles."),
    OutputOption,
)
def check_command(given: Given) -> None:
    """Check two tables before mining: problems, warnings, and the options that fix them."""
    from ksdt_core.cli.check_maps import MapFiles, check_map_files
    from ksdt_core.cli.check_request import check_of

    reading, naming, wanted = given.of(Reading), given.of(Naming), given.of(Wanted)
    output = given.of(OutputOption).output
    check_map_files(wanted.write_map, wanted.write_value_map)
    places = {"-o": output, "--write-map": wanted.write_map, "--write-value-map": wanted.write_value_map}
    inputs = [reading.left, reading.right, naming.attribute_map, naming.value_map]
    check_places(places, inputs, forms=FORMATS)
    preparation, workers = given.of(Preparation), given.of(WorkerOptions)
    parameters, evidence = given.of(MiningParameters), given.of(Evidence)
    check = check_of(
        reading,
        naming,
        wanted=MapFiles(wanted.write_map, wanted.write_value_map),
        preparation=preparation,
    )
    if wanted.what_if:
        check = check.compared(k=parameters.k, permutations=evidence.permutations, workers=workers.chosen())
    for place, text in check.written():
        deliver(text.encode("utf-8"), place)
    from ksdt_core.cli.check_text import check_lines

    chosen = "json" if wanted.as_json else format_of(None, output, FORMATS)
    deliver_as(chosen, output, {"text": partial(check_lines, check), "json": check.document})
