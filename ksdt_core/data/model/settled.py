"""What was decided about the attributes of a pair before any cell is filled or scaled."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Side = Literal["left", "right"]
Codes = tuple[tuple[float, ...] | None, ...]
"""For each attribute its values in both tables together where they are codes, else None."""


@dataclass(frozen=True, slots=True)
class Conversion:
    """A change of units in one table."""

    attribute: str
    side: Side
    formula: str  # steps done from left to right: *1.8+32


@dataclass(frozen=True, slots=True)
class SparseAttribute:
    """An attribute that was dropped because too many of its cells are missing."""

    name: str
    left: float  # share of its cells that are missing in each table
    right: float


@dataclass(frozen=True, slots=True)
class Settled:
    """The decisions; they are made on all rows, once, and hold for folds, shuffles and replicates alike."""

    codes: Codes = ()
    conversions: tuple[Conversion, ...] = ()
    sparse: tuple[SparseAttribute, ...] = ()
