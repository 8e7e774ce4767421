"""`ksdt prune`: a result in, the same result with smaller trees out, and what that cost."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ksdt_core.cli.bounds import check_sizes
from ksdt_core.cli.output import Output, check_places, deliver, deliver_document, deliver_lines
from ksdt_core.cli.result_options import LeftFile, ResultFile, RightFile

if TYPE_CHECKING:
    from ksdt_core.documents.result import Result
    from ksdt_core.pruning.prune import Pruned

Method = Annotated[
    str | None,
    typer.Option(
        metavar="reduced-error|cost-complexity|mdl",
        help="By held-out rows, by errors against leaves, or by description length.",
        show_default="reduced-error where rows were held out, else mdl",
    ),
]
Alpha = Annotated[
    float | None,
    typer.Option(
        metavar="NUMBER",
        help="Of cost-complexity: the mean error of both tables that a leaf must spare.",
        show_default="chosen by held-out rows, else 0.01",
    ),
]
Report = Annotated[str | None, typer.Option(metavar="FILE", help="Write the report there, as JSON.")]
Csv = Annotated[str | None, typer.Option(metavar="FILE", help="Write what was removed there, as CSV.")]


def prune_command(
    result: ResultFile,
    method: Method = None,
    alpha: Alpha = None,
    left: LeftFile = None,
    right: RightFile = None,
    report: Report = None,
    csv: Csv = None,
    output: Output = "-",
) -> None:
    """Prune the trees of a result, write the pruned result, and say what was removed and what it did to the scores.

    The report goes to standard output, or to standard error where that is taken by -o, --report or --csv.
    """
    from ksdt_core.cli.prune_text import pruning_lines
    from ksdt_core.documents.pruned import pruned_document, removed_csv
    from ksdt_core.documents.result import read_result

    check_places({"-o": output, "--report": report, "--csv": csv}, [result, left, right])
    check_sizes({"--alpha": alpha})
    read = read_result(result)
    pruned = _pruned(read, {"method": method, "alpha": alpha}, left=left, right=right, document=result)
    deliver_document(pruned_document(pruned, read), output)
    if report is not None:
        deliver_document(pruned.report.to_document(), report)
    if csv is not None:
        deliver(removed_csv(pruned.report).encode("utf-8"), csv)
    lines = list(pruning_lines(pruned.report, read))
    if "-" not in (output, report, csv):
        deliver_lines(lines, "-")
    elif sys.stderr is not None:
        print("\n".join(lines), file=sys.stderr, flush=True)


def _pruned(read: Result, how: dict[str, Any], *, left: str | None, right: str | None, document: str) -> Pruned:
    """Prune; the tables are read only where rows were held out, or where the user gives them."""
    from ksdt_core.pruning.prune import check_request, needs_pair, prune

    trees = read.tree_set
    how["method"] = how["method"] or ("reduced-error" if needs_pair(trees) else "mdl")
    check_request(trees, how["method"], how["alpha"])
    pair = None
    if needs_pair(trees) or left is not None or right is not None:
        from ksdt_core.cli.result_tables import result_tables

        pair = result_tables(read, left=left, right=right, document=document).whole
    return prune(trees, pair, **how)
