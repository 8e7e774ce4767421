"""PNG and PDF from the drawing: the size that print needs, and text that stays text."""

from __future__ import annotations

import struct
import xml.etree.ElementTree as ElementTree
from io import BytesIO

import numpy as np
import pytest

from ksdt_core.figures.figure_svg import figure_svg
from ksdt_core.figures.raster import figure_pdf, print_png, screen_png
from ksdt_core.figures.tree_svg import tree_svg
from ksdt_core.figures.tree_words import dsn_text
from ksdt_core.trees.text import TableNames
from tests.figures.handmade import small_tree
from tests.formats import made

SVG = "{http://www.w3.org/2000/svg}"


def png_size(data: bytes) -> tuple[int, int]:
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    return struct.unpack(">II", data[16:24])


def dots_per_inch(data: bytes) -> float:
    at = data.index(b"pHYs") + 4
    return struct.unpack(">I", data[at : at + 4])[0] * 0.0254


def test_print_has_300_dots_an_inch():
    data = print_png(figure_svg(made.ordinary_set(), trees=[0]))
    assert png_size(data)[0] == pytest.approx(85 / 25.4 * 300, abs=1.5)
    assert dots_per_inch(data) == pytest.approx(300, abs=0.1)


def test_slides_have_two_dots_a_pixel():
    svg = tree_svg(small_tree(), TableNames("one", "two"))
    root = ElementTree.fromstring(svg)
    data = screen_png(svg)
    for got, asked in zip(png_size(data), (root.get("width"), root.get("height")), strict=True):
        assert got == pytest.approx(2 * float(asked), abs=1.5)
    assert dots_per_inch(data) == pytest.approx(192, abs=0.1)


def test_letters_are_drawn():
    """A converter that does not know the font leaves all text out without a word."""
    svg = tree_svg(small_tree(), TableNames("one", "two"))
    silent = ElementTree.fromstring(svg)
    for parent in list(silent.iter()):
        for text in parent.findall(f"{SVG}text"):
            parent.remove(text)
    ElementTree.register_namespace("", SVG.strip("{}"))
    assert len(screen_png(svg)) > 1.3 * len(screen_png(ElementTree.tostring(silent, encoding="unicode")))


@pytest.mark.parametrize("width", ["single", "double"])
def test_pdf_is_a_page_of_the_figures_size_with_all_its_labels(width):
    pypdf = pytest.importorskip("pypdf", reason="pypdf reads the PDF back; pip install ksdt[test]")
    tree_set = made.scaled_set()
    svg = figure_svg(tree_set, trees=[0], width=width)
    pages = pypdf.PdfReader(BytesIO(figure_pdf(svg))).pages
    assert len(pages) == 1
    assert float(pages[0].mediabox.width) == pytest.approx({"single": 85, "double": 180}[width] / 25.4 * 72, abs=0.1)
    labels = ["".join(text.itertext()) for text in ElementTree.fromstring(svg).iter(f"{SVG}text")]
    extracted = pages[0].extract_text()
    assert sorted("".join(extracted.split())) == sorted("".join("".join(labels).split()))
    lines = extracted.split()
    counts = np.concatenate([tree_set.trees[0].rows_left, tree_set.trees[0].rows_right]).ravel().tolist()
    similarities = [dsn_text(float(dsn)) for dsn in tree_set.trees[0].dsn]
    for label in ("age", "12.5", *map(str, counts), *similarities):
        assert label in lines, "each label is a word of its own"
