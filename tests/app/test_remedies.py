"""Data says "the buttons below fix them" only where there are such buttons."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from ksdt_core.data import Dataset, Preparation, dataset_from_frame
from ksdt_core.data.checks.checkup import check_pair
from ksdt_core.store.pair_request import PairRequest, TableRequest
from pages.data.remedies import changes

N = 60
REQUEST = PairRequest(TableRequest.bundled("left"), TableRequest.bundled("right"))


def table(
    name: str, *, classes: tuple[object, ...] = ("ill", "well"), empty: float = 0.0, every: bool = False
) -> Dataset:
    random = np.random.default_rng(len(name))
    frame = pd.DataFrame({column: random.normal(size=N) for column in ("age", "dose", "weight")})
    frame.loc[: int(empty * N) - 1, list(frame) if every else ["dose"]] = np.nan
    frame["class"] = [str(classes[row % len(classes)]) for row in range(N)]
    return dataset_from_frame(frame, "class", name)


WRONG = {
    "classes": (table("left"), table("right", classes=("Ill", "Well")), Preparation()),
    "gaps": (table("left", empty=0.1), table("right"), Preparation()),
    "empty": (table("left", empty=1.0), table("right"), Preparation(max_missing=1)),
    "every sparse": (table("left", empty=0.5, every=True), table("right"), Preparation()),
    "no row left": (table("left", empty=1.0), table("right"), Preparation(missing="drop-rows", max_missing=1)),
    "numbers": (table("left", classes=tuple(range(30))), table("right", classes=tuple(range(3, 33))), Preparation()),
}


@pytest.mark.parametrize("name", WRONG)
def test_each_problem_that_an_option_fixes_has_a_button(name):
    left, right, preparation = WRONG[name]
    checkup = check_pair(left, right, preparation=preparation)
    problems = checkup.of_level("error")
    assert problems
    fixed = [finding for finding in problems if finding.remedies]
    assert fixed
    for finding in fixed:
        labels = [label for label, _ in changes(finding, REQUEST, checkup)]
        assert finding.doubtful or labels, finding.code
        assert all(labels), finding.code
