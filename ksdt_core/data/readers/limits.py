"""How large a table may be: a bound against files made to exhaust a machine, each raised by an option."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from ksdt_core.errors import InvalidDataError, Remedy
from ksdt_core.options import Option, check_fields


@dataclass(frozen=True, slots=True)
class Limits:
    """The largest table that is read."""

    rows: Annotated[
        int, Option("Maximum rows", "Maximum rows of a table.", name="max_rows", metavar="N", minimum=1)
    ] = 10_000_000
    columns: Annotated[
        int, Option("Maximum columns", "Maximum columns of a table.", name="max_columns", metavar="N", minimum=1)
    ] = 250_000
    cells: Annotated[
        int, Option("Maximum values", "Maximum rows × columns of a table.", name="max_values", metavar="N", minimum=1)
    ] = 500_000_000  # 4 GB as numbers; a packed file may say nothing in very few bytes
    cell_length: Annotated[
        int,
        Option("Maximum length of a cell", "Maximum characters of a cell.", name="max_cell", metavar="N", minimum=1),
    ] = 100_000
    size: Annotated[
        int,
        Option("Maximum size", "Maximum mebibytes of a file once unpacked.", name="max_size", metavar="MIB", minimum=1),
    ] = 4 << 30  # here in bytes

    def __post_init__(self) -> None:
        check_fields(self)

    def check_rows(self, n_rows: int, where: str) -> None:
        if n_rows > self.rows:
            raise InvalidDataError("too-many-rows", where=where, limit=self.rows, remedies=(Remedy("max_rows"),))

    def check_columns(self, n_columns: int, where: str) -> None:
        if n_columns > self.columns:
            raise InvalidDataError(
                "too-many-columns",
                where=where,
                columns=n_columns,
                limit=self.columns,
                remedies=(Remedy("max_columns"),),
            )

    def check_cells(self, n_rows: int, n_columns: int, where: str) -> None:
        if n_rows * n_columns > self.cells:
            raise InvalidDataError(
                "too-many-values",
                where=where,
                limit=self.cells,
                columns=n_columns,
                rows=n_rows,
                remedies=(Remedy("max_values"),),
            )

    def rows_of(self, n_columns: int) -> int:
        """The most rows that a table of so many columns may have."""
        return min(self.rows, self.cells // max(n_columns, 1))

    def check_cell(self, text: str, where: str) -> None:
        if len(text) > self.cell_length:
            raise InvalidDataError(
                "cell-too-long",
                where=where,
                characters=len(text),
                beginning=text[:20],
                limit=self.cell_length,
                remedies=(Remedy("max_cell"),),
            )

    def check_size(self, n_bytes: int, where: str) -> None:
        if n_bytes > self.size:
            raise InvalidDataError(
                "table-too-large", where=where, mebibytes=self.size / (1 << 20), remedies=(Remedy("max_size"),)
            )


DEFAULT_LIMITS = Limits()
