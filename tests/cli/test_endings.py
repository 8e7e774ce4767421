"""The ending of a file says what is written to it; what a command cannot write so is refused."""

from __future__ import annotations

import csv
import io
import json

import pytest


@pytest.fixture
def result(ksdt, folder):
    assert ksdt("mine", "left.csv", "right.csv", "-k", "1", "-o", "result.json") == (0, "", "")
    return "result.json"


def test_attributes_are_written_as_the_ending_says(ksdt, folder):
    for name in ("one.csv", "two.csv"):
        (folder / name).write_text("=1+1,class\n" + "1,a\n2,b\n" * 10, encoding="utf-8")
    assert ksdt("mine", "one.csv", "two.csv", "-k", "1", "-o", "r.json")[0] == 0
    few = ("attributes", "r.json", "--replicates", "0", "-o")
    assert ksdt(*few, "a.CSV") == (0, "", "")
    rows = list(csv.DictReader(io.StringIO((folder / "a.CSV").read_text(encoding="utf-8"))))
    assert {row["attribute"] for row in rows} == {"'=1+1"}
    assert ksdt(*few, "a.json")[0] == 0
    assert json.loads((folder / "a.json").read_text())["format"] == "ksdt-attributes/1"
    assert ksdt(*few, "b.csv", "--format", "text")[0] == 0
    assert (folder / "b.csv").read_text().startswith("one : two")


def test_check_and_datasets_write_json_to_a_file_that_ends_so(ksdt, folder):
    for words in (("check", "left.csv", "right.csv"), ("datasets",)):
        assert ksdt(*words, "-o", "found.json")[0] == 0
        assert json.loads((folder / "found.json").read_text())["format"].startswith(f"ksdt-{words[0]}/")


@pytest.mark.parametrize(
    ("words", "output"),
    [
        (("mine", "left.csv", "right.csv"), "new.csv"),
        (("check", "left.csv", "right.csv"), "new.csv"),
        (("atlas", "left.csv", "right.csv"), "new.csv"),
        (("stability", "generated"), "new.csv"),
        (("odt", "left.csv", "right.csv"), "new.csv"),
        (("spectrum", "result.json"), "new.csv"),
        (("prune", "result.json", "--method", "mdl"), "new.csv"),
        (("show", "result.json"), "new.csv"),
        (("show", "result.json"), "new.json"),
        (("datasets",), "new.csv"),
    ],
    ids=lambda value: value if isinstance(value, str) else value[0],
)
@pytest.mark.usefixtures("result")
def test_an_ending_that_the_command_does_not_write_is_refused(ksdt, folder, words, output):
    said = ksdt.refused(*words, "-o", output, code="output-ends-otherwise", output=output)
    assert f"-o '{output}' " in said
    assert not (folder / output).exists()
