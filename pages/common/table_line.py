"""A table in one line: its name, its size, and a bar of its classes, whose ends distinguish the tables."""

from __future__ import annotations

import html
from collections.abc import Sequence
from typing import Literal

from ksdt_core.data.model.dataset import Dataset
from ksdt_core.figures.tree_words import shorten
from ksdt_core.text import counted, printable

Ends = Literal["square", "round", "pointed"]
MOST_LEGEND = 4
LONGEST = 24  # letters of a class name


def sizes(data: Dataset) -> tuple[str, str]:
    """How many rows and attributes it has."""
    return counted(data.n_rows, "row"), counted(data.n_attributes, "attribute")


def about(mark: str, name: str, what: str, *, sizes: Sequence[str], end: str = "") -> str:
    """The name, what it is, and its size, as HTML; `end` is HTML, too."""
    said = "".join(f"<span>{html.escape(size)}</span>" for size in sizes)
    return (
        f"<div class='ksdt-line ksdt-num'><span class='ksdt-name'>{mark} <b>{html.escape(printable(name))}</b></span>"
        f"<span class='ksdt-what'>{html.escape(printable(what))}</span>{said}{end}</div>"
    )


def classes(counts: Sequence[tuple[str, int, str]], *, ends: Ends) -> str:
    """The bar and its legend, of each class its name, its rows and its colour."""
    parts = "".join(f"<i style='flex:{count} 0 0;background:{colour}'></i>" for _, count, colour in counts if count)
    legend = "".join(
        f"<span><i style='background:{colour}'></i>{count:,} {html.escape(printable(shorten(name, LONGEST)))}</span>"
        for name, count, colour in counts[:MOST_LEGEND]
    )
    n_more = len(counts) - MOST_LEGEND
    more = f"<span>{counted(n_more, 'more class', 'more classes')}</span>" if n_more > 0 else ""
    return (
        f"<div class='ksdt-classes ksdt-num'><div class='ksdt-bar ksdt-{ends}'>{parts}</div>"
        f"<div class='ksdt-legend'>{legend}{more}</div></div>"
    )
