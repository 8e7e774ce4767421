"""Our alarms beside drift detectors of `river` on the same stream: what each found, how late, how often in vain."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ksdt_core.codec import PLAIN, Field, many, optional, record
from ksdt_core.data.model.dataset import Dataset
from ksdt_core.trees.tree import Tree
from ksdt_core.trees.walk import predicted_classes

ENSEMBLE = "ensemble"
BLOCK = 10  # rows that KSWIN sees at once, as their mean: it compares distributions, and row by row it is slow


@dataclass(frozen=True, slots=True)
class Detected:
    """The alarms of a detector, as rows after the first ensemble, each the last row that had to be seen.

    `delay` is the number of rows from the true change to the first alarm in time, and `n_false` the alarms at other
    rows; both are None where no true change is known.
    """

    detector: str
    alarms: tuple[int, ...]
    delay: int | None = None
    n_false: int | None = None


DETECTED = record(
    Detected,
    {
        "detector": PLAIN,
        "alarms": many(PLAIN),
        "delay": Field("delay", optional(PLAIN)),
        "false_alarms": Field("n_false", optional(PLAIN)),
    },
)


def wrong_shares(
    trees: Sequence[Tree], stream: Dataset, replaced: Sequence[int | None], *, chunk: int, n_first: int
) -> NDArray[np.float64]:
    """For each row after the first ensemble the share of the ensemble's trees that answer it wrongly.

    The trees are those that were there before the row's own tree came; `replaced` holds the place that the tree of
    each update took, None where the ensemble grew.
    """
    members = list(range(n_first))
    found = []
    for update, place in enumerate(replaced):
        first = chunk * (n_first + update)
        values, classes = stream.values[first : first + chunk], stream.classes[first : first + chunk]
        found.append(np.mean([predicted_classes(trees[tree], values) != classes for tree in members], axis=0))
        if place is None:
            members.append(n_first + update)
        else:
            members[place] = n_first + update
    return np.concatenate(found)


def detections(
    shares: NDArray[np.float64],
    alarms: Iterable[int],
    *,
    chunk: int,
    change: int | None = None,
    patience: int | None = None,
    seed: int = 0,
) -> tuple[Detected, ...]:
    """Our alarms (updates, from 0) beside ADWIN, Page-Hinkley and KSWIN on the shares of wrong trees, row by row.

    An alarm of ours is known when the update after it is over. `change` is the row of the true change, if any; an alarm
    is in time within `patience` rows of it, and the first of these counts for the delay.
    """
    from river.drift import ADWIN, KSWIN, PageHinkley

    ours = [chunk * (alarm + 2) - 1 for alarm in alarms]
    n_blocks = shares.size // BLOCK
    blocks = shares[: n_blocks * BLOCK].reshape(n_blocks, BLOCK).mean(axis=1)
    found = (
        (ENSEMBLE, ours),
        ("ADWIN", _alarms(ADWIN(), shares)),  # type: ignore[no-untyped-call]  # river leaves it so
        ("Page-Hinkley", _alarms(PageHinkley(), shares)),
        ("KSWIN", [BLOCK * (block + 1) - 1 for block in _alarms(KSWIN(seed=seed), blocks)]),
    )
    return tuple(judged_alarms(name, rows, change=change, patience=patience) for name, rows in found)


def judged_alarms(
    name: str, rows: Sequence[int], *, change: int | None = None, patience: int | None = None
) -> Detected:
    """Alarms beside the row of the true change."""
    if change is None:
        return Detected(name, tuple(rows))
    last = np.inf if patience is None else change + patience
    in_time = [row for row in rows if change <= row < last]
    delay = in_time[0] - change + 1 if in_time else None
    return Detected(name, tuple(rows), delay, len(rows) - len(in_time))


def _alarms(detector: object, numbers: NDArray[np.float64]) -> list[int]:
    """Positions after which a detector of river calls a drift."""
    found = []
    for position, number in enumerate(numbers.tolist()):
        detector.update(number)  # type: ignore[attr-defined]  # river has no common type that says so
        if detector.drift_detected:  # type: ignore[attr-defined]
            found.append(position)
    return found
