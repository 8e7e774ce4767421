"""`ksdt rules`: from a result to statements, in every format."""

from __future__ import annotations

import csv
import io
import json

import pandas as pd
import pytest

from ksdt_core.cli.output import format_of
from ksdt_core.cli.rules import FORMATS
from ksdt_core.data.samples.catalogue import assets_folder, load
from ksdt_core.errors import InvalidParameterError
from ksdt_core.formats.any_document import read_document
from ksdt_core.formats.rules_text import NO_DIFFERENCE
from ksdt_core.rules.rule import DESCRIPTIVE
from tests.refusals import refused

OPERATORS = {
    "<=": lambda column, value: column <= value,
    ">": lambda column, value: column > value,
    "=": lambda column, value: column == value,
    "!=": lambda column, value: column != value,
}


def recount(frame: pd.DataFrame, rule: dict, side: str, target: str) -> tuple[int, int]:
    """Rows of a table that meet a rule of the document, and those of its class."""
    rows = pd.Series(True, index=frame.index)
    for condition in rule["conditions"]:
        rows &= OPERATORS[condition["op"]](frame[condition["attribute"]], condition[f"value_{side}"])
    return int(rows.sum()), int((frame.loc[rows, target] == rule["class"]).sum())


def check_against(frames: dict[str, pd.DataFrame], document: dict, target: str) -> None:
    """Every number of the rules, counted again from the tables; with a default or without, all rows are answered."""
    for side, frame in frames.items():
        shares = frame[target].value_counts(normalize=True)
        for rule in document["rules"]:
            if rule["default"]:
                continue
            support, correct = recount(frame, rule, side, target)
            assert (rule[f"support_{side}"], rule[f"correct_{side}"]) == (support, correct)
            assert rule[f"confidence_{side}"] == pytest.approx(correct / support)
            assert rule[f"lift_{side}"] == pytest.approx(correct / support / shares[rule["class"]])
        for tree in document["trees"]:
            own = [rule for rule in document["rules"] if rule["tree"] == tree["tree"]]
            assert sum(rule[f"decided_{side}"] for rule in own) == len(frame)
            if not document["reduced"]:
                correct = sum(rule[f"correct_{side}"] for rule in own)
                assert tree[f"accuracy_{side}"] == pytest.approx(correct / len(frame))


@pytest.fixture
def result(ksdt, folder) -> str:
    code, _, error = ksdt("mine", "left.csv", "right.csv", "-k", "2", "-o", "result.json")
    assert code == 0, error
    return "result.json"


def test_the_document(ksdt, folder, result):
    assert ksdt("rules", result, "-o", "rules.json") == (0, "", "")
    document = json.loads((folder / "rules.json").read_text(encoding="utf-8"))
    assert document["format"] == "ksdt-rules/1"
    needed = {"tree", "conditions", "class", "support_left", "support_right", "confidence_left", "confidence_right"}
    assert all(needed <= set(rule) for rule in document["rules"])
    assert {op for rule in document["rules"] for op in (c["op"] for c in rule["conditions"])} <= set(OPERATORS)
    assert document["note"] == DESCRIPTIVE
    frames = {side: pd.read_csv(folder / f"{side}.csv") for side in ("left", "right")}
    check_against(frames, document, "class")


@pytest.mark.parametrize(
    "options", [(), ("--reduce",), ("--scale", "rank", "--balance"), ("--scale", "zscore", "--reduce")]
)
def test_the_wine_pair_recounted_with_pandas(ksdt, folder, options):
    mining = [each for each in options if each != "--reduce"]
    assert ksdt("mine", "wine-red", "wine-white", "-k", "2", *mining, "-o", "wine.json")[0] == 0
    reduce = ["--reduce"] if "--reduce" in options else []
    code, out, error = ksdt("rules", "wine.json", *reduce, "--format", "json")
    assert (code, error) == (0, "")
    frames = {}
    for side, name in (("left", "wine-red"), ("right", "wine-white")):
        frame = pd.read_csv(assets_folder() / "data" / f"{name}.csv.gz")
        quality = next(column for column in frame if column not in load(name).attributes)
        frames[side] = frame.assign(answer=(frame[quality] >= 6).map({True: ">= 6", False: "< 6"}))
    document = json.loads(out)
    assert len(document["rules"]) > 3
    check_against(frames, document, "answer")


