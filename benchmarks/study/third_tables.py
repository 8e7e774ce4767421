"""Do trees hold where they were not mined? Two tables of three are mined with the defaults, the third is tried.

Families of three tables: breast cancer cohorts (receptor status, outcome), recurrence of breast cancer in Rotterdam
before and after 1988 and in the trial GBSG2, three tumour studies, three software projects, red wine and two halves of
the white ones, and a survey cut into three by age.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from benchmarks.study.replicating import family
from benchmarks.study.tumours import CLASSES, tumour_table
from ksdt_core.data.matching.matching import renamed_classes
from ksdt_core.data.model.dataset import Dataset
from ksdt_core.data.preparing.pairing import pair_datasets
from ksdt_core.data.readers.frames import dataset_from_frame
from ksdt_core.data.samples.catalogue import load
from ksdt_core.evidence.pair_test import evidence
from ksdt_core.evidence.replication import replicate
from ksdt_core.mining.miners import mine

Tables = tuple[Dataset, ...]
ROTTERDAM = {
    "age": "num_age", "nodes": "num_nodes", "progesterone": "num_progesterone", "oestrogen": "num_estrogen",
    "menopause": "fac_meno", "hormones": "fac_hormon", "grade": "fac_grade",
}  # fmt: skip
TRIAL = {
    "age": "num_age", "nodes": "num_pnodes", "progesterone": "num_progrec", "oestrogen": "num_estrec",
    "menopause": "fac_menostat", "hormones": "fac_horTh", "grade": "fac_tgrade",
}  # fmt: skip
GRADES = {"I": 1, "II": 2, "III": 3, "2": 2, "3": 3}


def tables_of(name: str, folder: Path) -> Tables:
    """The three tables of a family."""
    readers: dict[str, Callable[[], Tables]] = {
        "recurrence": recurrence,
        "tumours": lambda: tuple(_tumour(folder, each) for each in ("BC", "DH", "PC")),
        "wine": wine,
        "choice": choice,
    }
    return readers[name]() if name in readers else family(name)


@lru_cache(maxsize=1)
def recurrence() -> Tables:
    """Rotterdam before and after 1988, and the German trial; what both record."""
    from SurvSet.data import SurvLoader

    loader = SurvLoader()
    dutch, german = (loader.load_dataset(name)["df"] for name in ("rott2", "GBSG2"))
    years = sorted(dutch["fac_recent"].astype(str).unique())
    parts = [(f"rotterdam {span}", dutch[dutch["fac_recent"].astype(str) == span], ROTTERDAM) for span in years]
    return tuple(_patients(name, cells, columns) for name, cells, columns in (*parts, ("gbsg2", german, TRIAL)))


def _patients(name: str, cells: pd.DataFrame, columns: dict[str, str]) -> Dataset:
    frame = pd.DataFrame({own: cells[label].to_numpy() for own, label in columns.items()})
    frame["menopause"] = frame["menopause"].astype(str).str.lower()
    frame["hormones"] = frame["hormones"].astype(str).str.lower()
    frame["grade"] = frame["grade"].astype(str).map(GRADES)
    frame["recurrence"] = np.where(cells["event"].to_numpy() == 1, "yes", "no")
    return dataset_from_frame(frame, "recurrence", name)


def _tumour(folder: Path, name: str) -> Dataset:
    return renamed_classes(tumour_table(folder, name), dict(zip(CLASSES[name], ("bad", "good"), strict=True)))


def wine() -> Tables:
    """Red wines, and every other white one."""
    red, white = load("wine-red"), load("wine-white")
    halves = (white.take_rows(np.arange(start, white.n_rows, 2)) for start in (0, 1))
    named = (replace(half, name=f"wine-white {number}") for number, half in enumerate(halves, start=1))
    return (red, *named)


def choice() -> Tables:
    """The women of the survey by age, a third each."""
    whole = load("cmc")
    age = whole.values[:, [name.lower() for name in whole.attributes].index("wife's age")]
    order = np.argsort(age, kind="stable")
    parts = zip(("younger", "middle", "older"), np.array_split(order, 3), strict=True)
    return tuple(replace(whole.take_rows(np.sort(rows)), name=f"cmc {name}") for name, rows in parts)


FAMILIES = ("receptor", "outcome", "recurrence", "tumours", "defects", "wine", "choice")


@dataclass(frozen=True, slots=True)
class ThirdTask:
    """Two tables of a family tested and mined, and their trees tried on the third."""

    family: str
    third: int
    permutations: int = 9999
    pair_permutations: int = 199

    @property
    def key(self) -> str:
        return f"third {self.permutations} {self.pair_permutations} {self.family} {self.third}"

    def run(self, folder: Path) -> dict[str, Any]:
        tables = tables_of(self.family, folder)
        left, right = (table for place, table in enumerate(tables) if place != self.third)
        pair = pair_datasets(left, right, scale="rank", missing="common")
        answer = evidence(pair, permutations=self.pair_permutations)
        trees = mine(pair, k=5)
        found = replicate(trees, tables[self.third], self.permutations, missing="common")
        statuses = [node.status for tree in found.trees for node in tree.nodes if node.level == 1]
        return {
            "pair": pair.name,
            "third": found.table.name,
            "rows": found.table.rows,
            "attributes": pair.n_attributes,
            "shared": answer.shared.p,
            "named": len(answer.claimed),
            "balanced": found.vote.balanced_accuracy,
            "accuracy": found.vote.accuracy,
            "baseline": found.vote.baseline,
            "p": found.vote.p_classes,
            "p_pairing": found.vote.p_pairing,
            "roots": [statuses.count("holds"), len(statuses)],
        }


def third_tasks() -> list[ThirdTask]:
    return [ThirdTask(name, third) for name in FAMILIES for third in range(3)]
