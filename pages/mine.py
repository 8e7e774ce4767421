"""Mine: the weights as a map to click, and at once the scores, the trees and whether it could be chance."""

from __future__ import annotations

import streamlit as st

from ksdt_core.mining.map_points import MapPoint
from ksdt_core.store.runs import kept_run
from pages.shared import frame, kept, mine_chance, mine_map, mine_scores, mine_settings, mine_state, mine_weights, place

LEAD = "Choose how much each split should care about gain, about agreement of the two tables and about being new."


def current_pair() -> str:
    """The pair of the address; a run brings its own."""
    here = place.here()
    if here.run is not None:
        pair = kept_run(kept.store(), here.run).pair
        if pair is None:
            frame.nothing_yet(
                "This set came without its tables, so nothing can be mined again. Read it on Trees, or choose two "
                "tables on Data.",
                page="pages/data.py",
                label="Open Data",
            )
        elif pair != here.pair:
            place.settle(pair=pair, run=here.run)
            return pair
    if here.pair is None:
        frame.nothing_yet("No pair yet. Choose two tables on Data.", page="pages/data.py", label="Open Data")
    return str(here.pair)


with frame.page("Mine", lead=LEAD):
    request = kept.pair_request(current_pair())
    pair = kept.pair_of(request)
    mine_state.follow(request.id, pair)
    with st.sidebar:
        parameters = mine_settings.show(request, pair)
    weights = mine_state.weights()
    run, trees = kept.mined(request, parameters, weights)
    mine_state.settle(run, weights)
    mapped = mine_map.points(request, parameters)
    tried = mine_state.tried(request.id, weights, *(point.weights for point in mapped))

    row = st.container(horizontal=True)
    with row.container(border=True, key="roomy_map", height="stretch"):
        mine_map.show(request, parameters, mapped=mapped, chosen=MapPoint.of_set(trees))
    with row.container(key="roomy_side"):
        with st.container(border=True):
            mine_weights.show(weights, mapped)
        with st.container(border=True):
            mine_scores.score_card(trees)
        with st.container(border=True):
            mine_chance.panel(request.id, run, trees, vectors=tried)
    mine_scores.tree_cards(trees)
