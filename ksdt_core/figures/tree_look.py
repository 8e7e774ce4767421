"""What a drawing of a tree shows beside the tree, whatever its size."""

from __future__ import annotations

from dataclasses import dataclass

from ksdt_core.figures.glyph_svg import ColourBy
from ksdt_core.figures.palette import LIGHT, Palette


@dataclass(frozen=True, slots=True)
class TreeLook:
    """Colours, the node that is selected, and whether nodes can be reached with the keyboard and read aloud."""

    palette: Palette = LIGHT
    selected: int | None = None
    genes: bool = False  # names of attributes in italics
    colour: ColourBy = "dsn"
    interactive: bool = False
    prefix: str = "tree"  # of the ids: several drawings on one page need different ones
