"""Candidate attributes and candidate splits, as SPEC.md section 3 defines them."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from tests.oracles.plain_measures import gain
from tests.oracles.plain_rows import PlainPair, Row, class_counts, count


@dataclass(frozen=True)
class Test:
    """A ≤ threshold for a numeric attribute, A = category for a categorical one."""

    __test__ = False

    attribute: int
    threshold: float | None
    category: int | None

    def holds(self, row: Row) -> bool:
        value = row.values[self.attribute]
        return value == self.category if self.threshold is None else value <= self.threshold

    def part(self, rows: list[Row]) -> tuple[list[Row], list[Row]]:
        """The rows of the left child and those of the right one."""
        return [row for row in rows if self.holds(row)], [row for row in rows if not self.holds(row)]


def midpoint(small: float, large: float) -> float:
    """Half-way between two values, and the smaller one should half-way round up to the larger one."""
    middle = (small + large) / 2
    if not math.isfinite(middle):
        middle = small / 2 + large / 2
    return middle if middle < large else small


def tests_of(rows: list[Row], attribute: int, values: tuple[str, ...] | None) -> Iterator[Test]:
    """Every test of one attribute on these rows: thresholds rising, values in sorted order."""
    if values is None:
        distinct = sorted({row.values[attribute] for row in rows})
        for small, large in pairwise(distinct):
            yield Test(attribute, midpoint(small, large), None)
    else:
        for category in range(len(values)):
            yield Test(attribute, None, category)


def common_tests(
    pair: PlainPair, left: list[Row], right: list[Row], attributes: list[int], *, leaf_share: float = 0.0
) -> list[Test]:
    """The candidates of a node in column order that give both children rows of each table.

    That is at least one row, and at least this share of all rows of that table.
    """
    return [
        test
        for attribute in sorted(attributes)
        for test in tests_of(left + right, attribute, pair.values[attribute])
        if all(
            child and count(child) >= leaf_share * count(every) - 1e-9
            for rows, every in ((left, pair.left), (right, pair.right))
            for child in test.part(rows)
        )
    ]


def best_gain(pair: PlainPair, rows: list[Row], attribute: int) -> float:
    """The best information gain of an attribute on one table alone; 0 where nothing parts it."""
    gains = [0.0]
    for test in tests_of(rows, attribute, pair.values[attribute]):
        yes, no = test.part(rows)
        if yes and no:
            gains.append(gain(class_counts(yes, pair.n_classes), class_counts(no, pair.n_classes)))
    return max(gains)


def ranks(gains: list[float]) -> list[int]:
    """Position of each attribute when they are listed by decreasing gain; equal gains keep column order.

    Gains are compared to 10 decimals, so that equal ones are equal whatever their last bits say.
    """
    order = sorted(range(len(gains)), key=lambda attribute: (-round(gains[attribute], 10), attribute))
    return [order.index(attribute) for attribute in range(len(gains))]


def attr_set(pair: PlainPair, attr_fraction: float | None) -> list[int]:
    """AttrSet: the attributes with the smallest rank_1 + rank_2, ties in column order."""
    n = len(pair.attributes)
    if attr_fraction is None:
        attr_fraction = 0.2 if n > 100 else 1.0
    rank_1 = ranks([best_gain(pair, pair.left, attribute) for attribute in range(n)])
    rank_2 = ranks([best_gain(pair, pair.right, attribute) for attribute in range(n)])
    n_kept = max(1, math.ceil(attr_fraction * n - 1e-9))
    by_rank = sorted(range(n), key=lambda attribute: (rank_1[attribute] + rank_2[attribute], attribute))
    return sorted(by_rank[:n_kept])


def own_threshold(rows: list[Row], test: Test) -> float | None:
    """The threshold in the units of one table: the midpoint of its adjacent original values around the test."""
    if test.threshold is None:
        return None
    yes, no = test.part(rows)
    below = max(row.original[test.attribute] for row in yes)
    above = min(row.original[test.attribute] for row in no)
    return midpoint(below, above)
