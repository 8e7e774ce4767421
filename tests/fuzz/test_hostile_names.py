"""Whatever tables, attributes, classes and values are called, every way out shows the same text and nothing more."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from xml.etree import ElementTree

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ksdt_core.data.matching.maps import attribute_map_text, read_attribute_map
from ksdt_core.data.matching.value_map_file import read_value_map, value_map_text
from ksdt_core.data.preparing.pairing import pair_datasets
from ksdt_core.data.readers.formulas import guarded
from ksdt_core.figures.escaping import one_line
from ksdt_core.figures.export import export_files
from ksdt_core.figures.figure_svg import figure_svg
from ksdt_core.figures.tree_dot import tree_to_dot
from ksdt_core.figures.tree_svg import tree_svg
from ksdt_core.formats.csv_text import csv_text
from ksdt_core.formats.json_text import document_text
from ksdt_core.formats.result import parse_result
from ksdt_core.mining.miners import mine
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.reports.bundle import bundle, bundle_name
from ksdt_core.reports.html_report import html_report
from ksdt_core.reports.pdf_report import pdf_report
from ksdt_core.reports.report_content import report_content
from ksdt_core.store.database import open_store
from ksdt_core.store.exchange import exported_zip, import_runs
from ksdt_core.text import encodable, printable
from ksdt_core.trees.text import TableNames
from tests.data.hostile import NASTY
from tests.figures.handmade import small_tree
from tests.figures.shapes import HOSTILE
from tests.reports.test_bundle import table
from tests.reports.test_html_report import Page

pygraphviz = pytest.importorskip("pygraphviz", reason="pygraphviz lays the drawing out; pip install ksdt[test]")
pypdf = pytest.importorskip("pypdf", reason="pypdf reads the report; pip install ksdt[test]")

NAMES = tuple(dict.fromkeys((*HOSTILE, *NASTY.values())))
PLAIN = ("alcohol", "a very long name of many words that is wrapped and cut", "", " ", "x" * 300, "日本", "a-b_c d")
ANY = st.one_of(st.sampled_from(NAMES), st.text(max_size=40), st.text(st.characters(codec=None), max_size=12))
Shape = set[tuple[str, frozenset[str]]]


def shape_of(svg: str | bytes) -> Shape:
    """Which elements there are, and with which attributes."""
    return {(element.tag, frozenset(element.attrib)) for element in ElementTree.fromstring(svg).iter()}


def every_text(svg: str | bytes) -> str:
    """All that a drawing says, in letters, tooltips and attributes."""
    elements = list(ElementTree.fromstring(svg).iter())
    return "\n".join([*(e.text or "" for e in elements), *(value for e in elements for value in e.attrib.values())])


def tree_of(name: str):
    return small_tree((name, f"{name}1", f"{name}2"), (name, f"other {name}"), colours=("pale", name))


@cache
def set_of(name: str) -> TreeSet:
    """A mined set all of whose names are this one, or begin with it."""
    attributes = (f"{name}", f"{name}1", f"{name}2")
    tables = (table(f"{name}", attributes, seed=1), table(f"{name} too", attributes, seed=2))
    left, right = (replace(one, class_names=(f"{name}", f"not {name}")) for one in tables)
    return mine(pair_datasets(left, right), k=2, max_depth=2)


def dot_svg(name: str) -> bytes:
    dot = tree_to_dot(tree_of(name), TableNames(name, name), title=name)
    drawn: bytes = pygraphviz.AGraph(dot).draw(format="svg", prog="dot")
    return drawn


DRAWINGS: dict[str, Callable[[str], str | bytes]] = {
    "tree": lambda name: tree_svg(tree_of(name), TableNames(name, name), interactive=True, title=name),
    "plain tree": lambda name: tree_svg(tree_of(name).tree, title=name),
    "figure of a set": lambda name: figure_svg(set_of(name), width="double"),
    "Graphviz": dot_svg,
}
N_INPUTS = {"tree": 150, "plain tree": 150, "figure of a set": 60, "Graphviz": 60}


@cache
def plain_shape(kind: str) -> Shape:
    return set().union(*(shape_of(DRAWINGS[kind](name)) for name in PLAIN))


@pytest.mark.parametrize("kind", DRAWINGS)
def test_a_name_adds_no_element_and_no_attribute_to_a_drawing(kind):
    @settings(max_examples=N_INPUTS[kind], deadline=None)
    @given(ANY)
    def attempt(name: str) -> None:
        drawn = DRAWINGS[kind](name)
        assert shape_of(drawn) <= plain_shape(kind)
        if kind in ("tree", "plain tree"):
            assert one_line(name) in every_text(drawn), "in full, at least where the pointer rests"

    for name in NAMES:
        attempt = example(name)(attempt)
    attempt()


@settings(max_examples=12, deadline=None)
@given(ANY)
@example("<script>alert(1)</script>")
@example('" onclick="alert(1)" x="')
@example("{{ 7 * 7 }}{% raw %}")
@example('#raw(read("/etc/passwd")) $x$ \\ @label')
def test_a_report_has_the_name_as_text_and_no_element_of_it(name):
    trees = set_of(name)
    page = Page(html_report(report_content(trees, document=trees.to_document())))
    assert not {tag for tag, _ in page.elements} & {
        "script",
        "img",
        "iframe",
        "object",
        "embed",
        "link",
        "base",
        "form",
    }
    assert not [key for _, attributes in page.elements for key in attributes if key.startswith("on")]
    assert "".join(one_line(encodable(name)).split()) in "".join(page.text.split())


@pytest.mark.parametrize("name", ["<script>", '#read("/etc/passwd") $x$ *b* @a \\', "=1+1", "年龄 🧬", "\x00\u202e"])
def test_a_pdf_shows_the_name_and_runs_nothing(name):
    trees = set_of(name)
    data = pdf_report(report_content(trees, document=trees.to_document()))
    reader = pypdf.PdfReader(io.BytesIO(data))
    assert b"/JavaScript" not in data
    assert b"/Launch" not in data
    text = "".join("".join(page.extract_text() for page in reader.pages).split())
    assert "root:" not in text
    assert name.isascii() is False or "".join(printable(name).split()) in text


@settings(max_examples=300)
@given(st.lists(ANY, min_size=1, max_size=4))
def test_a_cell_of_a_table_is_the_text_and_no_formula(names):
    head, row = csv.reader(io.StringIO(csv_text(names, [names]), newline=""))
    assert head == row == [printable(guarded(encodable(name))) for name in names]
    assert not any(cell.lstrip().startswith(("=", "+", "-", "@", "\t", "\r", "\uff1d")) for cell in row)


@settings(max_examples=300)
@given(ANY.map(encodable).map(str.strip).filter(bool), ANY.map(encodable).map(str.strip).filter(bool))
def test_a_map_that_a_spreadsheet_opens_without_harm_reads_back_the_same(left, right):
    for text, read, found in (
        (attribute_map_text({right: left}), read_attribute_map, {right: left}),
        (value_map_text([(left, left, right)]), read_value_map, {left: {right: left}}),
    ):
        cells = [cell for row in csv.reader(io.StringIO(text, newline="")) for cell in row]
        assert not any(cell.startswith(("=", "+", "-", "@", "\t", "\r")) for cell in cells)
        assert read(io.BytesIO(text.encode("utf-8"))) == found


@settings(max_examples=60, deadline=None)
@given(ANY)
def test_a_document_gives_the_name_back(name):
    document = json.loads(document_text(set_of(name).to_document()))
    again = parse_result(document_text(document).encode("utf-8")).tree_set
    assert again.pair.left.name == encodable(name)
    assert encodable(name) in again.trees[0].tree.class_names


@pytest.mark.parametrize("name", ["../../x", "/etc/x", "C:\\x", "..", "CON", "a/b\\c", "\x00", "年龄", "x" * 300, ""])
def test_every_file_of_an_archive_stays_in_its_folder(name, tmp_path):
    trees = set_of(name)
    store = open_store(tmp_path / "kept")
    document = document_text({**trees.to_document(), "run": {"name": name}}).encode()
    runs = exported_zip(store, import_runs(store, name, content=document))
    packed = [bundle(trees, document=trees.to_document())] if name in ("../../x", "C:\\x") else []
    entries = [entry for data in (runs, *packed) for entry in zipfile.ZipFile(io.BytesIO(data)).infolist()]
    names = [
        *(entry.filename for entry in entries),
        *(file for file, _ in export_files(trees, "svg")),
        bundle_name(trees),
    ]
    for file in names:
        assert not file.startswith(("/", "\\", "."))
        assert ".." not in file
        assert not set(file) & set('\\:*?"<>|\x00\n')
        assert file.isascii()
        assert len(file) < 150
    assert not [entry for entry in entries if entry.external_attr >> 28 == 0xA], "no symbolic link"
