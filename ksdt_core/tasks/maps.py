"""The simplex of weights as a map: what each vector of a pool reaches."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ksdt_core.data.pair import DatasetPair
from ksdt_core.mining.map_points import MapPoint
from ksdt_core.mining.miners import mine_each
from ksdt_core.mining.parameters import MiningParameters
from ksdt_core.mining.sweeps import Progress
from ksdt_core.mining.weights import WeightVector, weight_pool


def vectors_from(parts: Iterable[Sequence[float]]) -> tuple[WeightVector, ...]:
    """Weight vectors from plain numbers, each once, in their order."""
    return tuple(dict.fromkeys(WeightVector.of(part) for part in parts))


def weight_map(
    pair: DatasetPair, options: Mapping[str, Any], pool: str, *, progress: Progress | None = None
) -> dict[str, Any]:
    """One entry for every vector of a pool, in its order."""
    parameters = MiningParameters.of(options)
    vectors = weight_pool(pool, single=parameters.method == "single").vectors
    entries = []
    for trees in mine_each(pair, parameters, vectors):
        entries.append(MapPoint.of_set(trees).to_document())
        if progress is not None:
            progress(len(entries), len(vectors))
    return {"pool": pool, "entries": entries}
