"""A bundle: every file of it is what its README says, whatever the tables are called."""

from __future__ import annotations

import csv
import io
import json
import re
import xml.etree.ElementTree as ElementTree
import zipfile
from dataclasses import replace

import numpy as np
import pytest

from ksdt_core.data.model.dataset import Dataset
from ksdt_core.data.preparing.pairing import pair_datasets
from ksdt_core.errors import InvalidParameterError
from ksdt_core.figures.display_names import DisplayNames
from ksdt_core.formats.result import parse_result
from ksdt_core.mining.miners import mine
from ksdt_core.reports.bundle import bundle, bundle_name, without_paths
from ksdt_core.reports.citations import references_bib
from ksdt_core.store.database import open_store
from ksdt_core.store.exchange import import_runs
from ksdt_core.text import printable
from tests.formats import made
from tests.refusals import refused
from tests.reports.report_prose import VERSION

pypdf = pytest.importorskip("pypdf", reason="pypdf reads the figures; pip install ksdt[test]")

SCRIPT, QUOTES = "<script>alert(1)</script>", '"]; x [label="'
FORMULA = "=1+1"


def table(name: str, attributes: tuple[str, ...], *, seed: int) -> Dataset:
    """Sixty rows whose class follows the first attribute, mostly."""
    random = np.random.default_rng(seed)
    values = random.normal(size=(60, len(attributes)))
    classes = (values[:, 0] + 0.3 * random.normal(size=60) > 0).astype(np.intp)
    return Dataset(name, attributes, values, (None,) * len(attributes), ("no", "yes"), classes)


@pytest.fixture(scope="module")
def hostile():
    """A pair with hostile names, its set and its bundle."""
    attributes = (QUOTES, FORMULA, "../../etc/passwd")
    pair = pair_datasets(table(SCRIPT, attributes, seed=1), table(QUOTES, attributes, seed=2))
    trees = mine(pair, k=2, max_depth=2, holdout=0.25)
    return pair, trees, opened(bundle(trees, document=trees.to_document(), pair=pair))


def opened(data: bytes) -> zipfile.ZipFile:
    return zipfile.ZipFile(io.BytesIO(data))


def rows_of(packed: zipfile.ZipFile, name: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(packed.read(name).decode("utf-8"))))


def test_names_of_files_are_harmless_and_each_is_in_the_readme(hostile):
    _, trees, packed = hostile
    readme = packed.read("README.txt").decode()
    names = packed.namelist()
    assert len(set(names)) == len(names)
    for name in names:
        assert re.fullmatch(r"([a-z]+/)?[A-Za-z0-9-]+\.[a-z]+", name), name
        assert name == "README.txt" or f"\n{name}\n    " in readme, name
    assert re.fullmatch(r"ksdt[A-Za-z0-9-]*\.zip", bundle_name(trees))
    assert SCRIPT in readme, "plain text shows a name as it is"


def test_everything_that_was_asked_for_is_there(hostile):
    _, _, packed = hostile
    names = set(packed.namelist())
    assert {"methods.md", "references.bib", "result.json", "settings.json", "data-hashes.json"} <= names
    tables = ("nodes.csv", "differences.csv", "rules.csv", "rules.md", "rules-reduced.csv", "rules-reduced.md")
    assert {f"tables/{name}" for name in tables} <= names
    for ending in (".svg", ".pdf", ".dot", "-300dpi.png"):
        assert sum(name.startswith("figures/") and name.endswith(ending) for name in names) == 3, (
            "two trees and the set"
        )


def test_figures_hold_every_node_and_no_markup_of_a_name(hostile):
    _, trees, packed = hostile
    for name in packed.namelist():
        if name.endswith(".svg"):
            text = packed.read(name).decode()
            ElementTree.fromstring(text)
            assert "<script" not in text
        elif name.endswith(".pdf"):
            text = "".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(packed.read(name))).pages)
            assert str(int(trees.trees[0].cdv_left[0, 0])) in text
        elif name.endswith(".png"):
            assert packed.read(name).startswith(b"\x89PNG")


def test_nodes_have_the_numbers_of_the_trees(hostile):
    _, trees, packed = hostile
    head, *rows = rows_of(packed, "tables/nodes.csv")
    assert len(rows) == sum(shared.tree.n_nodes for shared in trees.trees)
    assert head[0:2] == ["tree", "node"]
    for row in rows:
        shared, node = trees.trees[int(row[0]) - 1], int(row[1])
        cells = dict(zip(head, row, strict=True))
        threshold = cells[f"threshold {SCRIPT}"]
        assert float(threshold or "nan") == pytest.approx(float(shared.threshold_left[node]), nan_ok=True)
        assert float(cells["dsn"]) == float(shared.dsn[node])
        for name, n in zip(trees.pair.class_names, shared.rows_right[node].tolist(), strict=True):
            assert cells[f"rows of {printable(name)} {QUOTES}"] == str(n)


def test_no_cell_of_a_table_runs_as_a_formula(hostile):
    _, _, packed = hostile
    texts = [
        cell for name in packed.namelist() if name.endswith(".csv") for row in rows_of(packed, name) for cell in row
    ]
    assert any(FORMULA in cell for cell in texts), "the name is there"
    for cell in texts:
        assert not cell.startswith(("=", "+", "@")), cell
        assert not cell.startswith("-") or float(cell) < 0, cell


def test_rules_part_the_rows_that_were_mined(hostile):
    pair, trees, packed = hostile
    head, *rows = rows_of(packed, "tables/rules.csv")
    for number in (1, 2):
        support = sum(int(row[head.index(f"support {SCRIPT}")]) for row in rows if row[0] == str(number))
        assert support == trees.pair.left.rows < pair.left.n_rows
    assert packed.read("tables/rules.md").decode().count("\n| ") >= len(rows)
    assert "otherwise" in packed.read("tables/rules-reduced.csv").decode()


