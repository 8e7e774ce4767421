"""The weight triangle as one picture: its regions or some points; a click takes the set that lies there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import streamlit as st

from ksdt_core.errors import InvalidParameterError
from ksdt_core.figures.region_map import place_of_weights, point_map_values, region_map_values
from ksdt_core.mining.cells.robustness import Robustness, distance_text
from ksdt_core.mining.cells.shares import SMALL_SHARE, share_text
from ksdt_core.mining.cells.weight_cells import WeightCells
from ksdt_core.mining.map_points import MapPoint, Score, best_point
from ksdt_core.mining.parameters import MiningParameters
from ksdt_core.mining.weights import WeightVector
from ksdt_core.store.pair_request import PairRequest
from ksdt_core.text import counted, score
from pages.common import drawn, place
from pages.common.frame import palette
from pages.common.reruns import is_by_timer
from pages.mine import mining_state

_FILES = Path(__file__).resolve().parents[2] / "assets" / "components"
_component = st.components.v2.component(
    "ksdt_weights",
    css=(_FILES / "weights.css").read_text(encoding="utf-8"),
    js=(_FILES / "weights.js").read_text(encoding="utf-8"),
)
CORNERS = ("predict the class", "alike in both tables", "differ from other trees")
KEY, _SHOWN = "weight_regions", "weight_regions_shown"
"""The weights that a click on each region or point takes."""


def show(
    request: PairRequest,
    parameters: MiningParameters,
    *,
    mapped: Sequence[MapPoint],
    chosen: MapPoint,
    cells: WeightCells | None,
    of: Score,
) -> None:
    """The picture; a click on a region or a point takes its weights."""
    weights, current = chosen.weights, None
    if cells is not None:
        current = region_number(cells, weights)
        values = drawn.once(
            lambda: region_map_values(cells, score=of, palette=palette()), "regions", of, request.id, parameters
        )
        takes = tuple(region.weights for region in cells.regions)
    else:
        alone = None if mapped else chosen
        values = drawn.once(
            lambda: point_map_values(mapped, chosen, score=of, palette=palette()), "points", of, tuple(mapped), alone
        )
        takes = tuple(point.weights for point in mapped or (chosen,))
        current = next((number for number, taken in enumerate(takes) if taken == weights), None)
    st.session_state[_SHOWN] = (takes, cells is not None, tuple(point.weights for point in mapped))
    best = values["bestScore"]
    data = {
        **values,
        "current": current,
        "chosen": list(place_of_weights(weights)),
        "weights": place.weights_text(weights),
        "corners": list(CORNERS),
        "marks": [
            ["○", f"current {score(chosen.score(of))}"],
            *([["★", f"best quality: {score(best)}"]] if best else []),
        ],
        "alt": in_words(cells, current) if cells is not None else _points_in_words(mapped, chosen),
    }
    _component(key=KEY, data=data, on_picked_change=_picked)


def _picked() -> None:
    """The reader has clicked into the picture: on a region or a point, or on a place between points."""
    picked: Mapping[str, Any] | None = st.session_state[KEY].get("picked")
    if not picked or is_by_timer():
        return
    takes, is_all, mapped = st.session_state[_SHOWN]
    if "weights" in picked:
        mining_state.choose_weights(WeightVector.of(float(part) for part in picked["weights"]))
        return
    number = int(picked["region"])
    if not 0 <= number < len(takes):
        return
    if is_all:
        mining_state.choose_from_triangle(takes[number])
    else:
        mining_state.choose_from_map(takes[number], mapped)


def choose(cells: WeightCells, number: int) -> None:
    """The reader takes the set of a region, after having seen what the others reach."""
    if 0 <= number < len(cells.regions):
        mining_state.choose_from_triangle(cells.regions[number].weights)


def region_number(cells: WeightCells, weights: WeightVector) -> int | None:
    """The region of these weights; None in the corner that is omitted, and where not all cells were found."""
    try:
        return cells.at(weights).number
    except InvalidParameterError:
        return None


def answer(cells: WeightCells, found: Robustness | None) -> str:
    """How many sets there are, how much of the triangle gives the current one, and how near the next one is."""
    if len(cells.regions) == 1:
        return "Every weighting gives the same trees."
    covered = "" if cells.covered >= 1 - 1e-6 else f" on {share_text(cells.covered)} of the triangle"
    said = f"{len(cells.regions):,} different sets{covered}"
    if found is None or found.distance is None:
        return f"{said}."
    if found.share < SMALL_SHARE:
        return f"{said}. This one holds for only {share_text(found.share)} of weightings."
    near = distance_text(found.distance)
    return f"{said}. This one: {share_text(found.share)} of weightings; weights {near} away give another."


def in_words(cells: WeightCells, current: int | None) -> str:
    """The picture for those who cannot see it; typed weights and the list of regions choose, too."""
    best = cells.best
    here = "" if current is None else f" The current set holds for {share_text(cells.regions[current].share)}."
    return (
        f"Weight triangle with {counted(len(cells.regions), 'region', 'regions')}. The best has quality "
        f"{score(best.scores.sdtsq)} and holds for {share_text(best.share)} of all weightings.{here}"
    )


def _points_in_words(mapped: Sequence[MapPoint], chosen: MapPoint) -> str:
    """The same of a map of points."""
    weights = ", ".join(f"{part:.2f}" for part in chosen.weights.parts)
    said = f"Weight triangle. The current weights {weights} reach quality {score(chosen.sdtsq)}."
    if not mapped:
        return said
    best = best_point(mapped)
    there = ", ".join(f"{part:.2f}" for part in best.weights.parts)
    return f"{said} Of {len(mapped)} weightings {there} is best with {score(best.sdtsq)}."
