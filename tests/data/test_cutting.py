"""Columns of numbers as classes."""

from __future__ import annotations

import pytest

from tests.data.tables import classes_of, read_bytes_as
from tests.refusals import refused

TEXT = b"x,quality\n1,5\n2,6\n3,5.9\n4,9\n"


def test_below_and_from_the_cut_on() -> None:
    table = read_bytes_as(TEXT, target="quality", cut=6)
    assert classes_of(table) == ["< 6", ">= 6", "< 6", ">= 6"]
    assert table.class_names == ("< 6", ">= 6")


def test_more_cuts() -> None:
    table = read_bytes_as(TEXT, target="quality", cut=(8, 5.5))
    assert classes_of(table) == ["< 5.5", ">= 5.5, < 8", ">= 5.5, < 8", ">= 8"]


def test_a_missing_cell_stays_missing() -> None:
    with refused("missing-classes", rows=1):
        read_bytes_as(b"x,quality\n1,5\n2,NA\n", target="quality", cut=6)


def test_a_column_that_is_no_number() -> None:
    with refused("cut-of-texts", cell="good", column="quality", cut="6", option="cut"):
        read_bytes_as(b"x,quality\n1,5\n2,good\n", target="quality", cut=6)


@pytest.mark.parametrize("cut", [float("nan"), float("inf"), "6", True])
def test_cuts_that_are_none(cut: object) -> None:
    with refused("cut-not-numbers", option="cut"):
        read_bytes_as(TEXT, target="quality", cut=cut)


def test_an_empty_cut_keeps_the_numbers_as_classes() -> None:
    """For a bundled table that is cut by itself."""
    assert classes_of(read_bytes_as(TEXT, target="quality", cut=())) == classes_of(
        read_bytes_as(TEXT, target="quality")
    )
