"""The rows that sets of items cover, as bits, and how many of them are of each class."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.model.pair import DatasetPair
from ksdt_core.patterns.itemsets import Itemset
from ksdt_core.rules.conditions import Condition

Bits = NDArray[np.uint8]
AT_A_TIME = 1 << 24  # bytes of bits


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """The rows of both tables one after the other, those of the right table starting with a whole byte."""

    items: Bits  # (n_items, n_bytes)
    classes: tuple[Bits, ...]  # for each table (n_classes, n_bytes)

    def covered(self, itemset: Itemset) -> Bits:
        """The rows that have all items."""
        return np.asarray(np.bitwise_and.reduce(self.items[list(itemset)], axis=0))

    def counts(self, itemsets: Sequence[Itemset]) -> tuple[NDArray[np.int64], list[bytes]]:
        """Rows by (itemset, table, class), and a key for each itemset that is the same where the rows are."""
        counts = np.zeros((len(itemsets), len(self.classes), self.classes[0].shape[0]), dtype=np.int64)
        keys: list[bytes] = []
        step = max(1, AT_A_TIME // max(1, self.items.shape[1]))
        for first in range(0, len(itemsets), step):
            bits = np.stack([self.covered(each) for each in itemsets[first : first + step]])
            keys += [hashlib.blake2b(row.tobytes(), digest_size=16).digest() for row in bits]
            for table, classes in enumerate(self.classes):
                for answer, rows in enumerate(classes):
                    counts[first : first + step, table, answer] = np.bitwise_count(bits & rows).sum(axis=1)
        return counts, keys


def rows_of(pair: DatasetPair, items: Sequence[Condition]) -> tuple[Rows, tuple[NDArray[np.bool_], ...]]:
    """The rows of a pair as bits, and for each table which items each of its rows has."""
    sides = pair.left, pair.right
    holds = tuple(
        np.column_stack([item.holds(side.original, table) for item in items]) for table, side in enumerate(sides)
    )
    packed = [np.packbits(each, axis=0).T for each in holds]
    classes = []
    for table, side in enumerate(sides):
        of_class = np.packbits(side.classes[:, None] == np.arange(len(pair.class_names)), axis=0).T
        empty = [np.zeros((len(pair.class_names), each.shape[1]), dtype=np.uint8) for each in packed]
        empty[table] = of_class
        classes.append(np.concatenate(empty, axis=1))
    return Rows(np.concatenate(packed, axis=1), tuple(classes)), holds
