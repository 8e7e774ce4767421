"""`ksdt import`: a model file of another library in, its trees as a document out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from ksdt_core.cli.from_fields import Given, command_of, only
from ksdt_core.cli.output import OutputOption, check_places, deliver_document
from ksdt_core.cli.table_options import TABLE, Reading, target_of
from ksdt_core.options import Option

if TYPE_CHECKING:
    from ksdt_core.studies.learning.model import Model

LIMITS = ("max_rows", "max_columns", "max_values", "max_cell", "max_size")


@dataclass(frozen=True, slots=True)
class ImportRequest:
    """The model file, the names that it lacks, and the table that it is tested on."""

    model: Annotated[
        str,
        Option(
            "Model",
            "Model file: XGBoost as JSON or UBJSON, LightGBM as text, CatBoost as JSON.",
            metavar="MODEL",
            positional=True,
        ),
    ]
    table: Annotated[
        str | None, Option("Table", f"Count the errors of the model on this table: {TABLE}.", metavar="TABLE")
    ] = None
    attributes: Annotated[
        tuple[str, ...],
        Option("Attributes", "Columns of the model in its order.", metavar="A,B", default_text="as in the file"),
    ] = ()
    classes: Annotated[
        tuple[str, ...],
        Option(
            "Classes", "Classes of the model in its order.", metavar="A,B", default_text="as in the file, or 0, 1, …"
        ),
    ] = ()


@command_of(ImportRequest, only(Reading, "target", "cut", "sheet", "encoding", *LIMITS), OutputOption)
def import_command(given: Given) -> None:
    """Import a model of XGBoost, LightGBM or CatBoost as a sum of trees that predicts each row as it did there.

    ksdt show, rules, export and spectrum read the document. A model of scikit-learn is imported in Python:
    ksdt.import_model(model).to_document().
    """
    from ksdt_core.cli.report import say
    from ksdt_core.studies.learning.model import MODEL, import_model
    from ksdt_core.studies.learning.model_words import headline

    asked, output = given.of(ImportRequest), given.of(OutputOption).output
    check_places({"-o": output}, [asked.model, asked.table], forms=("json",))
    model = import_model(asked.model, attributes=asked.attributes or None, class_names=asked.classes or None)
    if asked.table is not None:
        model = _tested(model, asked.table, given)
    deliver_document(MODEL.write(model), output)
    say(headline(model))


def _tested(model: Model, name: str, given: Given) -> Model:
    from ksdt_core.studies.learning.model import judged_on

    values = {option: value for option, value in given.values_of(Reading).items() if option not in ("left", "right")}
    table = Reading(left=name, right=name, **values).one_table(uncut=not model.ensemble.class_names)
    return judged_on(model, table, target=target_of(name, given.typed.get("target")))
