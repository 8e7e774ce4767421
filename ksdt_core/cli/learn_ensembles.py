"""What `ksdt learn --ensemble` does: ensembles of one table, tested on another one where it is named."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from ksdt_core.cli.from_fields import Given
from ksdt_core.cli.mine_options import Evidence
from ksdt_core.cli.output import OutputOption, deliver_as, format_of, format_option
from ksdt_core.cli.table_options import TABLE
from ksdt_core.errors import InvalidParameterError, Remedy
from ksdt_core.options import Option, options_of
from ksdt_core.studies.learning.ensemble_settings import EnsembleSettings
from ksdt_core.studies.learning.settings import LearnSettings

if TYPE_CHECKING:
    from ksdt_core.data.model.dataset import Dataset

FORMS = ("json", "text")
OWN = ("ensemble", "trees", "vote", "max_features", "learning_rate", "exclude")


@dataclass(frozen=True, slots=True)
class EnsembleRequest:
    """How ensembles are tested, and what is written about them."""

    test: Annotated[
        str | None, Option("Test table", f"With an ensemble: another table to test it on: {TABLE}.", metavar="TABLE")
    ] = None
    folds: Annotated[int, options_of(Evidence)["folds"]] = EnsembleSettings().folds
    format: Annotated[str | None, format_option(FORMS)] = None


def wants_ensembles(given: Given) -> bool:
    """Whether ensembles were asked for; options of the other kind are refused."""
    own = {*OWN, *options_of(EnsembleRequest)}
    if "ensemble" not in given.typed:
        wrong = next((name for name in given.typed if name in own), None)
        if wrong is not None:
            raise InvalidParameterError("only-for-ensembles", option=wrong, remedies=(Remedy("ensemble", "all"),))
        return False
    of_trees = set(options_of(LearnSettings)) - set(options_of(EnsembleSettings))
    wrong = next((name for name in given.typed if name in of_trees), None)
    if wrong is not None:
        raise InvalidParameterError("not-for-ensembles", option=wrong, ensemble="ensemble")
    return True


def learn_ensembles(
    given: Given, table: Dataset, test: Dataset | None, settings: EnsembleSettings, **around: Any
) -> None:
    """Grow and compare them, and write the document or the table; standard output gets the table."""
    from ksdt_core.cli.progress import progress_bar
    from ksdt_core.cli.report import say
    from ksdt_core.studies.learning.ensemble_run import compare_ensembles
    from ksdt_core.studies.learning.ensemble_study import study_document
    from ksdt_core.studies.learning.ensemble_words import headline, study_lines

    output = given.of(OutputOption).output
    form = format_of(given.of(EnsembleRequest).format, output, FORMS)
    with progress_bar("Ensembles") as tick:
        study = compare_ensembles(table, settings, test=test, progress=tick, **around)
    deliver_as(form, output, {"json": lambda: study_document(study), "text": lambda: study_lines(study)})
    if form == "json":
        say(headline(study))
