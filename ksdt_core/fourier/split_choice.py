"""Which test splits a schema: gains of all candidates from averages alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ksdt_core.fourier.schema import Schema

Criterion = Literal["entropy", "variance"]
GAIN_TIE = 1e-12


@dataclass(frozen=True, slots=True)
class Choice:
    """The feature to test and the position among its cells left: of the last cell ≤ the cut, or of the value.

    Without a position no candidate gains anything; then the feature is the first that is still present.
    """

    feature: int
    position: int | None


def chosen_split(schema: Schema, numeric: tuple[bool, ...], criterion: Criterion) -> Choice:
    """The candidate with the largest gain; on a tie the first feature, then the first cut or value.

    Gain(h, test) = H(φ(h)) - Σ_child |child| / |h| · H(φ(child)), where H is the impurity of the criterion.
    """
    candidates: list[tuple[int, NDArray[np.float64]]] = []
    pairs, pair_rows = [], []
    first_orders = schema.first_orders()
    for feature in sorted(first_orders):
        if schema.masses is None and len(first_orders[feature]) == 2:
            pairs.append(feature)
            pair_rows.append(first_orders[feature][1].real)
        else:
            averages = schema.cell_averages(feature, first_orders[feature])
            masses = np.ones(len(averages)) if schema.masses is None else np.array(schema.masses[feature], dtype=float)
            gains = _gains(schema.average, averages, masses, numeric=numeric[feature], criterion=criterion)
            candidates.append((feature, gains))
    if pairs:
        changes = np.stack(pair_rows)
        children = impurity(schema.average + changes, criterion) + impurity(schema.average - changes, criterion)
        gains = impurity(schema.average, criterion) - children / 2
        candidates += [(feature, gains[i : i + 1]) for i, feature in enumerate(pairs)]
        candidates.sort(key=lambda candidate: candidate[0])
    best = max((float(gains.max()) for _, gains in candidates), default=0.0)
    if best <= GAIN_TIE:
        return Choice(int(schema.present()[0]), None)
    feature, gains = next(candidate for candidate in candidates if candidate[1].max() >= best - GAIN_TIE)
    return Choice(feature, int(np.argmax(gains >= best - GAIN_TIE)))


def _gains(
    average: NDArray[np.float64],
    cells: NDArray[np.float64],
    masses: NDArray[np.float64],
    *,
    numeric: bool,
    criterion: Criterion,
) -> NDArray[np.float64]:
    """Gains of all cuts (numeric) or all values of a feature whose cells have these averages and count this much."""
    parts, whole = cells * masses[:, None], masses.sum()
    sizes = (np.cumsum(masses)[:-1] if numeric else masses)[:, None]
    sums = np.cumsum(parts, axis=0)[:-1] if numeric else parts
    inside, outside = sums / sizes, (parts.sum(axis=0) - sums) / (whole - sizes)
    share = sizes[:, 0] / whole
    children = share * impurity(inside, criterion) + (1 - share) * impurity(outside, criterion)
    gains: NDArray[np.float64] = impurity(average, criterion) - children
    return gains


def impurity(averages: NDArray[np.float64], criterion: Criterion) -> NDArray[np.float64]:
    """Impurity of schemata with these averages, a column an output.

    Entropy of φ clipped to [0, 1], for more than two classes -Σ φ_c log2 φ_c over all classes [KPD06, section V-C]. For
    real values -Σ φ², whose gain is the variance between the children.
    """
    if criterion == "variance":
        return np.asarray(-(averages**2).sum(axis=-1))
    shares = np.clip(averages, 0.0, 1.0)
    bits = _bits(shares).sum(axis=-1)
    return np.asarray(bits + _bits(1.0 - shares[..., 0]) if averages.shape[-1] == 1 else bits)


def _bits(shares: NDArray[np.float64]) -> NDArray[np.float64]:
    """-p log2 p, 0 at p = 0."""
    return np.asarray(-shares * np.log2(shares, out=np.zeros_like(shares), where=shares > 0))
