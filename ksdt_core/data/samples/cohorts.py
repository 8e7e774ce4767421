"""Breast-cancer cohorts of the Python package SurvSet, for those who installed the extra `ksdt[genes]`."""

from __future__ import annotations

import importlib.util
from typing import TYPE_CHECKING, Any

from ksdt_core.data.readers.limits import DEFAULT_LIMITS, Limits
from ksdt_core.data.readers.target import find_target, no_target
from ksdt_core.errors import InvalidDataError
from ksdt_core.text import counted

if TYPE_CHECKING:
    import pandas as pd

    from ksdt_core.data.model.dataset import Dataset
    from ksdt_core.data.readers.cutting import Cut

PACKAGE = "SurvSet"
GENE_PREFIX = "num_HS_"
RECEPTOR, OUTCOME = "receptor status", "outcome"
COHORT_CLASSES = (RECEPTOR, OUTCOME)
RECEPTOR_COLUMNS = {"gse1992": "fac_er_positive", "gse4335": "fac_er_status"}
RECEPTOR_WORDS = {"0": "negative", "1": "positive"}
OUTCOME_WORDS = {0: "no event", 1: "event"}


def cohorts_installed() -> bool:
    """Whether the package with the cohorts is there."""
    return importlib.util.find_spec(PACKAGE) is not None


def load_cohort(name: str, *, target: str = RECEPTOR, cut: Cut = None, limits: Limits = DEFAULT_LIMITS) -> Dataset:
    """Gene expression of a cohort's patients, with oestrogen-receptor status or outcome as the class.

    Patients whose class is not known are excluded, and so is everything that is not the expression of a gene.
    """
    if not cohorts_installed():
        raise InvalidDataError("cohort-not-installed", name=name)
    import pandas as pd
    from SurvSet.data import SurvLoader

    from ksdt_core.data.readers.frames import dataset_from_frame

    cells: pd.DataFrame = SurvLoader().load_dataset(name)["df"]
    limits.check_size(int(cells.memory_usage().sum()), name)
    classes: dict[str, pd.Series[Any]] = {
        RECEPTOR: cells[RECEPTOR_COLUMNS[name]].astype(str).map(RECEPTOR_WORDS),
        OUTCOME: cells["event"].map(OUTCOME_WORDS),
    }
    at = find_target(list(classes), target)
    if at is None:
        raise no_target(list(classes), target, name)
    column = list(classes.values())[at]
    known = column.notna().to_numpy()
    genes = [position for position, label in enumerate(cells.columns) if str(label).startswith(GENE_PREFIX)]
    frame = cells.iloc[known.nonzero()[0], genes].reset_index(drop=True)
    frame.columns = pd.Index([str(label).removeprefix(GENE_PREFIX) for label in frame.columns])
    frame.insert(frame.shape[1], list(classes)[at], column[known].to_numpy(), allow_duplicates=True)
    n_unknown = int((~known).sum())
    left_out = counted(n_unknown, "patient whose class is not known was", "patients whose class is not known were")
    notes = (f"{left_out} excluded",) if n_unknown else ()
    return dataset_from_frame(frame, list(classes)[at], name, cut=cut, notes=notes, limits=limits)
