"""How wrong answers are: by row, and by class."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Answers = NDArray[np.integer[Any]]


@dataclass(frozen=True, slots=True)
class Judged:
    """A way to answer, its errors on rows never seen, and what it is made of."""

    method: str
    error: float  # share of rows answered wrongly
    balanced_error: float  # the same within each class, averaged over the classes
    nodes: int  # of all its trees together
    trees: int
    leaks: bool = False  # whether it has seen the classes that it is judged on

    def to_document(self) -> dict[str, Any]:
        row: dict[str, Any] = {
            "method": self.method,
            "error": self.error,
            "balanced_error": self.balanced_error,
            "nodes": self.nodes,
            "trees": self.trees,
        }
        return row | ({"leaks": True} if self.leaks else {})


def error_of(answers: Answers, classes: Answers) -> float:
    """The share of wrong answers."""
    return float(np.mean(answers != classes))


def balanced_error_of(answers: Answers, classes: Answers) -> float:
    """The mean over the classes that occur of the share of their rows answered wrongly."""
    return float(np.mean([np.mean(answers[classes == name] != name) for name in np.unique(classes)]))


def judged(method: str, answers: Answers, classes: Answers, *, nodes: Sequence[int], leaks: bool = False) -> Judged:
    """A row of a study; `nodes` of each tree."""
    error, balanced = error_of(answers, classes), balanced_error_of(answers, classes)
    return Judged(method, error, balanced, int(sum(nodes)), len(nodes), leaks)
