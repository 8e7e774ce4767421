"""Trees: what do the shared trees say, node by node, in both tables?"""

from __future__ import annotations

import streamlit as st

from pages.shared import exports, frame, node_panel, place, show, tree_choice, tree_folding, tree_rules
from pages.shared.current import current_run
from pages.shared.tree_replay import replay
from pages.shared.tree_trace import trace
from pages.shared.tree_view import Drawn, show_trees

with frame.page(
    "Trees", lead="Each tree parts the rows of both tables by the same questions. Click a node to question it."
):
    current = current_run()
    show.caution(current.run)
    colours = frame.palette()
    choice = tree_choice.choose(current.trees, colours)
    show.key_to_the_drawing(current.trees)
    tracing = trace(current)
    here = place.here()
    drawn = [
        Drawn(
            position,
            current.trees.trees[position],
            selected=tracing.get(position, here.node_number if here.tree_number == position + 1 else None),
            folded=tree_folding.folded(current.run, position),
        )
        for position in choice.positions
    ]
    event = show_trees(
        current.trees, drawn, palette=colours, columns=choice.columns, colour=choice.colour, genes=choice.genes
    )
    if event is not None and event.kind == "folded":
        tree_folding.fold(current.run, event.tree - 1, event.node)
        st.rerun()
    if event is not None and (event.tree, event.node) != (here.tree_number, here.node_number):
        place.go(tree=event.tree, node=event.node)
        st.rerun()

    node, rules = frame.side_by_side("node", "wide_rules")
    with node:
        node_panel.panel(current)
    with rules:
        tree_rules.panel(current, choice.positions)
    replay(current, colours)
    exports.panel(current, choice)
