"""Formulas for which a workbook stores no value, as programs leave them that write formulas but do not compute.

Read with their stored values, such formulas are gaps; the text of the sheet tells them from cells that were left empty.
"""

from __future__ import annotations

import io
import re
import zipfile

from ksdt_core.data.cells import counted, listed

_FORMULA = re.compile(
    rb"<(?:\w+:)?c\s([^<>]*)>\s*<(?:\w+:)?f(?:\s[^<>]*)?(?:/>|>[^<]*</(?:\w+:)?f>)\s*"  # a cell, and its formula
    rb"(<(?:\w+:)?v\s*/>|<(?:\w+:)?v>\s*</(?:\w+:)?v>)?\s*</(?:\w+:)?c>"  # with an empty value, or none
)
_PLACE = re.compile(rb"\br=[\"']([A-Z]+)(\d+)")
_TEXT = re.compile(rb"\bt=[\"']str[\"']")  # the value is a text, and an empty one is a value


def formula_notes(data: bytes, sheet: str) -> tuple[str, ...]:
    """What to tell of the sheet at this place in the workbook; nothing where every formula has its value."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        text = archive.read(sheet.lstrip("/"))
    places = [
        _PLACE.search(cell[1]) for cell in _FORMULA.finditer(text) if not (cell[2] and _TEXT.search(cell[1]))
    ]  # fmt: skip
    cells = [(place[1].decode(), place[2].decode()) for place in places if place is not None]
    if not cells:
        return ()
    columns = listed(dict.fromkeys(column for column, _ in cells))
    lost = counted(len(cells), "formula", "formulas")
    return (
        f"the workbook stores no value for {lost} (column {columns}; the first is {''.join(cells[0])}), which are "
        "missing cells; open it in a spreadsheet program and save it there to have the values",
    )
