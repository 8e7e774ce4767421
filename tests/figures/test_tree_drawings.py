"""The drawings that a browser chooses from: every one readable, the fullest first."""

from __future__ import annotations

import re
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from ksdt_core.figures.tree_drawings import NARROWEST, tree_drawings
from ksdt_core.trees.text import TableNames
from tests.figures.shapes import shared_trees, tree_of_shape

NAMES = TableNames("red wine", "white wine")


@given(shared_trees(), st.sets(st.integers(0, 20)))
def test_every_drawing_is_narrower_than_the_one_before_and_its_letters_can_be_read(shared, folded):
    drawings = tree_drawings(shared, NAMES, folded=folded)
    for before, after in pairwise(drawings):
        assert after.width < before.width == after.most
        assert before.width > NARROWEST
    for drawing in drawings:
        sizes = [float(size) for size in re.findall(r'font-size="([^"]+)"', drawing.svg)]
        assert min(sizes) >= 9
        assert f'class="ksdt-tree" width="{drawing.width:.5g}"' in drawing.svg
        assert drawing.least <= drawing.width <= drawing.most


def test_thresholds_stay_when_counts_go_and_the_drawing_says_what_is_left_out():
    shared = tree_of_shape([0] * 9, attributes=("volatile acidity",))
    full, small, no_counts, names = tree_drawings(shared, NAMES)
    for drawing, n_thresholds in ((full, 9), (small, 9), (no_counts, 9), (names, 0)):
        assert len(re.findall(">≤ [-0-9]", re.sub("<title>.*?</title>", "", drawing.svg))) == n_thresholds
    details = [drawing.detail for drawing in (full, small, no_counts, names)]
    assert details == ["full", "full", "no counts", "miniature"]


def test_a_small_tree_needs_one_drawing():
    assert len(tree_drawings(tree_of_shape([0]), NAMES)) == 1
