"""What a check found, with the options that fix it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from ksdt_core.errors import Remedy

Level = Literal["error", "warning", "info"]
LEVELS: tuple[Level, ...] = ("error", "warning", "info")
"""error: mining would refuse this pair; warning: it can be mined, but the result may mislead; info: good to know."""

DOUBTFUL = ("perfect-attributes", "nearly-decides")  # a person decides whether these attributes are excluded

Cell = str | int | float


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that a check noticed."""

    level: Level
    code: str
    what: str  # one or two sentences
    where: str  # the table, both tables, or the option
    remedy: str = ""  # what to do about it where no option does it
    remedies: tuple[Remedy, ...] = ()  # the options that fix it as they stand; empty where a person must decide
    perhaps: tuple[Remedy, ...] = ()  # options that may help: a person decides, or chooses the value
    sure: bool = True  # whether the values of the remedies are more than a guess
    heading: tuple[str, ...] = ()  # what the columns of the details are
    details: tuple[tuple[Cell, ...], ...] = ()  # the evidence, all of it, the most telling first

    @property
    def n_details(self) -> int:
        return len(self.details)

    @property
    def doubtful(self) -> tuple[str, ...]:
        """The attributes that are better omitted, or that a person may want omitted."""
        for remedy in self.remedies:
            if remedy.option == "exclude":
                return remedy.values
        return tuple(str(row[0]) for row in self.details) if self.code in DOUBTFUL and self.level == "warning" else ()

    def is_settled_by(self, excluded: Collection[str]) -> bool:
        """Whether all attributes that it is about are excluded."""
        return bool(self.doubtful) and set(self.doubtful).issubset(excluded)
