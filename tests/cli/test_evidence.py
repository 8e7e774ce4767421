"""`ksdt evidence`: as text, JSON and CSV, read back by `ksdt show`, and refused where it makes no sense."""

from __future__ import annotations

import csv
import io
import json

import numpy as np
import pytest

from ksdt_core.data.preparing.pairing import pair_datasets
from ksdt_core.data.readers.reading import read_dataset
from ksdt_core.evidence.pair_test import evidence


@pytest.fixture
def tables(folder):
    """Two tables in which `=dose` predicts the class and the other attributes do not."""
    random = np.random.default_rng(0)
    for name in ("one", "two"):
        rows = ["=dose,noise,site,class"]
        for k in range(60):
            ill = k % 2
            rows.append(f"{random.normal() + 2 * ill:.4f},{random.normal():.4f},{'ab'[k // 30]},{('ill', 'well')[ill]}")
        (folder / f"{name}.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    return folder


def test_json_is_what_python_computes(ksdt, tables):
    assert ksdt("evidence", "one.csv", "two.csv", "--scale", "rank", "--permutations", "99", "-o", "e.json")[0] == 0
    document = json.loads((tables / "e.json").read_text(encoding="utf-8"))
    assert document["format"] == "ksdt-evidence/1"
    assert {"pair", "permutations", "shared", "pairing", "attributes"} <= document.keys()
    assert document["pair"]["left"] == {"name": "one", "rows": 60}
    assert set(document["shared"]) == {"p", "left", "right", "statistic"}
    assert set(document["shared"]["left"]) == {"p", "mean", "max"}
    assert document["shared"]["p"] == 0.02
    assert document["pairing"] is None
    best = document["attributes"][0]
    assert (best["attribute"], best["direction"], best["class"], best["p"]) == ("=dose", "higher", "well", 0.02)
    pair = pair_datasets(*(read_dataset(str(tables / name)) for name in ("one.csv", "two.csv")), scale="rank")
    assert evidence(pair, permutations=99).to_document() == document


def test_csv_has_the_same_rows_and_is_safe_for_spreadsheets(ksdt, tables):
    options = ("one.csv", "two.csv", "--scale", "rank", "--permutations", "19")
    assert ksdt("evidence", *options, "-o", "e.json")[0] == ksdt("evidence", *options, "-o", "e.csv")[0] == 0
    document = json.loads((tables / "e.json").read_text(encoding="utf-8"))
    rows = list(csv.DictReader(io.StringIO((tables / "e.csv").read_text(encoding="utf-8"))))
    assert [row["attribute"].lstrip("'") for row in rows] == [entry["attribute"] for entry in document["attributes"]]
    assert rows[0]["attribute"] == "'=dose"
    assert [float(row["effect_left"]) for row in rows] == [entry["effect_left"] for entry in document["attributes"]]


def test_text_begins_with_the_verdict_and_show_prints_the_same(ksdt, tables, approved):
    code, out, error = ksdt("evidence", "one.csv", "two.csv", "--scale", "rank", "--permutations", "99")
    assert (code, error) == (0, "")
    first = out.splitlines()[0]
    assert (first.startswith("1 "), "p = 0.020" in first, "=dose." in first) == (True, True, True)
    approved(first)
    assert ksdt("evidence", "one.csv", "two.csv", "--scale", "rank", "--permutations", "99", "-o", "e.json")[0] == 0
    assert ksdt("show", "e.json") == (0, out, "")


@pytest.mark.parametrize(
    ("change", "word"),
    [
        (lambda document: document["shared"].update(p=0.9), "is inconsistent"),
        (lambda document: document.update(attributes=[{}]), "is inconsistent"),
        (lambda document: document.update(attributes="none"), "is inconsistent"),
        (lambda document: document.update(format="ksdt-evidence/99"), "newer version"),
    ],
)
def test_a_changed_document_is_refused(ksdt, tables, change, word):
    assert ksdt("evidence", "one.csv", "two.csv", "--permutations", "9", "-o", "e.json")[0] == 0
    document = json.loads((tables / "e.json").read_text(encoding="utf-8"))
    change(document)
    (tables / "e.json").write_text(json.dumps(document), encoding="utf-8")
    code, out, error = ksdt("show", "e.json")
    assert (code, out) == (2, "")
    assert word in error
    assert "e.json" in error


@pytest.mark.parametrize("number", ["0", "-3", "many"])
def test_a_number_of_shuffles_that_makes_no_sense(ksdt, tables, number):
    code, out, error = ksdt("evidence", "one.csv", "two.csv", "--permutations", number)
    assert (code, out) == (2, "")
    assert "--permutations" in error


def test_a_result_carries_the_evidence_of_its_pair(ksdt, tables):
    assert ksdt("mine", "one.csv", "two.csv", "-k", "1", "--permutations", "9", "-o", "r.json")[0] == 0
    document = json.loads((tables / "r.json").read_text(encoding="utf-8"))
    assert document["evidence"]["format"] == "ksdt-evidence/1"
    code, out, error = ksdt("show", "r.json")
    assert (code, error) == (0, "")
    assert "=dose" in out.splitlines()[0]
    document["evidence"]["shared"]["p"] = 0.7
    (tables / "r.json").write_text(json.dumps(document), encoding="utf-8")
    assert ksdt("show", "r.json")[0] == 2


def test_attributes_stand_beside_the_share_of_weightings_that_use_them(ksdt, tables):
    options = ("one.csv", "two.csv", "--scale", "rank", "--permutations", "19", "--weightings")
    assert ksdt("evidence", *options, "-o", "e.json")[0] == 0
    document = json.loads((tables / "e.json").read_text(encoding="utf-8"))
    code, out, _ = ksdt("weights", "one.csv", "two.csv", "--scale", "rank", "--format", "json")
    assert code == 0
    used = json.loads(out)["attributes"]
    assert {entry["attribute"]: entry["weight_share"] for entry in document["attributes"]} == {
        name: used.get(name, 0.0) for name in ("=dose", "noise", "site")
    }
    code, shown, _ = ksdt("show", "e.json")
    assert code == 0
    header = next(line for line in shown.splitlines() if line.lstrip().startswith("attribute"))
    assert header.rstrip().endswith("weightings")
