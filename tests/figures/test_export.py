"""Files of a set: every tree and the set, under names that no table can turn against a folder."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ksdt_core.errors import InvalidParameterError
from ksdt_core.figures.export import FORMATS, WIDTHS, export_files
from ksdt_core.figures.figure_svg import figure_svg
from ksdt_core.figures.file_names import safe_stem
from ksdt_core.formats.result import parse_result
from tests.figures.shapes import HOSTILE, tree_of_shape
from tests.formats import made
from tests.refusals import refused


def test_svg_files():
    files = dict(export_files(made.ordinary_set(), "svg"))
    assert list(files) == ["tree-1-age.svg", "tree-2-size-gro-e-n.svg", "all-trees.svg"]
    for data in files.values():
        assert ElementTree.fromstring(data).tag.endswith("svg")


@pytest.mark.parametrize(
    ("format", "names", "start"),
    [
        ("pdf", ["tree-1-age.pdf", "all-trees.pdf"], b"%PDF"),
        ("png", ["tree-1-age-300dpi.png", "tree-1-age-2x.png", "all-trees-300dpi.png", "all-trees-2x.png"], b"\x89PNG"),
        ("dot", ["tree-1-age.dot", "all-trees.dot"], b"digraph"),
        ("json", ["tree-1-age.json", "all-trees.json"], b"{"),
    ],
)
def test_other_formats(format, names, start):
    files = dict(export_files(made.single_set(), format))
    assert list(files) == names
    assert all(data.startswith(start) for data in files.values())


def test_json_holds_the_whole_result_and_each_tree():
    files = dict(export_files(made.ordinary_set(), "json", document=made.full_document()))
    assert parse_result(files["all-trees.json"]).significance is not None
    tree = json.loads(files["tree-1-age.json"])
    assert tree["format"] == "ksdt-tree/1"
    assert [node["id"] for node in tree["nodes"]] == list(range(5))
    assert tree["pair"]["classes"] == ["neg", "pos"]


@pytest.mark.parametrize("format", FORMATS)
def test_only_what_is_asked_for_is_made(format, monkeypatch):
    drawn = []
    monkeypatch.setattr(
        "ksdt_core.figures.export.figure_svg",
        lambda *_, **given: drawn.append(given["trees"]) or figure_svg(*_, **given),
    )
    names = [name for name, _ in export_files(made.ordinary_set(), format, only=1, sizes=["2x"])]
    assert names == [f"tree-2-size-gro-e-n{'-2x' if format == 'png' else ''}.{format}"]
    assert all(trees == [1] for trees in drawn)
    whole = [name for name, _ in export_files(made.ordinary_set(), format, only="set", sizes=["300dpi"])]
    assert whole == [f"all-trees{'-300dpi' if format == 'png' else ''}.{format}"]
    assert all(trees in ([1], None) for trees in drawn)


def test_colours_by_class_reach_the_figure():
    by_class, by_dsn = (
        dict(export_files(made.single_set(), "svg", only="set", colour=colour)) for colour in ("class", "dsn")
    )
    assert by_class != by_dsn


def test_greyscale_and_columns_reach_the_figures():
    files = dict(export_files(made.ordinary_set(), "svg", width="double", grey=True))
    for data in files.values():
        text = data.decode()
        assert 'width="180mm"' in text
        assert all(c[1:3] == c[3:5] == c[5:7] for c in re.findall(r"#[0-9A-Fa-f]{6}", text))


@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
@pytest.mark.parametrize("format", ["svg", "dot"])
def test_hostile_names_make_harmless_files(name, format):
    shared = tree_of_shape([0, 1], attributes=(name,))
    names = [file for file, _ in export_files(made.tree_set([shared] * 3), format)]
    assert len(set(names)) == len(names)
    assert all(re.fullmatch(r"[a-z][A-Za-z0-9-]*\.[a-z]+", file) for file in names)
    assert all(len(file) < 60 for file in names)


@given(st.text())
def test_stems_are_plain(text):
    assert re.fullmatch(r"([A-Za-z0-9]+(-[A-Za-z0-9]+)*)?", safe_stem(text))


@pytest.mark.parametrize(
    ("options", "code", "facts"),
    [
        ({"format": "gif"}, "not-a-choice", {"option": "format", "value": "gif", "choices": FORMATS}),
        ({"format": "svg", "width": "wide"}, "not-a-choice", {"option": "width", "value": "wide", "choices": WIDTHS}),
        ({"format": "svg", "grey": True, "dark": True}, "grey-and-dark", {"print": "greyscale", "slides": "dark"}),
    ],
)
def test_bad_options_are_named(options, code, facts):
    with refused(code, InvalidParameterError, **facts):
        list(export_files(made.single_set(), **options))


def test_same_set_same_bytes():
    """But for PDF, whose parts the converter writes in an order that varies."""
    for format in sorted(set(FORMATS) - {"pdf"}):
        first, second = (list(export_files(made.single_set(), format)) for _ in range(2))
        assert first == second, format
