"""`ksdt learn`: a tree of one table, or ensembles of trees."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from ksdt_core.cli.from_fields import Given, command_of, only
from ksdt_core.cli.learn_ensembles import FORMS, OWN, EnsembleRequest, learn_ensembles, wants_ensembles
from ksdt_core.cli.mine_options import costs_of_file
from ksdt_core.cli.output import OutputOption, check_places, deliver_document
from ksdt_core.cli.table_options import TABLE, Reading, target_of
from ksdt_core.options import Option, options_of
from ksdt_core.studies.learning.ensemble_settings import EnsembleSettings
from ksdt_core.studies.learning.settings import LearnSettings

if TYPE_CHECKING:
    from ksdt_core.data.model.dataset import Dataset

LIMITS = ("max_rows", "max_columns", "max_values", "max_cell", "max_size")
DEPTH = "Splits below the root. 0 = unlimited. Each ensemble has its own default."


@dataclass(frozen=True, slots=True)
class LearnRequest:
    """The table that is learned from."""

    table: Annotated[str, Option("Table", f"The table: {TABLE}.", metavar="TABLE", positional=True)]


@command_of(
    LearnRequest,
    only(Reading, "target", "cut", "sheet", "encoding", *LIMITS),
    only(LearnSettings, *(name for name in options_of(LearnSettings) if name != "max_depth"), max_depth=DEPTH),
    only(EnsembleSettings, *OWN),
    EnsembleRequest,
    OutputOption,
)
def learn_command(given: Given) -> None:
    """Learn a decision tree from one table, prune it, and write it with its errors at every size.

    ksdt show, rules, prune, export and spectrum read the document. With --ensemble, compare ensembles of trees.
    """
    if wants_ensembles(given):
        return _ensembles(given)
    return _tree(given)


def _ensembles(given: Given) -> None:
    name, test = given.of(LearnRequest).table, given.of(EnsembleRequest).test
    check_places({"-o": given.of(OutputOption).output}, [name, test], forms=FORMS)
    settings = given.of(EnsembleSettings)
    readings = [
        Reading(left=each, right=each, **_without_tables(given.values_of(Reading))) for each in (name, test) if each
    ]
    tables = [reading.one_table(uncut=settings.regression) for reading in readings]
    facts = [_facts(reading, table) for reading, table in zip(readings, tables, strict=True)]
    learn_ensembles(
        given, tables[0], tables[1] if test else None, settings, target=target_of(name, given.typed.get("target")),
        facts=facts[0], test_facts=facts[1] if test else None,
    )  # fmt: skip


def _tree(given: Given) -> None:
    name, output = given.of(LearnRequest).table, given.of(OutputOption).output
    check_places({"-o": output}, [name, given.typed.get("costs")], forms=("json",))
    settings = LearnSettings(**{**given.values_of(LearnSettings), **costs_of_file(given)})
    from ksdt_core.cli.report import say
    from ksdt_core.studies.learning.learned import LEARNED
    from ksdt_core.studies.learning.run import learn_table
    from ksdt_core.studies.learning.words import headline

    reading = Reading(left=name, right=name, **_without_tables(given.values_of(Reading)))
    table = reading.one_table(uncut=settings.regression)
    settings.valuing.costs_of(table.attributes)
    learned = learn_table(
        table, settings, target=target_of(name, given.typed.get("target")), facts=_facts(reading, table)
    )
    deliver_document(LEARNED.write(learned), output)
    say(headline(learned))


def _without_tables(values: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if name not in ("left", "right")}


def _facts(reading: Reading, table: Dataset) -> dict[str, Any]:
    """Where the table is read from."""
    from ksdt_core.cli.table_options import parse_cut

    return {
        "file": reading.left,
        "cut": parse_cut(reading.cut),
        "sheet": reading.sheet,
        "fingerprint": table.fingerprint(),
    }
