"""The map of the weights that the reader asked for: which pool fills it, and what each of its sets reaches."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from ksdt_core.background.queue import Job
from ksdt_core.mining.map_points import MAP_POINT, MapPoint
from ksdt_core.mining.parameters import MiningParameters
from ksdt_core.store.pair_request import PairRequest
from pages.common import job_watch, kept, place, triangle

GRID = "grid:0.05"
EXACT = "exact"  # no pool: all weights, by the regions of the triangle
POOLS = {
    EXACT: "all weightings",
    "wvp2": "10 weightings (WVP2)",
    "wvp1": "36 weightings (WVP1)",
    GRID: "171 weightings (step 0.05)",
}
LINE_POOLS = {"wvp1": "9 weightings", GRID: "19 weightings (step 0.05)"}
NO_MAP = "none"  # in the address: the reader wants none, though a fine one is there


def points(request: PairRequest, parameters: MiningParameters, pool: str | None = None) -> list[MapPoint]:
    """The points of a map, that of the address where no other is named, as far as it is there."""
    pool = pool or chosen_pool(request, parameters)
    if pool is None or pool == EXACT:
        return []
    if pool != GRID:
        return [MapPoint.of_set(trees) for trees in kept.swept(request, parameters, pool)]
    made = job(request, parameters)
    entries = [] if made is None or made.result is None else made.result["entries"]
    return [MAP_POINT.read(entry) for entry in entries]


def shown_pool(request: PairRequest, parameters: MiningParameters) -> str | None:
    """The map that Mine shows.

    Without a word in the address these are all regions of the triangle; until they are there, and where they would take
    too long, it is 36 points.
    """
    asked = chosen_pool(request, parameters)
    if asked == EXACT or (asked is None and place.here().pool is None and _is_quick(parameters)):
        return EXACT if triangle.solved_soon(request, parameters) is not None else "wvp1"
    return asked


def _is_quick(parameters: MiningParameters) -> bool:
    """Whether the regions may be looked for without being asked for: trees of any depth have more than can be shown."""
    return parameters.method != "single" and parameters.max_depth > 0


def choose_pool(pool: str | None) -> None:
    """The reader asks for a map, or for none."""
    place.go(pool=pool or NO_MAP)


def chosen_pool(request: PairRequest, parameters: MiningParameters) -> str | None:
    """The map that the address asks for; without a word, a fine map that is there already or on its way."""
    asked = place.here().pool
    if asked == NO_MAP:
        return None
    if asked is not None and asked != GRID and asked in (LINE_POOLS if parameters.method == "single" else POOLS):
        return asked
    made = job(request, parameters)
    return GRID if made is not None and (asked == GRID or made.is_open or made.state == "done") else None


def job(request: PairRequest, parameters: MiningParameters) -> Job | None:
    """The job that makes, or made, the fine map."""
    return job_watch.latest("map", subject=request.id, request=_job_request(request, parameters))


def start(request: PairRequest, parameters: MiningParameters) -> None:
    """Ask for the fine map."""
    job_watch.ask("map", subject=request.id, request=_job_request(request, parameters))


def _job_request(request: PairRequest, parameters: MiningParameters) -> dict[str, Any]:
    return {"pair": request.id, "parameters": chosen_options(parameters), "pool": GRID}


def chosen_options(parameters: MiningParameters) -> dict[str, Any]:
    """What a job is told of the parameters: as plain values those that are not the default."""
    default, plain = asdict(MiningParameters()), asdict(parameters)
    return {name: _plain(value) for name, value in plain.items() if value != default[name]}


def _plain(value: Any) -> Any:
    return [_plain(part) for part in value] if isinstance(value, (tuple, list)) else value
