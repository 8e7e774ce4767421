"""The weight triangle as its regions: one picture, in which a click takes the set of a region."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from pathlib import Path
from typing import Any

import streamlit as st

from ksdt_core.figures.region_map import place_of_weights, region_map_values
from ksdt_core.figures.ternary import SCORE_NAMES
from ksdt_core.mining.cells.shares import filled_by, share_text
from ksdt_core.mining.cells.weight_cells import WeightCells
from ksdt_core.mining.map_points import Score
from ksdt_core.mining.weights import WeightVector
from pages.common import drawn
from pages.common.frame import palette
from pages.common.reruns import is_by_timer
from pages.mine import mining_state

_FILES = Path(__file__).resolve().parents[2] / "assets" / "components"
_component = st.components.v2.component(
    "ksdt_weights",
    css=(_FILES / "weights.css").read_text(encoding="utf-8"),
    js=(_FILES / "weights.js").read_text(encoding="utf-8"),
)
CORNERS = ("information gain, w IG", "domain similarity, w DS", "difference from other trees, w ATD")


def show(
    cells: WeightCells, weights: WeightVector, *, current: int | None, score: Score, key: tuple[Hashable, ...]
) -> None:
    """The picture; a click on a region takes its weights. `key` names what the cells were found for."""
    values = drawn.once(lambda: region_map_values(cells, score=score, palette=palette()), "regions", score, *key)
    data = {
        **values,
        "current": current,
        "chosen": list(place_of_weights(weights)),
        "corners": list(CORNERS),
        "scoreName": SCORE_NAMES[score],
        "alt": in_words(cells, current),
    }
    result = _component(key="weight_regions", data=data, on_picked_change=_nothing)
    picked: Mapping[str, Any] | None = getattr(result, "picked", None)
    if picked and not is_by_timer():
        choose(cells, int(picked["region"]))
        st.rerun()
    st.markdown(f":gray[{answer(cells)} Click a region to take its set.]")


def choose(cells: WeightCells, number: int) -> None:
    """The reader takes the set of a region, after having seen what the others reach."""
    if 0 <= number < len(cells.regions):
        mining_state.choose_from_triangle(cells.regions[number].weights)


def answer(cells: WeightCells) -> str:
    """Whether the result hangs on the weights, in one or two sentences."""
    largest, half = cells.regions[0].share, filled_by(cells, 0.5)
    if len(cells.regions) == 1:
        return "Every weighting gives the same set."
    said = f"{len(cells.regions):,} sets in all; the largest holds for {share_text(largest)} of all weightings"
    covered = "" if cells.covered >= 1 - 1e-6 else f" Solved: {share_text(cells.covered)} of the triangle."
    return f"{said}{'' if half is None else f', and the {half:,} largest for half of them'}.{covered}"


def in_words(cells: WeightCells, current: int | None) -> str:
    """The picture for those who cannot see it; the tables below it choose regions, too."""
    best = cells.best
    here = "" if current is None else f" The current set holds for {share_text(cells.regions[current].share)}."
    return f"{answer(cells)} The best has SDTSQ {best.scores.sdtsq:.4f} and holds for {share_text(best.share)}.{here}"


def _nothing() -> None:
    """The page reads the event where it draws the picture."""
