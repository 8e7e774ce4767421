"""Trees of a stream: one from every so many rows, in their order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.dataset import Dataset
from ksdt_core.errors import Interrupted, InvalidDataError, InvalidParameterError
from ksdt_core.learners.ensembles import FULL, TreeShape, single_tree
from ksdt_core.trees.tree import Tree
from ksdt_core.trees.walk import predicted_classes


@dataclass(frozen=True, slots=True, eq=False)
class StreamTrees:
    """The first ensemble, the trees that come later, and how wrong each tree is on the rows of each update."""

    first: tuple[Tree, ...]
    updates: tuple[Tree, ...]
    errors: NDArray[np.float64]  # (n_updates, n_first + n_updates)


def stream_trees(
    stream: Dataset,
    chunk: int = 800,
    *,
    n_first: int = 55,
    n_updates: int = 85,
    shape: TreeShape = FULL,
    seed: int = 0,
    progress: Callable[[int, int], None] | None = None,
    should_stop: Callable[[], bool] | None = None,
) -> StreamTrees:
    """A tree from every `chunk` rows: the first ones are the ensemble, the others come to it one by one.

    `should_stop` is asked after each tree: once it says so, the updates grown so far are all there is; before the
    first of them there is nothing to give.
    """
    for name, number in (("chunk", chunk), ("ensemble", n_first), ("updates", n_updates)):
        if number < 1:
            raise InvalidParameterError(f"{name} is {number}; give 1 or more.")
    needed = chunk * (n_first + n_updates)
    if stream.n_rows < needed:
        raise InvalidDataError(
            f"{stream.name} has {stream.n_rows:,} rows, but {n_first} trees and {n_updates} updates of {chunk} rows "
            f"each need {needed:,}; give a longer stream, or a smaller chunk, ensemble or number of updates."
        )
    parts = [stream.take_rows(np.arange(first, first + chunk)) for first in range(0, needed, chunk)]
    trees = []
    for part in parts:
        trees.append(single_tree(part, shape=shape, seed=seed))
        if progress is not None:
            progress(len(trees), len(parts))
        if should_stop is not None and should_stop():
            break
    if len(trees) <= n_first:
        raise Interrupted(
            f"interrupted; nothing was written, since only {len(trees)} of the first {n_first} trees and no update "
            "were grown."
        )
    errors = [
        [np.mean(predicted_classes(tree, part.values) != part.classes) for tree in trees]
        for part in parts[n_first : len(trees)]
    ]
    return StreamTrees(tuple(trees[:n_first]), tuple(trees[n_first:]), np.array(errors))


def drifting_stream(
    n_rows: int, drift_at: int, *, n_attributes: int = 8, noise: float = 0.05, seed: int = 0
) -> Dataset:
    """Boolean rows whose class follows one rule before the row `drift_at` and another from it on.

    Before: (a1 and a2) or a3. After: (a4 and not a5) or a6. A share `noise` of the classes is turned round.
    """
    if n_attributes < 6:
        raise InvalidParameterError(
            f"a stream with {n_attributes} attributes has no room for two rules; give 6 or more."
        )
    if not 0 <= drift_at <= n_rows:
        raise InvalidParameterError(f"the drift at row {drift_at} lies outside of the {n_rows} rows.")
    generator = np.random.default_rng(seed)
    values = generator.integers(0, 2, size=(n_rows, n_attributes)).astype(np.float64)
    is_set = values.astype(bool)
    before = (is_set[:, 0] & is_set[:, 1]) | is_set[:, 2]
    after = (is_set[:, 3] & ~is_set[:, 4]) | is_set[:, 5]
    rule = np.where(np.arange(n_rows) < drift_at, before, after)
    classes = (rule ^ (generator.random(n_rows) < noise)).astype(np.intp)
    names = tuple(f"a{position + 1}" for position in range(n_attributes))
    return Dataset("generated stream", names, values, (None,) * n_attributes, ("no", "yes"), classes)
