"""The slides of a set as PDF."""

from __future__ import annotations

import io

import pytest

from ksdt_core.data import pair_datasets
from ksdt_core.data.samples.planted import plant
from ksdt_core.evidence.effects import effects_of
from ksdt_core.mining import mine
from ksdt_core.reports.slides import slide_captions, slides_pdf

pypdf = pytest.importorskip("pypdf", reason="pypdf reads the slides; pip install ksdt[test]")


def test_each_tree_is_a_slide_with_its_name_and_its_verdict():
    planted = plant(rows=(40, 50), attributes=6, depth=2, noise=0.2, seed=1)
    pair = pair_datasets(planted.left, planted.right, scale="rank")
    trees = mine(pair, k=3, max_depth=2)
    captions = slide_captions(trees, effects_of(trees, trees.to_document(), pair))
    made = slides_pdf(trees, captions)
    pages = pypdf.PdfReader(io.BytesIO(made)).pages
    assert len(pages) == 3
    for number, (page, caption) in enumerate(zip(pages, captions, strict=True), 1):
        words = " ".join(page.extract_text().split())
        assert f"{number} of 3" in words
        assert trees.trees[number - 1].tree.attributes[trees.trees[number - 1].tree.attribute[0]] in words
        assert caption
        assert caption.replace(" ", "") in words.replace(" ", "")
        assert (float(page.mediabox.width), float(page.mediabox.height)) == (960, 540)
    assert slides_pdf(trees, captions) == made


def test_markup_in_names_is_text():
    planted = plant(rows=(40, 50), attributes=2, depth=1, noise=0.1, seed=1)
    trees = mine(pair_datasets(planted.left, planted.right), k=1, max_depth=1)
    page = pypdf.PdfReader(io.BytesIO(slides_pdf(trees, ['#read("/etc/passwd") *bold*']))).pages[0]
    assert '#read("/etc/passwd")*bold*' in page.extract_text().replace(" ", "").replace("\n", "")
