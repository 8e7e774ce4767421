"""Which settings replicate: mine two tables, let the trees vote on a third that they never saw.

The third table is scaled by the ranks of its own values, and every row walks every tree by the scaled thresholds.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from ksdt_core.data.model.dataset import Dataset
from ksdt_core.data.model.pair import DatasetPair
from ksdt_core.data.preparing.pairing import pair_datasets
from ksdt_core.data.preparing.scaling import scale_columns
from ksdt_core.data.samples.catalogue import load
from ksdt_core.data.samples.cohorts import GENE_PREFIX, load_cohort
from ksdt_core.evidence.answers import TableAnswers, table_answers
from ksdt_core.evidence.cross_validation import cross_validate
from ksdt_core.measures.answers import balanced_accuracy
from ksdt_core.mining.miners import mine
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.trees.columns import cells_of
from ksdt_core.trees.walk import predicted_classes

Setting = tuple[float, int]  # share of the attributes, depth
FEW_GENES = 36
FRACTIONS = (0.0, 0.02, 0.1, 0.2, 1.0)  # 0 stands for 36 attributes, or all where there are fewer
DEPTHS = (2, 3, 4)
USUAL = (0.2, 3)
FOREST = 500
COHORTS = ("gse1992", "gse4335", "gse3143")
FAMILIES = {
    "receptor": COHORTS,
    "outcome": COHORTS,
    "defects": ("cm1", "kc1", "pc1"),
}


@lru_cache(maxsize=4)
def family(name: str) -> tuple[Dataset, ...]:
    """Three tables with the attributes that all of them have."""
    target = {"receptor": "receptor status", "outcome": "outcome"}
    reader: Callable[[str], Dataset] = load if name == "defects" else lambda table: _cohort(table, target[name])
    tables = [reader(table) for table in FAMILIES[name]]
    common = sorted(set.intersection(*(set(table.attributes) for table in tables)))
    return tuple(table.take_columns([table.attributes.index(one) for one in common]) for table in tables)


def _cohort(name: str, target: str) -> Dataset:
    """A cohort of the catalogue, or GSE3143, whose receptor level is 0 (negative) to 3."""
    if name != "gse3143":
        return load_cohort(name, target=target)
    import pandas as pd
    from SurvSet.data import SurvLoader

    from ksdt_core.data.readers.frames import dataset_from_frame

    cells: pd.DataFrame = SurvLoader().load_dataset(name)["df"]
    if target == "outcome":
        classes = cells["event"].map({0: "no event", 1: "event"})
    else:
        classes = cells["fac_erlev"].astype(str).map(lambda level: "negative" if level == "0" else "positive")
    genes = [label for label in cells.columns if str(label).startswith(GENE_PREFIX)]
    frame = cells[genes].copy()
    frame.columns = pd.Index([str(label).removeprefix(GENE_PREFIX) for label in genes])
    frame.insert(frame.shape[1], target, classes.to_numpy(), allow_duplicates=True)
    return dataset_from_frame(frame, target, name)


def rotation(name: str, third: int) -> tuple[DatasetPair, Dataset]:
    """The pair of two tables, and the third."""
    tables = family(name)
    left, right = (table for place, table in enumerate(tables) if place != third)
    return pair_datasets(left, right, scale="rank", missing="common"), tables[third]


@dataclass(frozen=True, slots=True)
class ReplicationTask:
    """Two tables of three under one setting; the third answered by the vote, and the two by cross-validation."""

    family: str
    third: int
    fraction: float
    depth: int
    folds: int = 5

    @property
    def key(self) -> str:
        return f"replication {self.folds} {self.family} {self.third} {self.fraction:g} {self.depth}"

    def run(self, folder: Path) -> dict[str, Any]:
        pair, third = rotation(self.family, self.third)
        share = self.fraction or min(1.0, FEW_GENES / pair.n_attributes)
        found = mine(pair, k=5, attr_fraction=share, max_depth=self.depth)
        there = third_answers(pair, found, third)
        inside = cross_validate(pair, found, folds=self.folds)
        assert inside.left is not None
        assert inside.right is not None
        return {
            "third": _vote(there),
            "trees": float(np.mean([balanced_accuracy(tree.confusion) for tree in there.trees])),
            "inside": [_vote(inside.left), _vote(inside.right)],
        }


@dataclass(frozen=True, slots=True)
class ForestTask:
    """A random forest on the ranks of both tables together, and its answers for the third."""

    family: str
    third: int

    @property
    def key(self) -> str:
        return f"forest {FOREST} {self.family} {self.third}"

    def run(self, folder: Path) -> dict[str, Any]:
        from sklearn.ensemble import RandomForestClassifier

        pair, third = rotation(self.family, self.third)
        rows = np.concatenate([pair.left.scaled, pair.right.scaled])
        classes = np.concatenate([pair.left.classes, pair.right.classes])
        forest = RandomForestClassifier(FOREST, random_state=0).fit(rows, classes)
        answers = forest.predict(third_values(pair, third)).astype(np.int32)
        there = table_answers(third_classes(pair, third), answers[None], len(pair.class_names))
        return {"third": balanced_accuracy(there.trees[0].confusion)}


def third_answers(pair: DatasetPair, found: TreeSet, third: Dataset) -> TableAnswers:
    """The third table under every tree of the set and under their vote."""
    values = third_values(pair, third)
    answers = [predicted_classes(each.tree, cells_of(each.tree, values, pair.attributes)) for each in found.trees]
    return table_answers(third_classes(pair, third), np.stack(answers), len(pair.class_names))


def third_values(pair: DatasetPair, third: Dataset) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Cells of the third table by their own ranks; a missing one is the median of its column."""
    values = third.take_columns([third.attributes.index(name) for name in pair.attributes]).values
    filled = np.where(np.isnan(values), np.nanmedian(values, axis=0), values)
    return scale_columns(np.asfortranarray(filled), pair.categories, "rank", codes=pair.codes)


def third_classes(pair: DatasetPair, third: Dataset) -> np.ndarray[Any, np.dtype[np.intp]]:
    places = np.array([pair.class_names.index(name) for name in third.class_names], dtype=np.intp)
    return places[third.classes]


def _vote(answers: TableAnswers) -> float:
    assert answers.vote is not None
    return balanced_accuracy(answers.vote.confusion)
