"""Tables as CSV that people open in a spreadsheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from ksdt_core.data.readers.formulas import guarded
from ksdt_core.text import encodable, printable

Cell = str | int | float | None


def csv_text(header: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    """Header and rows, separated by commas; None is an empty cell, numbers are written so that they read back the same.

    A name from a file that a spreadsheet would take for a formula gets an apostrophe before it, and characters that
    end a line or steer a terminal are written as escapes.
    """
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow([safe_cell(name) for name in header])
    writer.writerows([_cell(cell) for cell in row] for row in rows)
    return stream.getvalue()


def safe_cell(text: str) -> str:
    """A text as a spreadsheet may open it."""
    return printable(guarded(encodable(text)))


def _cell(cell: Cell) -> str:
    if cell is None or cell != cell:  # NaN
        return ""
    return safe_cell(cell) if isinstance(cell, str) else str(cell)
