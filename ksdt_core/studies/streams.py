"""Trees of a stream: one from every so many rows, in their order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.matching.names import nearest
from ksdt_core.data.model.dataset import Dataset
from ksdt_core.errors import Interrupted, InvalidDataError, InvalidParameterError, Remedy
from ksdt_core.learners.ensembles import FULL, TreeShape, single_tree
from ksdt_core.learners.methods import Learner
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
    learner: Learner = "c45",
    shape: TreeShape = FULL,
    seed: int = 0,
    progress: Callable[[int, int], None] | None = None,
    should_stop: Callable[[], bool] | None = None,
) -> StreamTrees:
    """A tree from every `chunk` rows: the first ones are the ensemble, the others come to it one by one.

    `should_stop` is asked after each tree: once it says so, the updates grown so far are all there is; before the
    first of them there is nothing to give.
    """
    check_stream_sizes(chunk, n_first, n_updates)
    needed = chunk * (n_first + n_updates)
    if stream.n_rows < needed:
        raise InvalidDataError(
            "stream-too-short",
            table=stream.name,
            rows=stream.n_rows,
            needed=needed,
            trees=n_first,
            updates=n_updates,
            chunk=chunk,
            remedies=(Remedy("chunk"), Remedy("ensemble"), Remedy("updates")),
        )
    parts = [stream.take_rows(np.arange(first, first + chunk)) for first in range(0, needed, chunk)]
    trees = []
    for part in parts:
        trees.append(single_tree(part, learner=learner, shape=shape, seed=seed))
        if progress is not None:
            progress(len(trees), len(parts))
        if should_stop is not None and should_stop():
            break
    if len(trees) <= n_first:
        raise Interrupted("stopped-before-an-update", grown=len(trees), trees=n_first)
    errors = [
        [np.mean(predicted_classes(tree, part.values) != part.classes) for tree in trees]
        for part in parts[n_first : len(trees)]
    ]
    return StreamTrees(tuple(trees[:n_first]), tuple(trees[n_first:]), np.array(errors))


def by_time(stream: Dataset, column: str) -> Dataset:
    """The rows in the order of a column, which is then no longer an attribute; equal times keep the order of rows.

    Numbers are ordered as such, texts by their letters, which is right for dates written year first.
    """
    if column not in stream.attributes:
        near = nearest(column, stream.attributes)
        raise InvalidDataError("no-time-column", table=stream.name, column=column, nearest=near)
    place = stream.attributes.index(column)
    times = stream.values[:, place]
    if np.isnan(times).any():
        raise InvalidDataError("time-with-gaps", table=stream.name, column=column, cells=int(np.isnan(times).sum()))
    others = [other for other in range(stream.n_attributes) if other != place]
    return stream.take_columns(others).take_rows(np.argsort(times, kind="stable"))


def check_stream_sizes(chunk: int, n_first: int, n_updates: int) -> None:
    """Raise where a stream would have no tree, no update or no row for each."""
    for option, number in (("chunk", chunk), ("ensemble", n_first), ("updates", n_updates)):
        if number < 1:
            raise InvalidParameterError("not-whole", option=option, value=number, minimum=1)


def drifting_stream(
    n_rows: int, drift_at: int, *, n_attributes: int = 8, noise: float = 0.05, seed: int = 0
) -> Dataset:
    """Boolean rows whose class follows one rule before the row `drift_at` and another from it on.

    Before: (a1 and a2) or a3. After: (a4 and not a5) or a6. A share `noise` of the classes is turned round.
    """
    if n_attributes < 6:
        raise InvalidParameterError("not-whole", option="n_attributes", value=n_attributes, minimum=6)
    if not 0 <= drift_at <= n_rows:
        raise InvalidParameterError("out-of-range", option="drift_at", value=drift_at, low=0, high=n_rows)
    generator = np.random.default_rng(seed)
    values = generator.integers(0, 2, size=(n_rows, n_attributes)).astype(np.float64)
    is_set = values.astype(bool)
    before = (is_set[:, 0] & is_set[:, 1]) | is_set[:, 2]
    after = (is_set[:, 3] & ~is_set[:, 4]) | is_set[:, 5]
    rule = np.where(np.arange(n_rows) < drift_at, before, after)
    classes = (rule ^ (generator.random(n_rows) < noise)).astype(np.intp)
    names = tuple(f"a{position + 1}" for position in range(n_attributes))
    return Dataset("generated stream", names, values, (None,) * n_attributes, ("no", "yes"), classes)
