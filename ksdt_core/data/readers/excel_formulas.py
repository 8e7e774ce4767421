"""Formulas for which a workbook stores no value, as programs leave them that write formulas but do not compute.

Read with their stored values, such formulas are gaps; the text of the sheet tells them from cells that were left empty.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from typing import IO

from ksdt_core.text import counted, listed

_FORMULA = re.compile(
    rb"<(?:\w+:)?c\s([^<>]*)>\s*<(?:\w+:)?f(?:\s[^<>]*)?(?:/>|>[^<]*</(?:\w+:)?f>)\s*"  # a cell, and its formula
    rb"(<(?:\w+:)?v\s*/>|<(?:\w+:)?v>\s*</(?:\w+:)?v>)?\s*</(?:\w+:)?c>"  # with an empty value, or none
)
_CELL_END = re.compile(rb"</(?:\w+:)?c>")
_PLACE = re.compile(rb"\br=[\"']([A-Z]+)(\d+)")
_TEXT = re.compile(rb"\bt=[\"']str[\"']")  # the value is a text, and an empty one is a value
_PART = 1 << 20  # bytes of a sheet that are looked at together; a formula has 8,192 letters at most


def formula_notes(data: bytes, sheet: str) -> tuple[str, ...]:
    """What to tell of the sheet at this place in the workbook; nothing where every formula has its value."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive, archive.open(sheet.lstrip("/")) as stream:
        places = [
            _PLACE.search(cell[1])
            for text in _whole_cells(stream)
            for cell in _FORMULA.finditer(text)
            if not (cell[2] and _TEXT.search(cell[1]))
        ]
    cells = [(place[1].decode(), place[2].decode()) for place in places if place is not None]
    if not cells:
        return ()
    columns = listed(dict.fromkeys(column for column, _ in cells))
    lost = counted(len(cells), "formula", "formulas")
    return (
        f"the workbook stores no value for {lost} (column {columns}; the first is {''.join(cells[0])}), which are "
        "missing cells; open it in a spreadsheet program and save it there to have the values",
    )


def _whole_cells(stream: IO[bytes]) -> Iterator[bytes]:
    """The text of a sheet in parts, none of which cuts a cell in two."""
    left = b""
    while part := stream.read(_PART):
        text = left + part
        ends = [end.end() for end in _CELL_END.finditer(text)]
        cut = ends[-1] if ends else 0
        yield text[:cut]
        left = text[cut:][-_PART:]  # what is longer is no cell with a formula
