"""Figures of a learned tree: a drawing with its key for print, and as Graphviz source."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from ksdt_core.figures.drawn_tree import folded_to_fit
from ksdt_core.figures.escaping import one_line, xml_text
from ksdt_core.figures.export import json_bytes
from ksdt_core.figures.figure_svg import COLUMNS_MM, POINTS_PER_MM, column_width
from ksdt_core.figures.glyph_svg import TreeLook
from ksdt_core.figures.palette import DARK, GREY, LIGHT, Palette
from ksdt_core.figures.svg_parts import FONT, number, rect, text
from ksdt_core.figures.text_width import text_width, wrapped
from ksdt_core.figures.tree_dot import learned_to_dot
from ksdt_core.figures.tree_plan import TreePlan, plan_tree
from ksdt_core.figures.tree_style import PICTURE, PRINT, TreeStyle
from ksdt_core.figures.tree_svg import description, tree_body
from ksdt_core.studies.learning.learned import LEARNED, Learned
from ksdt_core.studies.learning.words import headline, method_words
from ksdt_core.trees.text import TableNames

Width = Literal["single", "double", "screen", "auto"]
STEM = "learned-tree"
MOST_IN_PRINT = 45  # nodes; deeper ones are folded


def learned_files(
    learned: Learned, format: str, *, width: Width = "auto", grey: bool = False, dark: bool = False, genes: bool = False
) -> Iterator[tuple[str, bytes]]:
    """Names and bytes of the files of one learned tree."""
    palette = GREY if grey else DARK if dark else LIGHT
    if format == "dot":
        yield f"{STEM}.dot", learned_to_dot(learned.tree, TableNames(learned.table.name, ""), palette=palette).encode()
    elif format == "json":
        yield f"{STEM}.json", json_bytes(LEARNED.write(learned))
    elif format == "svg":
        yield f"{STEM}.svg", learned_figure(learned, width=width, palette=palette, genes=genes).encode("utf-8")
    else:
        from ksdt_core.figures import raster  # the converter is large: only who needs it loads it

        drawn = learned_figure(learned, width=width, palette=palette, genes=genes)
        if format == "pdf":
            yield f"{STEM}.pdf", raster.figure_pdf(drawn)
        else:
            yield f"{STEM}-300dpi.png", raster.print_png(drawn)
            screen = learned_figure(learned, width="screen", palette=palette, genes=genes)
            yield f"{STEM}-2x.png", raster.screen_png(screen)


def learned_figure(
    learned: Learned, *, width: Width = "auto", palette: Palette = LIGHT, genes: bool = False, prefix: str = "figure"
) -> str:
    """The tree with a key below it, in a column of print or in pixels; deep levels of a large tree are folded."""
    style = PICTURE if width == "screen" else PRINT
    folded = folded_to_fit(learned.tree, MOST_IN_PRINT)
    column: Literal["single", "double", "screen"] = "double" if width == "auto" else width
    if width == "auto":
        narrow = plan_tree(learned.tree, style=style, folded=folded, max_width=column_width("single"))
        if narrow.style.detail == "full" and narrow.layout.width <= column_width("single"):
            column = "single"
    room = column_width(column)
    plan = plan_tree(learned.tree, style=style, folded=folded, max_width=room)
    shrunk = min(1.0, room / plan.layout.width)
    if width == "screen":
        room = max(plan.layout.width * shrunk, room / 2)
    names = TableNames(learned.table.name, "")
    look = TreeLook(palette, genes=genes, prefix=prefix)
    body = tree_body(plan, names, look)
    left = (room - plan.layout.width * shrunk) / 2
    height = plan.layout.height * shrunk
    key, key_height = _key(learned, plan, style, palette, room)
    total = height + key_height + 2 * style.margin
    unit = "" if width == "screen" else "mm"
    outer = (room, total) if width == "screen" else (COLUMNS_MM[column], total / POINTS_PER_MM)
    scale = f" scale({number(shrunk)})" if shrunk < 1 else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{number(outer[0])}{unit}" height="{number(outer[1])}{unit}" '
        f'viewBox="0 0 {number(room)} {number(total)}" font-family="{FONT}" role="img" '
        f'aria-labelledby="{prefix}-title {prefix}-desc">'
        f'<title id="{prefix}-title">{xml_text(f"Decision tree of {learned.table.name}")}</title>'
        f'<desc id="{prefix}-desc">{xml_text(description(learned.tree, names))}</desc>'
        f"{rect(0, 0, room, total, fill=palette.page)}"
        f'<g transform="translate({number(left)} 0){scale}">{body}</g>'
        f'<g class="key" transform="translate({number(style.margin)} {number(height + style.margin)})">{key}</g></svg>'
    )


def _key(learned: Learned, plan: TreePlan, style: TreeStyle, palette: Palette, room: float) -> tuple[str, float]:
    """Swatches of the classes, then what the numbers mean, in the width of the figure."""
    size, width = style.test_size, room - 2 * style.margin
    parts, x, y = [], 0.0, 0.0
    for group, name in enumerate(plan.groups.names(learned.tree.tree.class_names)):
        words = one_line(name)
        needed = 1.4 * size + text_width(words, size) + 1.2 * size
        if x and x + needed > width:
            x, y = 0.0, y + 1.4 * size
        parts.append(rect(x, y, 0.87 * size, 0.87 * size, fill=plan.groups.colour(group, palette)))
        parts.append(text(words, x + 1.3 * size, y + 0.8 * size, size=size, fill=palette.ink, anchor="start"))
        x += needed
    y += 1.4 * size
    is_number = learned.tree.numbers is not None
    counts = "leaves: mean ± standard deviation" if is_number else "leaves: class and its share of the rows"
    said = f"{method_words(learned)}. {headline(learned)} Bars and numbers at nodes: rows of each class; {counts}."
    for line in wrapped(one_line(said), width, style.dsn_size):
        y += 1.35 * style.dsn_size
        parts.append(text(line, 0, y, size=style.dsn_size, fill=palette.ink, anchor="start"))
    return "".join(parts), y + style.margin
