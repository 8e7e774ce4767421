"""A report as PDF: it says all that the report holds, whatever names it holds, on A4, the same bytes every time."""

from __future__ import annotations

import io
import json
import re
import socket
import unicodedata
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from functools import cache
from pathlib import Path

import pytest

from ksdt_core.data.checks.checkup import check_pair
from ksdt_core.data.preparing.pairing import pair_datasets
from ksdt_core.data.samples.catalogue import load
from ksdt_core.evidence.significance import significance
from ksdt_core.formats.result import result_document
from ksdt_core.mining.miners import mine
from ksdt_core.reports import pdf_report as report_module
from ksdt_core.reports.pdf_report import DATA, HEADER_LETTERS, MOST_LINES, TEMPLATE, ReportNotMade, on_paper, pdf_report
from ksdt_core.reports.report_blocks import Drawing, Finding, Section, Table, cells, paragraph
from ksdt_core.reports.report_content import Report, report_content
from tests.data.tables import read_bytes_as
from tests.effort import measured_effort
from tests.formats import made
from tests.refusals import refused
from tests.reports.report_prose import prose
from tests.reports.test_bundle import QUOTES, SCRIPT, table

pypdf = pytest.importorskip("pypdf", reason="pypdf reads the pages; pip install ksdt[test]")

A4 = (595, 842)  # points
MARKUP = '#import "@preview/x:1.0.0": y'
FORMULA = "$x$ *a* _b_ `c` @d <e> \\ // [f] = g ~ -- ..."
HEBREW = "שלום"
LONG = "".join(f"Name{number}" for number in range(60))
READ = '#read("/etc/passwd")'


def pages_of(data: bytes) -> list:
    return pypdf.PdfReader(io.BytesIO(data)).pages


@cache
def texts_of(data: bytes) -> tuple[str, ...]:
    """The text of each page; a report that several tests read is read once."""
    return tuple(page.extract_text() for page in pages_of(data))


def squeezed(text: str) -> str:
    """Without what lines and fonts change: white space, ligatures, hyphens at the end of a line."""
    return re.sub(r"\s+|\u00ad|\u200b", "", unicodedata.normalize("NFKC", text))


def words_of(data: bytes) -> str:
    """All words of all pages but those at the head and foot of each."""
    reader = pypdf.PdfReader(io.BytesIO(data))
    heading = str(reader.metadata.title).removesuffix(": shared decision trees")
    texts = []
    for number, page in enumerate(texts_of(data), start=1):
        text = page.replace(f"{number} / {len(reader.pages)}", "")
        texts.append(text if number == 1 else text.replace(heading, "", 1))
    return squeezed("".join(texts))


def strings(value: object) -> Iterator[str]:
    """Every text of a report that a reader is to see."""
    if isinstance(value, Drawing):
        yield value.caption
    elif isinstance(value, Report):
        yield value.heading
        yield from strings((value.opening, value.scores, value.sections))
    elif isinstance(value, Section):
        yield value.title
        yield from strings(value.blocks)
    elif is_dataclass(value):
        unseen = ("look", "ground", "ink", "level")
        yield from strings(tuple(getattr(value, field.name) for field in fields(value) if field.name not in unseen))
    elif isinstance(value, tuple):
        for each in value:
            yield from strings(each)
    elif isinstance(value, str):
        yield value


@pytest.fixture(scope="module")
def wine() -> tuple[Report, bytes]:
    pair = pair_datasets(load("wine-red"), load("wine-white"), scale="rank")
    trees = mine(pair, k=3, max_depth=3)
    document = result_document(trees, significance=significance(pair, trees, permutations=9))
    checkup = check_pair(load("wine-red"), load("wine-white"), preparation=pair.preparation)
    report = report_content(trees, document=json.loads(json.dumps(document)), pair=pair, checkup=checkup)
    return report, pdf_report(report)


@pytest.fixture(scope="module")
def hostile() -> Report:
    """A report of tables, attributes and classes with hostile names."""
    attributes = (QUOTES, MARKUP, FORMULA, LONG, READ)
    left, right = (
        replace(table(name, attributes, seed=seed), class_names=(HEBREW, LONG.lower()))
        for name, seed in ((SCRIPT, 1), (QUOTES, 2))
    )
    pair = pair_datasets(left, right)
    trees = mine(pair, k=5, max_depth=2)
    checkup = check_pair(left, right, preparation=pair.preparation)
    return report_content(trees, document=trees.to_document(), pair=pair, checkup=checkup)


