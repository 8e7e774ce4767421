"""`ksdt prune`: a result in, the same result with smaller trees out, and what that cost."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from ksdt_core.cli.from_fields import Given, command_of
from ksdt_core.cli.output import OutputOption, check_places, deliver, deliver_document, deliver_lines
from ksdt_core.cli.result_options import ResultOptions
from ksdt_core.errors import InvalidParameterError
from ksdt_core.options import Option, check_fields
from ksdt_core.text import for_terminal

if TYPE_CHECKING:
    from ksdt_core.evidence.effects import Effects
    from ksdt_core.formats.result import Result
    from ksdt_core.pruning.prune import Pruned
    from ksdt_core.studies.learning.learned import Learned
    from ksdt_core.studies.learning.model import Model


@dataclass(frozen=True, slots=True)
class PruneRequest:
    """How trees are pruned, and where the report goes."""

    method: Annotated[
        str | None,
        Option(
            "Method",
            (
                "Prune by held-out rows (reduced-error), by errors and number of leaves (cost-complexity), or by "
                "description length (mdl). A learned tree can also use nodes + errors."
            ),
            metavar="reduced-error|cost-complexity|mdl|size-plus-errors",
            default_text="reduced-error if rows were held out, else mdl",
        ),
    ] = None
    alpha: Annotated[
        float | None,
        Option(
            "Alpha",
            "With cost-complexity: cost of a leaf, in mean error of both tables.",
            metavar="NUMBER",
            maximum=1_000_000,
            default_text="chosen by held-out rows, else 0.01",
        ),
    ] = None
    report: Annotated[str | None, Option("Report", "Write the report to this JSON file.", metavar="FILE")] = None
    csv: Annotated[str | None, Option("CSV", "Write the removed tests to this CSV file.", metavar="FILE")] = None


@command_of(ResultOptions, PruneRequest, OutputOption)
def prune_command(given: Given) -> None:
    """Prune the trees of a result, write the pruned result, and report the removed tests and the change of the scores.

    The report goes to standard output, or to standard error if -o, --report or --csv use standard output.
    """
    from ksdt_core.cli.prune_text import pruning_lines
    from ksdt_core.formats.learned_document import made_of_one_table
    from ksdt_core.formats.pruned import pruned_document, removed_csv
    from ksdt_core.formats.result import read_result

    source, how, output = given.of(ResultOptions), given.of(PruneRequest), given.of(OutputOption).output
    report, csv = how.report, how.csv
    check_places(
        {"-o": output, "--report": report, "--csv": csv}, [source.result, source.left, source.right], forms=("json",)
    )
    check_fields(how)
    single = made_of_one_table(source.result)
    if single is not None:
        _prune_learned(single, how, output)
        return
    read = read_result(source.result)
    pruned, effects = _pruned(read, how, source)
    deliver_document(pruned_document(pruned, read, effects=effects), output)
    if report is not None:
        deliver_document(pruned.report.to_document(), report)
    if csv is not None:
        deliver(removed_csv(pruned.report).encode("utf-8"), csv)
    _tell(pruning_lines(pruned.report, read), beside=(output, report, csv))


def _prune_learned(learned: Learned | Model, how: PruneRequest, output: str) -> None:
    """The same for the tree of one table; a model made elsewhere stays as it is."""
    from ksdt_core.cli.learned import prune_learned
    from ksdt_core.studies.learning.learned import LEARNED, Learned

    if not isinstance(learned, Learned):
        raise InvalidParameterError("model-not-pruned", model=learned.name)
    for option in ("report", "csv"):
        if getattr(how, option) is not None:
            raise InvalidParameterError("not-for-learned-trees", option=option, value=getattr(how, option))
    pruned, lines = prune_learned(learned, how.method, how.alpha)
    deliver_document(LEARNED.write(pruned), output)
    _tell(lines, beside=(output,))


def _tell(lines: Iterable[str], *, beside: Collection[str | None]) -> None:
    """The lines on standard output, or on standard error where a document goes to standard output."""
    if "-" not in beside:
        deliver_lines(lines, "-")
    elif sys.stderr is not None:
        print(for_terminal("\n".join(lines)), file=sys.stderr, flush=True)


def _pruned(read: Result, how: PruneRequest, source: ResultOptions) -> tuple[Pruned, Effects | None]:
    """The pruned set, and what its trees predict where the tables are at hand.

    They are read only where rows were held out, or where the user gives them.
    """
    from ksdt_core.evidence.effects import measure_effects
    from ksdt_core.pruning.prune import check_request, needs_pair, prune

    trees = read.tree_set
    options: dict[str, Any] = {"method": how.method or ("reduced-error" if needs_pair(trees) else "mdl")}
    options["alpha"] = how.alpha
    check_request(trees, options["method"], how.alpha)
    pair = None
    if needs_pair(trees) or source.left is not None or source.right is not None:
        from ksdt_core.cli.result_tables import result_tables

        pair = result_tables(read, left=source.left, right=source.right, document=source.result).whole
    pruned = prune(trees, pair, **options)
    return pruned, None if pair is None else measure_effects(pair, pruned.trees)
