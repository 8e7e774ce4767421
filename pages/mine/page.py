"""Mine: the weights as a map to click, and at once the scores, the trees and whether it could be chance."""

from __future__ import annotations

import streamlit as st

from ksdt_core.mining.map_points import MapPoint
from pages.common import effects, frame, kept, pair_evidence, place, triangle, weight_map
from pages.mine import (
    best_choice,
    chance,
    mining_state,
    predictions,
    region_lists,
    scores,
    settings,
    weight_chart,
    weight_inputs,
)

LEAD = "Choose how much each split should care about gain, about agreement of the two tables and about being new."


def current_pair() -> str:
    """The pair of the address; a run brings its own."""
    here = place.here()
    if here.run is not None:
        pair = kept.run_known(here.run).pair
        if pair is None:
            frame.nothing_yet(
                "This set came without its tables, so nothing can be mined again. Read it on Trees, or choose two "
                "tables on Data.",
                page="pages/data/page.py",
                label="Open Data",
            )
        elif pair != here.pair:
            place.settle(pair=pair, run=here.run)
            return pair
    if here.pair is None:
        frame.nothing_yet("No pair yet. Choose two tables on Data.", page="pages/data/page.py", label="Open Data")
    return str(here.pair)


with frame.page("Mine", lead=LEAD):
    request = kept.pair_request(current_pair())
    pair = kept.pair_of(request)
    mining_state.follow(request.id, pair)
    with st.sidebar:
        parameters = settings.show(request, pair)
    weights = mining_state.weights()
    run, trees = kept.mined(request, parameters, weights)
    mining_state.settle(run, weights)
    pool = weight_map.shown_pool(request, parameters)
    cells = triangle.solved(request, parameters) if pool == weight_map.EXACT else None
    mapped = weight_map.points(request, parameters, pool)
    tried = mining_state.tried(request.id, weights, *(point.weights for point in mapped))

    pair_evidence.show_for_run(request, run)
    row = st.container(horizontal=True)
    with row.container(border=True, key="roomy_map", height="stretch"):
        weight_chart.show(request, parameters, pool=pool, mapped=mapped, chosen=MapPoint.of_set(trees), cells=cells)
    with row.container(key="roomy_side"):
        with st.container(border=True):
            weight_inputs.show(weights, best_choice.show(request, parameters, mapped, cells))
        predicted = effects.known(run, trees, pair)
        with st.container(border=True):
            scores.score_card(trees, predicted.cv_sa)
            if cells is not None and weight_chart.region_number(cells, weights) is not None:
                region_lists.robustness_line(cells, weights, run=run)
            predictions.panel(request, run, trees, predicted)
        with st.container(border=True):
            chance.panel(request.id, run, trees, vectors=tried, best_by=mining_state.best_by(request.id))
    scores.tree_cards(run, trees, predicted)
