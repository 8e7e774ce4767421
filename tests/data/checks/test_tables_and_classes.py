"""Rows and classes: how many, how alike, under which names, and whether they are enough."""

from __future__ import annotations

import re

import numpy as np
import pandas as pd
import pytest

from ksdt_core.data import Preparation, dataset_from_frame
from ksdt_core.data.checks.checkup import check_pair
from ksdt_core.data.checks.enough import chance_accuracy, n_shuffles, rows_needed
from ksdt_core.data.matching.class_suggestions import side_of
from ksdt_core.data.readers.turning import TURNED
from ksdt_core.errors import Remedy
from tests.approved import Approved
from tests.data.checks.plain import LEFT, RIGHT, checked, found, healthy_frame, names, only, table


def renamed(**classes: str) -> pd.Series:
    return RIGHT["class"].replace(classes)


def test_rows_and_classes_of_each_side(approved: Approved) -> None:
    left, right = found(checked(), "rows")
    approved(left.what)
    assert (left.where, right.where) == ("L", "R")
    assert left.details == (("sick", 60), ("well", 60))


def test_what_the_reader_did_is_told() -> None:
    noted = dataset_from_frame(LEFT, "class", "L", notes=(TURNED,))
    finding = only(check_pair(noted, table(RIGHT, "R")), "reader-note")
    assert (finding.what, finding.where) == (TURNED, "L")
    assert found(checked(), "reader-note") == []


def test_one_class_alone() -> None:
    alone = only(checked({"class": "sick"}), "one-class")
    assert (alone.level, alone.where) == ("error", "L")
    assert alone.perhaps == (Remedy("target"),)
    assert found(checked(), "one-class") == []


def test_classes_with_very_few_rows() -> None:
    classes = LEFT["class"].mask(np.arange(len(LEFT)) < 4, "odd")
    others = RIGHT["class"].mask(np.arange(len(RIGHT)) < 5, "odd")
    finding = only(checked({"class": classes}, {"class": others}), "rare-class")
    assert (finding.level, finding.where, finding.details) == ("warning", "L", (("odd", 4),))


def test_classes_under_other_names_with_the_map_that_mends_it(approved: Approved) -> None:
    finding = only(checked(right={"class": renamed(sick="died", well="survived")}), "class-names")
    assert finding.level == "error"
    approved(finding.what)
    assert finding.remedies == (Remedy("class_map", ("died=sick", "survived=well")),)
    assert finding.sure
    assert "guess" not in finding.what
    assert found(checked(), "class-names") == []
    mapped = checked(right={"class": renamed(sick="ill")}, class_map={"ill": "sick"})
    assert found(mapped, "class-names") == []


def test_names_that_do_not_tell_are_a_guess_for_a_person() -> None:
    finding = only(checked(right={"class": renamed(sick="ADCA", well="MPM")}), "class-names")
    assert not finding.sure
    assert finding.remedies[0].option == "class_map"


def test_the_more_common_class_is_the_more_common_one_where_names_do_not_tell() -> None:
    left = np.where(np.arange(120) < 90, "DLBCL", "FL")
    right = np.where(np.arange(120) < 30, "ADCA", "MPM")
    finding = only(checked({"class": left}, {"class": right}), "class-names")
    assert finding.remedies == (Remedy("class_map", ("ADCA=FL", "MPM=DLBCL")),)


def test_other_numbers_of_classes_have_no_map_and_no_option() -> None:
    three = RIGHT["class"].mask(np.arange(len(RIGHT)) < 30, "odd")
    checkup = checked(right={"class": three})
    finding = only(checkup, "class-names")
    assert finding.remedies == ()
    assert finding in checkup.unfixed
    assert finding.perhaps == (Remedy("class_map"),)


@pytest.mark.parametrize(
    ("name", "side"),
    [
        ("Relapse", 1),
        ("non-relapse", -1),
        ("no relapse", -1),
        ("ER+", 1),
        ("ER-", -1),
        ("0", -1),
        ("DLBCL", 0),
        ("", 0),
    ],
)
def test_words_that_say_yes_or_no(name: str, side: int) -> None:
    assert side_of(name) == side


def test_class_ratios_that_differ_say_balance(approved: Approved) -> None:
    mostly_sick = np.where(np.arange(120) < 100, "sick", "well")
    finding = only(checked(right={"class": mostly_sick}), "class-ratios")
    assert (finding.level, finding.remedies) == ("warning", (Remedy("balance"),))
    approved(finding.what)
    assert finding.details[0] == ("sick", 0.5, 0.833)
    balanced = only(checked(right={"class": mostly_sick}, preparation=Preparation(balance=True)), "class-ratios")
    assert (balanced.level, balanced.remedies) == ("info", ())


