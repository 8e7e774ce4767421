"""How names of tables, columns and values stand in the sentences about tables."""

from __future__ import annotations

from ksdt_core.errors import InvalidDataError, Remedy
from tests.approved import Approved


def test_names_are_shown_and_cut() -> None:
    error = InvalidDataError("no-class-column", where="a.csv", column="class", columns=("age", "x" * 99))
    assert "'age'" in str(error)
    assert "x" * 57 + "..." in str(error)
    assert "x" * 58 not in str(error)


def test_a_name_that_comes_close_is_offered(approved: Approved) -> None:
    facts = {"name": "ag", "table": "a.csv", "side": "left"}
    near, none = (str(InvalidDataError("attribute-map-unknown", nearest=name, **facts)) for name in ("age", None))
    assert ("'age'" in near, "?" in near, "?" in none) == (True, True, False)
    approved(f"{near}\n{none}")


def test_no_names_are_called_none(approved: Approved) -> None:
    facts = {"left": "a", "right": "b", "only_left": ("well",), "only_right": ()}
    said = str(InvalidDataError("classes-differ", remedies=(Remedy("class_map"),), **facts))
    assert ("'well'" in said, "none" in said) == (True, True)
    approved(said)
    assert "class_map" in said
