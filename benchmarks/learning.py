"""Learning a tree of one table, beside scikit-learn's tree on the same rows."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from benchmarks.harness import Measured, cpu_seconds, in_turn, ratio
from ksdt_core.data.model.dataset import Dataset
from ksdt_core.learners.c45 import c45_grown
from ksdt_core.learners.id3 import id3_grown

ROWS, ATTRIBUTES = 100_000, 50
LIMIT = 3.0


def large_table() -> Dataset:
    """Normal numbers, and two classes that follow three of the columns and noise."""
    random = np.random.default_rng(0)
    values = random.normal(size=(ROWS, ATTRIBUTES))
    signal = values[:, 0] + values[:, 1] * values[:, 2] + 0.5 * random.normal(size=ROWS)
    names = tuple(f"a{column}" for column in range(ATTRIBUTES))
    return Dataset(
        "large", names, np.asfortranarray(values), (None,) * ATTRIBUTES, ("x", "y"), (signal > 0).astype(int)
    )


def measurements() -> Iterator[Measured]:
    """C4.5 with its pruning, and ID3 on four intervals of each number; both grown to the end."""
    from sklearn.tree import DecisionTreeClassifier

    table = large_table()
    small = table.take_rows(np.arange(300))
    c45_grown(small)  # compiles
    id3_grown(small, bins="equal-frequency")

    def theirs() -> float:
        model = DecisionTreeClassifier(criterion="entropy", random_state=0)
        return cpu_seconds(lambda: model.fit(table.values, table.classes))

    peer = "scikit-learn's tree"
    ours, others = in_turn(lambda: cpu_seconds(lambda: c45_grown(table)), theirs, repeats=1)
    yield ratio("C4.5 with pruning, 100,000 × 50", ours, others, limit=LIMIT, peer=peer)
    ours = cpu_seconds(lambda: id3_grown(table, bins="equal-frequency"))
    yield ratio("ID3 with four intervals, 100,000 × 50", ours, others, limit=LIMIT, peer=peer)
