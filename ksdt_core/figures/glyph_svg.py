"""The drawing of one node: its box between the class bars of both tables, counts at the bars, similarity below.

A node of a plain tree is its box alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from ksdt_core.figures.class_groups import ClassGroups
from ksdt_core.figures.palette import LIGHT, Palette
from ksdt_core.figures.svg_parts import bar, number, rect, text
from ksdt_core.figures.text_width import text_width
from ksdt_core.figures.tree_glyphs import DIAMOND, LINE, MARK, Counts, Glyph
from ksdt_core.figures.tree_style import MINIATURE_BAR, MINIATURE_SQUARE, TreeStyle, name_height, pixel
from ksdt_core.figures.tree_words import count_text

ColourBy = Literal["dsn", "class"]
NAME_LINE, SECOND_LINE = 0.43, 0.82  # baselines, in heights of the box


@dataclass(frozen=True, slots=True)
class TreeLook:
    """Colours, the node that is selected, and whether nodes can be reached with the keyboard and read aloud."""

    palette: Palette = LIGHT
    selected: int | None = None
    genes: bool = False  # names of attributes in italics
    colour: ColourBy = "dsn"
    interactive: bool = False
    prefix: str = "tree"  # of the ids: several drawings on one page need different ones
    claimed: frozenset[str] = frozenset()  # attributes that predict the class in both tables: their splits are marked


@dataclass(frozen=True, slots=True)
class Pen:
    """What all glyphs of a drawing have in common."""

    style: TreeStyle
    groups: ClassGroups
    look: TreeLook

    @property
    def palette(self) -> Palette:
        return self.look.palette

    @property
    def round_id(self) -> str:
        return f"{self.look.prefix}-round"

    def definitions(self) -> str:
        """The round ends of the right table's bars, cut out of square ones."""
        width, height = self._bar_size
        radius = self.style.bar_radius if self.style.detail != "miniature" else 2 * pixel(self.style)
        shape = rect(0, 0, width, height, fill="#000", radius=radius)
        return f'<defs><clipPath id="{self.round_id}">{shape}</clipPath></defs>'

    def glyph(self, glyph: Glyph, *, ground: str) -> str:
        """The node with the middle of its upper edge at the origin; `ground` is the colour behind it."""
        if self.style.detail == "miniature":
            return self._miniature(glyph)
        if not glyph.counts:
            return self._box(glyph)
        offset, centre = glyph.box_width / 2 + self.style.bar_gap, glyph.count_place
        return "".join(
            (
                self._box(glyph),
                self._pill(glyph, ground=ground)
                if glyph.dsn_text
                else "",  # before the counts: copied text then keeps them apart
                *self._bars(glyph, offset),
                *self._minority(glyph, offset + self.style.bar_width),
                *(
                    self._counts(counts, x, ground="" if glyph.is_leaf else ground)
                    for counts, x in zip(glyph.counts, (-centre, centre), strict=False)  # a learned tree has one table
                ),
            )
        )

    @property
    def _bar_size(self) -> tuple[float, float]:
        if self.style.detail == "miniature":
            return MINIATURE_BAR[0] * pixel(self.style), MINIATURE_BAR[1] * pixel(self.style)
        return self.style.bar_width, self.style.box_height

    def _box(self, glyph: Glyph) -> str:
        style, palette = self.style, self.palette
        tinted = glyph.is_leaf or self.look.colour == "class"
        fill = self.groups.tint(glyph.answer, palette) if tinted else palette.page
        outline = self.groups.colour(glyph.answer, palette) if tinted else palette.faint
        dashed = f' stroke-dasharray="{number(3 * pixel(style))}"' if glyph.n_folded else ""
        width, height = glyph.box_width, style.box_height
        frame = rect(
            -width / 2, 0, width, height, fill=fill, radius=style.radius, stroke=outline,
            stroke_width=style.outline * (1.25 if tinted else 1), more=f' class="box"{dashed}',
        )  # fmt: skip
        size = style.leaf_size if glyph.is_leaf else style.name_size
        italic = self.look.genes and not glyph.is_leaf and not glyph.n_folded
        baseline = height * NAME_LINE if glyph.second or glyph.purity else height / 2 + 0.35 * size
        parts = [frame, text(glyph.name, 0, baseline, size=size, fill=palette.ink, bold=True, italic=italic)]
        if glyph.second:
            parts.append(text(glyph.second, 0, height * SECOND_LINE, size=style.test_size, fill=palette.muted))
        if glyph.purity:
            parts.append(self._purity(glyph.purity))
        if glyph.is_uneven:
            parts.append(self._badge(width / 2))
        return "".join(parts)

    def _badge(self, x: float) -> str:
        """The mark of a split whose tables part differently, within the upper right corner of its box."""
        size = self.style.purity_size
        x, y = x - 0.8 * size, 0.8 * size
        disc = rect(
            x - 0.55 * size, y - 0.55 * size, 1.1 * size, 1.1 * size, fill=self.palette.ink, radius=0.55 * size,
            more=' class="warning"',
        )  # fmt: skip
        return disc + text(MARK, x, y + 0.34 * size, size=size, fill=self.palette.page, bold=True)

    def _minority(self, glyph: Glyph, away: float) -> Iterator[str]:
        """A diamond beside the bar of a table in which the answer of the leaf is not the majority."""
        size, y, unit = DIAMOND * pixel(self.style), self.style.box_height / 2, pixel(self.style)
        for is_minority, side in zip(glyph.minority, (-1, 1), strict=False):
            if is_minority:
                x = side * (away + unit + size)
                points = f"M{number(x - size)} {number(y)}l{number(size)} {number(-size)}l{number(size)} {number(size)}"
                yield (
                    f'<path class="minority" d="{points}l{number(-size)} {number(size)}Z" fill="{self.palette.page}" '
                    f'stroke="{self.palette.dsn[-1]}" stroke-width="{number(1.6 * unit)}"/>'
                )

    def _purity(self, purity: tuple[str, ...]) -> str:
        style, size, y = self.style, self.style.purity_size, self.style.box_height * SECOND_LINE
        if len(purity) == 1:
            return text(purity[0], 0, y, size=size, fill=self.palette.ink)
        away = 0.2 * size
        line = rect(-style.outline * 0.3, y - 0.78 * size, style.outline * 0.6, 0.9 * size, fill=self.palette.faint)
        left = text(purity[0], -away, y, size=size, fill=self.palette.ink, anchor="end")
        return left + line + text(purity[1], away, y, size=size, fill=self.palette.ink, anchor="start")

    def _bars(self, glyph: Glyph, away: float, *, y: float = 0) -> Iterator[str]:
        """The bars of the tables, so far from the middle."""
        for counts, x in zip(glyph.counts, (-away - self._bar_size[0], away), strict=False):  # a plain tree has none
            yield self._bar(counts, x, y, rounded=x > 0)

    def _bar(self, counts: Counts, x: float, y: float, *, rounded: bool) -> str:
        """The classes of one table; a table without a row at the node has an empty outline."""
        clip = f' clip-path="url(#{self.round_id})"' if rounded else ""
        width, height = self._bar_size
        unit = pixel(self.style)
        if any(counts.groups):
            colours = [self.groups.colour(group, self.palette) for group in range(len(counts.groups))]
            gap = self.style.step_gap if self.style.detail != "miniature" else 0.6 * unit
            inside = bar(counts.groups, colours, (width, height), smallest=1.2 * unit, gap=gap, page=self.palette.page)
        else:
            inside = rect(0, 0, width, height, fill="none", stroke=self.palette.faint, stroke_width=unit)
        return f'<g transform="translate({number(x)} {number(y)})"{clip}>{inside}</g>'

    def _counts(self, counts: Counts, x: float, *, ground: str) -> str:
        """Class 1 above its bar, the others below; a field in the colour of the ground keeps edges off the digits."""
        size, height = self.style.count_size, self.style.box_height
        above = [(count_text(n), n, -0.28 * size) for n in counts.above]
        below = [(count_text(n), n, height + (0.95 + LINE * line) * size) for line, n in enumerate(counts.below)]
        total = [(counts.total, 1, height + 0.95 * size)] if counts.total else []
        parts = []
        anchor, before = ("middle", 0.5) if not self.style.inward else ("start", 0.0) if x < 0 else ("end", 1.0)
        pale = self.palette.muted if self.style.unit == "px" else self.palette.faint
        for words, n, y in (*above, *below, *total):
            if ground:
                width = text_width(words, size)
                more = ' class="ground"' if self.look.interactive else ""
                parts.append(rect(x - before * width, y - 0.8 * size, width, 0.9 * size, fill=ground, more=more))
            parts.append(text(words, x, y, size=size, fill=self.palette.ink if n else pale, anchor=anchor))
        return "".join(parts)

    def _pill(self, glyph: Glyph, *, ground: str) -> str:
        style = self.style
        fill, ink = self._dsn_colours(glyph.dsn)
        outline = self.palette.faint if fill == self.palette.page else ground
        width, height, size = style.pill_width, style.pill_height, style.dsn_size
        width = max(width, text_width(glyph.dsn_text, size) + 0.4 * height)
        top = style.box_height + style.pill_gap
        loud = self.look.colour == "dsn" and glyph.dsn < 0.95
        return rect(
            -width / 2, top, width, height, fill=fill, radius=height / 2, stroke=outline, stroke_width=style.outline
        ) + text(glyph.dsn_text, 0, top + height / 2 + 0.36 * size, size=size, fill=ink, bold=loud)

    def _dsn_colours(self, dsn: float) -> tuple[str, str]:
        return self.palette.dsn_colours(dsn) if self.look.colour == "dsn" else (self.palette.panel, self.palette.ink)

    def _miniature(self, glyph: Glyph) -> str:
        """A square in the colour of the class, or two small bars below the name, which the similarity colours."""
        unit, palette = pixel(self.style), self.palette
        if glyph.is_leaf:
            size, colour = MINIATURE_SQUARE * unit, self.groups.colour(glyph.answer, palette)
            return rect(-size / 2, 0, size, size, fill=colour, radius=2 * unit, more=' class="box"')
        bars = "".join(self._bars(glyph, 1.5 * unit, y=name_height(self.style)))
        return bars if not glyph.name else self._small_name(glyph) + bars

    def _small_name(self, glyph: Glyph) -> str:
        size = self.style.smallest
        fill, ink = self._dsn_colours(glyph.dsn)
        height, width = 1.4 * size, glyph.box_width
        name = rect(-width / 2, 0, width, height, fill=fill, radius=height / 2, more=' class="box"')
        italic = self.look.genes and not glyph.n_folded
        return name + text(glyph.name, 0, height / 2 + 0.35 * size, size=size, fill=ink, bold=True, italic=italic)
