"""One tree drawn several times, from everything that is known to names alone, for the browser to choose by its room.

Each drawing is as small as its letters allow. It may be stretched up to the width of the one before it and is never
shrunk: where even the last is too wide, it scrolls.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from ksdt_core.figures.glyph_svg import ColourBy, TreeLook
from ksdt_core.figures.palette import LIGHT, Palette
from ksdt_core.figures.tree_plan import plan_tree
from ksdt_core.figures.tree_style import FULL_SCALE, MINIATURE_SCALE, SCREEN, Detail, scaled
from ksdt_core.figures.tree_svg import plan_svg
from ksdt_core.trees.shared_tree import SharedTree
from ksdt_core.trees.text import TableNames

STYLES = (SCREEN, scaled(SCREEN, FULL_SCALE), scaled(SCREEN, MINIATURE_SCALE), scaled(SCREEN, MINIATURE_SCALE / 2))
SCROLLED = 0.75  # of a drawing that must be in view: before names alone are left, a reader rather scrolls a little
NARROWEST = 280.0  # pixels; what is no wider fits everywhere


@dataclass(frozen=True, slots=True)
class Drawing:
    """One of the drawings, with widths in pixels."""

    svg: str
    width: float  # its own, in which its smallest letters can just be read
    least: float  # it is taken where there is so much room
    most: float  # it is stretched no further
    detail: Detail  # what it leaves out


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
    for style in STYLES:
        plan = plan_tree(shared, scale=scale, style=style, folded=folded)
        width = plan.layout.width
        if found and width >= found[-1].width:
            continue
        svg = plan_svg(plan, names, look, title=title)
        least = width * SCROLLED if style.detail == "no counts" else width
        most = found[-1].width if found else width
        found.append(Drawing(svg, width, least, most, style.detail))
        if width <= NARROWEST:
            break
    return tuple(found)
