"""`ksdt weights` and `ksdt mine --pool exact`: every set that some weights mine."""

from __future__ import annotations

import json
import math

import pytest

from ksdt_core.cli.weights_text import cells_lines
from ksdt_core.formats.weights_document import weight_cells_of

TABLES = ("left.csv", "right.csv")
SMALL = ("-k", "2", "--max-depth", "2")


@pytest.fixture
def document(ksdt, folder):
    code, out, error = ksdt("weights", *TABLES, *SMALL, "-o", "weights.json")
    assert (code, out, error) == (0, "", "")
    return json.loads((folder / "weights.json").read_text("utf-8"))


def test_the_document_holds_every_region(document):
    assert document["format"] == "ksdt-weights/1"
    assert document["covered"] >= 1 - 1e-6
    assert "weights" not in document["config"]
    assert sum(region["share"] for region in document["regions"]) == pytest.approx(document["covered"])
    for region in document["regions"]:
        assert set(region["weights"]) == {"ig", "ds", "atd"}
        assert set(region["scores"]) == {"sa", "ds", "td", "sdtsq"}
        for cell in region["cells"]:
            assert len(cell) >= 3
            assert all(sum(corner) == pytest.approx(1) for corner in cell)


def test_mining_at_the_weights_of_a_region_gives_its_scores(ksdt, document):
    for region in document["regions"]:
        vector = ",".join(repr(region["weights"][name]) for name in ("ig", "ds", "atd"))
        code, out, _ = ksdt("mine", *TABLES, *SMALL, "--weights", vector)
        assert code == 0
        assert json.loads(out)["scores"] == region["scores"]


def test_text_answers_first_and_show_says_the_same(ksdt, folder, document):
    code, out, error = ksdt("weights", *TABLES, *SMALL)
    assert (code, error) == (0, "")
    best = max(region["scores"]["sdtsq"] for region in document["regions"])
    first, second = out.splitlines()[:2]
    assert f"{len(document['regions'])} sets" in first
    assert f"SDTSQ {best:.3f}" in second
    assert ksdt("show", "weights.json") == (0, out, "")


def test_weights_in_the_text_give_their_set_when_they_are_typed(ksdt, document):
    """Six decimals took weights out of regions that are smaller than that, and to 0, which mining refuses."""
    _, out, _ = ksdt("weights", *TABLES, *SMALL)
    (best,) = (line for line in out.splitlines() if "for example" in line)
    typed = best.partition("for example ")[2].rstrip(".")
    code, mined, error = ksdt("mine", *TABLES, *SMALL, "--weights", typed.replace(" ", ""))
    assert (code, error) == (0, "")
    assert json.loads(mined)["scores"]["sdtsq"] == max(region["scores"]["sdtsq"] for region in document["regions"])
    corners = [[(0.3, 0.4, 0.3), (0.3 + size, 0.4, 0.3 - size), (0.3, 0.4 + size, 0.3 - size)] for size in (1e-2, 1e-7)]
    shown = []
    for first, second, third in corners:
        middle = [math.fsum(parts) / 3 for parts in zip(first, second, third, strict=True)]
        small = dict(zip(("ig", "ds", "atd"), middle, strict=True))
        changed = document["regions"][0] | {"cells": [[first, second, third]], "weights": small}
        cells = weight_cells_of(document | {"regions": [changed, *document["regions"][1:]]})
        shown.append(next(line for line in cells_lines(cells) if line.startswith("  ") and "share" not in line))
    assert "0.303, 0.403, 0.294 " in shown[0]
    assert "0.300000033, 0.400000033, 0.299999934 " in shown[1]


def test_a_single_tree_has_a_segment(ksdt):
    code, out, _ = ksdt("weights", *TABLES, "--method", "single", "--format", "json")
    assert code == 0
    document = json.loads(out)
    assert document["covered"] == pytest.approx(1)
    assert all(len(cell) == 2 for region in document["regions"] for cell in region["cells"])
    assert all(region["weights"]["atd"] is None for region in document["regions"])


