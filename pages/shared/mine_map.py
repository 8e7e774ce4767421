"""The simplex as a control: a click on a place takes its weights; a map fills it with what each set reaches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields
from typing import Any

import streamlit as st

from ksdt_core.documents.csv_text import csv_text
from ksdt_core.figures.ternary import draw_simplex
from ksdt_core.figures.weight_line import draw_weight_line
from ksdt_core.glossary import GLOSSARY
from ksdt_core.mining.map_points import MapPoint, Score, best_point, front_points, worst_point
from ksdt_core.mining.parameters import MiningParameters
from ksdt_core.mining.weights import WeightVector
from ksdt_core.store.pair_request import PairRequest
from pages.shared import jobs, kept, mine_state, place
from pages.shared.frame import palette
from pages.shared.reruns import is_by_timer
from pages.shared.telling import telling

GRID = "grid:0.05"
POOLS = {"wvp2": "10 points (WVP2)", "wvp1": "36 points (WVP1)", GRID: "171 points (step 0.05)"}
LINE_POOLS = {"wvp1": "9 points", GRID: "19 points (step 0.05)"}
COLOURS: dict[Score, str] = {"sdtsq": "SDTSQ", "sa": "SA", "ds": "DS", "td": "TD", "nodes": "tree size"}
CHART, _POOL, _COLOUR = "simplex", "map_pool", "map_colour"
NO_MAP = "none"  # in the address: the reader wants none, though a fine one is there
CONFIG = {"displaylogo": False, "toImageButtonOptions": {"format": "svg", "filename": "weights"}, "scrollZoom": False}


def points(request: PairRequest, parameters: MiningParameters) -> list[MapPoint]:
    """The points of the map that the reader asked for, as far as it is there."""
    pool = chosen_pool(request, parameters)
    if pool is None:
        return []
    if pool != GRID:
        found: Mapping[str, Any] | None = kept.quick_map(request, _options(parameters), pool)
    else:
        job = jobs.latest("map", subject=request.id, request=_job_request(request, parameters))
        found = None if job is None else job.result
    return [] if found is None else [MapPoint.of_document(entry) for entry in found["entries"]]


def choose_pool(pool: str | None) -> None:
    """The reader asks for a map, or for none."""
    place.go(pool=pool or NO_MAP)


def show(request: PairRequest, parameters: MiningParameters, *, mapped: Sequence[MapPoint], chosen: MapPoint) -> None:
    """The triangle (a line for a single tree), what fills it, and its table."""
    single = parameters.method == "single"
    st.subheader("Set quality over the weights", help=GLOSSARY["SDTSQ"].help)
    pool = chosen_pool(request, parameters)
    if st.session_state.get(_POOL) != pool:
        st.session_state[_POOL] = pool
    words = LINE_POOLS if single else POOLS
    st.segmented_control(
        "Map the whole simplex",
        list(words),
        format_func=words.__getitem__,
        key=_POOL,
        on_change=_ask,
        args=(request, parameters),
        help="Mines one set for every point. " + GLOSSARY["WVP"].help,
    )
    if pool == GRID and not mapped:
        _watch(request, parameters)
    score = _colour(mapped)
    draw = draw_weight_line if single else draw_simplex
    st.plotly_chart(
        draw(mapped, chosen, score=score, palette=palette()),
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


def _colour(mapped: Sequence[MapPoint]) -> Score:
    if not mapped:
        return "sdtsq"
    found: Score | None = st.segmented_control(
        "Colour and number",
        [name for name in COLOURS if name != "td" or mapped[0].td is not None],
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
    single = mine_state.parameters().method == "single"
    for point in chosen[:1]:
        parts = list(point.get("customdata") or [])[: 2 if single else 3]
        if parts:
            mine_state.choose_weights(WeightVector.of(float(part) for part in parts))


@telling
def _ask(request: PairRequest, parameters: MiningParameters) -> None:
    if is_by_timer():
        return
    pool = st.session_state[_POOL]
    choose_pool(pool)
    if pool == GRID and jobs.latest("map", subject=request.id, request=_job_request(request, parameters)) is None:
        _start(request, parameters)


@telling
def _start(request: PairRequest, parameters: MiningParameters) -> None:
    jobs.ask("map", subject=request.id, request=_job_request(request, parameters))


def _watch(request: PairRequest, parameters: MiningParameters) -> None:
    job = jobs.latest("map", subject=request.id, request=_job_request(request, parameters))
    if job is not None:
        jobs.watch(job, "Mapping")
        if not job.is_open:
            st.button("Map again", on_click=_start, args=(request, parameters), icon=":material/refresh:")


def chosen_pool(request: PairRequest, parameters: MiningParameters) -> str | None:
    """The map that the address asks for; without a word, a fine map that is there already or on its way."""
    asked = place.here().pool
    if asked == NO_MAP:
        return None
    if asked is not None and asked != GRID and asked in (LINE_POOLS if parameters.method == "single" else POOLS):
        return asked
    job = jobs.latest("map", subject=request.id, request=_job_request(request, parameters))
    return GRID if job is not None and (asked == GRID or job.is_open or job.state == "done") else None


def _options(parameters: MiningParameters) -> dict[str, Any]:
    """What is not the usual, by name."""
    usual = MiningParameters()
    return {
        field.name: value
        for field in fields(parameters)
        if (value := getattr(parameters, field.name)) != getattr(usual, field.name)
    }


def _job_request(request: PairRequest, parameters: MiningParameters) -> dict[str, Any]:
    """The same as plain values, as a job carries them."""
    plain = asdict(parameters)
    options = {name: _plain(plain[name]) for name in _options(parameters)}
    return {"pair": request.id, "parameters": options, "pool": GRID}


def _plain(value: Any) -> Any:
    return [_plain(part) for part in value] if isinstance(value, (tuple, list)) else value


def _in_words(mapped: Sequence[MapPoint], chosen: MapPoint) -> str:
    """The chart for those who cannot see it; the numbers beside it choose weights, too."""
    weights = ", ".join(f"{part:g}" for part in chosen.weights.parts)
    said = f"Weights {weights} are chosen and reach SDTSQ {chosen.sdtsq:.4f}."
    if not mapped:
        return said
    best = best_point(mapped)
    place = ", ".join(f"{part:g}" for part in best.weights.parts)
    return f"{said} Of {len(mapped)} weightings {place} is best with {best.sdtsq:.4f}."
