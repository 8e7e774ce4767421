"""Preparation written out plainly with pandas: convert, declare kinds, drop sparse columns, fill, scale.

Tables are frames with one column an attribute and a column `class`; a table shares nothing with the product.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd

CLASS = "class"


@dataclass(frozen=True)
class Plan:
    """What is asked for. `convert` gives for (table, attribute) a factor and a shift."""

    missing: str = "common"
    max_missing: float = 0.2
    scale: str = "none"
    numeric: Sequence[str] = ()
    categorical: Sequence[str] = ()
    convert: Mapping[tuple[str, str], tuple[float, float]] = field(default_factory=dict)


@dataclass(frozen=True)
class Prepared:
    """What comes out: both tables as mined, and what was decided."""

    left: pd.DataFrame
    right: pd.DataFrame
    unscaled: list[str]
    sparse: list[str]
    filled: dict[str, tuple[int, int]]


def prepared(left: pd.DataFrame, right: pd.DataFrame, plan: Plan) -> Prepared:
    """Match → convert and kinds → drop or fill missing cells → scale."""
    tables = {"left": left.copy(), "right": right.copy()}
    for (table, name), (factor, shift) in plan.convert.items():
        tables[table][name] = tables[table][name] * factor + shift
    for table in tables.values():
        for name in plan.categorical:
            table[name] = table[name].map(_text, na_action="ignore").astype(object)
    names = [name for name in left.columns if name != CLASS]
    sparse = [name for name in names if any(t[name].isna().mean() > plan.max_missing for t in tables.values())]
    names = [name for name in names if name not in sparse]
    codes = [name for name in names if name not in plan.numeric and is_code(*(t[name] for t in tables.values()))]
    filled = {name: tuple(int(t[name].isna().sum()) for t in tables.values()) for name in names}
    for table in tables.values():
        for name in names:
            by_class, is_code_ = plan.missing == "class-common", name in codes
            table[name] = _filled(table, name, by_class=by_class, codes=is_code_)
            if _is_numeric(table[name]) and name not in codes:
                table[name] = _scaled(table[name], plan.scale)
    return Prepared(
        tables["left"][[*names, CLASS]],
        tables["right"][[*names, CLASS]],
        unscaled=codes if plan.scale != "none" else [],
        sparse=sparse,
        filled={name: counts for name, counts in filled.items() if any(counts)},  # type: ignore[misc]
    )


def is_code(left: pd.Series[Any], right: pd.Series[Any]) -> bool:
    """At most ten distinct values over both tables, all whole, at least two of them in both."""
    if not (_is_numeric(left) and _is_numeric(right)):
        return False
    of_left, of_right = set(left.dropna()), set(right.dropna())
    every = of_left | of_right
    return len(every) <= 10 and all(float(value).is_integer() for value in every) and len(of_left & of_right) >= 2


def _is_numeric(column: pd.Series[Any]) -> bool:
    return pd.api.types.is_numeric_dtype(column)


def _text(value: float) -> str:
    return str(int(value)) if float(value).is_integer() else repr(float(value))


def _filled(table: pd.DataFrame, name: str, *, by_class: bool, codes: bool) -> pd.Series[Any]:
    column = table[name]
    if by_class:
        for class_ in sorted(table[CLASS].unique()):
            own = column[table[CLASS] == class_]
            if own.notna().any():
                column = column.where(column.notna() | (table[CLASS] != class_), _common(own, codes=codes))
    return column.where(column.notna(), _common(table[name], codes=codes))


def _common(column: pd.Series[Any], *, codes: bool) -> Any:
    """The median, or the most common value of codes and categories; of equally common ones the first."""
    if _is_numeric(column) and not codes:
        return column.median()
    counts = column.value_counts()
    return min(counts[counts == counts.max()].index)


def _scaled(column: pd.Series[Any], scale: str) -> pd.Series[Any]:
    if scale == "none":
        return column
    if column.nunique() == 1:
        return column * 0.0
    if scale == "rank":
        return column.rank(method="average") / (len(column) + 1)
    return standard_scores(column)


def standard_scores(column: pd.Series[Any]) -> pd.Series[Any]:
    """(x − mean) / sd with the population sd.

    A power of two brings the largest number below 1 first: that changes no score, and no square overflows.
    """
    _, exponent = np.frexp(column.abs().max())
    moderate = np.ldexp(column.to_numpy(dtype=float), -int(exponent))
    return pd.Series((moderate - moderate.mean()) / moderate.std(), index=column.index)
