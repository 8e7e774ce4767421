"""Families of three tables with the same attributes and classes: two are mined, the third is tried.

Breast cancer cohorts (receptor status, outcome), recurrence of breast cancer in Rotterdam before and after 1988 and in
the trial GBSG2, three tumour studies (two families), three software projects, red wine and two halves of the white
ones, a survey cut into three by age, death of seriously ill patients by disease (two studies), death by the year of a
blood sample, and days of the stock market in three spans of time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import numpy as np
import pandas as pd

from benchmarks.study.tumours import CLASSES, tumour_table
from ksdt_core.data.matching.matching import renamed_classes
from ksdt_core.data.model.dataset import Dataset
from ksdt_core.data.readers.frames import dataset_from_frame
from ksdt_core.data.readers.reading import read_dataset
from ksdt_core.data.samples.catalogue import load
from ksdt_core.data.samples.cohorts import GENE_PREFIX, load_cohort

COHORTS = ("gse1992", "gse4335", "gse3143")
TARGETS = {"receptor": "receptor status", "outcome": "outcome"}
INTENSIVE = ("ARF", "MOSF w/Sepsis", "CHF")
SERIOUS = ("ARF/MOSF", "COPD/CHF/Cirrhosis", "Cancer")
YEARS = ("1995", "1996", "1997")

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
        "receptor": lambda: cohorts("receptor"),
        "outcome": lambda: cohorts("outcome"),
        "recurrence": recurrence,
        "tumours": lambda: tuple(_tumour(folder, each) for each in ("BC", "DH", "PC")),
        "mesothelioma": lambda: tuple(_tumour(folder, each) for each in ("DH", "LB", "PC")),
        "defects": lambda: tuple(map(load, ("cm1", "kc1", "pc1"))),
        "wine": wine,
        "choice": choice,
        "intensive": lambda: _patients_by("rhc", "fac_cat1", INTENSIVE),
        "serious": lambda: _patients_by("support2", "fac_dzclass", SERIOUS),
        "blood": lambda: _patients_by("flchain", "fac_sample_yr", YEARS, frozenset({"num_sample_yr", "num_flc_grp"})),
        "stocks": lambda: _spans(read_dataset(folder / "finance" / "stocks20_updown_AAPL.csv.gz")),
    }
    return readers[name]()


@lru_cache(maxsize=2)
def cohorts(name: str) -> Tables:
    """Three breast cancer cohorts with the genes that all of them have."""
    tables = [_cohort(table, TARGETS[name]) for table in COHORTS]
    common = sorted(set.intersection(*(set(table.attributes) for table in tables)))
    return tuple(table.take_columns([table.attributes.index(one) for one in common]) for table in tables)


def _cohort(name: str, target: str) -> Dataset:
    """A cohort of the catalogue, or GSE3143, whose receptor level is 0 (negative) to 3."""
    if name != "gse3143":
        return load_cohort(name, target=target)
    from SurvSet.data import SurvLoader

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


def _patients_by(name: str, column: str, groups: tuple[str, ...], unused: frozenset[str] = frozenset()) -> Tables:
    """A study of SurvSet by the values of a column: what is measured in numbers, and who died."""
    from SurvSet.data import SurvLoader

    cells: pd.DataFrame = SurvLoader().load_dataset(name)["df"]
    numbers = [label for label in cells.columns if str(label).startswith("num_") and label not in unused]
    found = []
    for group in groups:
        rows = cells[cells[column].astype(str) == group]
        frame = rows[numbers].reset_index(drop=True)
        frame["died"] = np.where(rows["event"].to_numpy() == 1, "yes", "no")
        found.append(dataset_from_frame(frame, "died", f"{name} {group}"))
    return tuple(found)


def _spans(whole: Dataset) -> Tables:
    """Three spans of time, one after another."""
    parts = zip(("early", "middle", "late"), np.array_split(np.arange(whole.n_rows), 3), strict=True)
    return tuple(replace(whole.take_rows(rows), name=f"stocks {name}") for name, rows in parts)
