"""Mine: what two tables share, in one view: the weights, the verdict, the scores and the trees."""

from __future__ import annotations

import streamlit as st

from ksdt_core.mining.map_points import MapPoint
from pages.common import effects, frame, kept, place, triangle, weight_map
from pages.mine import (
    evidence_tabs,
    layout,
    mining_state,
    region_lists,
    score_tiles,
    settings,
    tree_cards,
    verdict_block,
    weight_card,
)


def current_pair() -> str:
    """The pair of the address; a run brings its own."""
    here = place.here()
    if here.run is not None:
        pair = kept.run_known(here.run).pair
        if pair is None:
            frame.nothing_yet(
                "This set was imported without its tables, so it cannot be mined again. See its trees on Trees, "
                "or choose two tables on Data.",
                page="pages/data/page.py",
                label="Open Data",
            )
        elif pair != here.pair:
            place.settle(pair=pair, run=here.run)
            return pair
    if here.pair is None:
        frame.nothing_yet("No pair yet. Choose two tables on Data.", page="pages/data/page.py", label="Open Data")
    return str(here.pair)


with frame.page("Mine") as head:
    request = kept.pair_request(current_pair())
    pair = kept.pair_of(request)
    mining_state.follow(request.id, pair)
    layout.style()
    halves = st.container(horizontal=True, key="mine_halves")
    left = halves.container(border=True, key="weight_card", height="stretch")
    right = halves.container(key="mine_right")  # both halves are there at once, so that neither moves the other
    with head:
        bar = settings.show(request, pair)
    parameters = bar.parameters
    weights = mining_state.weights()
    run, trees = kept.mined(request, parameters, weights)
    bar.say(trees.choice)
    mining_state.settle(run, weights)
    predicted = effects.known(run, trees, pair)
    with right:  # before the triangle, which may take longer
        evidence = verdict_block.show(request, run, predicted)
    with st.container(key="solving"):
        pool = weight_map.shown_pool(request, parameters)
    cells = triangle.solved(request, parameters) if pool == weight_map.EXACT else None
    mapped = weight_map.points(request, parameters, pool)
    tried = mining_state.tried(request.id, weights)
    compared = (*tried, *(point.weights for point in mapped)) if place.here().pool else tried

    with left:
        chosen = MapPoint.of_set(trees)
        robust = weight_card.show(request, parameters, pool=pool, mapped=mapped, chosen=chosen, cells=cells)
    with right:
        score_tiles.show(trees, predicted)
        evidence_tabs.show(
            request,
            run,
            trees,
            predicted,
            evidence=evidence,
            tried=tried,
            compared=compared,
        )
    if robust is not None:
        region_lists.keep_robustness(robust, run=run)
    tree_cards.show(run, trees, predicted)
