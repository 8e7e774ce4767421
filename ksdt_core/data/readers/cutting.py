"""Turning a column of numbers into classes: below and above a number."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from ksdt_core.data.readers.cells import number_text
from ksdt_core.errors import InvalidDataError, InvalidParameterError, Remedy

Cut = float | Sequence[float] | None


def cut_points(cut: Cut) -> tuple[float, ...]:
    """The numbers to cut at, in rising order."""
    if cut is None:
        return ()
    points = tuple(cut) if isinstance(cut, Sequence) else (cut,)
    if not points or any(isinstance(point, (bool, str)) or not np.isfinite(point) for point in points):
        raise InvalidParameterError("cut-not-numbers", option="cut", value=cut)
    return tuple(sorted({float(point) for point in points}))


def cut_classes(column: pd.Series[Any], cut: Cut, *, target: str, where: str) -> pd.Series[Any]:
    """The class of each cell of a numeric column: `< 6` or `>= 6`, with more cuts also `>= 4, < 6`."""
    points = cut_points(cut)
    numbers = pd.to_numeric(column.astype(object).where(column.notna()), errors="coerce").to_numpy(dtype=np.float64)
    broken = np.isnan(numbers) & column.notna().to_numpy()
    if broken.any():
        cell = str(column.iloc[int(np.flatnonzero(broken)[0])])
        raise InvalidDataError(
            "cut-of-texts",
            where=where,
            column=target,
            cut=_shown(points),
            cell=cell,
            option="cut",
            remedies=(Remedy("target"),),
        )
    edges = [number_text(point) for point in points]
    middle = [f">= {low}, < {high}" for low, high in itertools.pairwise(edges)]
    names = np.array([f"< {edges[0]}", *middle, f">= {edges[-1]}"], dtype=object)
    known = ~np.isnan(numbers)
    classes = np.full(numbers.size, None, dtype=object)
    classes[known] = names[np.searchsorted(points, numbers[known], side="right")]
    return pd.Series(classes, index=column.index, name=column.name)


def _shown(points: Sequence[float]) -> str:
    return ", ".join(number_text(point) for point in points)
