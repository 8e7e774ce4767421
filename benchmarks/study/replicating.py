"""Which settings replicate: mine two tables, let the trees vote on a third that they never saw.

Every setting of the grid of `auto` is mined, so that what auto chooses can be put beside the defaults and beside the
best setting in hindsight.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.study.table_families import tables_of
from ksdt_core.data.model.dataset import Dataset
from ksdt_core.data.model.pair import DatasetPair
from ksdt_core.data.preparing.pairing import pair_datasets
from ksdt_core.data.preparing.scaling import scale_columns
from ksdt_core.evidence.replication import replicate
from ksdt_core.measures.answers import balanced_accuracy, confusion_matrix, n_answered_right
from ksdt_core.mining.choosing import choose
from ksdt_core.mining.miners import mine
from ksdt_core.mining.parameters import MiningParameters

FOREST = 500
TUNED = ("receptor", "defects", "wine")
JUDGED = (
    *("outcome", "recurrence", "tumours", "mesothelioma", "choice"),
    *("intensive", "serious", "blood", "stocks"),
)


def rotation(name: str, third: int, folder: Path) -> tuple[DatasetPair, Dataset]:
    """The pair of two tables, and the third."""
    tables = tables_of(name, folder)
    left, right = (table for place, table in enumerate(tables) if place != third)
    return pair_datasets(left, right, scale="rank", missing="common"), tables[third]


@dataclass(frozen=True, slots=True)
class ReplicationTask:
    """Two tables of three under every setting of the grid; the third answered by the vote."""

    family: str
    third: int

    @property
    def key(self) -> str:
        return f"auto {self.family} {self.third}"

    def run(self, folder: Path) -> dict[str, Any]:
        pair, third = rotation(self.family, self.third, folder)
        choice, usual = choose(pair, MiningParameters()), MiningParameters()
        tried = [(setting.attr_fraction, setting.max_depth) for setting in choice.grid]
        return {
            "third": third.name,
            "attributes": pair.n_attributes,
            "grid": [
                {**entry, **_there(pair, third, share, depth)}
                for entry, (share, depth) in zip(choice.to_document()["grid"], tried, strict=True)
            ],
            "usual": _there(pair, third, usual.fraction_of(pair.n_attributes), usual.max_depth),
        }


def _there(pair: DatasetPair, third: Dataset, share: float, depth: int) -> dict[str, float]:
    """What the vote reaches on the third table."""
    trees = mine(pair, k=5, attr_fraction=share, max_depth=depth)
    vote = replicate(trees, third, 1, missing="common").vote
    return {"balanced_there": vote.balanced_accuracy, "accuracy_there": vote.accuracy}


@dataclass(frozen=True, slots=True)
class ForestTask:
    """A random forest on the ranks of both tables together, and its answers for the third."""

    family: str
    third: int

    @property
    def key(self) -> str:
        return f"forest {FOREST} both {self.family} {self.third}"

    def run(self, folder: Path) -> dict[str, Any]:
        from sklearn.ensemble import RandomForestClassifier

        pair, third = rotation(self.family, self.third, folder)
        known = [column for column, name in enumerate(pair.attributes) if name in set(third.attributes)]
        rows = np.concatenate([pair.left.scaled[:, known], pair.right.scaled[:, known]])
        classes = np.concatenate([pair.left.classes, pair.right.classes])
        forest = RandomForestClassifier(FOREST, random_state=0).fit(rows, classes)
        answers = forest.predict(third_values(pair, third, known)).astype(np.int32)
        there = confusion_matrix(third_classes(pair, third), answers, len(pair.class_names))
        return {"balanced": balanced_accuracy(there), "accuracy": n_answered_right(there) / third.n_rows}


def third_values(pair: DatasetPair, third: Dataset, known: list[int]) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Cells of the third table by their own ranks, in these columns of the pair; a missing one is their median."""
    place = {name: column for column, name in enumerate(third.attributes)}
    values = third.take_columns([place[pair.attributes[column]] for column in known]).values
    filled = np.where(np.isnan(values), np.nanmedian(values, axis=0), values)
    kinds = [pair.categories[column] for column in known]
    codes = tuple(pair.codes[column] for column in known) if pair.codes else ()
    return scale_columns(np.asfortranarray(filled), tuple(kinds), "rank", codes=codes)


def third_classes(pair: DatasetPair, third: Dataset) -> np.ndarray[Any, np.dtype[np.intp]]:
    places = np.array([pair.class_names.index(name) for name in third.class_names], dtype=np.intp)
    return places[third.classes]
