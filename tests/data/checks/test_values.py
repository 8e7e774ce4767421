"""Values that the two tables write differently, as the doctor tells them."""

from __future__ import annotations

import numpy as np

from ksdt_core.cli.check_findings import checkup_document
from ksdt_core.data.checks.checkup import check_pair
from tests.approved import Approved
from tests.data.checks.plain import LEFT, N_ROWS, RIGHT, checked, found, names, only, table

YES = np.where(np.arange(N_ROWS) % 3 == 0, "yes", "no")
SHORT = np.where(np.arange(N_ROWS) % 4 == 0, "Y", "N")


def test_values_written_differently_are_suggested(approved: Approved) -> None:
    checkup = checked({"smoker": YES}, {"smoker": SHORT})
    finding = only(checkup, "value-names")
    assert (finding.level, finding.heading) == ("warning", ("attribute", "L", "R"))
    assert finding.details == checkup.value_suggestions == (("smoker", "no", "N"), ("smoker", "yes", "Y"))
    approved(finding.what)
    assert found(checkup, "values-differ") == []
    assert checkup_document(checkup)["value_suggestions"][0] == {"attribute": "smoker", "left": "no", "right": "N"}


def test_what_the_map_says_is_no_finding_any_more() -> None:
    fixed = checked({"smoker": YES}, {"smoker": SHORT}, value_map={"smoker": {"Y": "yes", "N": "no"}})
    assert [finding.code for finding in fixed.findings] == [finding.code for finding in checked().findings]
    assert fixed.value_suggestions == ()
    partly = checked({"smoker": YES}, {"smoker": SHORT}, value_map={"smoker": {"Y": "yes"}})
    assert partly.value_suggestions == (("smoker", "no", "N"),)


def test_numbers_against_answers_are_values_and_not_kinds() -> None:
    numbers = np.arange(N_ROWS) % 2
    checkup = checked({"smoker": numbers}, {"smoker": YES})
    assert checkup.value_suggestions == (("smoker", "0", "no"), ("smoker", "1", "yes"))
    assert found(checkup, "kinds-differ") == []
    fixed = checked({"smoker": numbers}, {"smoker": YES}, value_map={"smoker": {"no": "0", "yes": "1"}})
    assert found(fixed, "kinds-differ") == found(fixed, "value-names") == []
    grades = [f"Grade {'I' * (1 + row % 3)}" for row in range(N_ROWS)]
    assert names(only(checked({"grade": grades}, {"grade": np.arange(N_ROWS) % 3}), "values-differ")) == ["grade"]


def test_some_values_that_one_table_alone_has() -> None:
    one_more = RIGHT.colour.where(np.arange(N_ROWS) > 5, "pink")
    assert found(checked(right={"colour": one_more}), "values-partly") == []
    other = LEFT.colour.where(np.arange(N_ROWS) > 5, "rosé")
    finding = only(checked({"colour": other}, {"colour": one_more}), "values-partly")
    assert (finding.level, finding.details) == ("info", (("colour", "'rosé'", "'pink'"),))


def test_names_of_rows_have_no_values_to_compare() -> None:
    patients = ([f"a{n}" for n in range(N_ROWS)], [f"b{n}" for n in range(N_ROWS)])
    checkup = checked({"patient": patients[0]}, {"patient": patients[1]})
    assert found(checkup, "values-differ") == []
    assert names(only(checkup, "identifiers")) == ["patient"]


def test_a_value_map_that_cannot_be_used_is_a_finding(approved: Approved) -> None:
    finding = only(checked(value_map={"colour": {"mauve": "red"}}), "value-map")
    assert (finding.level, finding.remedies) == ("error", ())
    approved(finding.what)


def test_names_of_rows_are_not_suggested_and_one_sentence_says_so(approved: Approved) -> None:
    left = table(LEFT.rename(columns={"height": "heigth"}), "L", patient=[f"P{n}" for n in range(N_ROWS)])
    numbers = np.random.default_rng(1).permutation(N_ROWS) * 3
    checkup = check_pair(left, table(RIGHT, "R", **{"Patient-ID": numbers}))
    assert [(one.left, one.right) for one in checkup.suggestions] == [("heigth", "height")]
    said = only(checkup, "row-names")
    assert said.level == "info"
    approved(said.what)
    by_hand = check_pair(left, table(RIGHT, "R", **{"Patient-ID": numbers}), attribute_map={"Patient-ID": "patient"})
    assert found(by_hand, "row-names") == []
    assert names(only(by_hand, "identifiers")) == ["patient"]
    one = check_pair(left, table(RIGHT, "R"))
    approved(only(one, "row-names").what)
