"""The drawings that a browser chooses from: every one readable, the fullest first."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ksdt_core.figures.tree_drawings import NARROWEST, folded_at_first, tree_drawings
from ksdt_core.trees.text import TableNames
from tests.figures.shapes import shared_trees, tree_of_shape

NAMES = TableNames("red wine", "white wine")


@settings(max_examples=40)
@given(shared_trees(), st.sets(st.integers(0, 20)))
def test_every_drawing_needs_less_room_than_the_one_before_and_its_letters_can_be_read(shared, folded):
    drawings = tree_drawings(shared, NAMES, folded=folded)
    for before, after in pairwise(drawings):
        assert after.width * after.least < before.width * before.least
        assert before.width * before.least > NARROWEST
    for drawing in drawings:
        sizes = [float(size) for size in re.findall(r'font-size="([^"]+)"', drawing.svg)]
        assert min(sizes) * drawing.least >= 8.99
        assert f'class="ksdt-tree" width="{drawing.width:.5g}" height="{drawing.height:.5g}"' in drawing.svg


def test_thresholds_stay_when_counts_go_and_the_drawing_says_what_is_left_out():
    shared = tree_of_shape([0] * 9, attributes=("volatile acidity",))
    drawings = tree_drawings(shared, NAMES)
    details = [drawing.detail for drawing in drawings]
    assert details == sorted(details, key=["full", "no counts", "miniature"].index)
    assert set(details) == {"full", "no counts", "miniature"}
    for drawing in drawings:
        shown = len(re.findall(">≤ [−0-9]", re.sub(' (data-tip|aria-label)="[^"]*"', "", drawing.svg)))
        assert shown == (0 if drawing.detail == "miniature" else 9)


@pytest.mark.parametrize("classes", [("poor", "good"), ("low", "middle", "high")])
def test_a_whole_tree_of_three_levels_with_counts_fits_half_the_canvas(classes):
    """Two trees stand beside each other at 1440 × 900: each has 424 × 440 pixels. Leaves are staggered to fit."""
    shared = tree_of_shape([0, 0, 0, 0, 0, 0, 0], attributes=("GATA3", "SERPINA6"), classes=classes, most_rows=40)
    assert shared.tree.n_leaves == 8
    assert int(shared.tree.levels.max()) == 4
    fitting = next(d for d in tree_drawings(shared, NAMES) if min(424 / d.width, 440 / d.height) >= d.least)
    assert fitting.detail == "full"
    assert fitting.n_folded == 0


@pytest.mark.parametrize("letters", [20, 40])
def test_long_names_fit_half_the_canvas(letters):
    """Regression: a name of 20 to 40 letters pushed a subtree out of its panel."""
    names = tuple(f"{'interleukin 17 receptor measured at the second visit'[: letters - 1]}{i}" for i in range(3))
    shared = tree_of_shape([0, 0, 0, 0, 0, 0, 0], attributes=names, most_rows=4000)
    assert any(min(424 / d.width, 440 / d.height) >= d.least and not d.n_folded for d in tree_drawings(shared, NAMES))


def test_a_deep_tree_is_folded_until_it_fits():
    """Regression: of a tree of seven levels half was drawn outside the panel."""
    shared = tree_of_shape([0] * 127)
    assert int(shared.tree.levels.max()) == 8
    first = folded_at_first(shared.tree)
    assert {int(shared.tree.levels[node]) for node in first} == {5}
    last = tree_drawings(shared, NAMES, folded=first)[-1]
    assert last.width <= 424
    assert last.n_folded > 0
    assert folded_at_first(tree_of_shape([0] * 15).tree) == frozenset(), "four levels are shown whole"


def test_a_small_tree_needs_one_drawing():
    assert len(tree_drawings(tree_of_shape([0]), NAMES)) == 1
