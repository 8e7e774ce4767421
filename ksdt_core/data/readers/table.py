"""What a reader is asked and what it answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pandas as pd

from ksdt_core.data.readers.limits import DEFAULT_LIMITS, Limits
from ksdt_core.data.readers.target import DEFAULT_TARGET
from ksdt_core.errors import InvalidDataError


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """What is known of a file before it is read."""

    where: str  # what messages call the file
    target: str = DEFAULT_TARGET
    encoding: str | None = None  # None: find out
    sheet: str | None = None  # of a workbook; None: the first with cells
    limits: Limits = DEFAULT_LIMITS


class NoSheetsError(InvalidDataError):
    """A sheet was named of something that is not a workbook."""

    def __init__(self, where: str, sheet: str) -> None:
        super().__init__("no-sheets", where=where, sheet=sheet, option="sheet")

    def __reduce__(self) -> tuple[Any, ...]:
        return NoSheetsError, (self.facts["where"], self.facts["sheet"])


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """The cells of a file, one row a case: numbers where a column is numeric, else the text as written."""

    frame: pd.DataFrame
    offered: pd.DataFrame = field(default_factory=pd.DataFrame)  # columns fit for classes but not for attributes
    marked: str | None = None  # the class column, where the file itself says so
    notes: tuple[str, ...] = ()


Reader = Callable[[bytes, ReadOptions], Table]