def test_rows_of_differences_are_rows_of_the_whole_table(hostile):
    """Rows were held out, so positions among the mined rows would point to others."""
    pair, _, packed = hostile
    head, *rows = rows_of(packed, "tables/differences.csv")
    assert rows
    for row in rows:
        cells = dict(zip(head, row, strict=True))
        numbers = [int(part) for part in cells[f"responsible {SCRIPT}"].split(", ")]
        counts = [int(part) for part in cells[f"counts {SCRIPT}"].split(" | ")]
        classes = np.bincount(pair.matched.left.classes[np.array(numbers) - 1], minlength=2).tolist()
        assert all(found in (0, count) for found, count in zip(classes, counts, strict=True))


def test_documents_read_back(hostile):
    pair, trees, packed = hostile
    assert parse_result(packed.read("result.json")).tree_set.scores == trees.scores
    assert json.loads(packed.read("settings.json"))["config"] == trees.settings.to_document()
    hashes = json.loads(packed.read("data-hashes.json"))
    assert hashes["pair"] == trees.pair.fingerprint
    assert hashes["left"]["name"] == SCRIPT
    assert hashes["left"]["as_matched"] == pair.matched.left.fingerprint()
    assert hashes["right"]["as_matched"] == pair.matched.right.fingerprint()
    assert packed.read("references.bib").decode() == references_bib()
    for name in packed.namelist():
        if name.endswith(".md"):
            assert re.search(rb"(?<!\\)<script", packed.read(name)) is None, "escaped in Markdown"
    methods = packed.read("methods.md").decode()
    assert f"{trees.pair.left.rows} rows" in methods


def test_a_bundle_can_be_imported(hostile, tmp_path, monkeypatch):
    _, trees, _ = hostile
    monkeypatch.setenv("KSDT_DATA_FOLDER", str(tmp_path))
    data = bundle(trees, document=trees.to_document())
    assert len(import_runs(open_store(), "bundle.zip", content=data)) == 1


def test_same_result_same_bytes_but_for_pdf():
    first, second = (opened(bundle(made.single_set(), document=made.single_set().to_document())) for _ in range(2))
    assert first.namelist() == second.namelist()
    for one, other in zip(first.infolist(), second.infolist(), strict=True):
        assert one.date_time == (1980, 1, 1, 0, 0, 0)
        if not one.filename.endswith(".pdf"):
            assert first.read(one) == second.read(other), one.filename


def test_without_rows_the_readme_says_what_is_left_out(approved):
    packed = opened(bundle(made.ordinary_set(), document=made.full_document(), grey=True, width="double"))
    readme = packed.read("README.txt").decode()
    assert not [name for name in packed.namelist() if "rules" in name or "differences" in name]
    assert readme.count("tables/differences.csv") == 1
    approved(VERSION.sub("…", readme))
    figure = packed.read("figures/all-trees.svg").decode()
    assert "#E69F00" not in figure
    assert 'width="180mm"' in figure
    assert "p = 0.1" in packed.read("methods.md").decode()


def test_another_pair_is_refused(hostile):
    pair, _, _ = hostile
    trees = made.ordinary_set()
    with refused("not-the-mined-pair", InvalidParameterError):
        bundle(trees, document=trees.to_document(), pair=pair)


@pytest.mark.parametrize(
    "path", ["/srv/secret/wine.csv", r"C:\Users\me\secret\wine.csv", "secret/wine.csv", "wine.csv"]
)
def test_folders_of_the_tables_stay_at_home(path):
    document = {"source": {side: {"table": path, "target": "class"} for side in ("left", "right")}}
    assert without_paths(document)["source"]["left"] == {"table": "wine.csv", "target": "class"}
    assert document["source"]["left"]["table"] == path


def test_names_without_letters_still_name_a_file():
    trees = made.ordinary_set()
    nameless = replace(
        trees,
        pair=replace(trees.pair, left=replace(trees.pair.left, name="…"), right=replace(trees.pair.right, name="")),
    )
    assert bundle_name(nameless) == "ksdt.zip"


def test_names_for_figures_reach_the_figures_and_nothing_else():
    pair = pair_datasets(table("L", ("chol", "age"), seed=1), table("R", ("chol", "age"), seed=2))
    trees = mine(pair, k=1, max_depth=1)
    packed = opened(bundle(trees, document=trees.to_document(), pair=pair, display=DisplayNames.of({"chol": "fats"})))
    figure = next(name for name in packed.namelist() if name.endswith(".svg"))
    drawn = packed.read(figure).decode("utf-8")
    assert ("fats" in drawn, "chol" in drawn) == (True, False)
    assert rows_of(packed, "tables/nodes.csv")[1][3].startswith("chol ≤")
    assert re.search(r"\bchol\b[^.]*\bfats\b", packed.read("README.txt").decode("utf-8")), "which name is which"


@pytest.mark.parametrize("balance", [False, True])
def test_scores_of_balanced_rows_are_said_to_be_such(balance):
    left, right = table("L", ("a", "b"), seed=1), table("R", ("a", "b"), seed=2)
    right = right.take_rows(np.flatnonzero((right.classes == 0) | (np.arange(60) < 20)))
    pair = pair_datasets(left, right, balance=balance)
    trees = mine(pair, k=2, max_depth=2)
    packed = opened(bundle(trees, document=trees.to_document(), pair=pair))
    readme, methods = (packed.read(name).decode("utf-8") for name in ("README.txt", "methods.md"))
    assert (f"balanced SDTSQ {trees.scores.sdtsq:.3f}" in readme) == balance
    assert (f"balanced quality (SDTSQ) of {trees.scores.sdtsq:.3f}" in methods) == balance
