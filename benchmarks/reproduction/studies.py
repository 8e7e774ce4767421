"""Running a case with several seeds."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from benchmarks.reproduction.cases import Case
from ksdt_core.studies.orthogonal import OrthogonalStudy, orthogonal_study

METHODS = ("majority", "single", "bagging", "forest", "rft", "aft", "odt-1", "odt-lr", "odt-lr-published")


@dataclass(frozen=True, slots=True)
class Spread:
    """A number over seeds."""

    mean: float
    least: float
    most: float

    @classmethod
    def of(cls, numbers: Iterable[float]) -> Spread:
        found = list(numbers)
        return cls(float(np.mean(found)), min(found), max(found))

    def percent(self) -> str:
        if self.least == self.most:
            return f"{100 * self.mean:.2f}"
        return f"{100 * self.mean:.2f} ({100 * self.least:.1f} – {100 * self.most:.1f})"


@dataclass(frozen=True, slots=True)
class Finished:
    """A case with its studies, one a seed."""

    case: Case
    studies: tuple[OrthogonalStudy, ...]
    n_test: int
    n_wrong_by_majority: int

    def errors(self, method: str) -> Spread:
        return Spread.of(study.row(method).error for study in self.studies)

    def balanced(self, method: str) -> Spread:
        return Spread.of(study.row(method).balanced_error for study in self.studies)

    def nodes(self, method: str) -> float:
        """Nodes of one tree, on average."""
        rows = [study.row(method) for study in self.studies]
        return sum(row.nodes for row in rows) / sum(row.trees for row in rows)


def run(case: Case, folder: Path) -> Finished:
    """The study for every seed; the tables themselves change with the seed only where rows are drawn."""
    studies, pair = [], None
    for seed in range(case.n_seeds):
        pair = case.tables(folder, seed)
        studies.append(orthogonal_study(pair, replace(case.settings, seed=seed)))
    assert pair is not None
    n_test = int(pair.right.classes.size)
    return Finished(case, tuple(studies), n_test, round(studies[-1].row("majority").error * n_test))
