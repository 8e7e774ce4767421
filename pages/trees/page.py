"""Trees: what do the shared trees say, node by node, in both tables?"""

from __future__ import annotations

import streamlit as st

from ksdt_core.evidence.verdict import new_rows_of
from pages.common import effects, frame, pair_evidence, place, tree_chance
from pages.common.current import current_run
from pages.common.tree_view import Drawn, show_trees
from pages.trees import choice, exports, heading, node_panel, pruning, rules
from pages.trees.replay import replay
from pages.trees.trace import trace

with frame.page(
    "Trees", lead="Each tree parts the rows of both tables by the same questions. Click a node to question it."
):
    current = current_run()
    tested = pair_evidence.of_run(current.run)
    predicted = effects.known(current.run, current.trees, current.pair)
    if tested is not None:
        pair_evidence.sentences(tested, new_rows_of(predicted))
    heading.caution(current.run)
    of_trees = tree_chance.of_run(current.run)
    colours = frame.palette()
    chosen = choice.choose(current.trees, predicted, colours)
    heading.key_to_the_drawing(current.trees, has_claims=tested is not None and bool(tested.claimed))
    tracing = trace(current)
    here = place.here()
    drawn = [
        Drawn(
            position,
            current.trees.trees[position],
            selected=tracing.get(position, here.node_number if here.tree_number == position + 1 else None),
            folded=choice.folded(current.run, position),
            said=(
                *effects.captions(predicted, current.trees, position),
                *tree_chance.captions(of_trees, current.trees, position),
            ),
        )
        for position in chosen.positions
    ]
    event = show_trees(
        current.trees, drawn, palette=colours, columns=chosen.columns, colour=chosen.colour, genes=chosen.genes,
        run=current.run, claimed=pair_evidence.claimed_names(tested),
    )  # fmt: skip
    if event is not None and event.kind == "folded":
        choice.fold(current.run, event.tree - 1, event.node)
        st.rerun()
    if event is not None and (event.tree, event.node) != (here.tree_number, here.node_number):
        place.go(tree=event.tree, node=event.node)
        st.rerun()

    node_side, rules_side = frame.side_by_side("node", "wide_rules")
    with node_side:
        node_panel.panel(current)
    with rules_side:
        rules.panel(current, chosen.positions)
    pruning.panel(current)
    replay(current, colours)
    exports.panel(current, chosen)
