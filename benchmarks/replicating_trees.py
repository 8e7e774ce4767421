"""Fixed trees on a third table: 9,999 shuffles against the same in plain NumPy, on the same rows; and its promise."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from benchmarks.harness import Measured, cpu_seconds, in_turn, ratio
from ksdt_core.data.model.dataset import Dataset
from ksdt_core.data.model.pair import Scale
from ksdt_core.data.preparing.pairing import pair_datasets
from ksdt_core.data.samples.planted import plant
from ksdt_core.evidence.replication import replicate
from ksdt_core.measures.answers import majority_vote
from ksdt_core.mining.miners import mine
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.trees.walk import predicted_classes

SHUFFLES = 9999
FEW = 199  # shuffles of NumPy, which takes long; compared shuffle by shuffle
ROWS = 500


def measurements() -> Iterator[Measured]:
    """In the units of the tables only the classes are shuffled; under a scale the columns change places, too."""
    for scale in ("none", "rank"):
        yield from third_table(scale)


def third_table(scale: Scale, repeats: int = 5) -> Iterator[Measured]:
    """9,999 shuffles of a table of 500 rows and 30 attributes, five trees of depth 3."""
    mined = plant(rows=200, attributes=30, depth=3, noise=0.2, seed=1)
    third = plant(rows=(ROWS, 20), attributes=30, depth=3, noise=0.2, seed=1).left
    trees = mine(pair_datasets(mined.left, mined.right, scale=scale), k=5)
    replicate(trees, third, 9)
    ours, plain = in_turn(
        lambda: cpu_seconds(lambda: replicate(trees, third, SHUFFLES)),
        lambda: cpu_seconds(lambda: vectorised(trees, third, scale=scale, shuffles=FEW)),
        repeats=repeats,
    )
    name = f"replication, 9,999 shuffles, {ROWS} rows, scale {scale}"
    yield Measured(name, ours, 1, " s", f"CPU, median of {repeats}")
    peer = "the same in NumPy, a row of answers at a time"
    yield ratio(f"{name}, a shuffle", ours / SHUFFLES, plain / FEW, limit=1.0, peer=peer)


def vectorised(trees: TreeSet, third: Dataset, *, scale: Scale, shuffles: int, seed: int = 0) -> tuple[float, float]:
    """p of the vote with classes shuffled, and with columns permuted under a scale, as the definition reads."""
    random, n = np.random.default_rng(seed), third.n_rows
    cells = third.values
    if scale == "rank":
        cells = (np.argsort(np.argsort(cells, axis=0), axis=0) + 1) / (n + 1)
    columns = [third.attributes.index(name) for name in trees.attributes]

    def answers(of: np.ndarray) -> np.ndarray:
        said = np.stack([predicted_classes(shared.tree, of) for shared in trees.trees])
        return np.vstack([said, majority_vote(said, len(third.class_names))])

    def balanced(said: np.ndarray, classes: np.ndarray) -> np.ndarray:
        right = said == classes
        return np.mean([right[:, classes == c].mean(axis=1) for c in range(len(third.class_names))], axis=0)

    own = answers(cells[:, columns])
    observed = balanced(own, third.classes)[-1]
    null = [balanced(own, random.permutation(third.classes))[-1] for _ in range(shuffles)]
    moved = [observed]
    if scale != "none":
        places = (random.permutation(third.n_attributes)[columns] for _ in range(shuffles))
        moved = [balanced(answers(cells[:, place]), third.classes)[-1] for place in places]
    return tuple((1 + sum(value >= observed for value in each)) / (1 + len(each)) for each in (null, moved))  # type: ignore[return-value]
