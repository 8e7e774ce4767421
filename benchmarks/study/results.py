"""What the tasks of the study found, as far as they are done."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from benchmarks.study.keeping import Keeper
from benchmarks.study.plan import TESTED, Plan
from benchmarks.study.power import EMPTY, VARIED, Cell
from benchmarks.study.tumours import SETTINGS

Found = dict[str, Any]
ByPair = dict[str, Found]  # "BC:CN" to what was found


@dataclass(frozen=True, slots=True)
class Results:
    """Each part by setting, or None where some of it has not been computed."""

    plan: Plan
    variants: dict[str, ByPair | None]
    nulls: dict[str, ByPair | None]
    power: dict[Cell, Found | None]


def load_results(plan: Plan, keeper: Keeper) -> Results:
    cells = dict.fromkeys(cell for cells in (EMPTY, *VARIED.values()) for cell in cells)
    return Results(
        plan=plan,
        variants={s.name: _whole({n: keeper.load(plan.variant(s, n)) for n in plan.names}) for s in SETTINGS},
        nulls={s.name: _whole({n: keeper.load(plan.null(s, n)) for n in plan.names}) for s in TESTED},
        power={cell: keeper.load(plan.power(cell)) for cell in cells},
    )


def _whole(found: dict[tuple[str, str], Found | None]) -> ByPair | None:
    done = {":".join(names): part for names, part in found.items() if part is not None}
    return done if len(done) == len(found) else None
