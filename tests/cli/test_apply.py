"""`ksdt apply`: the trees of a result on a third table, as text, JSON and CSV, and refused where it makes no sense."""

from __future__ import annotations

import csv
import io
import json

import numpy as np
import pytest

from ksdt_core.data.readers.reading import read_dataset
from ksdt_core.evidence.replicated import REPLICATION
from ksdt_core.evidence.replication import replicate
from ksdt_core.evidence.replication_text import answer, headline
from ksdt_core.formats.result import parse_result, read_result
from ksdt_core.text import for_terminal, percent


@pytest.fixture
def mined(ksdt, folder):
    """Three tables in which `=dose` predicts the class, and trees of the first two."""
    random = np.random.default_rng(0)
    for name in ("one", "two", "three"):
        rows = ["=dose,noise,class"]
        rows += [
            f"{random.normal() + 2 * (k % 2):.4f},{random.normal():.4f},{('ill', 'well')[k % 2]}" for k in range(60)
        ]
        (folder / f"{name}.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    assert ksdt("mine", "one.csv", "two.csv", "--scale", "rank", "-k", "2", "-o", "r.json")[0] == 0
    return folder


def test_json_is_what_python_computes(ksdt, mined):
    assert ksdt("apply", "r.json", "three.csv", "-o", "a.json")[0] == 0
    document = json.loads((mined / "a.json").read_text(encoding="utf-8"))
    assert document["format"] == "ksdt-replication/1"
    assert {"format", "result", "table", "vote", "trees"} <= document.keys()
    assert document["table"] == {"name": "three", "rows": 60}
    shares = {"accuracy", "balanced_accuracy", "interval"}
    assert shares | {"baseline", "p_classes", "p_pairing"} <= document["vote"].keys()
    assert shares | {"p_classes", "nodes"} <= document["trees"][0].keys()
    node = document["trees"][0]["nodes"][0]
    assert {"id", "cdv", "dsn_left", "dsn_right", "measured", "holds", "p"} <= node.keys()
    assert (node["cdv"], node["holds"]) == ([30, 30], True)
    assert document["vote"]["p_classes"] == 0.0001
    found = replicate(read_result(mined / "r.json").tree_set, read_dataset(str(mined / "three.csv")))
    assert found.to_document() == document


def test_text_begins_with_the_answer_and_show_prints_the_same(ksdt, mined):
    code, out, error = ksdt("apply", "r.json", "three.csv")
    assert (code, error) == (0, "")
    found = replicate(read_result(mined / "r.json").tree_set, read_dataset(str(mined / "three.csv")))
    assert answer(found) == "holds"
    assert out.splitlines()[0] == for_terminal(headline(found))
    assert (percent(0.5) in headline(found), "p < 0.001" in headline(found)) == (True, True)
    ksdt("apply", "r.json", "three.csv", "-o", "a.json")
    assert ksdt("show", "a.json") == (0, out, "")


def test_csv_has_a_row_for_each_split_and_is_safe_for_spreadsheets(ksdt, mined):
    assert ksdt("apply", "r.json", "three.csv", "-o", "a.csv")[0] == 0
    rows = list(csv.DictReader(io.StringIO((mined / "a.csv").read_text(encoding="utf-8"))))
    trees = read_result(mined / "r.json").tree_set.trees
    assert len(rows) == sum(shared.tree.n_nodes - shared.tree.n_leaves for shared in trees)
    assert rows[0]["attribute"] == "'=dose"
    assert rows[0]["status"] == "holds"


def test_maps(ksdt, mined):
    text = (mined / "three.csv").read_text(encoding="utf-8")
    changed = (
        text.replace("=dose", "amount").replace("ill", "krank").replace("well", "gesund").replace("class", "state")
    )
    (mined / "own.csv").write_text(changed, encoding="utf-8")
    (mined / "map.csv").write_text("left,right\n'=dose,amount\n", encoding="utf-8")
    options = ("--target", "state", "--class-map", "krank=ill,gesund=well", "--attribute-map", "map.csv")
    assert ksdt("apply", "r.json", "own.csv", *options, "-o", "own.json")[0] == 0
    assert ksdt("apply", "r.json", "three.csv", "-o", "three.json")[0] == 0
    own, three = (json.loads((mined / f"{name}.json").read_text(encoding="utf-8")) for name in ("own", "three"))
    assert own["trees"] == three["trees"]


def test_options_of_the_table(ksdt, mined):
    """Doses in thousandths give the same trees, converted; an attribute with holes counts as not measured."""
    lines = (mined / "three.csv").read_text(encoding="utf-8").splitlines()
    cells = [line.split(",") for line in lines[1:]]
    milli = [
        f"{1000 * float(dose):.1f},{noise if row % 3 else ''},{own}" for row, (dose, noise, own) in enumerate(cells)
    ]
    (mined / "milli.csv").write_text("\n".join([lines[0], *milli]) + "\n", encoding="utf-8")
    options = ("--convert", "=dose=/1000", "--max-missing", "0.2", "-o", "milli.json")
    assert ksdt("apply", "r.json", "milli.csv", *options)[0] == 0
    found = json.loads((mined / "milli.json").read_text(encoding="utf-8"))
    assert (found["max_missing"], found["convert"], found["filled"]) == (0.2, ["=dose=/1000"], 0)
    tested = {node["attribute"] for tree in found["trees"] for node in tree["nodes"]}
    assert found.get("sparse", []) == (["noise"] if "noise" in tested else [])
    assert ksdt("apply", "r.json", "milli.csv", "--max-missing", "2")[0] == 2


@pytest.mark.parametrize(
    ("change", "options", "said"),
    [
        (("=dose,noise", "x,y"), (), "'=dose'"),
        (("ill", "well"), (), "'ill'"),
        (("ill", "dead"), (), "--class-map"),
        (("ill", ">= 6"), (), "Use --class-map '>= 6=ill'"),
        (("class", "state"), (), "'class'"),
        (("", ""), ("--permutations", "0"), "--permutations"),
        (("", ""), ("--missing", "guess"), "--missing"),
        (("\n0", "\n,0"), (), "three.csv"),
    ],
)
def test_bad_input_is_one_sentence(ksdt, mined, change, options, said):
    text = (mined / "three.csv").read_text(encoding="utf-8")
    (mined / "three.csv").write_text(text.replace(*change) if change[0] else text, encoding="utf-8")
    code, out, error = ksdt("apply", "r.json", "three.csv", *options)
    assert (code, out) == (2, "")
    assert said in error
    assert len(error.strip().splitlines()) == 1


def test_too_few_rows_for_ranks(ksdt, mined):
    lines = (mined / "three.csv").read_text(encoding="utf-8").splitlines()
    (mined / "few.csv").write_text("\n".join(lines[:11]) + "\n", encoding="utf-8")
    code, _, error = ksdt("apply", "r.json", "few.csv")
    assert code == 2
    assert "10 usable rows" in error
    assert "20" in error


def test_a_changed_document_is_refused(ksdt, mined):
    ksdt("apply", "r.json", "three.csv", "-o", "a.json")
    document = json.loads((mined / "a.json").read_text(encoding="utf-8"))
    document["vote"]["confusion"][0][0] += 1
    (mined / "b.json").write_text(json.dumps(document), encoding="utf-8")
    code, _, error = ksdt("show", "b.json")
    assert code == 2
    assert "b.json" in error


def test_a_result_may_carry_replications(ksdt, mined):
    ksdt("apply", "r.json", "three.csv", "-o", "a.json")
    result, found = (json.loads((mined / name).read_text(encoding="utf-8")) for name in ("r.json", "a.json"))
    (mined / "both.json").write_text(json.dumps(result | {"replications": [found]}), encoding="utf-8")
    assert parse_result((mined / "both.json").read_bytes()).replications == [found]
    code, out, _ = ksdt("show", "both.json")
    assert code == 0
    assert for_terminal(headline(REPLICATION.read(found))) in out
    found["trees"][0]["nodes"][0]["attribute"] = "noise2"
    (mined / "both.json").write_text(json.dumps(result | {"replications": [found]}), encoding="utf-8")
    assert ksdt("show", "both.json")[0] == 2
