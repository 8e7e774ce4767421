"""Figures of the publications, as printed. [KPD06] tables I to V and section VII, [K03] section 6."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Published:
    """Errors in percent, nodes of a tree (an average where there are several), and what else is printed."""

    table: str
    errors: Mapping[str, float]
    nodes: Mapping[str, float]
    first_component: float | None = None  # percent of the variance
    out_of_bag: float | None = None  # percent, of the random forest
    cross_validated: tuple[float, float] | None = None  # root mean squared error and standard deviation, of C4.5


def _errors(single: float, bagging: float, forest: float, aft: float, odt: float) -> dict[str, float]:
    """The first orthogonal tree and ODT-LR have the same error in all five tables."""
    return {"single": single, "bagging": bagging, "forest": forest, "aft": aft, "odt-1": odt, "odt-lr": odt}


def _nodes(single: float, bagging: float, aft: float, first: float, all_of_them: float) -> dict[str, float]:
    return {"single": single, "bagging": bagging, "aft": aft, "odt-1": first, "odt-lr": all_of_them}


SPECT = Published(
    "I",
    _errors(24.5989, 20.85, 22.99466, 19.78, 8.02),
    _nodes(13, 5.06, 3, 17, 4.3),
    85.1048,
    out_of_bag=32.45,
    cross_validated=(0.4803, 2.3862),
)
NASDAQ = Published(
    "II",
    _errors(24.63, 32.75, 25.75, 34.51, 31.12),
    _nodes(29, 17, 15.2, 3, 6.2),
    out_of_bag=31.65,
    cross_validated=(0.4818, 2.2247),
)
DNA = Published(
    "III",
    _errors(6.4924, 8.9376, 4.595275, 8.347, 10.70),
    _nodes(131, 34, 3, 25, 7.4),
    cross_validated=(0.2263, 0.6086),
)
VOTES = Published(
    "IV",
    _errors(8.0, 11.0, 5.6, 11.0, 11.0),
    _nodes(9, 5.266, 5, 5, 3),
    out_of_bag=5.502,
    cross_validated=(0.2634, 0.3862),
)
CONTRACEPTION = Published(
    "V",
    _errors(49.6732, 52.2876, 45.88234, 33.98, 46.40),
    _nodes(27, 24.8, 55, 15, 6.6),
    61.85,
    out_of_bag=42.556,
    cross_validated=(0.5111, 1.8943),
)

ALPHA_VECTOR = 0.1490
ALPHA_VALUE = 0.1290
