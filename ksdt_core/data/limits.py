"""How large a table may be: a bound against files made to exhaust a machine, each raised by an option."""

from __future__ import annotations

from dataclasses import dataclass

from ksdt_core.errors import InvalidDataError
from ksdt_core.given import whole


@dataclass(frozen=True, slots=True)
class Limits:
    """The largest table that is read."""

    rows: int = 10_000_000
    columns: int = 250_000
    cell_length: int = 100_000  # characters
    size: int = 4 << 30  # bytes, decompressed

    def __post_init__(self) -> None:
        for option, value in (
            ("max_rows", self.rows),
            ("max_columns", self.columns),
            ("max_cell", self.cell_length),
            ("max_size", self.size),
        ):
            whole(option, value, smallest=1)

    def check_rows(self, n_rows: int, where: str) -> None:
        if n_rows > self.rows:
            raise InvalidDataError(f"{where} has more than {self.rows:,} rows; raise the limit with --max-rows.")

    def check_columns(self, n_columns: int, where: str) -> None:
        if n_columns > self.columns:
            raise InvalidDataError(
                f"{where} has {n_columns:,} columns, more than {self.columns:,}; raise the limit with --max-columns."
            )

    def check_cell(self, text: str, where: str) -> None:
        if len(text) > self.cell_length:
            raise InvalidDataError(
                f"{where} has a cell of {len(text):,} characters that begins {text[:20]!r}, more than "
                f"{self.cell_length:,}; raise the limit with --max-cell."
            )

    def check_size(self, n_bytes: int, where: str) -> None:
        if n_bytes > self.size:
            raise InvalidDataError(
                f"{where} holds more than {self.size / (1 << 20):,.0f} MiB once unpacked; "
                "raise the limit with --max-size."
            )


DEFAULT_LIMITS = Limits()
