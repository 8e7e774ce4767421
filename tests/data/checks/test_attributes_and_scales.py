"""Attributes: which are shared, in which units, as numbers or as texts."""

from __future__ import annotations

import numpy as np
import pandas as pd

from ksdt_core.data import Preparation, dataset_from_frame
from ksdt_core.data.checks.checkup import check_pair
from ksdt_core.errors import Remedy
from tests.approved import Approved
from tests.data.checks.plain import COLOURS, LEFT, RIGHT, checked, found, names, only, table


def renamed_right(**columns: str):
    return table(RIGHT.rename(columns=columns), "R")


def test_shared_attributes_and_how_they_were_matched(approved: Approved) -> None:
    right = renamed_right(age="AGE", height="size", weight="Weight ")
    finding = only(
        check_pair(table(LEFT, "L"), right, attribute_map={"size": "height", "Weight ": "weight"}), "shared-attributes"
    )
    approved(finding.what)
    assert finding.details == (("age", "AGE"),)


def test_assumed_matches_are_told() -> None:
    checkup = check_pair(table(LEFT, "L"), renamed_right(age="BRCA1"), attribute_map={"BRCA1": "age"})
    assert only(checkup, "assumed-matches").details == (("age", "BRCA1"),)
    assert (
        found(check_pair(table(LEFT, "L"), renamed_right(age="AGE"), attribute_map={"AGE": "age"}), "assumed-matches")
        == []
    )


def test_attributes_without_a_partner_with_suggestions() -> None:
    finding = only(check_pair(table(LEFT, "L"), renamed_right(height="heigth")), "unmatched-attributes")
    assert finding.level == "info"
    assert finding.details == (("height", "heigth", 91.8),)
    assert finding.perhaps == (Remedy("attribute_map"),)
    assert found(checked(), "unmatched-attributes") == []


def test_when_most_attributes_are_lost_it_is_a_warning() -> None:
    checkup = check_pair(table(LEFT, "L"), renamed_right(height="p", age="q", weight="r"))
    assert only(checkup, "unmatched-attributes").level == "warning"
    lost_on_one_side = check_pair(table(LEFT, "L"), table(RIGHT, "R", age=None, height=None, weight=None))
    assert only(lost_on_one_side, "unmatched-attributes").level == "info"


def test_nothing_shared_is_an_error_that_no_option_mends() -> None:
    checkup = check_pair(table(LEFT, "L"), renamed_right(height="heigth", age="q", weight="r", colour="s"))
    finding = only(checkup, "no-shared-attribute")
    assert finding.level == "error"
    assert finding in checkup.unfixed
    assert [suggestion.right for suggestion in checkup.suggestions] == ["heigth"]
    assert finding.perhaps == (Remedy("attribute_map"),)
    assert found(checked(), "no-shared-attribute") == []


def test_other_units_say_rank() -> None:
    checkup = checked(right={"height": 100 * RIGHT.height + 170})
    finding = only(checkup, "scales-differ")
    assert (finding.level, finding.remedies, names(finding)) == ("warning", (Remedy("scale", "rank"),), ["height"])
    _, left_median, right_median, left_spread, right_spread = finding.details[0]
    assert left_median == round(float(LEFT.height.median()), 4)
    assert abs(right_median - (100 * RIGHT.height + 170).median()) < 0.1
    assert left_spread < 2
    assert right_spread > 100
    assert found(checked(), "scales-differ") == []


def test_ranges_that_do_not_touch_are_counted(approved: Approved) -> None:
    one = only(checked(right={"age": RIGHT.age + 50}), "scales-differ").what
    approved(one)
    both = only(checked(right={"age": RIGHT.age + 50, "height": 9 * RIGHT.height}), "scales-differ").what
    approved(both)


def test_numbers_of_patients_are_not_measured_in_other_units() -> None:
    """70001 to 70508 beside 90001 to 90121 asked for a comparison of percentiles."""
    left, right = ({"record": np.arange(start, start + 120)} for start in (70001, 90001))
    assert found(checked(left, right), "scales-differ") == []


def test_a_scale_that_was_chosen_takes_care_of_it() -> None:
    finding = only(checked(right={"age": RIGHT.age + 50}, preparation=Preparation(scale="rank")), "scales-differ")
    assert (finding.level, finding.remedies, finding.perhaps) == ("info", (), ())


def test_a_few_of_many_attributes_may_really_differ() -> None:
    random = np.random.default_rng(3)
    frames = [
        pd.DataFrame(random.normal(size=(100, 40))).add_prefix("g").assign(**{"class": np.arange(100) % 2})
        for _ in range(2)
    ]
    frames[1]["g7"] = frames[1]["g7"] * 5
    finding = only(check_pair(*(dataset_from_frame(f, "class", "T") for f in frames)), "scales-differ")
    assert (finding.level, finding.remedies, names(finding)) == ("info", (), ["g7"])
    assert "1 of 40" in finding.what


def test_missing_cells_do_not_hide_a_scale() -> None:
    gaps = RIGHT.age.mask(RIGHT.age > 0.5) * 1000
    every = Preparation(max_missing=1)
    assert names(only(checked(right={"age": gaps}, preparation=every), "scales-differ")) == ["age"]
    masked = RIGHT.age.mask(RIGHT.height > 0.5)
    assert found(checked(right={"age": masked}, preparation=every), "scales-differ") == []


def test_a_column_of_mostly_one_number_has_a_spread_of_its_own() -> None:
    """Quartiles that coincide say nothing of the spread."""
    left, right = (np.where(np.arange(120) % 8 == 0, frame.age, 0) for frame in (LEFT, RIGHT))
    assert found(checked({"age": left}, {"age": right}), "scales-differ") == []
    assert names(only(checked({"age": left}, {"age": 100 * right}), "scales-differ")) == ["age"]


def test_numbers_here_and_texts_there() -> None:
    texts = [str(value) for value in RIGHT.age]
    texts[3] = "12,5"
    finding = only(checked(right={"age": texts}), "kinds-differ")
    assert finding.level == "warning"
    assert finding.details == (("age", "L", "R: '12,5'"),)
    assert found(checked(), "kinds-differ") == []


def test_the_words_that_make_a_column_text_are_named_not_its_numbers() -> None:
    """The evidence named '16,2' and 112 more of a column with decimal commas; 'unbekannt' was among the 112."""
    texts = [f"{value:.4f}".replace(".", ",") for value in RIGHT.age]
    texts[3] = texts[9] = "unbekannt"
    finding = only(checked(right={"age": texts}), "kinds-differ")
    assert finding.details == (("age", "L", "R: 'unbekannt'"),)


def test_values_that_never_agree() -> None:
    other = RIGHT.colour.replace({"blue": "Blue", "green": "Green", "red": "Red"})
    assert found(checked(right={"colour": other}), "values-differ") == []
    other = RIGHT.colour.replace({"blue": "azure", "green": "vert", "red": "rouge"})
    finding = only(checked(right={"colour": other}), "values-differ")
    assert (finding.level, names(finding)) == ("warning", ["colour"])
    assert finding.details == (("colour", "'blue', 'green', 'red'", "'azure', 'rouge', 'vert'"),)
    assert "use it." in finding.what
    assert finding.perhaps == (Remedy("value_map"),)
    assert found(checked(right={"colour": RIGHT.colour.replace("blue", "azure")}), "values-differ") == []
    assert len(COLOURS) == 3
