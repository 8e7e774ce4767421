"""What the doctor says: findings, each with the option that mends it."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from ksdt_core.data.maps import comma_text

Level = Literal["error", "warning", "info"]
LEVELS: tuple[Level, ...] = ("error", "warning", "info")
"""error: mining would refuse this pair; warning: it can be mined, but the result may mislead; info: good to know."""

Cell = str | int | float
MOST_DETAILS = 50


@dataclass(frozen=True, slots=True)
class Option:
    """An option of `ksdt mine` that mends something; several values are parted by commas."""

    name: str
    values: tuple[str, ...] = ()

    def words(self) -> tuple[str, ...]:
        """The option as words of a command line."""
        return (self.name, comma_text(self.values)) if self.values else (self.name,)


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that the doctor noticed."""

    level: Level
    code: str
    what: str  # one or two sentences
    where: str  # the table or the column
    remedy: str = ""  # what to do about it: an option of ksdt mine, or words where no option does it
    options: tuple[Option, ...] = ()  # the same for programs; empty where a person must decide
    heading: tuple[str, ...] = ()  # what the columns of the details are
    details: tuple[tuple[Cell, ...], ...] = ()  # evidence, the most telling first
    n_details: int = 0  # how many there are in all; `details` holds at most MOST_DETAILS of them

    @property
    def doubtful(self) -> tuple[str, ...]:
        """The attributes that are better left out, or that a person may want left out."""
        for option in self.options:
            if option.name == "--exclude":
                return option.values
        return tuple(str(row[0]) for row in self.details) if self.code == "perfect-attributes" else ()

    def to_document(self) -> dict[str, Any]:
        return {
            "level": self.level,
            "code": self.code,
            "what": self.what,
            "where": self.where,
            "remedy": self.remedy,
            "options": [word for option in self.options for word in option.words()],
            "heading": list(self.heading),
            "details": [list(row) for row in self.details],
            "n_details": self.n_details,
        }


def remedy_text(*options: Option) -> str:
    """The options as they are typed."""
    return " ".join(shlex.join(option.words()) for option in options)


def evidence(rows: Sequence[tuple[Cell, ...]], n_rows: int | None = None) -> dict[str, Any]:
    """The details of a finding, as keywords; `n_rows` where only the first rows are given."""
    return {"details": tuple(rows[:MOST_DETAILS]), "n_details": len(rows) if n_rows is None else n_rows}
