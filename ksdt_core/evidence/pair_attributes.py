"""The attributes of a pair: m_j = max over splits of j, classes and signs g of min(g·z_L, g·z_R), and their effects.

The split that gives m_j is the best split of attribute j; among equal ones the first. Effects of numeric attributes and
codes are those of the whole column for two classes, those of the best split beyond.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.model.pair import DatasetPair, Domain
from ksdt_core.data.model.settled import Codes
from ksdt_core.evidence.effect_sizes import (
    area_interval,
    areas,
    association,
    association_interval,
    log_odds,
    two_sided,
)
from ksdt_core.evidence.pair_evidence import AttributeEvidence
from ksdt_core.evidence.pair_splits import Splits
from ksdt_core.evidence.root_scores import Table
from ksdt_core.rules.evidence import holm

Vector = NDArray[np.float64]
Numbers = NDArray[np.intp]
TIE = 1e-9


@dataclass(frozen=True, slots=True, eq=False)
class AttributeScores:
    """For each attribute m, and the split, class and sign that give it."""

    best: Vector
    split: Numbers
    tested: Numbers  # position among the tested classes
    sign: Numbers  # 1: the class is more frequent among the rows that meet the split
    usable: NDArray[np.bool_]  # whether that split counts


def attribute_scores(splits: Splits, left: Table, right: Table) -> AttributeScores:
    """m of every attribute."""
    usable = left.usable & right.usable
    z = np.where(usable, left.z, 0.0), np.where(usable, right.z, 0.0)
    both = np.stack([np.minimum(z[0], z[1]), np.minimum(-z[0], -z[1])])  # (sign, class, split)
    n_signs, n_tested, n_splits = both.shape
    ways = both.reshape(n_signs * n_tested, n_splits)
    of_split = ways.max(axis=0)
    best = np.maximum.reduceat(of_split, splits.first[:-1])
    close = of_split >= best[splits.attribute] - TIE
    close &= usable | ~_any_usable(close & usable, splits)[splits.attribute]
    _, first = np.unique(splits.attribute[close], return_index=True)
    chosen = np.flatnonzero(close)[first]
    way = ways[:, chosen].argmax(axis=0)
    sign = np.where(way // n_tested == 0, 1, -1)
    return AttributeScores(best, chosen, way % n_tested, sign, usable[chosen])


def _any_usable(flags: NDArray[np.bool_], splits: Splits) -> NDArray[np.bool_]:
    return np.asarray(np.logical_or.reduceat(flags, splits.first[:-1]))


def described(
    pair: DatasetPair,
    codes: Codes,
    splits: Splits,
    tables: tuple[Table, Table],
    scores: AttributeScores,
    p: Vector,
) -> tuple[AttributeEvidence, ...]:
    """Every attribute with its effects, sorted by p, then by the smaller of the two effects."""
    effects = [
        _effects(domain, table, splits, scores, len(pair.class_names))
        for domain, table in zip((pair.left, pair.right), tables, strict=True)
    ]
    units = [_in_units(domain, codes, splits, scores) for domain in (pair.left, pair.right)]
    differ = p_differences(tables, scores)
    names, two = pair.class_names, len(pair.class_names) <= 2
    strength = np.minimum(*(np.abs(own[0] - 0.5) if two else own[0] for own in effects))
    entries = []
    for j in np.lexsort((np.arange(p.size), -strength, p)).tolist():
        left, right = (_split_words(own[j], pair.categories[j], bool(scores.usable[j])) for own in units)
        (effect_left, low_left, high_left), (effect_right, low_right, high_right) = (
            [float(values[j]) for values in own] for own in effects
        )
        entries.append(
            AttributeEvidence(
                attribute=pair.attributes[j],
                p=float(p[j]),
                score=float(scores.best[j]),
                class_name=names[-1] if two else names[int(scores.tested[j])],
                direction=_direction(splits, scores, j),
                split_left=left,
                split_right=right,
                effect_left=effect_left,
                interval_left=(low_left, high_left),
                effect_right=effect_right,
                interval_right=(low_right, high_right),
                p_difference=float(differ[j]),
            )
        )
    return tuple(entries)


def p_differences(tables: tuple[Table, Table], scores: AttributeScores) -> Vector:
    """Whether the two log odds at the best split differ: z-test, Holm-corrected; 1 where no split counts."""
    found = [log_odds(_crossed(table, scores)) for table in tables]
    (left, left_variance), (right, right_variance) = found
    p = two_sided((left - right) / np.sqrt(left_variance + right_variance))
    corrected = holm(np.where(scores.usable, p, 1.0).tolist())
    return np.where(scores.usable, np.array(corrected, dtype=np.float64), 1.0)


def _crossed(table: Table, scores: AttributeScores) -> Vector:
    """Rows by (meets the split, is of the class): yes yes, yes no, no yes, no no."""
    both, met = table.in_class[scores.tested, scores.split], table.met[scores.split]
    of_class = table.n_class[scores.tested]
    return np.stack([both, met - both, of_class - both, table.n_rows - met - of_class + both]).astype(np.float64)


def _effects(
    domain: Domain, table: Table, splits: Splits, scores: AttributeScores, n_classes: int
) -> tuple[Vector, Vector, Vector]:
    """Effect and interval of every attribute in one table."""
    if n_classes > 2:
        v = association(table.in_class[:, scores.split], table.n_class, table.met[scores.split], table.n_rows)
        return (v, *association_interval(v, table.n_rows, n_classes))
    positive = np.asarray(domain.classes == n_classes - 1)
    area = areas(domain.original.T, positive)
    n_positive = int(positive.sum())
    n_other = domain.n_rows - n_positive
    for j in np.flatnonzero(splits.categorical).tolist():
        met, of_class = int(table.met[scores.split[j]]), int(table.in_class[0, scores.split[j]])
        if n_positive and n_other:
            area[j] = (1 + of_class / n_positive - (met - of_class) / n_other) / 2
    return (area, *area_interval(area, n_positive, n_other))


def _in_units(domain: Domain, codes: Codes, splits: Splits, scores: AttributeScores) -> Vector:
    """The best splits in the units of a table: original ≤ this exactly when the scaled value is ≤ the cut.

    The midpoint of the two adjacent original values; should it round up to the larger one, the smaller one.
    """
    cuts = splits.cuts[scores.split]
    scaled = np.array([code is None for code in codes], dtype=bool) & ~splits.categorical & scores.usable
    if domain.scaled is domain.original or not scaled.any():
        return cuts
    original = domain.original.T[scaled]
    below = domain.scaled.T[scaled] <= cuts[scaled, None]
    smaller = np.where(below, original, -np.inf).max(axis=1)
    larger = np.where(below, np.inf, original).min(axis=1)
    middle = smaller / 2 + larger / 2
    units = cuts.copy()
    units[scaled] = np.where(middle < larger, middle, smaller)
    return units


def _split_words(cut: np.float64, values: tuple[str, ...] | None, usable: bool) -> float | str | None:
    if not usable:
        return None
    return float(cut) if values is None else values[int(cut)]


def _direction(splits: Splits, scores: AttributeScores, j: int) -> str | None:
    if not scores.usable[j]:
        return None
    words = ("equal", "other") if splits.categorical[j] else ("lower", "higher")
    return words[0 if scores.sign[j] == 1 else 1]
