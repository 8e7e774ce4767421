"""`ksdt odt`: the study's document, and one-sentence errors."""

from __future__ import annotations

import json
import re

import pytest

from ksdt_core.data.readers.limits import DEFAULT_LIMITS


@pytest.fixture
def tables(folder):
    rows = [f"{i % 2},{i // 2 % 2},{i // 4 % 2},{'pos' if i % 2 and i // 2 % 2 else 'neg'}" for i in range(40)]
    for name, first in (("train.csv", 0), ("test.csv", 3)):
        (folder / name).write_text("\n".join(["a,b,c,class", *rows[first:]]) + "\n", encoding="utf-8")
    return "train.csv", "test.csv"


def test_the_document(ksdt, tables):
    code, out, error = ksdt("odt", *tables, "--trees", "5")
    assert (code, error) == (0, "")
    document = json.loads(out)
    assert document["format"] == "ksdt-odt/1"
    assert {"method", "error", "balanced_error", "nodes", "trees"} <= document["rows"][0].keys()
    assert document["rows"][1]["error"] == 0
    assert ksdt("odt", *tables, "--trees", "5")[1] == out


def test_published_weights_say_that_they_leak(ksdt, tables):
    code, out, error = ksdt("odt", *tables, "--trees", "5", "--published-weights")
    assert code == 0
    assert "test rows" in error
    assert json.loads(out)["rows"][-1]["leaks"] is True


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (("--trees", "0"), "--trees 0"),
        (("--energy", "3"), "--energy 3"),
        (("--bag-fraction", "0"), "--bag-fraction 0"),
        (("--max-features", "9"), "--max-features 9"),
        (("--missing", "nothing"), "--missing 'nothing'"),
        (("--target", "nothing"), "nothing"),
    ],
)
def test_bad_options(ksdt, tables, words, wanted, approved):
    code, out, error = ksdt("odt", *tables, *words)
    assert (code, out) == (2, "")
    assert wanted in error
    assert error.count("\n") == 1
    approved(error)


TRAIN = "a,b,class\n1,2,x\n2,3,y\n3,1,x\n4,2,y\n"


@pytest.mark.parametrize(
    ("test", "code", "facts"),
    [
        ("a,b,class\n1,2,x\n2,3,x\n", "classes-not-tested", {"names": ("y",)}),
        ("a,b,class\n1,2,x\n2,3,y\n3,3,w\n", "classes-not-learned", {"names": ("w",)}),
        ("a,c,class\n1,2,x\n2,3,y\n", "columns-lacking", {"names": ("b",)}),
        ("c,d,class\n1,2,x\n2,3,y\n", "columns-lacking", {"names": ("a", "b")}),
        ("a,b,class\n1,red,x\n2,3,y\n", "kind-changes", {"column": "b", "example": "red"}),
        ("a,b,class\n1,,x\n2,3,y\n", "missing-values", {"left_missing": 0, "right_missing": 1}),
    ],
)
def test_tables_that_do_not_fit(ksdt, folder, test, code, facts):
    (folder / "train.csv").write_text(TRAIN, encoding="utf-8")
    (folder / "test.csv").write_text(test, encoding="utf-8")
    ksdt.refused("odt", "train.csv", "test.csv", "--trees", "3", code=code, **facts)


def test_a_class_that_only_the_header_lists_is_named_as_such(ksdt, folder):
    head = "@relation r\n@attribute a numeric\n@attribute class {x,y}\n@data\n"
    (folder / "train.arff").write_text(head + "1,x\n2,y\n3,x\n", encoding="utf-8")
    (folder / "test.arff").write_text(head + "1,x\n2,x\n", encoding="utf-8")
    ksdt.refused("odt", "train.arff", "test.arff", code="classes-not-tested", names=("y",))


@pytest.mark.parametrize(
    ("option", "missing"),
    [
        ("common", {"filled": [1, 1], "rows_dropped": [0, 0], "columns_dropped": []}),
        ("class-common", {"filled": [1, 1], "rows_dropped": [0, 0], "columns_dropped": []}),
        ("drop-rows", {"filled": [0, 0], "rows_dropped": [1, 1], "columns_dropped": []}),
        ("drop-columns", {"filled": [0, 0], "rows_dropped": [0, 0], "columns_dropped": ["b"]}),
    ],
)
def test_missing_cells(ksdt, tables, folder, option, missing):
    for name in tables:
        text = (folder / name).read_text(encoding="utf-8") + "1,,0,pos\n"
        (folder / name).write_text(text, encoding="utf-8")
    code, out, error = ksdt("odt", *tables, "--trees", "3", "--missing", option)
    assert (code, error) == (0, "")
    assert json.loads(out)["missing"] == {"option": option} | missing


def test_only_options_that_the_command_has_are_advised(ksdt, folder, tables):
    """A regression: it advised --max-cell and the like, which `ksdt mine` has."""
    long = "x" * (DEFAULT_LIMITS.cell_length + 1)
    (folder / "long.csv").write_text(f"a,b,c,class\n1,{long},0,pos\n", encoding="utf-8")
    own = set(re.findall(r"--[a-z][a-z-]+", ksdt("odt", "--help")[1]))
    code, _, error = ksdt("odt", "long.csv", tables[1])
    assert code == 2
    assert set(re.findall(r"--[a-z][a-z-]+", error)) <= own
    assert "--max-cell" in ksdt("mine", "long.csv", tables[1])[2]
