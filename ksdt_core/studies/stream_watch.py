"""Following an ensemble over a stream as one piece of work: how, on which rows, and the document that comes out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Self

import numpy as np

from ksdt_core.data.dataset import Dataset
from ksdt_core.data.stream_cells import complete_stream
from ksdt_core.errors import InvalidParameterError
from ksdt_core.fourier.stability import Policy, stability
from ksdt_core.learners.ensembles import TreeShape, single_tree
from ksdt_core.studies.streams import drifting_stream, stream_trees
from ksdt_core.trees.tree import Tree

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class StreamPlan:
    """How a stream is followed; `drift` is the update, from 1, with which a generated stream changes its rule."""

    chunk: int = 200
    n_first: int = 15
    n_updates: int = 45
    policy: Policy = "oldest"
    max_depth: int = 0
    min_leaf: int = 1
    drift: int | None = None
    seed: int = 0

    def __post_init__(self) -> None:
        if min(self.chunk, self.n_first, self.n_updates) < 1:
            raise InvalidParameterError(
                f"{self.chunk} rows a tree, {self.n_first} trees and {self.n_updates} updates; give 1 or more of each."
            )
        if self.drift is not None and not 1 <= self.drift <= self.n_updates:
            raise InvalidParameterError(
                f"the rule is to change with update {self.drift}, but there are {self.n_updates}; choose one of them."
            )

    @property
    def n_rows(self) -> int:
        """Rows that the plan needs."""
        return self.chunk * (self.n_first + self.n_updates)

    @property
    def shape(self) -> TreeShape:
        return TreeShape(max_depth=self.max_depth, min_leaf=self.min_leaf)

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Self:
        """The plan that `to_document` wrote."""
        return cls(**values)

    def to_document(self) -> dict[str, Any]:
        return asdict(self)


def generated_stream(plan: StreamPlan) -> Dataset:
    """Boolean rows that follow one rule, and from the update of the drift on another."""
    drift_at = plan.n_rows if plan.drift is None else plan.chunk * (plan.n_first + plan.drift - 1)
    return drifting_stream(plan.n_rows, drift_at, seed=plan.seed)


def watched_stream(stream: Dataset, plan: StreamPlan, *, progress: Progress | None = None) -> dict[str, Any]:
    """The document ksdt-stability/1 of a plan; missing cells are filled with what is common in the first rows."""
    completed = complete_stream(stream, plan.chunk * plan.n_first, missing="common")
    n_trees, n_steps = plan.n_first + plan.n_updates, plan.n_first + 2 * plan.n_updates

    def grown(done: int, _: int) -> None:
        if progress is not None:
            progress(done, n_steps)

    def updated(done: int, _: int) -> None:
        if progress is not None:
            progress(n_trees + done, n_steps)

    parts = stream_trees(
        completed.stream, plan.chunk, n_first=plan.n_first, n_updates=plan.n_updates, shape=plan.shape, seed=plan.seed,
        progress=grown,
    )  # fmt: skip
    report = stability(parts.first, parts.updates, policy=plan.policy, errors=parts.errors, progress=updated)
    document = report.to_document()
    document["stream"] = {"name": stream.name, "rows": stream.n_rows, "chunk": plan.chunk, "filled": completed.n_filled}
    document["plan"] = plan.to_document()
    document["ensemble_error"] = _errors_of_members(report.to_document()["steps"], parts.errors, plan)
    return document


def _errors_of_members(steps: list[dict[str, Any]], errors: Any, plan: StreamPlan) -> list[float]:
    """The mean error of the trees in the ensemble on the rows of each update, before the new tree comes."""
    members = list(range(plan.n_first))
    found = []
    for update, step in enumerate(steps):
        found.append(float(np.mean(errors[update, members])))
        place = step["replaced"]
        if place is None:
            members.append(plan.n_first + update)
        else:
            members[place] = plan.n_first + update
    return found


def tree_of_update(stream: Dataset, plan: StreamPlan, update: int) -> Tree:
    """The tree that comes with an update, from 1; 0 and below are trees of the first ensemble, the last of them 0."""
    position = plan.n_first + update - 1
    completed = complete_stream(stream, plan.chunk * plan.n_first, missing="common").stream
    rows = np.arange(plan.chunk * position, plan.chunk * (position + 1))
    return single_tree(completed.take_rows(rows), shape=plan.shape, seed=plan.seed)
