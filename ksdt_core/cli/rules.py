"""`ksdt rules`: what the trees of a result say, as rules with evidence from both tables."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ksdt_core.cli.output import Output, check_places, deliver, deliver_document, deliver_lines
from ksdt_core.cli.result_options import LeftFile, ResultFile, RightFile

if TYPE_CHECKING:
    from ksdt_core.rules import Differences, RuleList

FORMATS = ("text", "json", "csv", "markdown")
ENDINGS = {".json": "json", ".csv": "csv", ".md": "markdown", ".markdown": "markdown"}

Reduce = Annotated[
    bool,
    typer.Option("--reduce", help="Drop conditions and rules that nothing is lost without; a default covers the rest."),
]
WithDifferences = Annotated[
    bool, typer.Option("--differences", help="Also the nodes of similar trees at which the two tables part.")
]
MinDs = Annotated[
    float | None,
    typer.Option(metavar="DS", help="With --differences: in trees at least so similar.", show_default="the mean DS"),
]
MinRows = Annotated[int, typer.Option(metavar="N", help="With --differences: at least so many rows of each table.")]
MinShare = Annotated[
    float, typer.Option(metavar="SHARE", help="With --differences: at least this share of each table's rows.")
]
Limit = Annotated[int, typer.Option(metavar="N", help="With --differences: list at most so many.")]
Format = Annotated[
    str | None,
    typer.Option(
        "--format", metavar="FORMAT", help="text, json, csv or markdown.", show_default="by the end of FILE, else text"
    ),
]


def rules_command(
    result: ResultFile,
    reduce: Reduce = False,
    differences: WithDifferences = False,
    left: LeftFile = None,
    right: RightFile = None,
    min_ds: MinDs = None,
    min_rows: MinRows = 5,
    min_share: MinShare = 0.05,
    limit: Limit = 10,
    form: Format = None,
    output: Output = "-",
) -> None:
    """Turn the trees of a result into rules, counted on the rows of both tables, each row once.

    CSV is the table of the rules, or with --differences that of the differences.
    """
    chosen = format_of(form, output)
    check_places({"-o": output}, [result, left, right])
    from ksdt_core.cli.result_tables import result_tables
    from ksdt_core.documents.result import read_result
    from ksdt_core.rules import alignable_differences, reduced_rules, tree_rules

    found = read_result(result)
    tables = result_tables(found, left=left, right=right, document=result)
    rules = (reduced_rules if reduce else tree_rules)(found.tree_set, tables.pair)
    parting = None
    if differences:
        parting = alignable_differences(
            found.tree_set,
            tables.pair,
            min_ds=min_ds,
            min_rows=min_rows,
            min_share=min_share,
            limit=limit,
            row_numbers=tables.rows,
        )
    _deliver(rules, parting, output, form=chosen)


def format_of(form: str | None, output: str) -> str:
    """The format asked for, else what the name of the file says, else text."""
    from ksdt_core.errors import InvalidParameterError

    if form is not None and form not in FORMATS:
        raise InvalidParameterError(f"--format {form!r} is unknown; choose one of {', '.join(FORMATS)}.")
    return form or ENDINGS.get(Path(output).suffix.lower(), "text")


def _deliver(rules: RuleList, differences: Differences | None, output: str, *, form: str) -> None:
    from ksdt_core.documents.rules import rules_document
    from ksdt_core.documents.rules_text import differences_table, rules_lines, rules_markdown, rules_table
    from ksdt_core.documents.tables import frame_csv

    if form == "json":
        deliver_document(rules_document(rules, differences), output)
    elif form == "csv":
        table = rules_table(rules) if differences is None else differences_table(differences)
        deliver(frame_csv(table).encode("utf-8"), output)
    elif form == "markdown":
        deliver(rules_markdown(rules, differences).encode("utf-8"), output)
    else:
        deliver_lines(rules_lines(rules, differences), output)
