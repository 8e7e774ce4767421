"""The report in a real Chromium: it asks for nothing, and on A4 no tree is cut."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest

from ksdt_core.data.preparing.pairing import pair_datasets
from ksdt_core.data.samples.catalogue import load
from ksdt_core.mining.miners import mine
from ksdt_core.reports.html_report import html_report
from ksdt_core.reports.report_blocks import Section, paragraph
from ksdt_core.reports.report_content import report_content
from tests.browser.conftest import Visit
from tests.pairs_by_hand import pair_of

pypdf = pytest.importorskip("pypdf", reason="pypdf reads the pages; pip install ksdt[test]")
pytestmark = pytest.mark.browser

A4 = (595, 842)  # points


def test_it_prints_on_a4_with_every_tree_whole(visit: Visit):
    pair = pair_datasets(load("wine-red"), load("wine-white"), scale="rank")
    trees = mine(pair, k=5, max_depth=3)
    visit.page.set_content(html_report(report_content(trees, document=trees.to_document(), pair=pair)))
    assert visit.outside == []
    assert visit.complaints == [], "the policy of the file allows all that it holds"
    assert visit.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    pages = pypdf.PdfReader(io.BytesIO(visit.page.pdf(prefer_css_page_size=True))).pages
    texts = [page.extract_text() for page in pages]
    for page in pages:
        assert (round(float(page.mediabox.width)), round(float(page.mediabox.height))) == pytest.approx(A4, abs=1)
    for number in range(1, 6):
        (text,) = [text for text in texts if f"\nTree {number}: " in f"\n{text}"]
        drawing = text.partition(f"Tree {number}: ")[2]
        assert "Line width, share of rows" in drawing, "heading, drawing and key stand on one page"


def test_it_fits_a_phone_also_with_long_names(visit: Visit):
    """Regression: tables and trees were wider than the screen; now they scroll inside it."""
    names = ("mean_corpuscular_haemoglobin_concentration", "fasting_blood_glucose_mmol_per_litre")
    tables = (([[1.0, 2.0], [2.0, 1.0], [3.0, 4.0], [4.0, 3.0]], [0, 0, 1, 1]),) * 2
    pair = pair_of(*tables, attributes=names, class_names=("no_relapse_recorded", "relapse_within_five_years"))
    trees = mine(pair, k=2, max_depth=2, min_size=1)
    visit.page.set_content(html_report(report_content(trees, document=trees.to_document(), pair=pair)))
    for width in (390, 1000):
        visit.page.set_viewport_size({"width": width, "height": 900})
        assert visit.page.evaluate("document.documentElement.scrollWidth") <= width


def test_on_paper_a_heading_and_its_words_stand_with_the_matrix_they_lead_to(visit: Visit):
    pair = pair_datasets(load("wine-red"), load("wine-white"), scale="rank")
    trees = mine(pair, k=5, max_depth=3)
    report = report_content(trees, document=trees.to_document(), pair=pair)
    (diversity,) = [section for section in report.sections if section.key == "diversity"]
    n_moved = 0
    for n_lines in range(12, 36, 4):
        before = Section("before", "Before", tuple(paragraph(f"line {number}") for number in range(n_lines)))
        visit.page.set_content(html_report(replace(report, sections=(before, diversity))))
        pages = pypdf.PdfReader(io.BytesIO(visit.page.pdf(prefer_css_page_size=True))).pages
        texts = [page.extract_text() for page in pages]
        (text,) = [text for text in texts if "Diversity" in text.splitlines()]
        assert "The mean is the" in " ".join(text.split())
        assert "1.00" in text
        n_moved += len(texts) > 1
    assert n_moved
