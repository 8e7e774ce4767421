"""ARFF files of Weka, by liac-arff."""

from __future__ import annotations

import io
from textwrap import shorten
from typing import Any

import pandas as pd

from ksdt_core.data.readers.table import ReadOptions, Table
from ksdt_core.errors import InvalidDataError

OPENING = b"@relation"
MOST_LETTERS = 300  # of what the library says


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
        document: dict[str, Any] = arff.loads(text.decode("utf-8"), encode_nominal=False)
    except arff.ArffException as error:
        raise InvalidDataError(f"{options.where} is not a valid ARFF file ({_reason(error)}); mend it.") from None
    except Exception as error:  # what the library makes of a damaged file is not foreseen
        raise InvalidDataError(f"{options.where} is a damaged ARFF file; write it again.") from error
    names = [str(name) for name, _ in document["attributes"]]
    options.limits.check_columns(len(names), options.where)
    options.limits.check_rows(len(document["data"]), options.where)
    frame = pd.DataFrame(document["data"], columns=pd.Index(names, dtype=object), dtype=object)
    for position, (_, kind) in enumerate(document["attributes"]):
        if not isinstance(kind, list) and str(kind).upper() in ("NUMERIC", "REAL", "INTEGER"):
            frame.isetitem(position, pd.to_numeric(frame.iloc[:, position]).array)
    _, last_kind = document["attributes"][-1]
    marked = names[-1] if isinstance(last_kind, list) else None
    return Table(frame, marked=marked)


def _reason(error: Exception) -> str:
    """What the library says; its message fails where the line it quotes holds a percent sign, and quotes all of it."""
    try:
        return shorten(str(error), MOST_LETTERS, placeholder=" …").rstrip(".")
    except (TypeError, ValueError):
        return "a row does not fit the attributes"
