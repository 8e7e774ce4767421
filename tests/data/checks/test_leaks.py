"""Identifiers, columns that give the class away, and names that became dates."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from ksdt_core.data import dataset_from_frame
from ksdt_core.data.checks.checkup import check_pair
from ksdt_core.data.checks.spreadsheet import former_name
from ksdt_core.errors import Remedy
from tests.data.checks.plain import LEFT, RIGHT, checked, found, names, only, table

N = len(LEFT)
RANDOM = np.random.default_rng(5)


@pytest.mark.parametrize(
    "cells",
    [
        [f"patient {number}" for number in range(N)],
        np.arange(N) + 1000,
        np.arange(N)[::-1] * 2.5,
        RANDOM.permutation(N),
        np.sort(RANDOM.normal(size=N)),
    ],
    ids=["texts", "counting", "falling", "shuffled numbers", "sorted"],
)
def test_identifiers(cells: object) -> None:
    plain = RIGHT.colour if isinstance(cells, list) else RIGHT.age
    finding = only(checked({"id": cells}, {"id": plain}), "identifiers")
    assert (finding.level, names(finding), finding.remedies) == ("warning", ["id"], (Remedy("exclude", ("id",)),))


@pytest.mark.parametrize(
    "cells",
    [
        LEFT.age * 7,
        RANDOM.choice(["a", "b", "c", "d"], N),
        np.round(np.linspace(0, 9, N)),
        RANDOM.permutation(N) * 2,
        [None] * 110 + [f"p{n}" for n in range(10)],
    ],
    ids=["numbers", "few texts", "sorted with ties", "whole numbers with gaps", "almost empty"],
)
def test_columns_that_are_no_identifiers(cells: object) -> None:
    assert found(checked({"dose": cells}, {"dose": cells}), "identifiers") == []


@pytest.mark.parametrize("name", ["id", "Pat-ID", "patientId", "sample no."])
def test_whole_numbers_under_a_name_that_says_so_are_identifiers(name: str) -> None:
    numbers = RANDOM.permutation(N) * 7 + 100
    assert names(only(checked({name: numbers}, {name: numbers}), "identifiers")) == [name]
    assert found(checked({name: numbers / 8}, {name: numbers / 8}), "identifiers") == []
    assert found(checked({name: numbers // 70}, {name: numbers // 70}), "identifiers") == []


def test_a_short_table_has_no_identifiers() -> None:
    frame = pd.DataFrame({"x": range(8), "t": list("abcdefgh"), "class": list("uvuvuvuv")})
    small = dataset_from_frame(frame, "class", "S")
    assert found(check_pair(small, small), "identifiers") == []


def test_identifiers_that_are_not_shared_do_no_harm() -> None:
    assert found(checked({"id": range(N)}), "identifiers") == []


@pytest.mark.parametrize(
    "cells",
    [
        np.where(LEFT["class"] == "sick", "case", "control"),
        np.where(LEFT["class"] == "sick", 1.0, 0.0),
        np.where(LEFT["class"] == "sick", "ward 1", np.where(LEFT.age > 0, "ward 2", "ward 3")),
        np.where(LEFT["class"] == "sick", "case", None),
    ],
    ids=["texts", "numbers", "wards", "flag"],
)
def test_columns_that_are_the_class_in_other_words(cells: np.ndarray) -> None:
    other = RANDOM.permutation(cells)
    checkup = checked({"code": cells}, {"code": other})
    if cells[LEFT["class"].tolist().index("well")] is None:  # a column of one value tells nothing where it is empty
        assert found(checkup, "class-copies") == []
        return
    finding = only(checkup, "class-copies")
    assert (finding.level, names(finding), finding.remedies) == ("warning", ["code"], (Remedy("exclude", ("code",)),))


def test_a_column_that_errs_once_is_no_copy_of_the_class() -> None:
    cells = np.where(LEFT["class"] == "sick", "case", "control")
    cells[7] = "control" if cells[7] == "case" else "case"
    assert found(checked({"code": cells}, {"code": cells}), "class-copies") == []


def test_an_error_in_a_late_row_counts_too() -> None:
    n = 5000
    classes = np.where(np.arange(n) % 2, "a", "b")
    code = np.where(np.arange(n) % 2, 1.0, 0.0)
    spoiled = np.where(np.arange(n) == n - 1, 0.0, code)
    noise = RANDOM.normal(size=(2, n))
    frames = [pd.DataFrame({"code": code, "late": spoiled, "x": noise[side], "class": classes}) for side in range(2)]
    checkup = check_pair(*(dataset_from_frame(frame, "class", "T") for frame in frames))
    assert names(only(checkup, "class-copies")) == ["code"]
    assert found(checkup, "perfect-attributes") == []


def test_attributes_that_tell_the_class_without_an_error() -> None:
    sides = [{"marker": frame.age.rank() + 1000 * (frame["class"] == "sick")} for frame in (LEFT, RIGHT)]
    finding = only(checked(*sides), "perfect-attributes")
    assert (finding.level, names(finding), finding.remedies) == ("warning", ["marker"], ())
    assert finding.perhaps == (Remedy("exclude", ("marker",)),)
    assert found(checked(sides[0], {"marker": RIGHT.age.rank()}), "perfect-attributes") == []


def test_three_classes_told_by_one_number() -> None:
    frames = []
    for frame in (LEFT, RIGHT):
        classes = np.array(["u", "v", "w"])[np.arange(N) % 3]
        frames.append(frame.assign(**{"class": classes, "marker": frame.age.rank() + 1000.0 * (np.arange(N) % 3)}))
    assert names(only(check_pair(table(frames[0], "L"), table(frames[1], "R")), "perfect-attributes")) == ["marker"]


@pytest.mark.parametrize(
    ("name", "former"),
    [
        ("1-Mar", "MARCH1"),
        ("2-Sep", "SEPT2"),
        ("Sep-02", "SEPT2"),
        ("2. Mrz", "MARCH2"),
        ("1-Dec", "DEC1"),
        ("2006-09-07", "SEPT7"),
        ("2006-09-07 00:00:00", "SEPT7"),
        ("9/7/2006", "SEPT7"),
        ("1-Mar.1", "MARCH1"),
        ("04-Oct-06", "OCT4"),
        ("2.31E+13", "2310009E13"),
    ],
)
def test_names_that_became_dates(name: str, former: str) -> None:
    assert former in str(former_name(name))
    finding = only(checked({name: LEFT.age}), "names-as-dates")
    assert (finding.level, finding.where, names(finding)) == ("warning", "L", [name])


@pytest.mark.parametrize(
    "name",
    ["MARCH1", "SEPT2", "1-Marker", "mar", "JUN", "x-1-Mar", "99/99/2006", "45-Mar", "2006", "2.5", "DEC", "may 1st"],
)
def test_names_that_are_no_dates(name: str) -> None:
    assert former_name(name) is None
    assert found(checked({name: LEFT.age}), "names-as-dates") == []


def test_attributes_that_are_meant_to_be_dates() -> None:
    frame = pd.DataFrame({f"{day}-Mar": LEFT.age + day for day in range(1, 9)} | {"class": LEFT["class"]})
    assert found(check_pair(dataset_from_frame(frame, "class", "L"), table(RIGHT, "R")), "names-as-dates") == []
