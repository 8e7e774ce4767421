"""`ksdt stability` and `ksdt spectrum`: documents of SPEC section 6, one-sentence errors."""

from __future__ import annotations

import json

import numpy as np
import pytest

from ksdt_core.fourier.document import spectrum_document
from tests.formats import made

SMALL = ("--chunk", "200", "--ensemble", "8", "--updates", "20")


def test_a_generated_drift_is_found(ksdt):
    code, out, error = ksdt("stability", "generated", *SMALL, "--drift-at", "4000", "--min-leaf", "10")
    assert (code, error) == (0, "")
    document = json.loads(out)
    assert document["format"] == "ksdt-stability/1"
    assert len(document["steps"]) == 20
    keys = {"replaced", "frobenius", "eigengap", "eigenvalue_change", "eigenvalue_bound", "eigenvector_change"}
    assert keys | {"eigenvector_bound"} <= document["steps"][0].keys()
    assert document["alarms"] == [12]
    assert document["alpha_value"] > 0


def test_growing_and_saving(ksdt):
    document = json.loads(ksdt("stability", "generated", *SMALL, "--grow", "--limit", "1.4")[1])
    assert {step["replaced"] for step in document["steps"]} == {None}
    assert document["decompositions"]["done"] + document["decompositions"]["saved"] == 20


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (("left.csv",), "need 112,000"),
        (("generated", "--chunk", "0"), "--chunk 0"),
        (("generated", "--replace", "newest"), "--replace 'newest'"),
        (("generated", "--limit", "-1"), "--limit -1"),
        (("left.csv", "--drift-at", "4"), "--drift-at"),
        (("nothing.csv",), "nothing.csv"),
    ],
)
def test_bad_streams_and_options(ksdt, words, wanted):
    code, out, error = ksdt("stability", *words)
    assert (code, out) == (2, "")
    assert wanted in error
    assert error.count("\n") == 1


@pytest.mark.parametrize(
    ("option", "missing"),
    [
        ("common", {"filled": 2, "rows_dropped": 0, "columns_dropped": []}),
        ("class-common", {"filled": 2, "rows_dropped": 0, "columns_dropped": []}),
        ("drop-rows", {"filled": 0, "rows_dropped": 2, "columns_dropped": []}),
        ("drop-columns", {"filled": 0, "rows_dropped": 0, "columns_dropped": ["b"]}),
    ],
)
def test_missing_cells_of_a_stream(ksdt, folder, option, missing):
    rows = [f"{i % 3},{i % 5},{'pos' if i % 3 else 'neg'}" for i in range(60)]
    rows[3], rows[50] = "0,,neg", "2,,pos"
    (folder / "stream.csv").write_text("\n".join(["a,b,class", *rows]) + "\n", encoding="utf-8")
    words = ("stability", "stream.csv", "--chunk", "10", "--ensemble", "2", "--updates", "3")
    ksdt.refused(*words, code="missing-values-of-table", missing=2, table="stream")
    document = json.loads(ksdt(*words, "--missing", option)[1])
    assert document["missing"] == {"option": option} | missing
    assert document["interrupted"] is False
    assert document["updates"] == {"done": 3, "asked": 3}


@pytest.fixture
def result(folder):
    (folder / "result.json").write_text(json.dumps(made.full_document()), encoding="utf-8")
    return "result.json"


def test_the_spectrum_document(ksdt, result):
    code, out, error = ksdt("spectrum", result)
    assert (code, error) == (0, "")
    document = json.loads(out)
    assert document["format"] == "ksdt-spectrum/1"
    assert document["classes"] == ["neg", "pos"]
    assert [part["tree"] for part in document["spectra"]] == [0, 1]
    assert {part["class"] for part in document["spectra"]} == {"pos"}
    for position, part in enumerate(document["spectra"]):
        energy = sum(c["re"] ** 2 + c["im"] ** 2 for c in part["coefficients"])
        assert energy == pytest.approx(part["energy"], abs=1e-12)
        assert document["gram"][position][position] == pytest.approx(energy)
        assert part["kept"] == pytest.approx(1)
    points = np.array(document["projection"]["points"])
    gram = np.array(document["gram"])
    distance = gram[0, 0] + gram[1, 1] - 2 * gram[0, 1]
    assert ((points[0] - points[1]) ** 2).sum() == pytest.approx(distance)
    (axis,) = document["projection"]["loadings"]  # two trees differ along one axis
    shares = [loading["share"] for loading in axis]
    assert shares == sorted(shares, reverse=True)
    assert 0 < sum(shares) <= 1 + 1e-9
    assert all(loading["partition"] and loading["class"] == "pos" for loading in axis)


