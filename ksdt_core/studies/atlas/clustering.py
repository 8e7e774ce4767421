"""Which domains are alike: tables joined step by step, those that share the best trees first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ksdt_core.codec import PLAIN, many, record
from ksdt_core.studies.atlas.entry import PairEntry

FARTHEST = 1.0
"""The distance of two tables whose pair could not be mined: nothing is known that they share."""


@dataclass(frozen=True, slots=True)
class Merge:
    """Two groups that become one. Groups 0 … n − 1 are the tables, group n + i is that of step i."""

    first: int
    second: int
    distance: float
    size: int  # tables in the new group


@dataclass(frozen=True, slots=True)
class Clustering:
    """A hierarchical clustering of tables."""

    order: tuple[int, ...]  # tables so that no two joined groups cross, neighbours as alike as can be
    merges: tuple[Merge, ...]  # n − 1 steps, nearest first


MERGE = record(Merge, {"first": PLAIN, "second": PLAIN, "distance": PLAIN, "size": PLAIN})
CLUSTERING = record(Clustering, {"order": many(PLAIN), "merges": many(MERGE)})


def domain_distances(names: Sequence[str], entries: Sequence[PairEntry]) -> NDArray[np.float64]:
    """The matrix 1 − best SDTSQ; 1 where a pair could not be mined, 0 on the diagonal."""
    place = {name: number for number, name in enumerate(names)}
    distances = np.full((len(names), len(names)), FARTHEST)
    np.fill_diagonal(distances, 0.0)
    for entry in entries:
        if entry.sdtsq is not None:
            i, j = place[entry.left], place[entry.right]
            distances[i, j] = distances[j, i] = 1.0 - entry.sdtsq
    return distances


def cluster_domains(names: Sequence[str], entries: Sequence[PairEntry]) -> Clustering:
    """Average linkage [SM58, unweighted averages] of the distances 1 − best SDTSQ.

    Groups are joined at the mean distance between their tables.
    """
    from scipy.cluster.hierarchy import leaves_list, linkage  # takes long to load
    from scipy.spatial.distance import squareform

    flat = squareform(domain_distances(names, entries), checks=False)
    joined = linkage(flat, method="average", optimal_ordering=True)
    merges = tuple(Merge(int(row[0]), int(row[1]), float(row[2]), int(row[3])) for row in joined)
    return Clustering(tuple(int(leaf) for leaf in leaves_list(joined)), merges)
