"""Missing cells, constant and copied columns, copied rows."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from ksdt_core.data import Preparation, dataset_from_frame
from ksdt_core.data.checks.checkup import check_pair
from ksdt_core.data.checks.profile import profile_of, twin_columns
from ksdt_core.errors import Remedy
from tests.approved import Approved
from tests.data.checks.plain import LEFT, RIGHT, checked, found, names, only, table

GAPS = LEFT.age.mask(np.arange(len(LEFT)) < 7)


def test_missing_cells(approved: Approved) -> None:
    finding = only(checked({"age": GAPS}), "missing-cells")
    assert (finding.level, finding.where, finding.remedies) == ("error", "L", (Remedy("missing", "common"),))
    approved(finding.what)
    both = only(checked({"age": GAPS, "height": GAPS}), "missing-cells").what
    approved(both)
    assert finding.details == (("age", 7),)
    assert found(checked(), "missing-cells") == []
    treated = only(checked({"age": GAPS}, preparation=Preparation(missing="class-common")), "missing-cells")
    assert (treated.level, treated.remedies) == ("info", ())


def test_missing_cells_of_attributes_that_are_not_shared_do_no_harm() -> None:
    assert found(checked({"alone": GAPS}), "missing-cells") == []


def test_a_column_with_no_value_at_all() -> None:
    assert found(checked({"age": np.nan}), "empty-columns") == []  # dropped, since it is sparse
    checkup = checked({"age": np.nan}, preparation=Preparation(max_missing=1))
    finding = only(checkup, "empty-columns")
    assert (finding.level, finding.where, names(finding)) == ("error", "L", ["age"])
    assert Remedy("missing", "drop-columns") in checkup.remedies()
    assert found(checked({"age": GAPS}), "empty-columns") == []
    dropped = checked({"age": np.nan}, preparation=Preparation(missing="drop-columns"))
    assert found(dropped, "empty-columns") == []
    assert dropped.of_level("error") == ()


def test_an_empty_column_where_dropping_columns_would_leave_nothing(approved: Approved) -> None:
    gaps = {name: LEFT[name].mask(np.arange(len(LEFT)) < 2) for name in ("height", "weight", "colour")}
    checkup = checked(gaps | {"age": np.nan}, preparation=Preparation(max_missing=1))
    assert only(checkup, "empty-columns").remedies == ()
    assert checkup.unfixed
    approved(only(checkup, "empty-columns").remedy)


@pytest.mark.parametrize("missing", ["drop-rows", "drop-columns"])
def test_dropping_that_leaves_nothing(missing: str) -> None:
    preparation = Preparation(missing=missing)  # type: ignore[arg-type]
    sick = LEFT["class"] == "sick"
    everywhere = {name: LEFT[name].mask(sick) for name in ("age", "height", "weight", "colour")}
    finding = only(checked(everywhere, preparation=preparation), "nothing-left")
    assert (finding.level, finding.remedies) == ("error", (Remedy("missing", "common"),))
    assert found(checked({"age": GAPS}, preparation=preparation), "nothing-left") == []


def test_constant_columns() -> None:
    finding = only(checked(right={"age": 7.0}), "constant-columns")
    assert (finding.level, finding.where, names(finding)) == ("info", "R", ["age"])
    assert found(checked(), "constant-columns") == []


def test_copies_in_both_tables_are_to_be_excluded() -> None:
    finding = only(checked({"years": LEFT.age}, {"years": RIGHT.age}), "duplicate-columns")
    assert (finding.level, finding.details) == ("warning", (("years", "age"),))
    assert finding.remedies == (Remedy("exclude", ("years",)),)
    assert found(checked({"years": LEFT.age}, {"years": RIGHT.height}), "duplicate-columns")[0].level == "info"
    assert found(checked({"years": LEFT.age + 1e-12}, {"years": RIGHT.age + 1e-12}), "duplicate-columns") == []


def test_a_copy_in_one_table_alone_is_information() -> None:
    finding = only(checked({"years": LEFT.age}, {"years": RIGHT.age * 2}), "duplicate-columns")
    assert (finding.level, finding.where, finding.remedies) == ("info", "L", ())


def test_very_many_copies_are_not_listed_on_a_command_line() -> None:
    frames = [
        pd.DataFrame({f"g{n}": frame.age for n in range(600)} | {"class": frame["class"]}) for frame in (LEFT, RIGHT)
    ]
    finding = only(check_pair(*(dataset_from_frame(f, "class", "T") for f in frames)), "duplicate-columns")
    assert finding.remedies == ()
    assert (len(finding.details), finding.n_details) == (599, 599)


def test_rows_that_stand_twice() -> None:
    again = pd.concat([LEFT, LEFT.iloc[[4, 9, 9]]], ignore_index=True)
    finding = only(check_pair(table(again, "L"), table(RIGHT, "R")), "duplicate-rows")
    assert (finding.level, finding.where) == ("warning", "L")
    assert finding.details == ((121, 5), (122, 10), (123, 10))
    assert found(checked(), "duplicate-rows") == []


def test_a_row_of_the_same_cells_and_another_class_contradicts(approved: Approved) -> None:
    again = pd.concat([LEFT, LEFT.iloc[[4, 9]].assign(**{"class": ["sick", "sick"]})], ignore_index=True)
    n_other = int((LEFT["class"].iloc[[4, 9]] != "sick").sum())
    assert n_other
    found_rows = only(check_pair(table(again, "L"), table(RIGHT, "R")), "duplicate-rows")
    assert f"{n_other} of them" in found_rows.what
    approved(found_rows.what)


def test_equal_rows_of_few_different_values_are_no_warning() -> None:
    random = np.random.default_rng(0)
    frames = [
        pd.DataFrame(random.integers(0, 2, (200, 8))).add_prefix("b").assign(**{"class": np.arange(200) % 2})
        for _ in range(2)
    ]
    checkup = check_pair(*(dataset_from_frame(frame, "class", "T") for frame in frames))
    assert {finding.level for finding in found(checkup, "duplicate-rows")} == {"info"}
    assert only(checkup, "rows-in-both").level == "info"


def test_rows_of_both_tables(approved: Approved) -> None:
    mixed = pd.concat([RIGHT, LEFT.iloc[:10]], ignore_index=True)
    finding = only(check_pair(table(LEFT, "L"), table(mixed, "R")), "rows-in-both")
    assert (finding.level, finding.n_details, finding.details[0]) == ("warning", 10, (121, 1))
    assert "10 of 130 " in finding.what
    assert found(checked(), "rows-in-both") == []
    twice = check_pair(table(LEFT, "L"), table(LEFT, "R"))
    approved(only(twice, "rows-in-both").what)


def test_rows_are_compared_by_what_cells_say() -> None:
    """Codes of texts differ between two tables, −0 is 0, and a missing cell is like another."""
    left = pd.DataFrame({"t": ["x", "y", None, "y"], "n": [0.0, 1, 2, 3], "class": list("abab")})
    right = pd.DataFrame({"t": ["w", "y", None, "x"], "n": [-0.0, 1, 2, -0.0], "class": list("abab")})
    tables = (dataset_from_frame(left, "class", "L"), dataset_from_frame(right, "class", "R"))
    checkup = check_pair(*tables, preparation=Preparation(max_missing=1))
    assert only(checkup, "rows-in-both").details == ((2, 2), (3, 3), (4, 1))


def test_fingerprints_of_small_whole_numbers_differ() -> None:
    """Numbers such as 0, 1, 2 differ only in their upper bits: no two of these 60,000 rows may seem equal."""
    grid = np.stack(np.meshgrid(np.arange(40), np.arange(40), np.arange(40), indexing="ij"), axis=-1).reshape(-1, 3)
    frame = pd.DataFrame(grid.astype(float), columns=list("abc")).assign(**{"class": "x"})
    profile = profile_of(dataset_from_frame(frame, "class", "T"))
    assert np.unique(profile.row_prints).size == 64_000


def test_twins_among_sparse_columns() -> None:
    """Columns that are zero almost everywhere are alike where one looks first."""
    cells = np.zeros((1000, 30))
    cells[np.arange(30) * 31 + 3, np.arange(30)] = 1
    cells[:, 20] = cells[:, 4]
    frame = pd.DataFrame(cells).add_prefix("s").assign(**{"class": np.arange(1000) % 2})
    assert twin_columns(profile_of(dataset_from_frame(frame, "class", "T"))) == [[4, 20]]