def test_a_spectrum_too_large_to_write(ksdt, result, monkeypatch):
    monkeypatch.setitem(spectrum_document.__kwdefaults__, "max_bytes", 100)
    code, out, error = ksdt("spectrum", result)
    assert (code, out) == (2, "")
    assert error.count("\n") == 1
    for option in ("energy", "order", "inner"):
        assert option in error
    assert ksdt("spectrum", result, "--inner-products-only")[0] == 0


def test_a_cut_spectrum_says_what_was_kept(ksdt, result):
    cut = json.loads(ksdt("spectrum", result, "--energy", "0", "--components", "3")[1])
    assert all(part["kept"] == 0 for part in cut["spectra"])
    assert all([c["partition"] for c in part["coefficients"]] == [{}] for part in cut["spectra"])
    assert len(cut["projection"]["explained"]) == 3
    low = json.loads(ksdt("spectrum", result, "--max-order", "1")[1])
    assert all(len(c["partition"]) <= 1 for part in low["spectra"] for c in part["coefficients"])


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (("result.json", "--components", "4"), "--components 4"),
        (("result.json", "--energy", "2"), "--energy 2"),
        (("result.json", "--max-order", "-1"), "--max-order -1"),
        (("left.csv",), "left.csv"),
    ],
)
def test_bad_spectra(ksdt, result, words, wanted):
    code, out, error = ksdt("spectrum", *words)
    assert (code, out) == (2, "")
    assert wanted in error
    assert error.count("\n") == 1


def test_spectra_of_two_sites_become_one_tree(ksdt, result, folder):
    assert ksdt("spectrum", result, "-o", "whole.json")[0] == 0
    assert ksdt("spectrum", result, "--max-order", "1", "--domain", "whole.json", "-o", "low.json")[0] == 0
    code, out, error = ksdt("aggregate", "whole.json", "low.json", "--weights", "3,1", "--format", "json")
    assert (code, error) == (0, "")
    document = json.loads(out)
    assert document["format"] == "ksdt-aggregate/1"
    assert [site["weight"] for site in document["documents"]] == [0.75, 0.25]
    low = document["documents"][1]
    assert (low["cut"]["max_order"], document["error"]) == (1, pytest.approx(0.25 * low["error"]))
    code, text, _ = ksdt("aggregate", "whole.json", "low.json", "--weights", "3,1")
    assert code == 0
    assert f"{document['error']:.3f}" in text
    nodes = document["tree"]["nodes"]
    assert text.count("→") == sum(node["attribute"] is None for node in nodes)


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (("result.json",), "result.json"),
        (("result.json",), "ksdt-spectrum/1 is needed"),
        (("spectrum.json", "--weights", "one"), "--weights must be numbers"),
        (("spectrum.json", "--weights", "1,2"), "--weights: 1 document but 2 weights"),
        (("spectrum.json", "--energy", "2"), "--energy 2"),
    ],
)
def test_bad_aggregates(ksdt, result, words, wanted):
    assert ksdt("spectrum", result, "-o", "spectrum.json")[0] == 0
    code, out, error = ksdt("aggregate", *words)
    assert (code, out) == (2, "")
    assert wanted in error
    assert error.count("\n") == 1


def test_a_spectrum_by_rows_counts_the_rows_of_the_tables(ksdt, folder):
    assert ksdt("mine", "left.csv", "right.csv", "-k", "2", "-o", "mined.json")[0] == 0
    counts = {}
    for table in ("left", "right", "both"):
        document = json.loads(ksdt("spectrum", "mined.json", "--measure", "rows", "--table", table)[1])
        assert document["measure"] == "rows"
        counts[table] = {sum(cells["masses"]) for cells in document["domain"]}
    mined = json.loads((folder / "mined.json").read_text(encoding="utf-8"))["pair"]
    assert counts["left"] == {mined["left"]["rows"]}
    assert counts["right"] == {mined["right"]["rows"]}
    assert len(counts["both"]) == 1