def test_shares_are_rounded_once() -> None:
    left = healthy_frame(1, 102)  # 74 of 102 are 72.55 %, and 0.725 would be written as 72 %
    tables = [
        table(frame, name, **{"class": np.where(np.arange(len(frame)) < n_sick, "sick", "well")})
        for frame, name, n_sick in ((left, "L", 74), (RIGHT, "R", 20))
    ]
    finding = only(check_pair(*tables), "class-ratios")
    assert re.findall(r"(\d+)\s% of ([LR])", finding.what) == [("73", "L"), ("17", "R")]
    assert finding.details[0] == ("sick", 0.725, 0.167)


def test_class_ratios_that_hardly_differ_are_no_finding() -> None:
    assert found(checked(right={"class": np.where(np.arange(120) < 68, "sick", "well")}), "class-ratios") == []


def wide(n_rows: int, n_attributes: int, seed: int) -> pd.DataFrame:
    random = np.random.default_rng(seed)
    frame = pd.DataFrame(random.normal(size=(n_rows, n_attributes))).add_prefix("g")
    return frame.assign(**{"class": np.where(np.arange(n_rows) % 2, "a", "b")})


def test_few_rows_for_many_attributes_ask_for_permutations(approved: Approved) -> None:
    tables = [dataset_from_frame(wide(40, 500, seed), "class", name) for seed, name in ((1, "L"), (2, "R"))]
    finding = only(check_pair(*tables), "few-rows")
    assert (finding.level, finding.remedies) == ("warning", (Remedy("permutations", "99"),))
    approved(finding.what)
    assert "0.76" in finding.what
    assert f"{rows_needed(500)} rows" in finding.what
    assert found(checked(), "few-rows") == []  # 240 rows are enough for four attributes


def test_the_rule_is_the_one_that_was_measured() -> None:
    """The table of the module: mean shared accuracy of trees on noise."""
    measured = {(50, 20): 0.76, (100, 100): 0.70, (200, 2000): 0.68, (400, 2000): 0.62, (1000, 100): 0.55}
    for (n_rows, n_attributes), accuracy in measured.items():
        assert chance_accuracy(n_rows, n_attributes) == pytest.approx(accuracy, abs=0.05)
    assert chance_accuracy(10, 10**6) == 1.0
    assert chance_accuracy(10**9, 5, largest_share=0.8) == pytest.approx(0.8, abs=0.001)
    assert rows_needed(10_000) > rows_needed(100) > rows_needed(5)


def test_so_few_rows_that_nothing_can_be_tested(approved: Approved) -> None:
    frame = pd.DataFrame({"x": [1.0, 2.0, 3.0, 4.0, 5.0], "class": list("aabbb")})
    small = dataset_from_frame(frame, "class", "L")
    assert n_shuffles(small) == 10
    finding = only(
        check_pair(small, table(RIGHT, "R", x=RIGHT.age, **{"class": renamed(sick="a", well="b")})), "too-few-to-test"
    )
    approved(finding.what)
    assert found(checked(), "too-few-to-test") == []
    assert n_shuffles(table(LEFT, "L")) > 1e30


def test_details_are_cut_but_counted() -> None:
    classes = [f"c{n % 60}" for n in range(len(LEFT))]
    left, _ = found(checked({"class": classes}), "rows")
    assert (len(left.details), left.n_details) == (60, 60)
    assert names(left)[0] == "c0"


def test_a_class_column_of_measurements_is_to_be_cut() -> None:
    checkup = checked({"class": LEFT.age.round(2)}, {"class": RIGHT.age.round(2)})
    finding = only(checkup, "class-numbers")
    middle = float(np.median([*LEFT.age.round(2), *RIGHT.age.round(2)]))
    assert finding.level == "error"
    (remedy,) = finding.remedies
    assert remedy.option == "cut"
    assert float(remedy.values[0]) == middle
    assert found(checkup, "class-names") == found(checkup, "rare-class") == []
    few = checked({"class": np.arange(120) % 3}, {"class": np.arange(120) % 3})
    assert found(few, "class-numbers") == []
    apart = checked({"class": LEFT.age.round(2)}, {"class": RIGHT.age.round(2) + 50})
    assert only(apart, "class-numbers").remedies == ()


def test_low_beside_not_low_is_the_class_that_one_looks_for() -> None:
    """Low and high are opposites; "not low" says no more than that, and is what "normal" is."""
    left = {"class": LEFT["class"].replace({"sick": "low", "well": "not low"})}
    finding = only(checked(left, {"class": renamed(sick="LBW", well="normal")}), "class-names")
    assert finding.remedies == (Remedy("class_map", ("LBW=low", "normal=not low")),)
    left = {"class": LEFT["class"].replace({"sick": "high", "well": "low"})}
    finding = only(checked(left, {"class": renamed(sick="abnormal", well="normal")}), "class-names")
    assert finding.remedies == (Remedy("class_map", ("abnormal=high", "normal=low")),)
