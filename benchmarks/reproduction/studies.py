"""Running a case with several seeds; what is finished is kept, so that a stopped run continues where it was."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.reproduction.cases import Case
from ksdt_core.learners.c45 import c45
from ksdt_core.learners.rows import learning_table
from ksdt_core.learners.stopping import Stopping
from ksdt_core.studies.orthogonal import ORTHOGONAL_STUDY, OrthogonalStudy, orthogonal_study
from ksdt_core.trees.walk import leaf_of_rows

METHODS = ("majority", "single", "bagging", "forest", "rft", "aft", "odt-1", "odt-lr", "odt-lr-published")
FOLDS = 10


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
    cross_validated: tuple[float, float]  # root mean squared error, and standard deviation of the error over folds

    def errors(self, method: str) -> Spread:
        return Spread.of(study.row(method).error for study in self.studies)

    def balanced(self, method: str) -> Spread:
        return Spread.of(study.row(method).balanced_error for study in self.studies)

    def nodes(self, method: str) -> float:
        """Nodes of one tree, on average."""
        rows = [study.row(method) for study in self.studies]
        return sum(row.nodes for row in rows) / sum(row.trees for row in rows)


@dataclass(slots=True)
class Parts:
    """What was computed before, in a folder; a part is named by all that it depends on."""

    folder: Path
    seconds: float = 0.0  # CPU time of all parts, also of those computed before

    @property
    def n_finished(self) -> int:
        """How many parts an earlier run left, of these settings or of others."""
        return sum(1 for _ in self.folder.glob("*.json"))

    def of(self, name: str, depends_on: Any, make: Callable[[], Any]) -> Any:
        """A part as plain JSON values, computed once."""
        key = hashlib.sha256(json.dumps([name, depends_on], sort_keys=True, default=str).encode()).hexdigest()[:16]
        path = self.folder / f"{key}.json"
        if not path.is_file():
            started = time.process_time()
            found = {"part": make(), "seconds": time.process_time() - started}
            self.folder.mkdir(parents=True, exist_ok=True)
            half = path.with_suffix(".part")
            half.write_text(json.dumps(found), encoding="utf-8")
            half.replace(path)
            print(f"  {name}: {found['seconds']:.1f} s", flush=True)
        kept = json.loads(path.read_text(encoding="utf-8"))
        self.seconds += kept["seconds"]
        return kept["part"]


def run(case: Case, folder: Path, parts: Parts) -> Finished:
    """The study for every seed; the tables themselves change with the seed only where rows are drawn."""

    def study(seed: int) -> dict[str, Any]:
        return orthogonal_study(case.tables(folder, seed), replace(case.settings, seed=seed)).to_document()

    depends_on = [case.title, asdict(case.settings)]
    documents = [
        parts.of(f"{case.title}, seed {seed}", [*depends_on, seed], lambda seed=seed: study(seed))
        for seed in range(case.n_seeds)
    ]
    studies = tuple(ORTHOGONAL_STUDY.read(document) for document in documents)
    n_test = int(case.tables(folder, case.n_seeds - 1).right.classes.size)
    validated = parts.of(f"{case.title}, cross-validation", depends_on, lambda: cross_validated(case, folder))
    wrong = round(studies[-1].row("majority").error * n_test)
    return Finished(case, studies, n_test, wrong, (validated[0], validated[1]))


def cross_validated(case: Case, folder: Path) -> tuple[float, float]:
    """10-fold cross-validation of C4.5 on the training rows.

    The root mean squared error is that of the classes' shares at the leaves, over rows and classes; the standard
    deviation that of the error in percent over the folds.
    """
    table = learning_table(case.tables(folder, 0), source="left")
    order = np.random.default_rng(0).permutation(table.n_rows)
    squares, errors = [], []
    for held in np.array_split(order, FOLDS):
        learned = table.take_rows(np.setdiff1d(order, held))
        tree = c45(learned, stopping=Stopping(min_size=4))
        counts = np.zeros((tree.n_nodes, len(table.class_names)))
        np.add.at(counts, (leaf_of_rows(tree, learned.values), learned.classes), 1)
        shares = counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)
        found, wanted = shares[leaf_of_rows(tree, table.values[held])], np.eye(counts.shape[1])[table.classes[held]]
        squares += ((found - wanted) ** 2).mean(axis=1).tolist()
        errors.append(100 * float(np.mean(found.argmax(axis=1) != table.classes[held])))
    return float(np.sqrt(np.mean(squares))), float(np.std(errors, ddof=1))
