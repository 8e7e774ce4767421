"""`ksdt attributes`: as text, JSON and CSV, and what is kept when it is stopped."""

from __future__ import annotations

import csv
import io
import json
import re

import pytest

from ksdt_core.cli.output import OutputOption
from ksdt_core.cli.stopping import STOPPED
from ksdt_core.errors import Interrupted
from ksdt_core.studies.attributes import attribute_view as attribute_study
from tests.cli.running import line_of

HOSTILE = "=cmd|\x1b[31m"


@pytest.fixture
def result(ksdt, folder):
    assert ksdt("mine", "left.csv", "right.csv", "-k", "2", "-o", "result.json") == (0, "", "")
    return "result.json"


def test_text(ksdt, result, approved):
    code, out, error = ksdt("attributes", result, "--replicates", "5", "--all")
    assert (code, error) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "left : right"
    assert re.findall(r"\d+", lines[1]) == ["3", "3", "2"]
    assert " 5 " in lines[2]
    assert re.search(r" \d\.\d of the 3 attributes .* \d+ % of", lines[3])
    approved(re.sub(r"\d\.\d|\d+ %", "#", "\n".join(lines[1:4])))
    words = [line.split() for line in lines]
    assert words[5] == ["attribute", "trees", "tests", "level", "(tests)", "chosen", "at", "root", "mean", "trees"]
    assert ["table", "class", "rows", "mean", "sd", "min", "25", "%", "median", "75", "%", "max"] in words
    assert ["left", "neg", "4", "2.5", "1.291", "1", "1.75", "2.5", "3.25", "4"] in words
    assert ["table", "class", "rows", "blue", "red"] in words
    assert ["left", "neg", "4", "1", "3"] in words
    assert "missing" not in out


def test_json_and_csv_agree(ksdt, folder, result):
    assert ksdt("attributes", result, "--replicates", "5", "--format", "json", "-o", "a.json") == (0, "", "")
    assert ksdt("attributes", result, "--replicates", "5", "--format", "csv", "-o", "a.csv") == (0, "", "")
    document = json.loads((folder / "a.json").read_text(encoding="utf-8"))
    assert document["format"] == "ksdt-attributes/1"
    rows = list(csv.DictReader(io.StringIO((folder / "a.csv").read_text(encoding="utf-8"))))
    for entry in document["attributes"]:
        own = [row for row in rows if row["attribute"] == entry["attribute"]]
        assert {row["chosen"] for row in own} == {repr(entry["selection"]["used"])}
        assert {row["table"] for row in own} == {"left", "right"}
        counted = sum(summary["n"] for summary in entry["distribution"]["left"].values())
        assert counted == document["pair"]["left"]["rows"] == 9


def test_no_replicates(ksdt, result):
    code, out, error = ksdt("attributes", result, "--replicates", "0")
    assert (code, error) == (0, "")
    assert "chosen" not in out


def test_hostile_names(ksdt, folder):
    for name in ("one.csv", "two.csv"):
        rows = "".join(f"{i},{'xy'[i > 4]}\n" for i in range(10))
        (folder / name).write_text(f'"{HOSTILE}",class\n{rows}', encoding="utf-8")
    assert ksdt("mine", "one.csv", "two.csv", "-k", "1", "-o", "r.json")[0] == 0
    out = ksdt("attributes", "r.json", "--replicates", "2")[1]
    assert all(character.isprintable() or character == "\n" for character in out)
    table = ksdt("attributes", "r.json", "--replicates", "2", "--format", "csv")[1]
    assert table.splitlines()[1].startswith("'=cmd|\\x1b[31m,numeric,")


def test_a_stop_keeps_what_needs_no_replicates(ksdt, folder, result, monkeypatch):
    real = attribute_study.attribute_view

    def stopped(pair, trees, *, replicates, **options):
        if replicates:
            raise Interrupted("stopped before it was finished.")
        return real(pair, trees, replicates=replicates, **options)

    monkeypatch.setattr(attribute_study, "attribute_view", stopped)
    code, _, error = ksdt("attributes", result, "--format", "json", "-o", "kept.json")
    assert code == 130
    place = OutputOption("kept.json").place
    assert error == line_of("interrupted-replicates", why=STOPPED, place=place) + "\n"
    assert json.loads((folder / "kept.json").read_text(encoding="utf-8"))["replicates"] == 0


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (("--replicates", "-1"), ("--replicates -1",)),
        (("--replicates", "99999999999"), ("--replicates",)),
        (("--replicates", "many"), ("option --replicates",)),
        (("--workers", "0"), ("--workers 0",)),
        (("--format", "xml"), ("--format 'xml'", "text, json, csv")),
        (("-o", "result.json"), ("result.json", "another file")),
        (("-o", "left.csv", "--left", "left.csv"), ("left.csv", "another file")),
        (("--left", "right.csv"), ("right.csv", "--left")),
    ],
)
def test_bad_requests(ksdt, result, words, named, approved):
    code, out, error = ksdt("attributes", result, *words)
    assert (code, out) == (2, "")
    assert error.count("\n") == 1
    assert all(name in error for name in named), error
    approved(error)


def test_the_share_at_random_counts_only_attributes_that_could_be_chosen(ksdt, folder):
    header = (folder / "left.csv").read_text("utf-8").splitlines()[0].split(",")
    words = ("left.csv", "right.csv", "-k", "2", "--exclude", header[0], "-o", "without.json")
    assert ksdt("mine", *words)[0] == 0
    code, out, _ = ksdt("attributes", "without.json", "--replicates", "3")
    assert code == 0
    assert "of the 2 attributes" in out
    document = json.loads(ksdt("attributes", "without.json", "--replicates", "3", "--format", "json")[1])
    assert (document["pair"]["attributes"], document["candidates"]) == (3, 2)


def test_halves_are_told_with_their_bound(ksdt, folder, result):
    options = ("attributes", result, "--replicates", "0", "--halves", "4", "--tau", "0.6")
    assert ksdt(*options, "--format", "json", "-o", "h.json") == (0, "", "")
    found = json.loads((folder / "h.json").read_text(encoding="utf-8"))["halves"]
    assert (found["pairs"], found["tau"], found["candidates"]) == (4, 0.6, 3)
    assert found["bound"] == pytest.approx(found["mean_selected"] ** 2 / (0.2 * 3))
    code, out, error = ksdt(*options)
    assert (code, error) == (0, "")
    assert f"at most {found['bound']:.3g}" in out
    assert "in halves" in out


@pytest.mark.parametrize("tau", ["0.5", "1.2"])
def test_tau_must_lie_above_one_half(ksdt, result, tau):
    code, out, error = ksdt("attributes", result, "--halves", "1", "--tau", tau)
    assert (code, out) == (2, "")
    assert "--tau" in error
