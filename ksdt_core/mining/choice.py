"""What `auto` has chosen: share of the attributes and depth, and the grid that they come from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ksdt_core.codec import COUNT, NUMBER, Codec, many, record
from ksdt_core.text import PERCENT_SIGN, score

TIE = 1e-12


@dataclass(frozen=True, slots=True)
class Setting:
    """One point of the grid with what cross-validation found for it."""

    attr_fraction: float
    max_depth: int
    balanced_accuracy: float  # of the vote, mean over both tables and all folds
    standard_error: float


@dataclass(frozen=True, slots=True)
class Choice:
    """What was chosen, and from what."""

    attr_fraction: float
    max_depth: int
    folds: int
    grid: tuple[Setting, ...]  # the simplest first

    @property
    def sentence(self) -> str:
        """What was chosen, from what, and how well it did."""
        own = next(each for each in self.grid if (each.attr_fraction, each.max_depth) == self.setting)
        kept = (
            "all attributes"
            if self.attr_fraction >= 1
            else f"{100 * self.attr_fraction:.2g}{PERCENT_SIGN} of the attributes"
        )
        return (
            f"Depth {self.max_depth} with {kept} was chosen by {self.folds}-fold cross-validation from "
            f"{len(self.grid)} settings: balanced accuracy {score(own.balanced_accuracy)} on held-out rows (standard "
            f"error {score(own.standard_error)})."
        )

    @property
    def setting(self) -> tuple[float, int]:
        """Share and depth."""
        return self.attr_fraction, self.max_depth

    def to_document(self) -> dict[str, Any]:
        document: dict[str, Any] = CHOICE.write(self)
        return document


def best_setting(grid: Sequence[Setting]) -> Setting:
    """The setting with the highest value; on a tie the first, which is the simplest."""
    most = max(setting.balanced_accuracy for setting in grid)
    return next(setting for setting in grid if setting.balanced_accuracy >= most - TIE)


SETTING = record(
    Setting,
    {"attr_fraction": NUMBER, "max_depth": COUNT, "balanced_accuracy": NUMBER, "standard_error": NUMBER},
)
CHOICE: Codec[Choice] = record(
    Choice, {"attr_fraction": NUMBER, "max_depth": COUNT, "folds": COUNT, "grid": many(SETTING)}
)
