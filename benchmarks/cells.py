"""The weight triangle solved exactly, against mining the 36 vectors of WVP1 on the same pair in the same run."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from benchmarks.harness import Measured, in_turn, ratio, seconds
from benchmarks.mining import gene_pair_tables
from ksdt_core.data import DatasetPair, pair_datasets
from ksdt_core.data.samples.catalogue import load
from ksdt_core.data.samples.cohorts import cohorts_installed
from ksdt_core.mining import sweep, weight_cells

BUNDLED = (  # left, right, scale, options, at most so many sweeps, at most so many seconds
    ("wine-red", "wine-white", "rank", {}, 12.0, 1.5),
    ("kc1", "pc1", "rank", {}, 15.0, 1.5),
    ("cm1", "kc1", "rank", {}, 20.0, 1.5),
    ("cmc-working", "cmc-at-home", "none", {}, 15.0, 0.5),
    ("wine-red", "wine-white", "rank", {"k": 10}, 25.0, 6.0),
    ("wine-red", "wine-white", "rank", {"max_depth": 4}, 25.0, 6.0),
)


def measurements(repeats: int = 3) -> Iterator[Measured]:
    """The triangle of each pair, as a multiple of a sweep and in seconds."""
    for left, right, scale, options, limit, most in BUNDLED:
        pair = pair_datasets(load(left), load(right), scale="rank" if scale == "rank" else "none")
        yield from _measured(f"{left}:{right}{_words(options)}", pair, options, limit=limit, most=most, repeats=repeats)
    if cohorts_installed():
        cohorts = pair_datasets(load("gse1992"), load("gse4335"), scale="rank")
        yield from _measured("gse1992:gse4335", cohorts, {}, limit=10.0, most=4.0, repeats=repeats)
    tumours = pair_datasets(*gene_pair_tables(), scale="rank")
    yield from _measured("DH:LM or tables of its size", tumours, {}, limit=10.0, most=1.0, repeats=repeats)


def _measured(
    name: str, pair: DatasetPair, options: dict[str, Any], *, limit: float, most: float, repeats: int
) -> Iterator[Measured]:
    weight_cells(pair, **options)  # compiles
    solved, swept = in_turn(
        lambda: seconds(lambda: weight_cells(pair, **options)),
        lambda: seconds(lambda: sweep(_again(pair), pool="wvp1", **options)),
        repeats=repeats,
    )
    yield ratio(f"weight triangle of {name}", solved, swept, limit=limit, peer="36 sets of WVP1 on a fresh pair")
    yield Measured(f"weight triangle of {name}, seconds", solved, most, " s", f"median of {repeats}")


def _again(pair: DatasetPair) -> DatasetPair:
    """The same pair with nothing worked out before."""
    return pair_datasets(
        pair.matched.left,
        pair.matched.right,
        scale=pair.preparation.scale,
    )


def _words(options: dict[str, Any]) -> str:
    return "".join(f", {name} = {value}" for name, value in options.items())
