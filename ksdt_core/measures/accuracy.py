"""How well one tree classifies the rows of both tables: accuracy and shared accuracy (SA)."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike


def accuracy(leaf_cdv: ArrayLike, leaf_labels: ArrayLike) -> float:
    """Accuracy Acc_Di(T) [DH14, section 3.1]: Σ_leaves CDV_i(leaf)[label of the leaf] / Σ_leaves Σ_c CDV_i(leaf)[c].

    `leaf_cdv` is (n_leaves, m), `leaf_labels` (n_leaves,). With no row to classify it is 0.
    """
    counts = np.asarray(leaf_cdv, dtype=np.int64)
    labels = np.asarray(leaf_labels, dtype=np.intp)
    n_rows = int(counts.sum())
    n_right = int(counts[np.arange(labels.size), labels].sum())
    return n_right / n_rows if n_rows else 0.0


def shared_accuracy(accuracy_left: float, accuracy_right: float) -> float:
    """Shared accuracy of a tree, SA(T) [DH14, Def. 1]: min(Acc_D1(T), Acc_D2(T))."""
    return min(accuracy_left, accuracy_right)
