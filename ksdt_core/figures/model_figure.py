"""Figures of an imported model: a drawing of each tree, as Graphviz source, and one page of HTML."""

from __future__ import annotations

import html
import json
from collections.abc import Iterator
from typing import Any

from ksdt_core.figures.escaping import one_line
from ksdt_core.figures.palette import DARK, GREY, LIGHT
from ksdt_core.figures.tree_dot import plain_to_dot
from ksdt_core.figures.tree_style import PICTURE
from ksdt_core.figures.tree_svg import tree_svg
from ksdt_core.studies.learning.model import MODEL, Model
from ksdt_core.studies.learning.model_words import headline, sum_words

PAGE_STYLE = (
    "body{font:15px/1.5 'Source Sans 3','Source Sans Pro',sans-serif;max-width:1200px;margin:24px auto;"
    "padding:0 16px;color:#1b2430}svg{max-width:100%;height:auto}table{border-collapse:collapse}"
    "td,th{padding:2px 12px;border-bottom:1px solid #dde2e8;text-align:right}"
)
MOST_FILES = 100  # trees that are drawn in their own files
MOST_ON_PAGE = 12


def model_files(
    model: Model, format: str, *, grey: bool = False, dark: bool = False, genes: bool = False, **_: Any
) -> Iterator[tuple[str, bytes]]:
    """Names and bytes of the files: a figure for each tree, or one file of the whole model."""
    palette = GREY if grey else DARK if dark else LIGHT
    if format == "json":
        yield "model.json", json.dumps(MODEL.write(model), ensure_ascii=False, allow_nan=False).encode("utf-8")
        return
    if format == "html":
        yield "model.html", model_html(model).encode("utf-8")
        return
    for position, tree in enumerate(model.trees[:MOST_FILES], start=1):
        stem, title = f"tree-{position:04d}", f"Tree {position} of {model.name}"
        if format == "dot":
            yield f"{stem}.dot", plain_to_dot(tree, palette=palette, title=title).encode("utf-8")
            continue
        drawn = tree_svg(tree, palette=palette, style=PICTURE, genes=genes, title=title)
        if format == "svg":
            yield f"{stem}.svg", drawn.encode("utf-8")
            continue
        from ksdt_core.figures import raster  # the converter is large: only who needs it loads it

        made = raster.figure_pdf(drawn) if format == "pdf" else raster.screen_png(drawn)
        yield f"{stem}.{format}", made


def model_html(model: Model) -> str:
    """One file to read and to send: what the model predicts, the attributes that it tests, its first trees."""
    name = html.escape(one_line(model.name))
    used = "".join(
        f"<tr><td>{html.escape(one_line(attribute))}</td><td>{n:,}</td></tr>" for attribute, n in model.attribute_splits
    )
    drawn = "".join(
        f"<h3>Tree {position}</h3>{tree_svg(tree, style=PICTURE, prefix=f'tree{position}')}"
        for position, tree in enumerate(model.trees[:MOST_ON_PAGE], start=1)
    )
    shown = f"The first {MOST_ON_PAGE} of {len(model.trees):,} trees" if len(model.trees) > MOST_ON_PAGE else "Trees"
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{name}</title><style>{PAGE_STYLE}</style>'
        f"</head><body><h1>{name}</h1><p>{html.escape(headline(model))}</p><p>{html.escape(sum_words(model))}</p>"
        f"<h2>Attributes</h2><table><tr><th>Attribute</th><th>Splits</th></tr>{used}</table>"
        f"<h2>{shown}</h2>{drawn}</body></html>\n"
    )
