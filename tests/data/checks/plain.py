"""A pair in which the doctor finds nothing to fix, and ways to spoil it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from ksdt_core.data import Dataset, dataset_from_frame
from ksdt_core.data.checks.checkup import Checkup, check_pair
from ksdt_core.data.checks.finding import Finding

N_ROWS = 120
COLOURS = ("blue", "green", "red")


def healthy_frame(seed: int, n_rows: int = N_ROWS) -> pd.DataFrame:
    """Numbers of no unit, a text, and two classes in equal parts, none of which tells about another."""
    random = np.random.default_rng(seed)
    columns: dict[str, Any] = {name: random.normal(size=n_rows) for name in ("age", "height", "weight")}
    columns["colour"] = random.choice(COLOURS, n_rows)
    columns["class"] = np.where(random.permutation(n_rows) % 2, "sick", "well")
    return pd.DataFrame(columns)


def table(frame: pd.DataFrame, name: str, **changes: Any) -> Dataset:
    """The table of a frame with columns put in; None leaves a column out."""
    put = {column: cells for column, cells in changes.items() if cells is not None}
    left_out = [column for column, cells in changes.items() if cells is None]
    return dataset_from_frame(frame.assign(**put).drop(columns=left_out), "class", name)


LEFT, RIGHT = healthy_frame(1), healthy_frame(2)


def checked(left: Mapping[str, Any] | None = None, right: Mapping[str, Any] | None = None, **how: Any) -> Checkup:
    """The checkup of the healthy pair with columns put in on either side."""
    return check_pair(table(LEFT, "L", **(left or {})), table(RIGHT, "R", **(right or {})), **how)


def found(checkup: Checkup, code: str) -> list[Finding]:
    return [finding for finding in checkup.findings if finding.code == code]


def only(checkup: Checkup, code: str) -> Finding:
    (finding,) = found(checkup, code)
    return finding


def names(finding: Finding) -> Sequence[object]:
    """What the details begin with."""
    return [row[0] for row in finding.details]
