"""How useful the best set of a pair is: its accuracy in each table beside the share of that table's largest class."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np

from ksdt_core.codec import NUMBER, Derived, record
from ksdt_core.data.model.pair import DatasetPair, Domain
from ksdt_core.mining.tree_set import TreeSet


@dataclass(frozen=True, slots=True)
class OverBaseline:
    """Mean accuracies of the trees of a set, and the baseline of each table: the share of its own largest class."""

    accuracy_left: float
    accuracy_right: float
    baseline_left: float
    baseline_right: float

    @property
    def gain(self) -> float:
        """min over the two tables of (mean accuracy − the table's own baseline): above 0 only where both gain.

        >>> round(OverBaseline(0.95, 0.75, 0.9, 0.6).gain, 3)
        0.05
        """
        return min(self.accuracy_left - self.baseline_left, self.accuracy_right - self.baseline_right)

    @classmethod
    def of_set(cls, trees: TreeSet, pair: DatasetPair) -> Self:
        """Of a set on the rows it was mined on; balanced ones, where the pair is balanced, for both numbers."""
        left, right = ([getattr(tree, f"accuracy_{side}") for tree in trees.trees] for side in ("left", "right"))
        return cls(float(np.mean(left)), float(np.mean(right)), majority_share(pair.left), majority_share(pair.right))


OVER_BASELINE = record(
    OverBaseline,
    {
        "accuracy_left": NUMBER,
        "accuracy_right": NUMBER,
        "baseline_left": NUMBER,
        "baseline_right": NUMBER,
        "gain": Derived(lambda found: found.gain),
    },
)


def majority_share(domain: Domain) -> float:
    """max over classes of (rows of the class) / (all rows)."""
    rows = np.bincount(domain.classes, weights=domain.weights)
    return float(rows.max() / rows.sum())
