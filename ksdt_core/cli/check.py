"""`ksdt check`: the dataset doctor's findings, and the command that mines the pair with all of them mended."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from ksdt_core.cli import mine_options as ask
from ksdt_core.cli import table_options as reading
from ksdt_core.cli.bounds import check_sizes
from ksdt_core.cli.output import Output, check_places, deliver, deliver_document, deliver_lines
from ksdt_core.cli.worker_options import Scheduler, chosen_workers

if TYPE_CHECKING:
    from ksdt_core.cli.check_request import Check

WhatIfFlag = Annotated[
    bool, typer.Option("--what-if", help="Mine every one-to-one mapping of the classes (up to 4) and rank them.")
]
WriteMap = Annotated[
    str | None,
    typer.Option(metavar="FILE", help="Write the suggested attribute matches there, to be looked through and used."),
]
WriteValueMap = Annotated[
    str | None,
    typer.Option(metavar="FILE", help="Write the suggested matches of values there, to be looked through and used."),
]
AsJson = Annotated[bool, typer.Option("--json", help="As JSON, for programs.")]
Permutations = Annotated[int, typer.Option(metavar="N", help="With --what-if: shuffles for the p-values.")]
K = Annotated[int, typer.Option("-k", metavar="N", help="With --what-if: number of trees.")]
Workers = Annotated[int, typer.Option(metavar="N", help="With --what-if: processes for the shuffles.")]


def check_command(
    context: typer.Context,
    left: ask.Left,
    right: ask.Right,
    target: ask.Target = None,
    left_target: ask.LeftTarget = None,
    right_target: ask.RightTarget = None,
    cut: reading.Cut = None,
    left_cut: reading.LeftCut = None,
    right_cut: reading.RightCut = None,
    sheet: reading.Sheet = None,
    left_sheet: reading.LeftSheet = None,
    right_sheet: reading.RightSheet = None,
    encoding: reading.Encoding = None,
    max_rows: reading.MaxRows = None,
    max_columns: reading.MaxColumns = None,
    max_cell: reading.MaxCell = None,
    max_size: reading.MaxSize = None,
    class_map: ask.ClassMap = None,
    attribute_map: ask.AttributeMap = None,
    value_map: ask.ValueMap = None,
    scale: ask.Scale = "none",
    missing: ask.Missing = "fail",
    balance: ask.Balance = None,
    write_map: WriteMap = None,
    write_value_map: WriteValueMap = None,
    what_if: WhatIfFlag = False,
    k: K = 5,
    permutations: Permutations = 0,
    seed: ask.Seed = 0,
    workers: Workers = 1,
    scheduler: Scheduler = None,
    as_json: AsJson = False,
    output: Output = "-",
) -> None:
    """Look at two tables before they are mined: what to know, what to mend, and the command that does it."""
    from ksdt_core.cli.check_maps import MapFiles, check_map_files
    from ksdt_core.cli.check_request import check_of
    from ksdt_core.data.pair import Preparation

    check_map_files(write_map, write_value_map)
    places = {"-o": output, "--write-map": write_map, "--write-value-map": write_value_map}
    check_places(places, [left, right, attribute_map, value_map])
    request = reading.Reading.of_command(context.params)
    preparation: dict[str, Any] = {"scale": scale, "missing": missing, "balance": bool(balance), "seed": seed}
    check = check_of(
        request,
        class_map=class_map,
        given=MapFiles(attribute_map, value_map),
        wanted=MapFiles(write_map, write_value_map),
        preparation=Preparation(**preparation),
    )
    if what_if:
        check_sizes({"-k": k, "--permutations": permutations})
        check = check.compared(k=k, permutations=permutations, workers=chosen_workers(workers, scheduler))
    _deliver(check, as_json, output)


def _deliver(check: Check, as_json: bool, output: str) -> None:
    for place, text in check.written():
        deliver(text.encode("utf-8"), place)
    if as_json:
        deliver_document(check.document(), output)
    else:
        from ksdt_core.cli.check_text import check_lines

        deliver_lines(check_lines(check), output)
