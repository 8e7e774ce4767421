"""Made-up findings of the study, to see what its tables and sentences make of them."""

from __future__ import annotations

from typing import Any

from benchmarks.study.plan import TESTED, Plan
from benchmarks.study.power import EMPTY, VARIED
from benchmarks.study.results import ByPair, Results
from benchmarks.study.shuffles import Numbers
from benchmarks.study.tumours import SETTINGS
from benchmarks.study.variants import SINGLE, WVP1, WVP2

NAMES = ("AA:BB", "AA:CC", "BB:CC")


def numbers(sdtsq: float, *, sdtq: float = 0.7, td: float = 0.9) -> Numbers:
    return {
        "sa": 0.8, "ds": 0.9, "td": td, "sdtsq": sdtsq, "sdtsq_lnc": sdtsq, "sdtq": sdtq,
        "tree_sdtq": sdtq, "tree_sa": 0.8, "tree_ds": 0.9,
    }  # fmt: skip


def battery(usual: float, *, other: float = 0.5) -> dict[str, list[Numbers]]:
    """The usual sets score `usual` with every vector but the first, which scores half; the rest scores `other`."""
    rest = {name: [numbers(other)] * len(WVP2) for name in ("sequential", "llc", "avg", "min", "first")}
    usual_sets = [numbers(usual / 2), *[numbers(usual)] * (len(WVP1) - 1)]
    return {"wvp1": usual_sets, **rest, "single": [numbers(other, sdtq=0.5)] * len(SINGLE)}


def variants(real: float, shuffled: float | None) -> ByPair:
    """Each pair a little different from the next, so that means have an error."""

    def part(step: float) -> dict[str, Any]:
        lots = [] if shuffled is None else [battery(shuffled + step)] * 2
        return {"attributes": 10, "real": battery(real + step), "shuffled": lots}

    return {name: part(0.01 * place) for place, name in enumerate(NAMES)}


def nulls(real: float, shuffled: float, *, matching: bool = True) -> ByPair:
    lots = [numbers(0.8 + 0.001 * n, sdtq=shuffled) for n in range(19)]
    tried = ("left", "right", "matching") if matching else ("left", "right")
    return {name: {"real": numbers(0.7, sdtq=real), "nulls": dict.fromkeys(tried, lots)} for name in NAMES}


def results(**changes: Any) -> Results:
    cells = dict.fromkeys(cell for cells in (EMPTY, *VARIED.values()) for cell in cells)
    found = {
        "plan": Plan(),
        "variants": {s.name: variants(0.9, 0.9 if s is SETTINGS[0] else None) for s in SETTINGS},
        "nulls": {s.name: nulls(0.9, 0.6, matching=s.scale != "none") for s in TESTED},
        "power": {c: {"claimed": 4 if c in EMPTY else 30, "replicates": 200 if c in EMPTY else 40} for c in cells},
    }
    return Results(**(found | changes))
