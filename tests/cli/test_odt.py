"""`ksdt odt`: the study's document, and one-sentence errors."""

from __future__ import annotations

import json

import pytest


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
        (("--trees", "0"), "--trees is 0"),
        (("--energy", "3"), "--energy is 3"),
        (("--bag-fraction", "0"), "--bag-fraction is 0"),
        (("--max-features", "9"), "--max-features is 9"),
        (("--missing", "class-common"), "--missing"),
        (("--target", "nothing"), "nothing"),
    ],
)
def test_bad_options(ksdt, tables, words, wanted):
    code, out, error = ksdt("odt", *tables, *words)
    assert (code, out) == (2, "")
    assert wanted in error
    assert error.count("\n") == 1
