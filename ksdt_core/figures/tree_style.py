"""Measures of the tree drawing: on screen in pixels, in print in points, and what is omitted when it gets tight."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from ksdt_core.figures.tree_words import NAME_WIDTH

Detail = Literal["full", "no counts", "miniature"]

FULL_SCALE = 0.75  # below it counts are omitted: they take the most room, thresholds hardly any
MINIATURE_SCALE = 0.6  # below it only names and small bars are left
MINIATURE_BAR = (5.0, 14.0)  # pixels
MINIATURE_SQUARE = 10.0
MINIATURE_PITCH = 27.0  # without names
ONE_LINE, TWO_LINES = 1.25, 2.7  # least heights of a pill and of a box, in sizes of their letters


@dataclass(frozen=True, slots=True)
class TreeStyle:
    """Every length of the drawing in one unit; `smallest` is the size below which no letter goes."""

    unit: Literal["px", "pt"]
    box_height: float
    split_width: float  # a split's box, at least
    leaf_width: float
    padding: float  # between the text of a box and its outline
    radius: float
    outline: float
    bar_width: float
    bar_gap: float  # between a bar and the box
    bar_radius: float  # round ends of the bars of the right table
    step_gap: float  # between the classes of a bar
    name_size: float
    test_size: float
    leaf_size: float
    purity_size: float
    count_size: float
    dsn_size: float
    sign_size: float
    pill_width: float
    pill_height: float
    pill_gap: float
    widest_edge: float
    narrowest_edge: float
    edge_gap: float
    level_pitch: float
    sibling_gap: float
    cousin_gap: float
    margin: float
    smallest: float
    percent: bool  # whether purities carry a sign
    detail: Detail = "full"
    scale: float = 1.0
    short_classes: bool = False  # class names cut to a few letters
    name_letters: int = 20  # longer names of attributes are cut in the middle
    test_letters: int = NAME_WIDTH
    names: bool = True  # whether a miniature has names
    staggered: bool = False  # whether the right one of two sibling leaves hangs lower
    letter: float = 1.0  # width of the letters, of those of the usual sans-serif font
    inward: bool = False  # whether counts start at the outer edge of their bar and grow towards the box


SCREEN = TreeStyle(
    unit="px", box_height=36, split_width=62, leaf_width=52, padding=5, radius=5, outline=1,
    bar_width=8, bar_gap=3, bar_radius=3.2, step_gap=1,
    name_size=13, test_size=11, leaf_size=11, purity_size=11, count_size=11, dsn_size=11, sign_size=11,
    pill_width=34, pill_height=14, pill_gap=4,
    widest_edge=6.5, narrowest_edge=0.4, edge_gap=0.7,
    level_pitch=92, sibling_gap=8, cousin_gap=18, margin=8, smallest=9, percent=False, inward=True,
)  # fmt: skip
"""The drawing on a page, in pixels."""

PRINT = TreeStyle(
    unit="pt", box_height=19.5, split_width=29, leaf_width=20.6, padding=2.6, radius=2.2, outline=0.55,
    bar_width=4, bar_gap=1.2, bar_radius=1.68, step_gap=0.5,
    name_size=7.2, test_size=6.2, leaf_size=6.2, purity_size=5.1, count_size=5.8, dsn_size=5.6, sign_size=5.8,
    pill_width=18, pill_height=7.6, pill_gap=2.1,
    widest_edge=3.5, narrowest_edge=0.22, edge_gap=0.38,
    level_pitch=53, sibling_gap=3.2, cousin_gap=6, margin=3, smallest=4.5, percent=False,
)  # fmt: skip
"""The drawing in a printed figure, in points."""

ON_PAGE = replace(SCREEN, letter=0.93, margin=4)
"""A drawing within a page, in the narrower font of the pages."""

STAGGERED = replace(ON_PAGE, staggered=True, name_letters=NAME_WIDTH)
"""The same in less room."""

PICTURE = replace(SCREEN, inward=False)
"""A figure in pixels, marked as figures in print are."""

CARD = replace(SCREEN, detail="miniature", names=False, margin=2)
"""A miniature for a card: bars and squares alone."""

_LETTERS = ("name_size", "test_size", "leaf_size", "purity_size", "count_size", "dsn_size", "sign_size")
_LENGTHS = (
    *("box_height", "split_width", "leaf_width", "padding", "radius", "outline", "bar_width", "bar_gap", "bar_radius"),
    *("step_gap", "pill_width", "pill_height", "pill_gap", "widest_edge", "narrowest_edge", "edge_gap"),
    *("level_pitch", "sibling_gap", "cousin_gap"),
)


def scaled(style: TreeStyle, scale: float) -> TreeStyle:
    """The style at another size, letters never below the smallest; what no longer fits is omitted."""
    if scale < MINIATURE_SCALE:
        return replace(style, detail="miniature", scale=scale, name_letters=NAME_WIDTH)
    detail: Detail = "full" if scale >= FULL_SCALE else "no counts"
    lengths = {name: getattr(style, name) * scale for name in _LENGTHS}
    lengths["box_height"] = max(TWO_LINES * style.smallest, lengths["box_height"])
    lengths["pill_height"] = max(ONE_LINE * style.smallest, lengths["pill_height"])
    letters = {name: max(style.smallest, getattr(style, name) * scale) for name in _LETTERS}
    return replace(
        style,
        **lengths,
        **letters,
        detail=detail,
        scale=scale,
        percent=style.percent and scale == 1,
        name_letters=NAME_WIDTH,
    )


def pixel(style: TreeStyle) -> float:
    """The length that is a pixel on screen, in the unit of the style."""
    return style.smallest / SCREEN.smallest


def name_height(style: TreeStyle) -> float:
    """Height of the name of a miniature's split with the gap below it."""
    return 1.4 * style.smallest + 2 * pixel(style) if style.names else 0.0
