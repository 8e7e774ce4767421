"""Where nodes stand: nothing overlaps, nothing is cut off, parents stand above their children."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ksdt_core.figures.drawn_tree import visible_children
from ksdt_core.figures.tree_layout import Spacing, lay_out, subtree_sizes
from ksdt_core.figures.tree_plan import plan_tree
from ksdt_core.figures.tree_style import CARD, PRINT, SCREEN, STAGGERED, scaled
from tests.figures.shapes import shared_trees, tree_of_shape

STYLES = [SCREEN, PRINT, CARD, *(scaled(SCREEN, scale) for scale in (0.9, 0.8, 0.65, 0.3))]


@given(shared_trees(), st.sampled_from(STYLES), st.sets(st.integers(0, 20)), st.booleans())
def test_boxes_of_a_level_never_overlap_and_all_lie_in_the_drawing(shared, style, folded, is_plain):
    plan = plan_tree(shared.tree if is_plain else shared, style=style, folded=folded)
    layout, levels = plan.layout, {}
    for node, glyph in plan.glyphs.items():
        left, right = layout.x[node] - glyph.half_width, layout.x[node] + glyph.half_width
        levels.setdefault(layout.y[node], []).append((left, right))
        assert left >= style.margin - 0.02
        assert right <= layout.width - style.margin + 0.02
        assert layout.y[node] - plan.spacing.above >= 0
        assert layout.y[node] + plan.spacing.below <= layout.height
    for boxes in levels.values():
        for (_, right), (left, _) in pairwise(sorted(boxes)):
            assert right + min(plan.spacing.sibling_gap, plan.spacing.cousin_gap) <= left + 0.02
    tops = sorted(levels)
    for upper, lower in pairwise(tops):
        assert upper + plan.spacing.below < lower - plan.spacing.above, "levels keep clear of each other"


@given(shared_trees(), st.sampled_from([STAGGERED, scaled(STAGGERED, 0.75), scaled(STAGGERED, 0.6)]))
def test_staggered_leaves_keep_clear_of_every_other_node(shared, style):
    """Regression: counts of neighbouring nodes touched. Now no two nodes do, whatever hangs how low."""
    plan = plan_tree(shared, style=style)
    layout, spacing = plan.layout, plan.spacing
    areas = [
        (layout.x[node] - glyph.half_width, layout.x[node] + glyph.half_width, layout.y[node])
        for node, glyph in plan.glyphs.items()
    ]
    for i, (left, right, y) in enumerate(areas):
        assert 0 <= left <= right <= layout.width
        assert y + spacing.below <= layout.height
        for other_left, other_right, other_y in areas[:i]:
            beside = left >= other_right + 3 or other_left >= right + 3
            above = abs(y - other_y) >= spacing.above + spacing.below
            assert beside or above


@given(shared_trees())
def test_the_edge_to_a_staggered_leaf_passes_beside_its_sibling(shared):
    """Regression: edges crossed digits."""
    plan = plan_tree(shared, style=STAGGERED)
    x, half = plan.layout.x, {node: glyph.half_width for node, glyph in plan.glyphs.items()}
    widest = STAGGERED.widest_edge + STAGGERED.edge_gap / 2
    for first, second in zip(plan.edges[::2], plan.edges[1::2], strict=True):
        if plan.layout.y[second.child] > plan.layout.y[first.child]:
            assert x[second.child] - widest > x[first.child] + half[first.child]


@given(shared_trees())
def test_parents_stand_in_the_middle_above_their_children(shared):
    plan = plan_tree(shared)
    for first, second in zip(plan.edges[::2], plan.edges[1::2], strict=True):
        parent, left, right, x = first.parent, first.child, second.child, plan.layout.x
        assert second.parent == parent
        assert x[left] < x[parent] < x[right]
        assert x[parent] == pytest.approx((x[left] + x[right]) / 2, abs=0.02)
        assert plan.layout.y[left] == plan.layout.y[right] > plan.layout.y[parent]


@given(shared_trees(), st.floats(100, 2000))
def test_what_fits_is_kept_and_letters_stay_readable(shared, room):
    natural, fitted = plan_tree(shared), plan_tree(shared, max_width=room)
    if natural.layout.width <= room:
        assert fitted.layout == natural.layout
    elif fitted.style.detail != "miniature":
        assert fitted.layout.width <= room
    sizes = [
        getattr(fitted.style, name) for name in ("name_size", "test_size", "purity_size", "count_size", "dsn_size")
    ]
    assert min(sizes) >= 9


def test_details_go_in_order():
    order = ["full", "no counts", "miniature"]
    shared = tree_of_shape([0] * 20, attributes=("volatile acidity",))
    seen = [plan_tree(shared, max_width=room).style.detail for room in range(2400, 400, -50)]
    assert [order.index(detail) for detail in seen] == sorted(order.index(detail) for detail in seen)
    assert set(seen) == set(order)


def test_siblings_and_cousins_keep_their_distance():
    children = {0: (1, 2), 1: (3, 4), 2: (5, 6)}
    spacing = Spacing(level_pitch=98, sibling_gap=6, cousin_gap=11, above=10, below=50, margin=8)
    layout = lay_out(children, dict.fromkeys(range(7), 37.0), spacing)
    assert [layout.x[node] for node in (3, 4, 5, 6)] == [45, 125, 210, 290]
    assert [layout.y[node] for node in (0, 1, 3)] == [18, 116, 214]
    assert (layout.width, layout.height) == (335, 272)


def test_a_subtree_looks_alike_wherever_it_hangs():
    shared = tree_of_shape([0, 1, 0, 0])
    children = visible_children(shared.tree)
    spacing = Spacing(98, 6, 11, 0, 0, 0)
    whole = lay_out(children, dict.fromkeys(range(shared.tree.n_nodes), 10.0), spacing)
    for parent, (left, _) in children.items():
        if parent and left not in children:
            assert whole.x[parent] - whole.x[left] == pytest.approx(13)


def test_a_tree_may_be_deeper_than_python_recurses():
    shared = tree_of_shape([-1] * 1500)
    plan = plan_tree(shared)
    assert len(plan.glyphs) == 3001
    assert len(set(plan.layout.y.values())) == 1501


def test_folding():
    shared = tree_of_shape([0, 0, 0, 0])
    sizes = subtree_sizes(shared.tree)
    assert sizes[0] == 9
    plan = plan_tree(shared, folded={2, 1})
    assert set(plan.glyphs) == {0, 1, 2}
    for node in (1, 2):
        glyph = plan.glyphs[node]
        assert glyph.n_folded == (sizes[node] if sizes[node] > 1 else 0)
    folded = next(glyph for glyph in plan.glyphs.values() if glyph.n_folded)
    rows = [int(cdv[folded.node].sum()) for cdv in (shared.cdv_left, shared.cdv_right)]
    assert (folded.name, folded.second) == (f"{folded.n_folded} nodes", f"{rows[0]:,} | {rows[1]:,} rows")
    assert set(plan_tree(shared, folded={0}).glyphs) == {0}
