"""A set of trees as files: every tree and the whole set, for print, slides, restyling and programs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

from ksdt_core.errors import InvalidParameterError
from ksdt_core.evidence.effects import Effects
from ksdt_core.figures.figure_svg import FigureWidth, figure_svg, narrowest_column
from ksdt_core.figures.file_names import safe_stem
from ksdt_core.figures.glyph_svg import ColourBy
from ksdt_core.figures.palette import DARK, GREY, LIGHT, Palette
from ksdt_core.figures.tree_dot import set_to_dot, tree_to_dot
from ksdt_core.figures.tree_tables import root_name
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.trees.text import TableNames

ExportFormat = Literal["svg", "png", "pdf", "dot", "json"]
FORMATS: tuple[ExportFormat, ...] = get_args(ExportFormat)
ExportWidth = Literal["auto", "single", "double"]
WIDTHS: tuple[ExportWidth, ...] = get_args(ExportWidth)
PngSize = Literal["300dpi", "2x"]
PNG_SIZES: tuple[PngSize, ...] = get_args(PngSize)
WHOLE_SET: Literal["set"] = "set"
TREE_FORMAT = "ksdt-tree/1"
SET_STEM = "all-trees"


def export_files(
    tree_set: TreeSet,
    format: ExportFormat,
    *,
    width: ExportWidth = "auto",
    grey: bool = False,
    dark: bool = False,
    genes: bool = False,
    colour: ColourBy = "dsn",
    document: dict[str, Any] | None = None,
    only: int | Literal["set"] | None = None,
    sizes: Sequence[PngSize] = PNG_SIZES,
    effects: Effects | None = None,
) -> Iterator[tuple[str, bytes]]:
    """File names and contents: a file for each tree, then one for the set.

    `auto` gives a tree the narrowest column in which all its numbers are shown, and the set the double one. A PNG comes
    for print (300 dpi) and for slides (2x), or in the `sizes` asked for. `document` is the whole result, to be kept
    with the set as JSON. With `only` nothing is made but the files of the tree at this position, or of the set.
    """
    check_options(format, width, grey=grey, dark=dark)
    palette = GREY if grey else DARK if dark else LIGHT
    for position, stem in enumerate(tree_stems(tree_set)):
        if only not in (None, position):
            continue
        if format == "dot":
            yield f"{stem}.dot", _dot(tree_set, position, palette)
        elif format == "json":
            yield f"{stem}.json", json_bytes(_tree_document(tree_set, position))
        else:
            column = narrowest_column(tree_set, position) if width == "auto" else width
            look = _Look(stem, column, palette, genes, colour, effects)
            yield from _drawn(tree_set, [position], format, look=look, sizes=sizes)
    if only not in (None, WHOLE_SET):
        return
    if format == "dot":
        yield f"{SET_STEM}.dot", _dot(tree_set, None, palette)
    elif format == "json":
        yield f"{SET_STEM}.json", json_bytes(document or tree_set.to_document())
    else:
        look = _Look(SET_STEM, "double" if width == "auto" else width, palette, genes, colour, effects)
        yield from _drawn(tree_set, None, format, look=look, sizes=sizes)


def tree_stems(tree_set: TreeSet) -> list[str]:
    """The names of the trees' files without an ending: `tree-1-alcohol`."""
    stems = (f"tree-{number}-{safe_stem(root_name(shared))}" for number, shared in enumerate(tree_set.trees, start=1))
    return [stem.rstrip("-") for stem in stems]


def check_options(format: str, width: str, *, grey: bool, dark: bool, others: Sequence[str] = ()) -> None:
    """Raise where an option is not known; `others` are formats that the caller writes by itself."""
    known = (*FORMATS, *others)
    if format not in known:
        raise InvalidParameterError("not-a-choice", option="format", value=format, choices=known)
    if width not in WIDTHS:
        raise InvalidParameterError("not-a-choice", option="width", value=width, choices=WIDTHS)
    if grey and dark:
        raise InvalidParameterError("grey-and-dark", print="greyscale", slides="dark")


@dataclass(frozen=True, slots=True)
class _Look:
    """How a figure is drawn, and the name of its file without an ending."""

    stem: str
    column: FigureWidth
    palette: Palette
    genes: bool
    colour: ColourBy
    effects: Effects | None = None

    def draw(self, tree_set: TreeSet, trees: list[int] | None, width: FigureWidth) -> str:
        return figure_svg(
            tree_set, trees=trees, width=width, palette=self.palette, genes=self.genes, colour=self.colour,
            effects=self.effects,
        )  # fmt: skip


def _drawn(
    tree_set: TreeSet, trees: list[int] | None, format: ExportFormat, *, look: _Look, sizes: Sequence[PngSize]
) -> Iterator[tuple[str, bytes]]:
    """The figure of these trees as one file, or as PNG files of different size."""
    if format == "svg":
        yield f"{look.stem}.svg", look.draw(tree_set, trees, look.column).encode("utf-8")
        return
    from ksdt_core.figures import raster  # the converter is large: only who needs it loads it

    if format == "pdf":
        yield f"{look.stem}.pdf", raster.figure_pdf(look.draw(tree_set, trees, look.column))
        return
    if "300dpi" in sizes:
        yield f"{look.stem}-300dpi.png", raster.print_png(look.draw(tree_set, trees, look.column))
    if "2x" in sizes:
        yield f"{look.stem}-2x.png", raster.screen_png(look.draw(tree_set, trees, "screen"))


def _dot(tree_set: TreeSet, position: int | None, palette: Palette) -> bytes:
    names, scale = TableNames(tree_set.pair.left.name, tree_set.pair.right.name), tree_set.settings.scale
    if position is None:
        source = set_to_dot(tree_set.trees, names, scale=scale, palette=palette)
    else:
        title = f"Tree {position + 1}"
        source = tree_to_dot(tree_set.trees[position], names, scale=scale, palette=palette, title=title)
    return source.encode("utf-8")


def _tree_document(tree_set: TreeSet, position: int) -> dict[str, Any]:
    """One tree with what is needed to read it."""
    document = tree_set.to_document()
    return {
        "format": TREE_FORMAT,
        "pair": document["pair"],
        "scale": tree_set.settings.scale,
        "tree": position + 1,
        **document["trees"][position],
    }


def json_bytes(document: dict[str, Any]) -> bytes:
    """A document as a file."""
    return (json.dumps(document, ensure_ascii=False, allow_nan=False, indent=1) + "\n").encode("utf-8")