@pytest.fixture(scope="module")
def hostile_pdf(hostile: Report) -> bytes:
    return pdf_report(hostile)


def test_every_rule_score_p_value_and_reference_is_there(wine):
    report, data = wine
    words = words_of(data)
    wanted = {text for text in strings(report) if text}
    assert len(wanted) > 200
    assert {text for text in wanted if squeezed(text) not in words} == set()


def test_the_trees_are_drawn_with_their_numbers(wine):
    report, data = wine
    words = words_of(data)
    (trees,) = [section for section in report.sections if section.key == "trees"]
    for part in trees.blocks:
        if part.kind == "tree":
            drawing = part.blocks[0].blocks[-1]
            for text in re.findall(r"<text[^>]*>([^<&]+)</text>", drawing.svg):
                assert squeezed(text) in words


def test_pages_are_a4_and_numbered(wine):
    _, data = wine
    pages = pages_of(data)
    for number, (page, text) in enumerate(zip(pages, texts_of(data), strict=True), start=1):
        assert (round(float(page.mediabox.width)), round(float(page.mediabox.height))) == pytest.approx(A4, abs=1)
        assert f"{number} / {len(pages)}" in text
    outline = [entry.title for entry in pypdf.PdfReader(io.BytesIO(data)).outline if not isinstance(entry, list)]
    assert outline == [section.title for section in wine[0].sections]


@pytest.mark.parametrize(
    ("key", "end"), [("diversity", "1.00"), ("space", "Principal components"), ("settings", "Seed")]
)
def test_a_heading_and_its_words_stand_with_the_table_or_drawing_they_lead_to(wine, key, end):
    """Regression: the heading ended a page and its matrix opened the next one."""
    (section,) = [section for section in wine[0].sections if section.key == key]
    moved = 0
    for n_lines in range(22, 42, 3):
        before = Section("before", "Before", tuple(paragraph(f"line {number}") for number in range(n_lines)))
        pages = texts_of(pdf_report(replace(wine[0], sections=(before, section))))
        assert [section.title in page for page in pages] == [end in page for page in pages]
        moved += len(pages) > 1
    assert moved


def test_the_same_report_gives_the_same_bytes_without_a_date(wine):
    report, data = wine
    assert pdf_report(report) == data
    about = pypdf.PdfReader(io.BytesIO(data)).metadata
    assert about.title == report.title
    assert "/CreationDate" not in about
    assert "/ModDate" not in about


def test_hostile_names_are_nothing_but_text(hostile_pdf):
    words = words_of(hostile_pdf)
    for name in (SCRIPT, QUOTES, MARKUP, FORMULA, LONG, READ):
        assert squeezed(name) in words
    assert HEBREW in words or HEBREW[::-1] in words
    assert "root:" not in words


def test_a_name_without_spaces_is_broken_where_its_line_ends(hostile_pdf):
    """Regression: it ran out of its cell, over its neighbours and past the paper."""
    lines = [line for page in texts_of(hostile_pdf) for line in page.splitlines()]
    start = LONG[:12].lower()
    broken = [line for line in lines if start in line.lower()]
    assert broken
    assert [line for line in broken if LONG[:160].lower() in line.lower()] == []


def test_nothing_is_asked_of_the_network_and_nothing_is_left_behind(hostile, monkeypatch, tmp_path):
    def refuse(*_: object, **__: object) -> None:
        pytest.fail("a connection was asked for")

    monkeypatch.setattr(socket, "create_connection", refuse)
    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    pdf_report(hostile)
    assert list(tmp_path.iterdir()) == []


def test_without_a_folder_for_temporary_files_it_says_so(hostile, monkeypatch, tmp_path):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "gone"))
    with refused("pdf-without-folder", ReportNotMade):
        pdf_report(hostile)


def test_the_template_reads_its_data_and_imports_nothing():
    import ksdt_core.reports

    text = (Path(ksdt_core.reports.__file__).parent / "templates" / TEMPLATE).read_text(encoding="utf-8")
    assert f'json("{DATA}")' in text
    assert not re.search(r"#?\b(import|include|eval|plugin)\b", re.sub(r"//.*", "", text))


