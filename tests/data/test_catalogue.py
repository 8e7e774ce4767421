"""The bundled tables are there, are what they are said to be, and form pairs."""

from __future__ import annotations

import importlib
import shutil
from pathlib import Path

import pytest

from ksdt_core.data import Limits, catalogue_pairs, find_dataset, load, pair_datasets
from ksdt_core.data.samples.catalogue import assets_folder, catalogue
from tests.refusals import refused


@pytest.mark.parametrize("name", [entry.name for entry in catalogue()])
def test_every_table_is_what_the_catalogue_says(name: str) -> None:
    entry = next(entry for entry in catalogue() if entry.name == name)
    table = load(name)
    assert table.name == name
    assert (table.n_rows, table.n_attributes) == (entry.rows, entry.attributes)
    assert table.class_names == entry.classes
    assert len(table.class_names) >= 2
    assert entry.title
    assert entry.source
    assert entry.licence
    if entry.extra is None:
        assert (assets_folder() / "data" / entry.file).stat().st_size < 200_000


def test_every_file_is_in_the_catalogue_and_in_the_list_of_sources() -> None:
    folder = assets_folder() / "data"
    files = {path.name for path in folder.iterdir() if ".csv" in path.suffixes}
    entries = [entry for entry in catalogue() if entry.extra is None]
    assert files == {entry.file for entry in entries}
    sources = (folder / "SOURCES.md").read_text(encoding="utf-8")
    for entry in entries:
        assert f"`{entry.file}`" in sources


@pytest.mark.parametrize("names", [(pair.left, pair.right) for pair in catalogue_pairs()])
def test_every_pair_can_be_mined_with_the_options_it_names(names: tuple[str, str]) -> None:
    pair = next(pair for pair in catalogue_pairs() if (pair.left, pair.right) == names)
    made = pair_datasets(
        load(pair.left), load(pair.right), scale=pair.scale, missing=pair.missing, class_map=pair.class_map
    )
    assert made.n_attributes == pair.shared >= 2
    assert pair.why
    options = {option.option: option.value for option in pair.options()}
    assert options.get("scale", "none") == pair.scale
    assert options.get("missing", "fail") == pair.missing
    assert ("class_map" in options) == bool(pair.class_map)


def test_the_tables_are_found_in_an_installed_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed = tmp_path / "ksdt_core" / "_app" / "assets"
    shutil.copytree(assets_folder() / "data", installed / "data")
    module = importlib.import_module("ksdt_core.data.samples.catalogue")  # the package calls a function by this name
    monkeypatch.setattr(module, "PACKAGE", tmp_path / "ksdt_core")
    assert assets_folder() == installed
    assert load("sunburn").n_rows == 8
    monkeypatch.setattr(module, "PACKAGE", tmp_path / "elsewhere" / "ksdt_core")
    with refused("no-bundled-tables"):
        assets_folder()


def test_a_name_or_a_file(tmp_path: Path) -> None:
    assert find_dataset("play-tennis").n_rows == 14
    path = tmp_path / "mine.csv"
    path.write_text("x,group\n1,a\n2,b\n")
    assert find_dataset(str(path), target="group").class_names == ("a", "b")
    assert find_dataset("play-tennis", target="wind").class_names == ("strong", "weak")
    with refused("no-such-table", where="play-golf"):
        find_dataset("play-golf")
    with refused("unknown-bundled-table", name="play-golf"):
        load("play-golf")


def test_a_file_goes_before_a_bundled_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "cm1").write_text("x,class\n1,a\n2,b\n")
    monkeypatch.chdir(tmp_path)
    assert find_dataset("cm1").n_rows == 2


def test_what_is_for_files_is_refused_for_a_bundled_table_and_limits_hold() -> None:
    with refused("no-sheets", option="sheet", sheet="cells"):
        find_dataset("kc1", sheet="cells")
    with refused("encoding-of-bundled", option="encoding", table="kc1"):
        find_dataset("kc1", encoding="latin-1")
    with refused("too-many-rows", limit=5):
        find_dataset("kc1", limits=Limits(rows=5))
