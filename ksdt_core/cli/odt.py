"""`ksdt odt`: the orthogonal-tree study on one dataset."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from ksdt_core.cli.from_fields import Given, command_of, only
from ksdt_core.cli.output import OutputOption, check_places, deliver_document
from ksdt_core.cli.table_options import TABLE, Reading
from ksdt_core.data.model.preparation import Preparation
from ksdt_core.options import Option
from ksdt_core.studies.orthogonal_settings import OrthogonalSettings

if TYPE_CHECKING:
    from ksdt_core.data.model.pair import DatasetPair


@dataclass(frozen=True, slots=True)
class OdtRequest:
    """The two tables."""

    train: Annotated[str, Option("Training rows", f"Training rows: {TABLE}.", metavar="TRAIN", positional=True)]
    test: Annotated[str, Option("Test rows", f"Test rows: {TABLE}.", metavar="TEST", positional=True)]


@command_of(OdtRequest, OrthogonalSettings, only(Reading, "target"), only(Preparation, "missing"), OutputOption)
def odt_command(given: Given) -> None:
    """Compare a single tree, bagging, a forest and their reconstructed, aggregated and orthogonal trees."""
    from ksdt_core.cli.progress import progress_bar
    from ksdt_core.cli.report import say
    from ksdt_core.data.preparing.train_test import pair_train_test
    from ksdt_core.data.samples.catalogue import find_dataset
    from ksdt_core.studies.orthogonal import LEAK, orthogonal_study

    request, output = given.of(OdtRequest), given.of(OutputOption).output
    check_places({"-o": output}, [request.train, request.test], forms=("json",))
    settings, missing = given.of(OrthogonalSettings), given.of(Preparation).missing
    tables = [find_dataset(name, target=given.typed.get("target")) for name in (request.train, request.test)]
    pair = pair_train_test(tables[0], tables[1], missing=missing)
    with progress_bar("Steps of the study") as tick:
        study = orthogonal_study(pair, settings, progress=tick)
    deliver_document(study.to_document() | {"missing": _missing(pair)}, output)
    if settings.published_weights:
        say(LEAK)


def _missing(pair: DatasetPair) -> dict[str, Any]:
    """What was done about missing cells, of training rows and of test rows."""
    return {
        "option": pair.preparation.missing,
        "filled": list(pair.n_filled),
        "rows_dropped": list(pair.n_rows_dropped),
        "columns_dropped": list(pair.columns_dropped),
    }