def test_text_csv_and_markdown(ksdt, folder, result, approved):
    code, out, error = ksdt("rules", result, "--differences", "--min-rows", "1")
    assert (code, error) == (0, "")
    approved(out.splitlines()[0])
    assert "\nTree 1: accuracy " in out
    assert "  1. In left, " in out
    assert ksdt("rules", result, "-o", "rules.csv")[0] == 0
    rows = list(csv.DictReader(io.StringIO((folder / "rules.csv").read_text(encoding="utf-8"))))
    assert sum(int(row["support left"]) for row in rows if row["tree"] == "1") == 9
    assert ksdt("rules", result, "--reduce", "-o", "rules.md")[0] == 0
    assert "| otherwise |" in (folder / "rules.md").read_text(encoding="utf-8")
    code, out, _ = ksdt("rules", result, "--reduce")
    approved(out)
    assert ksdt("rules", result, "--differences", "--min-rows", "1", "--min-ds", "0", "--format", "csv")[1].startswith(
        "rank,trees,where,kind,counts left"
    )
    assert NO_DIFFERENCE in ksdt("rules", result, "--differences", "--min-rows", "9")[1]
    assert NO_DIFFERENCE in ksdt("rules", result, "--differences", "--min-rows", "9", "--format", "markdown")[1]


@pytest.mark.parametrize("words", [(), ("--reduce",), ("--differences", "--min-rows", "1", "--min-ds", "0")])
def test_show_says_of_the_document_what_the_command_says_of_the_result(ksdt, folder, result, words):
    assert ksdt("rules", result, *words, "-o", "rules.json") == (0, "", "")
    code, out, error = ksdt("rules", result, *words)
    assert (code, error) == (0, "")
    assert ksdt("show", "rules.json") == (0, out, "")


@pytest.mark.parametrize(
    ("where", "wrong"),
    [
        (("rules", 0, "tree"), 9),
        (("rules", 0, "counts_left"), [1]),
        (("rules", 0, "correct_right"), 10**6),
        (("rules", 0, "conditions", 0, "op"), "~"),
        (("rules", 0, "conditions", 0, "value_left"), [1]),
        (("rules", 0, "default"), "no"),
        (("differences",), []),
        (("pair",), []),
    ],
)
def test_a_damaged_document_is_refused(ksdt, folder, result, where, wrong):
    assert ksdt("rules", result, "-o", "rules.json") == (0, "", "")
    path = folder / "rules.json"
    document = json.loads(path.read_text(encoding="utf-8"))
    inner = document
    for key in where[:-1]:
        inner = inner[key]
    inner[where[-1]] = wrong
    path.write_text(json.dumps(document), encoding="utf-8")
    with refused("document-refused", source=str(path)) as caught:
        read_document(path)
    assert caught.value.facts["reason"].code == "rules-damaged"
    code, out, error = ksdt("show", "rules.json")
    assert (code, out, error.count("\n")) == (2, "", 1)


def test_names_of_a_document_do_not_steer_the_terminal(ksdt, folder, result):
    assert ksdt("rules", result, "-o", "rules.json") == (0, "", "")
    path = folder / "rules.json"
    document = json.loads(path.read_text(encoding="utf-8"))
    document["rules"][0]["sentence"] = document["pair"]["left"]["name"] = "\x1b[31m\r"
    path.write_text(json.dumps(document), encoding="utf-8")
    code, out, _ = ksdt("show", "rules.json")
    assert code == 0
    assert "\x1b" not in out
    assert "\r" not in out


def test_differences_in_the_document(ksdt, folder, result):
    code, out, _ = ksdt("rules", result, "--differences", "--min-rows", "1", "--min-ds", "0", "--format", "json")
    assert code == 0
    document = json.loads(out)
    assert document["differences"]
    frames = {side: pd.read_csv(folder / f"{side}.csv") for side in ("left", "right")}
    for each in document["differences"]:
        for side, frame in frames.items():
            rows = frame.iloc[[number - 1 for number in each[f"rows_{side}"]]]
            assert set(rows["class"]) <= set(each[f"more_{side}"])
            counted, _ = recount(frame, each | {"class": ""}, side, "class")
            assert counted == sum(each[f"counts_{side}"])


