"""Series matrix files of the Gene Expression Omnibus: probes in rows, samples in columns, much said of each sample."""

from __future__ import annotations

import csv
import re

import pandas as pd

from ksdt_core.data.readers.delimited import parse
from ksdt_core.data.readers.layout import Layout, rows_of
from ksdt_core.data.readers.table import ReadOptions, Table
from ksdt_core.data.readers.turning import TURNED, turned_cells
from ksdt_core.errors import InvalidDataError

OPENING = re.compile(rb"\s*!(?:Series|Sample)_", re.IGNORECASE)
TABLE_BEGIN = re.compile(rb"^!series_matrix_table_begin[^\n]*\n", re.MULTILINE | re.IGNORECASE)
TABLE_END = re.compile(rb"^!series_matrix_table_end", re.MULTILINE | re.IGNORECASE)
CHARACTERISTICS = "characteristics_ch"


def recognise(text: bytes) -> bool:
    return OPENING.match(text) is not None


def read(text: bytes, options: ReadOptions) -> Table:
    """Samples as rows and probes as attributes; the samples' characteristics are offered for classes."""
    begin = TABLE_BEGIN.search(text)
    if begin is None:
        raise InvalidDataError("geo-without-matrix", where=options.where)
    end = TABLE_END.search(text, begin.end())
    if end is None:
        raise InvalidDataError("geo-cut-off", where=options.where)
    body = text[begin.end() : end.start()]
    try:
        header = next(rows_of(body, "\t"), [])
        about = _about_samples(text[: begin.start()], len(header) - 1)
    except csv.Error as error:
        raise InvalidDataError("damaged-geo", where=options.where, reason=str(error)) from None
    if len(header) < 2:
        raise InvalidDataError("geo-without-samples", where=options.where)
    cells = parse(body, Layout(0, "\t", ".", tuple(header)), options, text_at=0)
    options.limits.check_columns(len(cells), options.where)
    frame = turned_cells(cells.iloc[:, 1:], [str(name) for name in cells.iloc[:, 0]])
    return Table(frame, pd.DataFrame(about, dtype=object), notes=(TURNED,))


def _about_samples(text: bytes, n_samples: int) -> dict[str, list[str | None]]:
    """What may serve as classes: characteristics by their key, and other facts that some samples share."""
    characteristics: dict[str, list[str | None]] = {}
    facts: dict[str, list[str | None]] = {}
    for row in rows_of(text, "\t"):
        key = row[0].strip().removeprefix("!Sample_")
        if not row[0].startswith("!Sample_") or len(row) != n_samples + 1:
            continue
        for sample, cell in enumerate(row[1:]):
            if key.startswith(CHARACTERISTICS):
                name, colon, value = cell.partition(":")
                name = name.strip() if colon else key
                column = characteristics.setdefault(name, [None] * n_samples)
                column[sample] = (value if colon else cell).strip() or None
            else:
                facts.setdefault(key, [None] * n_samples)[sample] = cell.strip() or None
    shared = {key: values for key, values in facts.items() if 1 < len(set(values)) < n_samples}
    return {**shared, **characteristics}
