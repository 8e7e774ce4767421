"""What the tasks of the pair test found, as far as they are done."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from scipy.stats import false_discovery_control

from benchmarks.study.keeping import Keeper, Task
from benchmarks.study.kinds import KINDS, Kind
from benchmarks.study.plan import Plan
from benchmarks.study.power import LEVEL, Cell

Found = dict[str, Any]
NEAR = 1e-12


@dataclass(frozen=True, slots=True)
class PairResults:
    """Planted pairs by kind, the old test beside them, and real pairs by name; what is not done is not there."""

    plan: Plan
    pairs: dict[str, Found] = field(default_factory=dict)  # p-values and numbers of claimed attributes, pair by pair
    old: dict[str, Found] = field(default_factory=dict)
    kept: Mapping[Cell, Found | None] = field(default_factory=dict)  # of the old study
    ranked: dict[str, Found] = field(default_factory=dict)
    own: dict[str, Found] = field(default_factory=dict)  # the tumour pairs without a scale
    bundled: dict[str, Found] = field(default_factory=dict)
    old_p: Mapping[str, tuple[float, float]] = field(default_factory=dict)  # p and q of the tumour pairs, old test

    def old_of(self, kind: Kind) -> tuple[Found | None, bool]:
        """What the old test found, and whether that is a kept figure of other pairs of the same kind."""
        if kind.name in self.old:
            return self.old[kind.name], False
        return (None, False) if kind.cell is None else (self.kept.get(kind.cell), True)


def load_pair_results(
    plan: Plan, keeper: Keeper, kept: Mapping[Cell, Found | None], old_p: Mapping[str, tuple[float, float]]
) -> PairResults:
    def done(tasks: Mapping[str, Task]) -> dict[str, Found]:
        found = {name: keeper.load(task) for name, task in tasks.items()}
        return {name: one for name, one in found.items() if one is not None}

    def tumours(*, ranked: bool) -> dict[str, Found]:
        """All of them or none: q is over all."""
        found = done({":".join(task.names): task for task in plan.tumours(ranked=ranked)})
        return found if len(found) == len(plan.names) else {}

    pairs: dict[str, Found] = {}
    for kind in KINDS.values():
        steps = [keeper.load(task) for task in plan.pair(kind)]
        whole = [step for step in steps if step is not None]
        if len(whole) == len(steps):
            names = ("shared", "pairing", "true", "false")
            pairs[kind.name] = {name: [value for step in whole for value in step[name]] for name in names}
    return PairResults(
        plan=plan,
        pairs=pairs,
        old=done({kind.name: plan.old(kind) for kind in KINDS.values()}),
        kept=kept,
        ranked=tumours(ranked=True),
        own=tumours(ranked=False),
        bundled=done({":".join(task.names): task for task in plan.bundled()}),
        old_p=old_p,
    )


def n_claimed(ps: list[float | None]) -> int:
    """Pairs with p ≤ 0.05."""
    return sum(p is not None and p <= LEVEL + NEAR for p in ps)


def n_with(numbers: list[int]) -> int:
    """Pairs with one such attribute at least."""
    return sum(number > 0 for number in numbers)


def q_values(found: Mapping[str, Found]) -> dict[str, float]:
    """p of the shared signal, corrected over the pairs by Benjamini and Hochberg."""
    if not found:
        return {}
    corrected = false_discovery_control([one["shared"] for one in found.values()], method="bh")
    return dict(zip(found, corrected.tolist(), strict=True))


def discovered(found: Mapping[str, Found]) -> list[str]:
    return [name for name, q in q_values(found).items() if q <= LEVEL + NEAR]
