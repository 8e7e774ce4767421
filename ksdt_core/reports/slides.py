"""The trees of a set as slides in a PDF: one tree a page, what it predicts as its caption."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from ksdt_core.evidence.effect_text import verdict_words
from ksdt_core.evidence.effects import Effects
from ksdt_core.figures.class_groups import class_groups
from ksdt_core.figures.escaping import one_line
from ksdt_core.figures.glyph_svg import ColourBy
from ksdt_core.figures.palette import LIGHT
from ksdt_core.figures.text_width import cut
from ksdt_core.figures.tree_drawings import folded_at_first
from ksdt_core.figures.tree_svg import tree_svg
from ksdt_core.figures.tree_tables import root_name
from ksdt_core.formats.write import reason_of
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.reports.pdf_report import ReportNotMade, compiled
from ksdt_core.trees.text import TableNames

TEMPLATE, DATA = "slides.typ", "slides.json"
MOST_LETTERS = 60  # of a name in a title


def slide_captions(trees: TreeSet, effects: Effects) -> tuple[str, ...]:
    """For each tree whether it predicts the class, in one sentence; nothing where that is not known."""
    left, right = trees.pair.left.name, trees.pair.right.name
    verdicts = (effects.verdict(position) for position in range(len(trees.trees)))
    return tuple(
        "" if verdict is None else verdict_words(verdict, left, right, folds=effects.folds) for verdict in verdicts
    )


def slides_pdf(trees: TreeSet, captions: Sequence[str], *, genes: bool = False, colour: ColourBy = "dsn") -> bytes:
    """A page for each tree, in the light colours; the same trees give the same bytes."""
    try:
        with TemporaryDirectory(prefix="ksdt-slides-") as folder:
            return _made(trees, captions, Path(folder), genes=genes, colour=colour)
    except OSError as error:
        raise ReportNotMade("pdf-without-folder", reason=reason_of(error)) from None


def _made(trees: TreeSet, captions: Sequence[str], folder: Path, *, genes: bool, colour: ColourBy) -> bytes:
    from ksdt_core.figures.raster import figure_pdf

    names = TableNames(trees.pair.left.name, trees.pair.right.name)
    slides = []
    for position, (shared, caption) in enumerate(zip(trees.trees, captions, strict=True)):
        file = f"tree-{position}.pdf"
        drawing = tree_svg(
            shared, names, scale=trees.settings.scale, palette=LIGHT, folded=folded_at_first(shared.tree), genes=genes,
            colour=colour,
        )  # fmt: skip
        (folder / file).write_bytes(figure_pdf(drawing))
        title = f"Tree {position + 1} · {_words(root_name(shared))}"
        number = f"{position + 1} of {len(trees.trees)}"
        slides.append({"title": title, "number": number, "file": file, "caption": one_line(caption)})
    groups = class_groups(trees.trees[0])
    classes = [
        {"name": _words(name), "colour": groups.colour(group, LIGHT)}
        for group, name in enumerate(groups.names(trees.pair.class_names))
    ]
    data = {
        "title": f"{_words(names.left)} and {_words(names.right)}",
        "left": _words(names.left),
        "right": _words(names.right),
        "classes": classes,
        "slides": slides,
        "palette": {"ink": LIGHT.ink, "muted": LIGHT.muted},
    }
    (folder / DATA).write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")
    return compiled(folder, TEMPLATE)


def _words(name: str) -> str:
    return cut(one_line(name), MOST_LETTERS)