def test_held_out_rows_are_not_counted_and_rows_keep_their_numbers(ksdt, folder):
    assert ksdt("mine", "left.csv", "right.csv", "-k", "1", "--holdout", "0.3", "-o", "held.json")[0] == 0
    mined = json.loads((folder / "held.json").read_text(encoding="utf-8"))["pair"]["left"]["rows"]
    options = ("--differences", "--min-rows", "1", "--min-ds", "0", "--format", "json")
    document = json.loads(ksdt("rules", "held.json", *options)[1])
    assert sum(rule["support_left"] for rule in document["rules"]) == mined < 9
    frame = pd.read_csv(folder / "left.csv")
    for each in document["differences"]:
        assert set(frame.iloc[[number - 1 for number in each["rows_left"]]]["class"]) <= set(each["more_left"])


def test_a_column_of_another_name_in_the_right_table_is_named(ksdt, folder):
    text = (folder / "right.csv").read_text(encoding="utf-8")
    (folder / "right.csv").write_text(text.replace("age", "years"), encoding="utf-8")
    (folder / "map.csv").write_text("age,years\n", encoding="utf-8")
    mine = ("mine", "left.csv", "right.csv", "--attribute-map", "map.csv", "--roots", "age", "-k", "1")
    assert ksdt(*mine, "-o", "renamed.json")[0] == 0
    document = json.loads(ksdt("rules", "renamed.json", "--format", "json")[1])
    conditions = [condition for rule in document["rules"] for condition in rule["conditions"]]
    assert {condition.get("attribute_right") for condition in conditions if condition["attribute"] == "age"} == {
        "years"
    }
    assert all("attribute_right" not in condition for condition in conditions if condition["attribute"] != "age")


@pytest.mark.parametrize(
    ("words", "code", "facts"),
    [
        (("--format", "xml"), "not-a-choice", {"option": "format", "value": "xml", "choices": FORMATS}),
        (("--differences", "--min-share", "2"), "out-of-range", {"option": "min_share", "value": 2.0, "high": 1}),
        (("--differences", "--limit", "0"), "not-whole", {"option": "limit", "value": 0, "minimum": 1}),
        (("--left", "nowhere.csv"), "source-gone", {"table": "nowhere.csv"}),
        (("-o", "result.json"), "output-is-an-input", {"output": "result.json", "table": "result.json"}),
    ],
)
def test_mistakes_are_one_sentence_that_names_the_option(ksdt, result, words, code, facts):
    assert words[-2] in ksdt.refused("rules", result, *words, code=code, **facts)


def test_tables_that_are_gone(ksdt, folder, result):
    (folder / "right.csv").rename(folder / "moved.csv")
    assert "--right FILE" in ksdt.refused("rules", result, code="source-gone", table="right.csv")
    assert ksdt("rules", result, "--right", "moved.csv")[0] == 0


def test_the_format_follows_the_file():
    assert [format_of(None, name, FORMATS) for name in ("-", "a.json", "b.CSV", "c.md", "d.markdown", "e.txt")] == [
        *("text", "json", "csv", "markdown", "markdown", "text")
    ]
    assert format_of("text", "a.json", FORMATS) == "text"
    with pytest.raises(InvalidParameterError):
        format_of("yaml", "-", FORMATS)


@pytest.mark.shared_data
def test_a_gene_pair_recounted_with_pandas(ksdt, folder, shared_data):
    files = [str(shared_data / "gene" / f"{name}.csv.gz") for name in ("CN", "LM")]
    options = ("--class-map", "died=bad,survived=good", "--scale", "rank", "--missing", "common", "-k", "2")
    code, _, error = ksdt("mine", *files, *options, "-o", "genes.json")
    assert code == 0, error
    document = json.loads(ksdt("rules", "genes.json", "--format", "json")[1])
    frames = {}
    for side, file in zip(("left", "right"), files, strict=True):
        frame = pd.read_csv(file)
        genes = {condition["attribute"] for rule in document["rules"] for condition in rule["conditions"]}
        frame = frame[[*sorted(genes), "class"]]
        frame = frame.assign(answer=frame["class"].map({"died": "bad", "survived": "good"}))
        frames[side] = frame.fillna({gene: frame[gene].median() for gene in genes})
    check_against(frames, document, "answer")
