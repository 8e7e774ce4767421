"""The weight triangle solved exactly, against mining at as many random weights as it has cells, in the same run.

Times are of the CPU. What a pair has sorted once is kept in both; split tables are made again each time.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.harness import Measured, in_turn, ratio
from benchmarks.study.tumours import DEFAULTS_RANK, PAIRS, tumour_pair
from ksdt_core.data import DatasetPair, pair_datasets
from ksdt_core.data.samples.catalogue import load
from ksdt_core.data.samples.cohorts import cohorts_installed
from ksdt_core.mining import MiningParameters, weight_cells
from ksdt_core.mining.cells.solver import ALL_DIRECTIONS
from ksdt_core.mining.run import grow_trees
from ksdt_core.mining.weights import WeightVector
from ksdt_core.mining.workbench import workbench_of

BUNDLED = (  # left, right, scale, options, at most so many seconds
    ("wine-red", "wine-white", "rank", {}, 1.5),
    ("kc1", "pc1", "rank", {}, 1.5),
    ("cm1", "kc1", "rank", {}, 1.5),
    ("cmc-working", "cmc-at-home", "none", {}, 0.5),
    ("wine-red", "wine-white", "rank", {"k": 10}, 6.0),
    ("wine-red", "wine-white", "rank", {"max_depth": 4}, 6.0),
)
FOLDER = Path(os.environ.get("KSDT_SHARED_DATA", "../shared/data"))  # the tumour tables, where they are at hand
MOST = 2.0  # times the mining of as many sets: each is found, scored and merged


def measurements(repeats: int = 3) -> Iterator[Measured]:
    """The triangle of each pair, in seconds and as a multiple of mining as many sets."""
    for left, right, scale, options, most in BUNDLED:
        pair = pair_datasets(load(left), load(right), scale="rank" if scale == "rank" else "none")
        yield from _measured(f"{left}:{right}{_words(options)}", pair, options, most=most, repeats=repeats)
    if cohorts_installed():
        cohorts = pair_datasets(load("gse1992"), load("gse4335"), scale="rank")
        yield from _measured("gse1992:gse4335", cohorts, {}, most=4.0, repeats=repeats)
    else:
        print("weight triangle of gse1992:gse4335: skipped, the cohorts are not installed", flush=True)
    if not (FOLDER / "gene").is_dir():
        print(f"weight triangles of {len(PAIRS)} tumour pairs: skipped, no tables in KSDT_SHARED_DATA", flush=True)
        return
    for names in PAIRS:
        yield from _measured(":".join(names), tumour_pair(FOLDER, names, DEFAULTS_RANK), {}, most=1.0, repeats=repeats)


def _measured(
    name: str, pair: DatasetPair, options: dict[str, Any], *, most: float, repeats: int
) -> Iterator[Measured]:
    n_cells = weight_cells(pair, **options).n_cells  # compiles, and sorts the columns of the pair
    solved, mined = in_turn(
        lambda: _cpu_seconds(lambda: weight_cells(pair, **options)),
        lambda: _cpu_seconds(lambda: _mine_at_random(pair, MiningParameters(**options), n_cells)),
        repeats=repeats,
    )
    peer = f"{n_cells:,} sets grown at random weights"
    yield ratio(f"weight triangle of {name}", solved, mined, limit=MOST, peer=peer)
    yield Measured(f"weight triangle of {name}, seconds", solved, most, " s", f"CPU, median of {repeats}")


def _mine_at_random(pair: DatasetPair, parameters: MiningParameters, n: int) -> None:
    """Grow as many sets, each at its own weights, from split tables that start empty; nothing is scored."""
    bench = workbench_of(pair).new_bench(pair, parameters, ALL_DIRECTIONS)
    min_size = parameters.min_size_of(pair.left.n_mined, pair.right.n_mined)
    for ig, ds, atd in np.random.default_rng(0).dirichlet([1, 1, 1], n).tolist():
        grow_trees(bench, parameters, WeightVector(ig, ds, atd), min_size=min_size)


def _cpu_seconds(work: Any) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def _words(options: dict[str, Any]) -> str:
    return "".join(f", {name} = {value}" for name, value in options.items())


if __name__ == "__main__":
    for measured in measurements():
        print(measured, flush=True)
