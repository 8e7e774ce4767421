"""One tree drawn several times, from everything that is known to names alone, for the browser to choose by its room.

Of each drawing the browser knows how small it may be shown: no letter goes below nine pixels. It takes the first that
fits its room so. Where room is scarce, sibling leaves are staggered before anything is omitted; then counts go, then
thresholds, and at last lower levels are folded.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from ksdt_core.figures.drawn_tree import visible_children
from ksdt_core.figures.glyph_svg import ColourBy, TreeLook
from ksdt_core.figures.palette import LIGHT, Palette
from ksdt_core.figures.tree_plan import plan_tree
from ksdt_core.figures.tree_style import (
    FULL_SCALE,
    MINIATURE_SCALE,
    ON_PAGE,
    SCREEN,
    STAGGERED,
    Detail,
    TreeStyle,
    scaled,
)
from ksdt_core.figures.tree_svg import plan_svg
from ksdt_core.trees.shared_tree import SharedTree
from ksdt_core.trees.text import TableNames
from ksdt_core.trees.tree import LEAF, Tree

NAMES_ALONE = scaled(ON_PAGE, MINIATURE_SCALE / 2)
READABLE = SCREEN.smallest / SCREEN.count_size  # how small a drawing of full size may be shown
STYLES: tuple[tuple[TreeStyle, float], ...] = (
    (ON_PAGE, 0.92),
    (STAGGERED, READABLE),
    (scaled(STAGGERED, FULL_SCALE), 1.0),
    (scaled(STAGGERED, MINIATURE_SCALE), 1.0),
    (NAMES_ALONE, 1.0),
)
NARROWEST = 280.0  # pixels; what is no wider fits everywhere
DEEPEST, LAST_OPEN = 5, 4  # levels below the root: a tree that has more than so many opens with fewer
FOLDED_AT = (3, 2, 1)  # levels below the root that are folded, one after the other, where even names alone do not fit


@dataclass(frozen=True, slots=True)
class Drawing:
    """One of the drawings, with its own size in pixels."""

    svg: str
    width: float
    height: float
    least: float  # how small it may be shown, 1 is its own size
    detail: Detail  # what it omits
    n_folded: int  # nodes that it does not show


def folded_at_first(tree: Tree) -> frozenset[int]:
    """The splits that are folded until the reader opens them: in a deep tree those four levels below the root."""
    return _splits_at(tree, LAST_OPEN) if int(tree.levels.max()) > DEEPEST else frozenset()


def tree_drawings(
    shared: SharedTree,
    names: TableNames,
    *,
    scale: str = "none",
    palette: Palette = LIGHT,
    folded: Collection[int] = frozenset(),
    selected: int | None = None,
    genes: bool = False,
    colour: ColourBy = "dsn",
    prefix: str = "tree",
    title: str = "",
    claimed: frozenset[str] = frozenset(),
) -> tuple[Drawing, ...]:
    """The drawings, the fullest first, each narrower than the one before it."""
    found: list[Drawing] = []
    look = TreeLook(palette, selected, genes, colour, interactive=True, prefix=prefix, claimed=claimed)
    for style, least, closed in _tries(shared.tree, frozenset(folded)):
        plan = plan_tree(shared, scale=scale, style=style, folded=closed)
        width, height = plan.layout.width, plan.layout.height
        if found and width * least >= found[-1].width * found[-1].least:
            continue
        n_folded = shared.tree.n_nodes - len(plan.glyphs)
        found.append(Drawing(plan_svg(plan, names, look, title=title), width, height, least, style.detail, n_folded))
        if width * least <= NARROWEST:
            break
    return tuple(found)


def _tries(tree: Tree, folded: frozenset[int]) -> Iterator[tuple[TreeStyle, float, frozenset[int]]]:
    """Every style with all that the reader has open, then names alone with fewer and fewer levels."""
    for style, least in STYLES:
        yield style, least, folded
    drawn = set(visible_children(tree, folded))
    for level in FOLDED_AT:
        closed = _splits_at(tree, level)
        if closed & drawn:
            yield NAMES_ALONE, 1.0, folded | closed


def _splits_at(tree: Tree, below_root: int) -> frozenset[int]:
    return frozenset(((tree.levels == below_root + 1) & (tree.attribute != LEAF)).nonzero()[0].tolist())
