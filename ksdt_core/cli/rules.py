"""`ksdt rules`: what the trees of a result say, as rules with evidence from both tables."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Annotated

from ksdt_core.cli.from_fields import Given, command_of
from ksdt_core.cli.output import OutputOption, check_places, deliver_as, format_of
from ksdt_core.cli.result_options import ResultOptions
from ksdt_core.options import Option

if TYPE_CHECKING:
    from ksdt_core.rules.differences import Differences
    from ksdt_core.rules.rule import RuleList

FORMATS = ("text", "json", "csv", "markdown")


@dataclass(frozen=True, slots=True)
class RulesRequest:
    """Which rules and which differences are listed."""

    reduce: Annotated[
        bool,
        Option("Reduce", "Remove conditions and rules that are not needed, and add a default rule."),
    ] = False
    differences: Annotated[
        bool, Option("Differences", "Also list the nodes of similar trees at which the two tables differ.")
    ] = False
    min_ds: Annotated[
        float | None,
        Option(
            "Minimum similarity",
            "With --differences: minimum similarity of the trees.",
            metavar="DS",
            default_text="the mean DS",
        ),
    ] = None
    min_rows: Annotated[int, Option("Minimum rows", "With --differences: minimum rows of each table.", metavar="N")] = 5
    min_share: Annotated[
        float,
        Option("Minimum share", "With --differences: minimum share of each table's rows.", metavar="SHARE"),
    ] = 0.05
    limit: Annotated[int, Option("Maximum differences", "With --differences: how many to list.", metavar="N")] = 10
    format: Annotated[
        str | None,
        Option(
            "Format",
            "text, json, csv or markdown.",
            metavar="FORMAT",
            default_text="by the ending of FILE, else text",
        ),
    ] = None


@command_of(ResultOptions, RulesRequest, OutputOption)
def rules_command(given: Given) -> None:
    """List the rules of a result's trees, with counts on the rows of both tables.

    CSV contains the rules, or with --differences the differences.
    """
    source, asked, output = given.of(ResultOptions), given.of(RulesRequest), given.of(OutputOption).output
    chosen = format_of(asked.format, output, FORMATS)
    check_places({"-o": output}, [source.result, source.left, source.right])
    from ksdt_core.cli.result_tables import result_tables
    from ksdt_core.formats.learned_document import made_of_one_table
    from ksdt_core.formats.result import read_result
    from ksdt_core.mining.unit_words import converted_units
    from ksdt_core.rules.differences import alignable_differences
    from ksdt_core.rules.full_paths import tree_rules
    from ksdt_core.rules.reduction import reduced_rules

    single = made_of_one_table(source.result)
    if single is not None:
        from ksdt_core.cli.learned import rules_of_one_table

        rules_of_one_table(single, output, form=chosen, reduce=asked.reduce, document=source.result)
        return
    found = read_result(source.result)
    tables = result_tables(found, left=source.left, right=source.right, document=source.result)
    rules = (reduced_rules if asked.reduce else tree_rules)(found.tree_set, tables.pair)
    differences = None
    if asked.differences:
        differences = alignable_differences(
            found.tree_set,
            tables.pair,
            min_ds=asked.min_ds,
            min_rows=asked.min_rows,
            min_share=asked.min_share,
            limit=asked.limit,
            row_numbers=tables.rows,
        )
    _deliver(rules, differences, output, form=chosen, units=converted_units(found.tree_set.pair))


def _deliver(rules: RuleList, differences: Differences | None, output: str, *, form: str, units: str) -> None:
    from ksdt_core.formats.frame_text import frame_csv
    from ksdt_core.formats.rules_text import differences_table, rules_lines, rules_markdown, rules_table
    from ksdt_core.rules.rules_view import RULES, rules_view
    from ksdt_core.text import printable

    table = rules_table(rules) if differences is None else differences_table(differences)
    view = partial(rules_view, rules, differences)
    makers = {
        "text": lambda: chain([f"Units converted: {printable(units)}"] if units else [], rules_lines(view())),
        "json": lambda: RULES.write(view()),
        "csv": lambda: frame_csv(table),
        "markdown": lambda: rules_markdown(rules, differences),
    }
    deliver_as(form, output, makers)
