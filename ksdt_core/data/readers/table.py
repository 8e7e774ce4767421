"""What a reader is asked and what it answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import pandas as pd

from ksdt_core.data.limits import DEFAULT_LIMITS, Limits
from ksdt_core.data.target import DEFAULT_TARGET
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
    """A sheet was named of what is no workbook."""

    def __init__(self, where: str, sheet: str) -> None:
        super().__init__(
            f"{where} is no workbook and has no sheet {sheet!r}; leave out --sheet, or give it for the other table "
            "alone with --left-sheet or --right-sheet."
        )


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """The cells of a file, one row a case: numbers where a column is numeric, else the text as written."""

    frame: pd.DataFrame
    offered: pd.DataFrame = field(default_factory=pd.DataFrame)  # columns fit for classes but not for attributes
    marked: str | None = None  # the class column, where the file itself says so
    notes: tuple[str, ...] = ()


Reader = Callable[[bytes, ReadOptions], Table]
