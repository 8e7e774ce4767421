"""Judging answers: errors, a row of a study, and answers that are sums of functions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ksdt_core.codec import PLAIN, Field, record
from ksdt_core.fourier.growing import answered_classes
from ksdt_core.fourier.tree_boxes import class_indicators

Answers = NDArray[np.integer[Any]]
Values = NDArray[np.float64]
"""(n_trees, n_rows, n_outputs): what each orthogonal tree answers."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A way to answer, its errors on rows never seen, and what it is made of."""

    method: str
    error: float  # share of rows answered wrongly
    balanced_error: float  # the same within each class, averaged over the classes
    nodes: int  # of all its trees together
    trees: int
    leaks: bool = False  # whether it has seen the classes that it is judged on


JUDGED = record(
    Judged,
    {
        "method": PLAIN,
        "error": PLAIN,
        "balanced_error": PLAIN,
        "nodes": PLAIN,
        "trees": PLAIN,
        "leaks": Field("leaks", PLAIN, usual=False),
    },
)


def error_of(answers: Answers, classes: Answers) -> float:
    """The share of wrong answers."""
    return float(np.mean(answers != classes))


def balanced_error_of(answers: Answers, classes: Answers) -> float:
    """The mean over the classes that occur of the share of their rows answered wrongly."""
    return float(np.mean([np.mean(answers[classes == name] != name) for name in np.unique(classes)]))


def judged(method: str, answers: Answers, classes: Answers, *, nodes: Sequence[int], leaks: bool = False) -> Judged:
    """A row of a study; `nodes` of each tree."""
    error, balanced = error_of(answers, classes), balanced_error_of(answers, classes)
    return Judged(method, error, balanced, int(sum(nodes)), len(nodes), leaks)


def fitted_weights(
    values: Values, classes: NDArray[Any], n_classes: int, *, row_weights: NDArray[Any] | None = None
) -> NDArray[np.float64]:
    """b that minimises Σ_rows Σ_outputs (y - Σ_q b_q v_q)², y the indicators of the classes."""
    wanted = class_indicators(classes, n_classes)
    scale = np.ones(classes.size) if row_weights is None else np.sqrt(row_weights.astype(np.float64))
    left = (values * scale[None, :, None]).reshape(values.shape[0], -1).T
    right = (wanted * scale[:, None]).reshape(-1)
    return np.asarray(np.linalg.lstsq(left, right, rcond=None)[0], dtype=np.float64)


def combined_answers(values: Values, weights: NDArray[np.float64]) -> NDArray[np.int64]:
    """The class that Σ_q b_q v_q stands for: the second of two above 1/2, the largest of more."""
    return answered_classes(np.tensordot(weights, values, axes=1))
