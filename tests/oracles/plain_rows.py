"""Tables as plain lists of rows, the form in which the plain miner sees a pair."""

from __future__ import annotations

from dataclasses import dataclass

from ksdt_core.data.model.pair import DatasetPair, Domain
from ksdt_core.trees.tree import Tree


@dataclass(frozen=True)
class Row:
    """One row of a table: its values as mined, the same in the table's own units, its class, how often it counts."""

    values: tuple[float, ...]
    original: tuple[float, ...]
    class_: int
    weight: int


@dataclass(frozen=True)
class PlainPair:
    """The two tables D1 and D2 over the attributes that may be used; `values[i]` is None for a numeric attribute."""

    attributes: tuple[str, ...]
    values: tuple[tuple[str, ...] | None, ...]
    n_classes: int
    left: list[Row]
    right: list[Row]
    scaled: tuple[bool, ...]  # codes keep their values under any scale

    @classmethod
    def of(cls, pair: DatasetPair, exclude: tuple[str, ...] = ()) -> PlainPair:
        """The pair as if the excluded columns stood in neither table."""
        kept = [i for i, name in enumerate(pair.attributes) if name not in exclude]
        return cls(
            attributes=tuple(pair.attributes[i] for i in kept),
            values=tuple(pair.categories[i] for i in kept),
            n_classes=len(pair.class_names),
            left=_rows_of(pair.left, kept),
            right=_rows_of(pair.right, kept),
            scaled=tuple(pair.preparation.scale != "none" and pair.attributes[i] not in pair.unscaled for i in kept),
        )


def _rows_of(domain: Domain, kept: list[int]) -> list[Row]:
    return [
        Row(tuple(float(scaled[i]) for i in kept), tuple(float(original[i]) for i in kept), int(class_), int(weight))
        for scaled, original, class_, weight in zip(
            domain.scaled, domain.original, domain.classes, domain.weights, strict=True
        )
    ]


def count(rows: list[Row]) -> int:
    """How many rows these are: a row of weight w counts w times."""
    return sum(row.weight for row in rows)


def class_counts(rows: list[Row], n_classes: int) -> list[int]:
    """CDV: how many of the rows are of each class."""
    return [sum(row.weight for row in rows if row.class_ == c) for c in range(n_classes)]


def rows_once(tree: Tree, thresholds: list[float], side: Domain, attributes: tuple[str, ...]) -> list[list[int]]:
    """For each node the rows of each class of one table that pass it, each row once, in the units of the table."""
    counts = [[0] * len(tree.class_names) for _ in range(tree.n_nodes)]
    for cells, class_ in zip(side.original.tolist(), side.classes.tolist(), strict=True):
        node = 0
        counts[node][class_] += 1
        while tree.attribute[node] >= 0:
            cell = cells[attributes.index(tree.attributes[tree.attribute[node]])]
            passes = cell == tree.category[node] if tree.category[node] >= 0 else cell <= thresholds[node]
            node = int(tree.left[node] if passes else tree.right[node])
            counts[node][class_] += 1
    return counts
