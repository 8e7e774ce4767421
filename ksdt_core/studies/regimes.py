"""Regimes of a stream: stretches between alarms, each with a name; a rule that comes back gets its old name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from string import ascii_uppercase

import numpy as np
from numpy.typing import NDArray

from ksdt_core.codec import PLAIN, TEXT, Field, many, record
from ksdt_core.trees.tree import LEAF, Tree
from ksdt_core.trees.walk import predicted_classes

MOST_ROWS = 400  # rows on which trees are compared
AS_ALIKE = 1.5  # trees of two stretches differ at most this many times as much as trees of one: the same regime
LEAST = 0.02  # share of rows below which trees do not differ
MOST_ATTRIBUTES = 3


@dataclass(frozen=True, slots=True)
class Regime:
    """A stretch of a stream in which the trees say the same."""

    name: str  # A, B, ..; the same name again where the same rule comes back
    first: int  # update, from 1; the first ensemble belongs to the first regime
    last: int
    attributes: tuple[str, ...]  # that most of its trees test, most used first


REGIME = record(Regime, {"name": PLAIN, "first": PLAIN, "last": PLAIN, "attributes": Field("attributes", many(TEXT))})


def regimes(
    trees: Sequence[Tree], n_first: int, alarms: Sequence[int], rows: NDArray[np.float64]
) -> tuple[Regime, ...]:
    """The stretches before, between and after alarms (updates, from 0).

    Two stretches are one regime when their trees differ on hardly more of the rows than trees of one stretch do.
    """
    n_updates = len(trees) - n_first
    starts = [0, *(alarm for alarm in alarms if 0 < alarm < n_updates)]
    ends = [*starts[1:], n_updates]
    stretches = [
        list(range(n_first + start if start else 0, n_first + end)) for start, end in zip(starts, ends, strict=True)
    ]
    differing = _differing(trees, rows)
    names: list[int] = []
    for position, own in enumerate(stretches):
        alike = [names[e] for e in range(position) if _is_same(differing, stretches[e], own)]
        names.append(alike[-1] if alike else len(set(names)))
    return tuple(
        Regime(regime_name(name), start + 1, end, _attributes([trees[tree] for tree in own]))
        for name, start, end, own in zip(names, starts, ends, stretches, strict=True)
    )


def regime_name(number: int) -> str:
    """A to Z, then A2 to Z2 and so on."""
    turn, letter = divmod(number, len(ascii_uppercase))
    return f"{ascii_uppercase[letter]}{turn + 1 if turn else ''}"


def _differing(trees: Sequence[Tree], rows: NDArray[np.float64]) -> NDArray[np.float64]:
    """The share of rows that two trees answer differently."""
    chosen = rows[np.unique(np.linspace(0, rows.shape[0] - 1, min(MOST_ROWS, rows.shape[0])).astype(np.intp))]
    answers = np.stack([predicted_classes(tree, chosen) for tree in trees])
    same = sum((answers == name).astype(np.float64) @ (answers == name).T for name in np.unique(answers))
    return np.asarray(1.0 - same / chosen.shape[0])


def _is_same(differing: NDArray[np.float64], earlier: Sequence[int], later: Sequence[int]) -> bool:
    within = max(_mean_within(differing, earlier), _mean_within(differing, later), LEAST)
    return float(differing[np.ix_(earlier, later)].mean()) <= AS_ALIKE * within


def _mean_within(differing: NDArray[np.float64], own: Sequence[int]) -> float:
    if len(own) < 2:
        return 0.0
    return float(differing[np.ix_(own, own)].sum()) / (len(own) * (len(own) - 1))


def _attributes(trees: Sequence[Tree]) -> tuple[str, ...]:
    """Attributes that at least half of the trees test, most used first."""
    used = Counter(
        name for tree in trees for name in sorted({tree.attributes[a] for a in tree.attribute.tolist() if a != LEAF})
    )
    common = [name for name, times in used.most_common() if 2 * times >= len(trees)]
    return tuple(common[:MOST_ATTRIBUTES])
