"""How alike two tables are at a node: class distribution vectors (CDV) and their similarity (DSN, DS)."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray


def class_distribution(classes: NDArray[np.intp], weights: NDArray[np.int64], n_classes: int) -> NDArray[np.int64]:
    """Class distribution vector CDV_i(V) [DH14, section 3.1]: Cnt(C_1), .., Cnt(C_m) of the rows of D_i at V.

    `classes` and `weights` are those of the rows at the node; a row of weight w counts w times.
    """
    counts = np.zeros(n_classes, dtype=np.int64)
    np.add.at(counts, classes, weights)  # integers all the way; bincount would sum in floats
    return counts


def distribution_similarity(cdv_left: ArrayLike, cdv_right: ArrayLike) -> NDArray[np.float64]:
    """Distribution similarity of a node, DSN(V) [DH14, section 3.1]: CDV_1·CDV_2 / (‖CDV_1‖ ‖CDV_2‖).

    Taken along the last axis, so (n_nodes, m) counts give (n_nodes,) similarities; 0 where either vector is all zero.
    The norms are multiplied before the root is drawn: vectors in the same ratio then give exactly 1.
    """
    left, right = np.asarray(cdv_left, dtype=np.float64), np.asarray(cdv_right, dtype=np.float64)
    dot = (left * right).sum(axis=-1)
    squares = (left * left).sum(axis=-1) * (right * right).sum(axis=-1)
    similarity: NDArray[np.float64] = np.minimum(dot / np.sqrt(np.where(squares > 0, squares, 1.0)), 1.0)
    return similarity


def tree_similarity(dsn: ArrayLike) -> float:
    """Data distribution similarity of a tree, DS(T) [DH14, Def. 2]: the mean of DSN(V) over all nodes V of T."""
    values = np.asarray(dsn, dtype=np.float64).tolist()
    return math.fsum(values) / len(values)
