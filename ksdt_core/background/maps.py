"""The simplex of weights as a map: what each vector of a pool reaches."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ksdt_core.data.model.pair import DatasetPair
from ksdt_core.mining.map_points import MapPoint
from ksdt_core.mining.miners import Ground
from ksdt_core.mining.parameters import MiningParameters
from ksdt_core.mining.sweeps import Progress
from ksdt_core.mining.weights import WeightVector, weight_pool
from ksdt_core.parallel.executor import run_tasks
from ksdt_core.parallel.workers import Workers


def vectors_from(parts: Iterable[Sequence[float]]) -> tuple[WeightVector, ...]:
    """Weight vectors from plain numbers, each once, in their order."""
    return tuple(dict.fromkeys(WeightVector.of(part) for part in parts))


def weight_map(
    pair: DatasetPair,
    options: Mapping[str, Any],
    pool: str,
    *,
    workers: Workers = 1,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """One entry for every vector of a pool, in its order."""
    parameters = MiningParameters.of(options)
    vectors = weight_pool(pool, single=parameters.method == "single").vectors
    entries = run_tasks(_entry, Ground.of_pair(pair, parameters), vectors, workers=workers, progress=progress)
    return {"pool": pool, "entries": entries}


def _entry(ground: Ground, vector: WeightVector) -> dict[str, Any]:
    return MapPoint.of_set(ground.mined(vector)).to_document()
