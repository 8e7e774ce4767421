"""How well rows were answered, from a confusion matrix M: M[c][d] rows of class c were answered d."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ksdt_core.measures.intervals import wilson_interval

Confusion = tuple[tuple[int, ...], ...]


def confusion_matrix(classes: ArrayLike, answers: ArrayLike, n_classes: int) -> Confusion:
    """M[c][d] = #{rows of class c that were answered d}; every row counts once."""
    cells = np.asarray(classes, dtype=np.intp) * n_classes + np.asarray(answers, dtype=np.intp)
    counts = np.bincount(cells, minlength=n_classes * n_classes).reshape(n_classes, n_classes)
    return tuple(tuple(row) for row in counts.tolist())


def class_sizes(confusion: Confusion) -> tuple[int, ...]:
    """Rows of each class: Σ_d M[c][d]."""
    return tuple(sum(row) for row in confusion)


def n_answered_right(confusion: Confusion) -> int:
    """Σ_c M[c][c]."""
    return sum(row[c] for c, row in enumerate(confusion))


def sensitivities(confusion: Confusion) -> tuple[float | None, ...]:
    """For each class c the share of its rows that were answered c: M[c][c] / Σ_d M[c][d]; None without rows."""
    return tuple(row[c] / sum(row) if sum(row) else None for c, row in enumerate(confusion))


def specificities(confusion: Confusion) -> tuple[float | None, ...]:
    """For each class c the share of the other classes' rows that were not answered c; None without such rows."""
    found: list[float | None] = []
    for c in range(len(confusion)):
        others = [row for d, row in enumerate(confusion) if d != c]
        n = sum(map(sum, others))
        found.append((n - sum(row[c] for row in others)) / n if n else None)
    return tuple(found)


def balanced_accuracy(confusion: Confusion) -> float:
    """The mean sensitivity over the classes that have rows; 0 without any row."""
    known = [share for share in sensitivities(confusion) if share is not None]
    return sum(known) / len(known) if known else 0.0


def balanced_interval(confusion: Confusion) -> tuple[float, float]:
    """A 95 % interval of the balanced accuracy, from the Wilson intervals [l_c, u_c] of the m sensitivities s_c.

    mean s_c − √Σ(s_c − l_c)² / m and mean s_c + √Σ(u_c − s_c)² / m: the classes are independent samples.
    """
    found = [(row[c] / sum(row), *wilson_interval(row[c], sum(row))) for c, row in enumerate(confusion) if sum(row)]
    if not found:
        return 0.0, 1.0
    mean = balanced_accuracy(confusion)
    below = math.sqrt(sum((share - low) ** 2 for share, low, _ in found)) / len(found)
    above = math.sqrt(sum((high - share) ** 2 for share, _, high in found)) / len(found)
    return max(0.0, mean - below), min(1.0, mean + above)


def baseline(sizes: Sequence[int]) -> tuple[int, float]:
    """The largest class of a table, the first on a tie, and its share: max_c n_c / Σ n_c; share 0 without rows."""
    n = sum(sizes)
    largest = max(range(len(sizes)), key=lambda c: (sizes[c], -c))
    return largest, sizes[largest] / n if n else 0.0


def majority_vote(answers: NDArray[np.int32], n_classes: int) -> NDArray[np.intp]:
    """For each row the class that most trees answer, the class listed first on a tie; `answers` is (k, n_rows)."""
    votes = np.stack([(answers == c).sum(axis=0) for c in range(n_classes)])
    chosen: NDArray[np.intp] = votes.argmax(axis=0)
    return chosen


def votes_for_second(classes: ArrayLike, answers: NDArray[np.int32]) -> Confusion:
    """V[c][v] = #{rows of class c that v of the k trees answer with the second class}, for two classes; (2, k + 1)."""
    k = answers.shape[0]
    cells = np.asarray(classes, dtype=np.intp) * (k + 1) + (answers == 1).sum(axis=0)
    return tuple(tuple(row) for row in np.bincount(cells, minlength=2 * (k + 1)).reshape(2, k + 1).tolist())


def area_under_curve(votes: Confusion) -> float | None:
    """AUC of the share of trees that answer the second class: P(s₁ > s₀) + ½ P(s₁ = s₀).

    s₀ and s₁ are the shares for a random row of the first and of the second class. None where a class has no rows.
    """
    first, second = votes
    n_pairs = sum(first) * sum(second)
    if not n_pairs:
        return None
    below = 0
    twice = 0  # pairs won count two, ties one
    for n_first, n_second in zip(first, second, strict=True):
        twice += n_second * (2 * below + n_first)
        below += n_first
    return twice / (2 * n_pairs)