def test_regions_are_cross_validated_on_request(ksdt):
    code, out, error = ksdt("weights", *TABLES, *SMALL, "--cv", "2", "--format", "json")
    assert (code, error) == (0, "")
    document = json.loads(out)
    validated = document["cross_validated"]
    assert {each["folds"] for each in validated} == {2}
    assert [each["sa"] for each in validated] == sorted((each["sa"] for each in validated), reverse=True)
    code, _, error = ksdt("weights", *TABLES, *SMALL, "--cv", "1")
    assert code == 2
    assert "--cv" in error


def test_fewer_cells_than_there_are(ksdt, document):
    n_cells = sum(len(region["cells"]) for region in document["regions"])
    assert n_cells > 3
    code, out, _ = ksdt("weights", *TABLES, *SMALL, "--most", "2", "--format", "json")
    assert code == 0
    few = json.loads(out)
    assert sum(len(region["cells"]) for region in few["regions"]) == 2
    assert few["covered"] < document["covered"]
    assert few["most"] == 2
    few_lines, stopped_lines = (list(cells_lines(weight_cells_of(few | {"most": most}))) for most in (2, 3))
    differing = [both for both in zip(few_lines, stopped_lines, strict=True) if both[0] != both[1]]
    ((limited, stopped),) = differing
    assert "maximum of 2" in limited
    assert "maximum" not in stopped, "fewer cells than asked for: the search was stopped"


def test_cells_are_told_from_regions(ksdt, document):
    """The number of cells was called that of regions, which is smaller where cells give the same set."""
    _, out, _ = ksdt("weights", *TABLES, *SMALL)
    (said,) = (line for line in out.splitlines() if line.startswith("Covered"))
    n_cells = sum(len(region["cells"]) for region in document["regions"])
    assert f"{n_cells:,} cells in {len(document['regions']):,} region" in said


@pytest.mark.parametrize("words", [("--weights", "0.3,0.4,0.3"), ("--pool", "wvp1"), ("--permutations", "9")])
def test_what_mine_has_and_weights_has_not(ksdt, words):
    code, out, error = ksdt("weights", *TABLES, *words)
    assert (code, out) == (2, "")
    assert words[0] in error


def test_no_cells_at_all_are_refused(ksdt):
    code, _, error = ksdt("weights", *TABLES, "--most", "0")
    assert code == 2
    assert "--most" in error


@pytest.mark.parametrize(
    "broken",
    [
        {"regions": []},
        {"covered": 2.0},
        {"pair": {}},
        {"regions": [{"share": 0.5}]},
        {"attributes": {"age": "x"}},
    ],
)
def test_a_damaged_document_is_refused(ksdt, folder, document, broken):
    (folder / "weights.json").write_text(json.dumps(document | broken), encoding="utf-8")
    code, out, error = ksdt("show", "weights.json")
    assert (code, out) == (2, "")
    assert "weights.json" in error


def test_a_document_read_back_knows_the_region_of_weights(document):
    cells = weight_cells_of(document)
    for region in cells.regions:
        assert cells.at(region.weights) is region


def test_mine_keeps_the_best_set_of_all_weights(ksdt, folder, document):
    best = max(region["scores"]["sdtsq"] for region in document["regions"])
    words = ("mine", *TABLES, *SMALL, "--pool", "exact", "--permutations", "4", "--cv", "2")
    code, out, error = ksdt(*words, "-o", "best.json")
    assert (code, out, error) == (0, "", "")
    found = json.loads((folder / "best.json").read_text("utf-8"))
    assert found["scores"]["sdtsq"] == pytest.approx(best, abs=1e-12)
    assert found["robustness"]["rank"] == 1
    assert found["robustness"]["regions"] == len(document["regions"])
    assert found["significance"]["vectors"] == len(document["regions"])
    assert found["cross_validated"].keys() >= {"folds", "sa", "accuracy_left", "accuracy_right"}
    code, shown, _ = ksdt("show", "best.json")
    assert code == 0
    assert "of all weightings" in shown


@pytest.mark.slow
def test_the_same_bytes_on_one_and_two_workers(ksdt):
    words = ("mine", *TABLES, *SMALL, "--pool", "exact", "--permutations", "3")
    assert ksdt(*words, "--workers", "1") == ksdt(*words, "--workers", "2")
