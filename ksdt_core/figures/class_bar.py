"""The rows of one table at a node by class: as a bar in HTML, and as the text beside it."""

from __future__ import annotations

from collections.abc import Sequence

from ksdt_core.figures.class_groups import ClassGroups
from ksdt_core.figures.palette import Palette
from ksdt_core.figures.tree_words import part_text

SHAPES = ("", " round", " pointed")  # of the bars of the first, the second and the third table
MOST_COUNTS = 3  # classes whose counts stand beside a bar; of more, their sum


def class_bar(counts: Sequence[float], groups: ClassGroups, shape: str, palette: Palette) -> str:
    """A bar whose ends tell the table: its place in `SHAPES`. The page that shows it styles `.bar` and the shapes."""
    parts = "".join(
        f'<span style="flex:{count:.6g} 0 0;background:{groups.colour(group, palette)}"></span>'
        for group, count in enumerate(groups.counts(counts))
        if count
    )
    return f'<span class="bar{shape}">{parts}</span>'


def counts_text(counts: Sequence[float], *, total: str = "n ", most: int = MOST_COUNTS) -> str:
    """`40 | 60`; of more classes than `most` the sum of all, after the word `total`."""
    return " | ".join(map(part_text, counts)) if len(counts) <= most else f"{total}{part_text(sum(counts))}"
