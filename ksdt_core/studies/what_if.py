"""What if this class is that one? Every one-to-one mapping of the classes of two tables, mined and compared."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import permutations as orders
from types import MappingProxyType
from typing import Any

from ksdt_core.data.matching.matching import renamed_classes
from ksdt_core.data.matching.value_matching import ValueMap
from ksdt_core.data.model.dataset import Dataset
from ksdt_core.data.model.pair import DatasetPair
from ksdt_core.data.model.preparation import Preparation
from ksdt_core.data.preparing.pairing import pair_datasets
from ksdt_core.errors import InvalidDataError, InvalidParameterError, Remedy
from ksdt_core.evidence.set_chance import Significance
from ksdt_core.evidence.significance import mean_tree_quality, nulls_of, significance
from ksdt_core.mining.miners import Weights, mine
from ksdt_core.mining.sweeps import Sweep, sweep
from ksdt_core.mining.tree_set import SetScores, TreeSet
from ksdt_core.mining.weights import PoolSource
from ksdt_core.options import options_of
from ksdt_core.parallel.executor import Progress, part_of, run_tasks
from ksdt_core.parallel.workers import Workers

MOST_CLASSES = 4

ClassMap = Mapping[str, str]


@dataclass(frozen=True, slots=True, eq=False)
class WhatIf:
    """One mapping of the classes, and what is mined under it."""

    class_map: ClassMap  # for each class of the right table the class of the left one that it is taken for
    result: TreeSet
    significance: Significance | None

    @property
    def scores(self) -> SetScores:
        return self.result.scores

    @property
    def statistic(self) -> float:
        """Mean SDTQ of the set's trees: what the p-value is about."""
        return mean_tree_quality(self.result.trees)

    @property
    def p_value(self) -> float | None:
        return None if self.significance is None else self.significance.p_value

    @property
    def renamed(self) -> dict[str, str] | None:
        """The renamings of a class map, which hold for both tables; None where they would rename the left one too."""
        changed = {old: new for old, new in self.class_map.items() if old != new}
        return None if set(changed) & set(self.class_map.values()) else changed

    def to_document(self) -> dict[str, Any]:
        return {
            "class_map": dict(self.class_map),
            "scores": self.scores.to_document(),
            "statistic": self.statistic,
            "p_value": self.p_value,
        }


def class_mappings(left: Dataset, right: Dataset) -> tuple[ClassMap, ...]:
    """Every way to take the classes of the right table for those of the left one, one for one."""
    if len(left.class_names) != len(right.class_names):
        raise InvalidDataError(
            "classes-not-one-to-one",
            left=left.name,
            right=right.name,
            left_classes=left.class_names,
            right_classes=right.class_names,
            remedies=(Remedy("class_map"),),
        )
    if len(left.class_names) > MOST_CLASSES:
        raise InvalidDataError(
            "too-many-classes-to-try",
            table=left.name,
            number=len(left.class_names),
            classes=left.class_names,
            most=MOST_CLASSES,
            remedies=(Remedy("class_map"),),
        )
    return tuple(
        MappingProxyType(dict(zip(right.class_names, order, strict=True))) for order in orders(left.class_names)
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Plan:
    """What all mappings share."""

    left: Dataset
    right: Dataset
    mappings: tuple[dict[str, str], ...]
    preparation: dict[str, Any]  # options of `pair_datasets`
    mining: dict[str, Any]  # options of `sweep` where they name a pool, else of `mine`

    def pair(self, number: int) -> DatasetPair:
        return pair_datasets(self.left, renamed_classes(self.right, self.mappings[number]), **self.preparation)


def _mined(plan: _Plan, number: int) -> TreeSet | Sweep:
    return (sweep if "pool" in plan.mining else mine)(plan.pair(number), **plan.mining)


def what_if(
    left: Dataset,
    right: Dataset,
    *,
    permutations: int = 0,
    workers: Workers = 1,
    progress: Progress | None = None,
    should_stop: Callable[[], bool] | None = None,
    attribute_map: Mapping[str, str] | None = None,
    value_map: ValueMap | None = None,
    weights: Weights = None,
    pool: PoolSource | None = None,
    **options: Any,
) -> tuple[WhatIf, ...]:
    """Mine under every mapping of the classes, the most convincing first.

    With permutations the smallest p-value comes first (on a tie the highest SDTSQ); without them the highest SDTSQ (on
    a tie the highest mean SDTQ). SDTSQ alone is a poor criterion: if the right mapping lets trees use the same
    predictive attribute, their diversity falls and SDTSQ with it.

    `options` are those of `Preparation` and of `mine`. With a `pool` each mapping has the best set of its
    vectors. Only the classes of the right table are renamed, so tables with the same class names can be compared
    crosswise.
    """
    if permutations < 0:
        raise InvalidParameterError("not-whole", option="permutations", value=permutations, minimum=0)
    preparation = {name: options.pop(name) for name in options_of(Preparation) if name in options}
    plan = _Plan(
        left,
        right,
        tuple(dict(class_map) for class_map in class_mappings(left, right)),
        preparation | {"attribute_map": attribute_map and dict(attribute_map), "value_map": value_map},
        options | ({"weights": weights} if pool is None else {"pool": pool}),
    )
    n_mappings = len(plan.mappings)
    n_shuffles = permutations * len(nulls_of(plan.pair(0), plan.mining.get("exclude", ())))
    total = n_mappings * (1 + n_shuffles)
    mined = run_tasks(
        _mined,
        plan,
        range(n_mappings),
        workers=workers,
        progress=part_of(progress, 0, total),
        should_stop=should_stop,
    )
    found = []
    for number, result in enumerate(mined):
        tested = None
        if permutations:
            ticks = part_of(progress, n_mappings + number * n_shuffles, total)
            how: dict[str, Any] = {"workers": workers, "progress": ticks, "should_stop": should_stop}
            tested = significance(plan.pair(number), result, permutations=permutations, **how)
        best = result.best if isinstance(result, Sweep) else result
        found.append(WhatIf(MappingProxyType(plan.mappings[number]), best, tested))
    return tuple(sorted(found, key=_rank))


def _rank(entry: WhatIf) -> tuple[float, float, float]:
    """Smallest p, then highest SDTSQ, then highest mean SDTQ: with one attribute every SDTSQ is 0."""
    return entry.p_value or 0.0, -round(entry.scores.sdtsq, 12), -entry.statistic
