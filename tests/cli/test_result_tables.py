"""A result finds its tables again, or says in one sentence which one is not there."""

from __future__ import annotations

import json
import shutil

import numpy as np
import pandas as pd
import pytest

from ksdt_core.cli.result_tables import result_tables
from ksdt_core.errors import InvalidDataError, InvalidDocumentError
from ksdt_core.formats.result import parse_result, read_result
from tests.cli.running import LEFT
from tests.refusals import refused

HARD_LEFT = """\
age;height;status
1,5;10;low
2,5;;low
3,5;10;high
4,5;12;low
5,5;11;high
6,5;13;high
7,5;12;high
"""
HARD_RIGHT = """\
years,height,class
1,20,neg
2,21,neg
4,20,pos
6,,pos
7,23,pos
9,22,neg
"""


@pytest.fixture
def mined(ksdt, folder):
    def mine(*options: str) -> str:
        code, _, error = ksdt("mine", *options, "-o", "result.json")
        assert code == 0, error
        return "result.json"

    return mine


def test_the_same_pair_comes_back(mined):
    result = read_result(mined("left.csv", "right.csv", "--scale", "rank", "--balance", "--seed", "3"))
    pair = result_tables(result).pair
    assert pair.fingerprint() == result.tree_set.pair.fingerprint
    assert pair.left.n_mined == int(result.tree_set.trees[0].cdv_left[0].sum())
    assert pair.preparation.seed == 3


def test_every_way_of_reading_is_remembered(mined, folder):
    (folder / "hard.csv").write_text(HARD_LEFT, encoding="utf-16")
    (folder / "other.csv").write_text(HARD_RIGHT, encoding="utf-16")
    (folder / "map.csv").write_text("age,years\n", encoding="utf-8")
    result = read_result(
        mined(
            "hard.csv", "other.csv", "--left-target", "status", "--encoding", "utf-16", "--class-map",
            "low=neg,high=pos", "--attribute-map", "map.csv", "--missing", "common", "--max-rows", "50",
        )
    )  # fmt: skip
    (folder / "map.csv").unlink()  # what it says is in the document
    pair = result_tables(result).pair
    assert pair.attributes == ("age", "height")
    assert pair.n_filled == (1, 1)
    assert result.source is not None
    assert result.source.limits.rows == 50


def test_cuts_are_remembered(mined, folder):
    (folder / "a.csv").write_text("x,y\n" + "".join(f"{i},{i}\n" for i in range(9)), encoding="utf-8")
    (folder / "b.csv").write_text("x,y\n" + "".join(f"{i},{i}\n" for i in range(7)), encoding="utf-8")
    result = read_result(mined("a.csv", "b.csv", "--target", "y", "--left-cut", "5", "--right-cut", "5"))
    assert result_tables(result).pair.class_names == ("< 5", ">= 5")


def test_bundled_tables_are_found_by_name_even_if_a_file_takes_it(mined, folder):
    result = read_result(mined("sunburn", "sunburn", "-k", "1"))
    assert result.source is not None
    assert result.source.left.bundled
    (folder / "sunburn").write_text("no table", encoding="utf-8")
    assert result_tables(result).pair.left.n_rows == 8
    document = dict(result.document)
    del document["source"]
    (folder / "sunburn").unlink()
    assert result_tables(parse_result(json.dumps(document).encode())).pair.left.n_rows == 8


def test_held_out_rows_stay_out(mined):
    result = read_result(mined("left.csv", "right.csv", "--holdout", "0.3"))
    tables = result_tables(result)
    assert tables.split is not None
    assert tables.pair is tables.split.pair
    assert tables.pair.left.n_rows == result.tree_set.pair.left.rows == tables.rows[0].size
    assert tables.whole.left.n_rows == 9
    assert np.array_equal(tables.whole.left.original[tables.rows[0]], tables.pair.left.original)


def test_a_relative_path_is_looked_for_beside_the_document_too(mined, folder, monkeypatch):
    path = folder / mined("left.csv", "right.csv")
    (folder / "elsewhere").mkdir()
    monkeypatch.chdir(folder / "elsewhere")
    result = read_result(path)
    assert result_tables(result, document=path).pair.left.n_rows == 9
    with refused("source-gone", InvalidDataError, table="left.csv"):
        result_tables(result)


def test_a_table_that_moved_is_given_anew_under_any_name(mined, folder):
    result = read_result(mined("left.csv", "right.csv"))
    shutil.move(folder / "right.csv", folder / "moved.csv")
    with refused("source-gone", InvalidDataError, table="right.csv"):
        result_tables(result)
    pair = result_tables(result, right="moved.csv").pair
    assert pair.right.name == "right"
    assert pair.fingerprint() == result.tree_set.pair.fingerprint


def test_a_changed_table_is_named(mined, folder):
    result = read_result(mined("left.csv", "right.csv"))
    (folder / "left.csv").write_text(LEFT.replace("9,10,blue", "9,11,blue"), encoding="utf-8")
    with refused("source-changed", InvalidDataError, table="left.csv", name="left"):
        result_tables(result)
    (folder / "left.csv").write_text("age\n1\n", encoding="utf-8")
    with refused("source-unreadable", InvalidDataError, table="left.csv"):
        result_tables(result)


def test_a_document_of_another_program_needs_its_tables(mined, folder):
    document = json.loads((folder / mined("left.csv", "right.csv")).read_text(encoding="utf-8"))
    del document["source"], document["pair"]["fingerprint"]
    result = parse_result(json.dumps(document).encode())
    with refused("source-unknown", InvalidDataError, table="left"):
        result_tables(result)
    with refused("source-unknown", InvalidDataError, table="right"):
        result_tables(result, left="left.csv")
    assert result_tables(result, left="left.csv", right="right.csv").pair.left.n_rows == 9
    (folder / "short.csv").write_text("".join(LEFT.splitlines(keepends=True)[:-1]), encoding="utf-8")
    with refused("source-rows-differ", InvalidDataError, table="short.csv", rows=8, mined=9, name="left"):
        result_tables(result, left="short.csv", right="right.csv")
    (folder / "other.csv").write_text(LEFT.replace("age", "eon"), encoding="utf-8")
    with refused("source-differs", InvalidDataError):
        result_tables(result, left="other.csv", right="right.csv")


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"left": 3}, "source.left"),
        ({"left": {"table": "a", "cut": []}}, "source.left.cut"),
        ({"limits": {"rows": 0}}, "source.limits.rows"),
        ({"class_map": {"a": 1}}, "source.class_map.a"),
    ],
)
def test_a_source_of_the_wrong_shape_is_refused(mined, folder, change, complaint, approved):
    document = json.loads((folder / mined("left.csv", "right.csv")).read_text(encoding="utf-8"))
    document["source"] |= change
    with pytest.raises(InvalidDocumentError, match=complaint) as error:
        parse_result(json.dumps(document).encode())
    approved(str(error.value))


def test_a_workbook_that_is_kept_as_text_now_has_no_sheets(mined, folder):
    table = pd.read_csv(folder / "left.csv")
    table.to_excel(folder / "left.xlsx", sheet_name="cells", index=False)
    result = read_result(mined("left.xlsx", "right.csv", "--left-sheet", "cells"))
    assert result.source.left.sheet == "cells"
    assert result_tables(result, left="left.csv").pair.left.n_rows == len(table)
