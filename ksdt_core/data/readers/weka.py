"""ARFF files of Weka, by liac-arff."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator
from textwrap import shorten
from typing import Any

import pandas as pd

from ksdt_core.data.readers.codes import merged_texts
from ksdt_core.data.readers.table import ReadOptions, Table
from ksdt_core.errors import InvalidDataError

OPENING = b"@relation"
MOST_LETTERS = 300  # of what the library says
CODES = re.compile(rb"(?:^|[,\s{\"'])[+-]?(?:0[0-9]|[0-9]{16})", re.MULTILINE)  # that numbers may not hold
DATA = re.compile(rb"^[ \t]*@data", re.MULTILINE | re.IGNORECASE)
NUMERIC = re.compile(
    rb"^([ \t]*@attribute[ \t].*[ \t])(?:numeric|real|integer)(?=[ \t\r]*$)", re.MULTILINE | re.IGNORECASE
)


def recognise(text: bytes) -> bool:
    """Whether the first line that is neither blank nor a comment names the relation."""
    for line in io.BytesIO(text):
        start = line.lstrip()
        if start and not start.startswith(b"%"):
            return start[: len(OPENING)].lower() == OPENING
    return False


def read(text: bytes, options: ReadOptions) -> Table:
    """The rows of an ARFF file, dense or sparse. Without a column `class` its last attribute is, if nominal."""
    import arff

    try:
        document, rows = _loaded(text, options)
        as_written = _loaded(_numbers_as_texts(text), options)[1] if CODES.search(text) else rows
    except InvalidDataError:
        raise
    except arff.ArffException as error:
        raise InvalidDataError("invalid-arff", where=options.where, reason=_reason(error)) from None
    except Exception as error:  # what the library makes of a damaged file is not foreseen
        raise InvalidDataError("damaged-arff", where=options.where) from error
    names = [str(name) for name, _ in document["attributes"]]
    frame = pd.DataFrame(rows, columns=pd.Index(names, dtype=object), dtype=object)
    for position, (_, kind) in enumerate(document["attributes"]):
        if not isinstance(kind, list) and str(kind).upper() in ("NUMERIC", "REAL", "INTEGER"):
            texts = [row[position] for row in as_written]
            lossy = as_written is not rows and merged_texts({text for text in texts if text is not None}) is not None
            column = pd.Series(texts, dtype=object) if lossy else pd.to_numeric(frame.iloc[:, position])
            frame.isetitem(position, column.array)
    _, last_kind = document["attributes"][-1]
    marked = names[-1] if isinstance(last_kind, list) else None
    return Table(frame, marked=marked)


def _loaded(text: bytes, options: ReadOptions) -> tuple[dict[str, Any], list[list[Any]]]:
    """The head of a file and its rows."""
    import arff

    document: dict[str, Any] = arff.loads(text.decode("utf-8"), encode_nominal=False, return_type=arff.DENSE_GEN)
    return document, list(_within(document["data"], len(document["attributes"]), options))


def _numbers_as_texts(text: bytes) -> bytes:
    """The file with its numbers declared as texts, so that the library gives them as they are written."""
    data = DATA.search(text)
    head = data.start() if data else len(text)
    return NUMERIC.sub(rb"\1string", text[:head]) + text[head:]


def _within(rows: Iterable[list[Any]], n_columns: int, options: ReadOptions) -> Iterator[list[Any]]:
    """The rows as long as they are not too many; a sparse row of two letters has all columns."""
    options.limits.check_columns(n_columns, options.where)
    for number, row in enumerate(rows, start=1):
        options.limits.check_rows(number, options.where)
        options.limits.check_cells(number, n_columns, options.where)
        yield row


def _reason(error: Exception) -> str:
    """What the library says; its message fails where the line it quotes holds a percent sign, and quotes all of it."""
    try:
        return shorten(str(error), MOST_LETTERS, placeholder=" …").rstrip(".")
    except (TypeError, ValueError):
        return "a row does not fit the attributes"
