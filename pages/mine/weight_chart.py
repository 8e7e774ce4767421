"""The simplex as a control: a click on a place takes its weights; a map fills it with what each set reaches."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from ksdt_core.errors import InvalidParameterError
from ksdt_core.figures.ternary import simplex_values
from ksdt_core.figures.weight_line import draw_weight_line
from ksdt_core.formats.csv_text import csv_text
from ksdt_core.glossary import GLOSSARY
from ksdt_core.mining.cells.weight_cells import WeightCells
from ksdt_core.mining.map_points import MapPoint, Score, best_point, front_points, worst_point
from ksdt_core.mining.parameters import MiningParameters
from ksdt_core.mining.weights import WeightVector
from ksdt_core.store.pair_request import PairRequest
from pages.common import drawn, job_watch, weight_map
from pages.common.frame import palette
from pages.common.reruns import is_by_timer
from pages.common.telling import telling
from pages.mine import mining_state, region_lists, region_map

COLOURS: dict[Score, str] = {"sdtsq": "SDTSQ", "sa": "SA", "ds": "DS", "td": "TD", "nodes": "tree size"}
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
) -> None:
    """The triangle (a line for a single tree), what fills it, and its table."""
    single = parameters.method == "single"
    st.subheader("Set quality over the weights", help=GLOSSARY["SDTSQ"].help)
    if st.session_state.get(_POOL) != pool:
        st.session_state[_POOL] = pool
    words = weight_map.LINE_POOLS if single else weight_map.POOLS
    st.segmented_control(
        "Map the whole simplex",
        list(words),
        format_func=words.__getitem__,
        key=_POOL,
        on_change=_ask,
        args=(request, parameters),
        help="Mines one set for every point. " + GLOSSARY["WVP"].help,
    )
    if pool == weight_map.GRID and not mapped:
        _watch(request, parameters)
    if cells is not None:
        current = region_number(cells, chosen.weights)
        region_map.show(cells, chosen.weights, current=current, score=_colour(chosen), key=(request.id, parameters))
        region_lists.show(cells, current)
        return
    score = _colour(mapped[0]) if mapped else "sdtsq"
    draw = draw_weight_line if single else simplex_values
    st.plotly_chart(
        drawn.chart(
            lambda: draw(mapped, chosen, score=score, palette=palette()),
            "weights",
            single,
            tuple(mapped),
            chosen,
            score,
        ),
        theme=None,
        key=CHART,
        on_select=_clicked,
        selection_mode="points",
        config=CONFIG,
        alt=_in_words(mapped, chosen),
    )
    if mapped:
        _marks(mapped)
        _download(request, mapped)
    else:
        st.markdown(":gray[Click a point to mine with its weights.]")


def region_number(cells: WeightCells, weights: WeightVector) -> int | None:
    """The region of these weights; None in the corner that is left out, and where not all cells were found."""
    try:
        return cells.at(weights).number
    except InvalidParameterError:
        return None


def _colour(one: MapPoint) -> Score:
    found: Score | None = st.segmented_control(
        "Colour and number",
        [name for name in COLOURS if name != "td" or one.td is not None],
        format_func=COLOURS.__getitem__,
        default="sdtsq",
        key=_COLOUR,
        label_visibility="collapsed",
    )
    return found or "sdtsq"


def _marks(mapped: Sequence[MapPoint]) -> None:
    best, worst = best_point(mapped), worst_point(mapped)
    n_front = len(front_points(mapped))
    st.markdown(
        f":gray[{len(mapped)} sets mined, one a point; click one to select it. ★ best SDTSQ {best.sdtsq:.4f} · ▼ "
        f"worst {worst.sdtsq:.4f} · strong outline: on the Pareto front, beaten by no other in SA, DS and TD at once "
        f"({n_front})]"
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
        "Table of the map (CSV)",
        csv_text(header, rows),
        file_name=f"weights-{request.id}.csv",
        mime="text/csv",
        icon=":material/download:",
        on_click="ignore",
    )


def _clicked() -> None:
    """A point was clicked: its weights are the reader's choice. A click that takes a selection away says nothing."""
    if is_by_timer():
        return
    chosen = st.session_state[CHART]["selection"]["points"]
    single = mining_state.parameters().method == "single"
    for point in chosen[:1]:
        parts = list(point.get("customdata") or [])[: 2 if single else 3]
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
        job_watch.watch(job, "Mapping")
        if not job.is_open:
            st.button("Map again", on_click=_start, args=(request, parameters), icon=":material/refresh:")


def _in_words(mapped: Sequence[MapPoint], chosen: MapPoint) -> str:
    """The chart for those who cannot see it; the numbers beside it choose weights, too."""
    weights = ", ".join(f"{part:g}" for part in chosen.weights.parts)
    said = f"Weights {weights} are chosen and reach SDTSQ {chosen.sdtsq:.4f}."
    if not mapped:
        return said
    best = best_point(mapped)
    place = ", ".join(f"{part:g}" for part in best.weights.parts)
    return f"{said} Of {len(mapped)} weightings {place} is best with {best.sdtsq:.4f}."
