"""Documents of compared ensembles, read back from a file that anybody may have changed."""

from __future__ import annotations

import math
from typing import Any

from ksdt_core.errors import InvalidDocumentError
from ksdt_core.formats.agree import read_checked
from ksdt_core.formats.result import up_to_date
from ksdt_core.studies.learning.ensemble_study import (
    BASELINE,
    ENSEMBLE_STUDY,
    ENSEMBLES_FORMAT,
    SINGLE,
    EnsembleStudy,
    Errors,
)


def ensembles_of_document(document: dict[str, Any]) -> EnsembleStudy:
    """The compared ensembles of a document; one that does not hold together is refused."""
    found = up_to_date(document, ENSEMBLES_FORMAT)
    return read_checked(ENSEMBLE_STUDY, found, _holds, InvalidDocumentError("ensembles-damaged"))


def _holds(found: EnsembleStudy) -> bool:
    """Whether the methods are those that were asked for, and their errors are of these rows and of this kind."""
    asked = (BASELINE, SINGLE, *found.settings.methods)
    tested = 0 if found.test is None else found.test.rows
    return (
        tuple(each.method for each in found.methods) == asked
        and (len(found.answers) >= 2) != found.settings.regression
        and all(min(each.trees, each.nodes) >= 0 for each in found.methods)
        and all(
            _errors_hold(errors, rows, found.settings.regression, is_all=is_all)
            for each in found.methods
            for errors, rows, is_all in (
                (each.training, found.table.rows, True),
                (each.out_of_bag, found.table.rows, False),
                (each.cross_validated, found.table.rows, True),
                (each.test, tested, True),
            )
            if errors is not None
        )
    )


def _errors_hold(errors: Errors, rows: int, is_number: bool, *, is_all: bool) -> bool:
    few = 0 < errors.rows <= rows and (errors.rows == rows or not is_all)
    right = errors.loss >= 0 if is_number else 0 <= errors.loss <= errors.rows and errors.loss == round(errors.loss)
    return few and right and math.isfinite(errors.loss) and errors.is_number == is_number
