"""Ensembles of one table beside a single tree and the baseline, as a value and as a document."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ksdt_core.codec import COUNT, NUMBER, TEXT, Codec, Derived, Field, Key, many, optional, record
from ksdt_core.measures.intervals import wilson_interval
from ksdt_core.options import from_plain, plain_values
from ksdt_core.studies.learning.ensemble_settings import ENSEMBLES, EnsembleSettings
from ksdt_core.studies.learning.learned import TABLE, TableFacts

ENSEMBLES_FORMAT = "ksdt-ensembles/1"
BASELINE, SINGLE = "baseline", "tree"


@dataclass(frozen=True, slots=True)
class Errors:
    """How some rows were predicted.

    For classes `loss` is the number of wrong rows, for numbers the sum of squared errors.
    """

    rows: int
    loss: float
    is_number: bool = False

    @property
    def error(self) -> float:
        """wrong / rows, or √(Σ (ŷ − y)² / rows), which is in units of the target."""
        share = self.loss / self.rows
        return math.sqrt(share) if self.is_number else share

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % interval of a share of wrong rows by Wilson's score; None for numbers."""
        return None if self.is_number else wilson_interval(round(self.loss), self.rows)


@dataclass(frozen=True, slots=True)
class MethodErrors:
    """One way to predict: what it is made of, and its errors on rows of each kind."""

    method: str  # `BASELINE`, `SINGLE`, or an ensemble
    vote: str
    trees: int
    nodes: int
    training: Errors
    out_of_bag: Errors | None = None  # each row is predicted by the trees that did not see it
    cross_validated: Errors | None = None
    test: Errors | None = None  # trained on all rows of the table, tested on those of another one

    @property
    def judged(self) -> Errors:
        """On rows that it did not see where there are any: cross-validated, tested, out of bag; else training rows."""
        return self.cross_validated or self.test or self.out_of_bag or self.training


@dataclass(frozen=True, slots=True)
class EnsembleStudy:
    """Ensembles that grew on a table, and where they were tested."""

    table: TableFacts
    target: str
    settings: EnsembleSettings
    answers: tuple[str, ...]  # the classes; for numbers none
    methods: tuple[MethodErrors, ...]  # the baseline, the single tree, then ensembles
    test: TableFacts | None = None

    @property
    def ensembles(self) -> tuple[MethodErrors, ...]:
        return tuple(each for each in self.methods if each.method in ENSEMBLES)

    @property
    def best(self) -> MethodErrors:
        """The ensemble with the smallest error on rows that it did not see, the first of equal ones."""
        return min(self.ensembles, key=lambda each: each.judged.error)

    def of(self, method: str) -> MethodErrors:
        return next(each for each in self.methods if each.method == method)


ERRORS: Codec[Errors] = record(
    Errors,
    {
        "rows": COUNT,
        "loss": NUMBER,
        "is_number": Field("is_number", Codec(bool, bool), usual=False),
        "error": Derived(lambda errors: errors.error),
        "interval": Derived(lambda errors: None if errors.interval is None else list(errors.interval)),
    },
)
METHOD: Codec[MethodErrors] = record(
    MethodErrors,
    {
        "method": TEXT,
        "vote": TEXT,
        "trees": COUNT,
        "nodes": COUNT,
        "training": ERRORS,
        "out_of_bag": optional(ERRORS),
        "cross_validated": optional(ERRORS),
        "test": optional(ERRORS),
    },
)
SETTINGS: Codec[EnsembleSettings] = Codec(
    plain_values, lambda found: EnsembleSettings(**from_plain(EnsembleSettings, found))
)
_KEYS: Mapping[str, Key] = {
    "format": Derived(lambda _: ENSEMBLES_FORMAT),
    "table": TABLE,
    "test": optional(TABLE),
    "target": TEXT,
    "classes": Field("answers", many(TEXT)),
    "config": Field("settings", SETTINGS),
    "methods": many(METHOD),
}
ENSEMBLE_STUDY: Codec[EnsembleStudy] = record(EnsembleStudy, _KEYS)


def study_document(study: EnsembleStudy) -> dict[str, Any]:
    """The study as JSON has it."""
    document: dict[str, Any] = ENSEMBLE_STUDY.write(study)
    return document
