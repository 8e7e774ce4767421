"""The card of the weights: the triangle in the colour of a score, the weights as numbers, what is compared."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from ksdt_core.figures.weight_line import draw_weight_line
from ksdt_core.formats.csv_text import csv_text
from ksdt_core.glossary import GLOSSARY
from ksdt_core.mining.cells.robustness import Robustness, robustness
from ksdt_core.mining.cells.weight_cells import WeightCells
from ksdt_core.mining.map_points import MapPoint, Score, front_points
from ksdt_core.mining.parameters import MiningParameters
from ksdt_core.mining.weights import WeightVector
from ksdt_core.store.pair_request import PairRequest
from ksdt_core.text import score
from pages.common import drawn, job_watch, weight_map
from pages.common.frame import palette
from pages.common.reruns import is_by_timer
from pages.common.telling import telling
from pages.mine import best_choice, mining_state, region_lists, region_map, weight_inputs

CLICK_ANYWHERE = "Click anywhere to use the weights there."

SCORES: dict[Score, str] = {"sdtsq": "Quality", "sa": "Accuracy", "ds": "Similarity", "td": "Diversity"}
TITLES: dict[Score, str] = {
    "sdtsq": "Set quality",
    "sa": "Shared accuracy",
    "ds": "Similarity",
    "td": "Diversity",
}
CHART, _POOL, _COLOUR = "simplex", "map_pool", "map_colour"
CONFIG = {"displaylogo": False, "toImageButtonOptions": {"format": "svg", "filename": "weights"}, "scrollZoom": False}


def show(
    request: PairRequest,
    parameters: MiningParameters,
    *,
    pool: str | None,
    mapped: Sequence[MapPoint],
    chosen: MapPoint,
    cells: WeightCells | None = None,
) -> Robustness | None:
    """The card: the triangle (a line for a single tree), the weights, and how much the set depends on them.

    What it found of that is returned; None while the triangle is not solved.
    """
    of = _head(chosen)
    picture = st.container(gap=None)
    inputs = st.container(gap=None)
    current = None if cells is None else region_map.region_number(cells, chosen.weights)
    found = None if cells is None or current is None else robustness(cells, chosen.weights)
    with st.container(horizontal=True, key="weight_foot"):
        st.markdown(f":gray[{_foot(cells, mapped, found)}]", width="stretch")
        with st.popover(
            "Compare", icon=":material/tune:", type="tertiary", key="weight_menu", on_change="rerun"
        ) as menu:
            if menu.open:  # set in a closed menu, its value would be lost, and opening the menu would take the map away
                _pools(request, parameters, pool)
            best = best_choice.show(request, parameters, mapped, chosen=chosen, cells=cells)
            if mapped:
                _download(request, mapped)
            if cells is not None and menu.open:
                region_lists.show(cells, current, found)
    with picture:
        if pool == weight_map.GRID and not mapped:
            _watch(request, parameters)
        if parameters.method == "single":
            _line(mapped, chosen, of)
        else:
            region_map.show(request, parameters, mapped=mapped, chosen=chosen, cells=cells, of=of)
    with inputs:
        weight_inputs.show(chosen.weights, best)
    return found


def _head(chosen: MapPoint) -> Score:
    with st.container(horizontal=True, horizontal_alignment="distribute", key="weight_head"):
        title = st.empty()
        found: Score | None = st.segmented_control(
            "Score that colours the weightings",
            [name for name in SCORES if name != "td" or chosen.td is not None],
            format_func=SCORES.__getitem__,
            default="sdtsq",
            key=_COLOUR,
            label_visibility="collapsed",
        )
        of = found or "sdtsq"
        title.subheader(f"{TITLES[of]} over the weights", anchor=False, width="content")
    return of


def _foot(cells: WeightCells | None, mapped: Sequence[MapPoint], found: Robustness | None) -> str:
    if cells is not None:
        return region_map.answer(cells, found)
    if mapped:
        return f"{len(mapped)} weightings compared. Click one to use its weights."
    return CLICK_ANYWHERE


def _pools(request: PairRequest, parameters: MiningParameters, pool: str | None) -> None:
    if st.session_state.get(_POOL) != pool:
        st.session_state[_POOL] = pool
    words = weight_map.LINE_POOLS if parameters.method == "single" else weight_map.POOLS
    st.segmented_control(
        "Weightings to compare",
        list(words),
        format_func=words.__getitem__,
        key=_POOL,
        on_change=_ask,
        args=(request, parameters),
        help="Mines one set of trees for each weighting. " + GLOSSARY["WVP"].help,
    )


def _line(mapped: Sequence[MapPoint], chosen: MapPoint, of: Score) -> None:
    st.plotly_chart(
        drawn.chart(
            lambda: draw_weight_line(mapped, chosen, score=of, palette=palette()), "line", tuple(mapped), chosen, of
        ),
        theme=None,
        key=CHART,
        on_select=_clicked,
        selection_mode="points",
        config=CONFIG,
        alt=f"Weights {', '.join(f'{part:.2f}' for part in chosen.weights.parts)} reach quality {score(chosen.sdtsq)}.",
    )


def _download(request: PairRequest, mapped: Sequence[MapPoint]) -> None:
    header = ("w_ig", "w_ds", "w_atd", "sdtsq", "sa", "ds", "td", "nodes", "pareto_front", "roots")
    front = front_points(mapped)
    rows = [
        (p.weights.ig, p.weights.ds, p.weights.atd, p.sdtsq, p.sa, p.ds, p.td, p.nodes, int(p.weights in front),
         "; ".join(root or "no split" for root in p.roots))
        for p in mapped
    ]  # fmt: skip
    st.download_button(
        "Table of these weightings (CSV)",
        csv_text(header, rows),
        file_name=f"weights-{request.id}.csv",
        mime="text/csv",
        icon=":material/download:",
        on_click="ignore",
    )


def _clicked() -> None:
    """A point of the line was clicked. A click that takes a selection away says nothing."""
    if is_by_timer():
        return
    for point in st.session_state[CHART]["selection"]["points"][:1]:
        parts = list(point.get("customdata") or [])[:2]
        if parts:
            mining_state.choose_weights(WeightVector.of(float(part) for part in parts))


@telling
def _ask(request: PairRequest, parameters: MiningParameters) -> None:
    if is_by_timer():
        return
    pool = st.session_state[_POOL]
    weight_map.choose_pool(pool)
    if pool == weight_map.GRID and weight_map.job(request, parameters) is None:
        _start(request, parameters)


@telling
def _start(request: PairRequest, parameters: MiningParameters) -> None:
    weight_map.start(request, parameters)


def _watch(request: PairRequest, parameters: MiningParameters) -> None:
    job = weight_map.job(request, parameters)
    if job is not None:
        job_watch.watch(job, "Comparing weightings")
        if not job.is_open:
            st.button("Compare again", on_click=_start, args=(request, parameters), icon=":material/refresh:")