@pytest.mark.parametrize("make", [made.ordinary_set, made.single_set, made.rootless_set, made.scaled_set])
def test_unusual_sets_have_a_report(make):
    trees = make()
    content = report_content(trees, document=trees.to_document(), grey=True)
    words = words_of(pdf_report(content))
    for line in prose(content).splitlines():
        assert squeezed(line.removeprefix("- ")) in words


def test_a_large_tree_lies_on_its_side_and_names_the_bundle():
    pair = pair_datasets(load("wine-red"), load("wine-white"))
    trees = mine(pair, k=1, max_depth=11, min_size=8)
    assert trees.trees[0].tree.n_nodes > 120
    data = pdf_report(report_content(trees, document=trees.to_document(), pair=pair))
    pages = pages_of(data)
    ((page, text),) = [found for found in zip(pages, texts_of(data), strict=True) if "Tree 1: " in found[1]]
    assert page.mediabox.width > page.mediabox.height
    assert squeezed("--format bundle") in squeezed(text)
    assert pages[-1].mediabox.width < pages[-1].mediabox.height


@pytest.mark.parametrize("word", ["n", "a name "], ids=["one word", "several words"])
def test_names_without_end_are_cut(word):
    """Regression: four names of 100,000 letters took the report more than 90 seconds."""
    head = ",".join(f"{word * 100_000}"[:99_999] + letter for letter in "abcd")
    classes = [f"{word * 100_000}"[:99_999] + letter for letter in "AB"]
    rows = "".join(f"{i % 7},{i % 5},{i % 2 + i % 3},{i % 4},{classes[i % 2]}\n" for i in range(60))
    left, right = (read_bytes_as(f"{head},class\n{rows}".encode(), file=f"{side}.csv") for side in ("l", "r"))
    pair = pair_datasets(left, right)
    trees = mine(pair, k=2, max_depth=2)
    checkup = check_pair(left, right)
    with measured_effort() as effort:
        report = report_content(trees, document=trees.to_document(), pair=pair, checkup=checkup)
        data = pdf_report(report)
    assert effort.units < 400
    pages = pages_of(data)
    assert len(pages) < 200
    if " " in word:  # pypdf takes very long to read pages on which one word fills whole lines
        assert any("(100,000letters)" in squeezed(page.extract_text()) for page in pages)


def test_a_report_of_usual_length_is_not_cut(wine):
    assert "letters)" not in words_of(wine[1])


def test_evidence_for_fifty_pages_is_cut_and_the_report_says_so(wine):
    """The medians of 2,664 genes filled 46 of the 55 pages of a report."""
    found = Finding("warning", (paragraph("Medians."), Table(tuple(cells(f"g{n}") for n in range(2664)))))
    long = replace(wine[0], sections=(*wine[0].sections, Section("more", "More", (found,))))
    words, rows, note = on_paper(long).sections[-1].blocks[0].blocks
    assert (words, len(rows.rows), rows.rows[0]) == (found.blocks[0], MOST_LINES, cells("g0"))
    assert {f"{MOST_LINES}", "2,664"} <= set(note.runs[0].words.split())
    assert on_paper(wine[0]) == wine[0]
    assert len(pages_of(pdf_report(long))) <= len(pages_of(wine[1])) + 5


def test_the_first_tree_stands_on_one_of_the_first_two_pages(wine):
    assert any("Tree1:" in squeezed(page) for page in texts_of(wine[1])[:2])


def test_the_head_of_a_page_is_whole_and_on_the_page(wine):
    """A regression: it was clipped at the height of its letters. Nothing clips it now, and it is short enough."""
    report, data = wine
    template = Path(report_module.__file__).with_name("templates") / TEMPLATE
    assert "clip: true" not in template.read_text("utf-8")
    for page in texts_of(data)[1:]:
        assert report.heading in page
    long = replace(report, heading="\N{SNOWMAN}" * 400, sections=report.sections[:1])
    for page in texts_of(pdf_report(long))[1:]:
        assert 0 < page.count("\N{SNOWMAN}") <= HEADER_LETTERS
