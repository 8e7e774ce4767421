"""The chart of compared ensembles: a mark for each error that is known, intervals for classes alone, safe names."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ksdt_core.figures.ensemble_chart import draw_ensembles
from ksdt_core.studies.learning.ensemble_settings import EnsembleSettings
from ksdt_core.studies.learning.ensemble_study import EnsembleStudy, Errors, MethodErrors
from ksdt_core.studies.learning.learned import TableFacts


def study(*, is_number: bool = False, folds: int = 5) -> EnsembleStudy:
    def errors(loss: float) -> Errors:
        return Errors(50, loss, is_number)

    judged = errors(10) if folds else None
    methods = (
        MethodErrors("baseline", "", 0, 0, errors(20), cross_validated=judged),
        MethodErrors("tree", "", 1, 9, errors(0), cross_validated=judged),
        MethodErrors("forest", "mode", 5, 45, errors(1), errors(9) if folds else None, judged),
    )
    settings = EnsembleSettings(ensemble="forest", folds=folds, regression=is_number)
    facts = TableFacts("t", 50, 0, 3, 0)
    return EnsembleStudy(facts, "<b>kg</b>", settings, () if is_number else ("n", "y"), methods)


@pytest.mark.parametrize("is_number", [False, True])
def test_every_known_error_has_a_mark(is_number):
    found = study(is_number=is_number)
    tested = replace(
        found,
        test=TableFacts("<i>other</i>", 50, 0, 3, 0),
        methods=tuple(replace(each, test=each.training) for each in found.methods),
    )
    marks = draw_ensembles(tested).data
    assert [len(each.x) for each in marks] == [3, 1, 3]
    assert marks[1].x[0] == pytest.approx((9 / 50) ** 0.5 if is_number else 18)
    assert marks[0].error_x.visible is not is_number
    assert "<i>" not in marks[2].name


def test_without_other_rows_the_training_rows_are_shown():
    (marks,) = draw_ensembles(study(folds=0)).data
    assert (marks.name, list(marks.x)) == ("training rows", [40, 0, 2])
