"""Trees: what do the shared trees say, node by node, in both tables?"""

from __future__ import annotations

from ksdt_core.evidence.verdict import new_rows_of
from pages.common import effects, frame, pair_evidence, place, tree_chance
from pages.common.current import Current, current_run
from pages.common.tree_view import Drawn, Event, show_marks, show_trees
from pages.trees import choice, heading, node_panel, present, rules, toolbar
from pages.trees.layout import places
from pages.trees.replay import replay


def on_event(current: Current, event: Event) -> None:
    """What a reader did in the drawings, before the page runs again."""
    if event.kind == "present":
        present.start()
    elif event.kind == "folded":
        shared = current.trees.trees[event.tree - 1]
        choice.fold(current.run, event.tree - 1, shared, event.node)
    else:
        place.go(tree=event.tree, node=event.node)


with frame.page("Trees", unseen=True):
    current = current_run()
    trees, colours = current.trees, frame.palette()
    tested = pair_evidence.of_run(current.run)
    predicted = effects.known(current.run, trees, current.pair)
    of_trees = tree_chance.of_run(current.run)
    at = places()
    chosen, tracing = toolbar.bar(current, predicted, at, has_claims=tested is not None and bool(tested.claimed))
    with at.notice:
        heading.caution(current.run)
    selected = node_panel.selected(current)
    drawn = [
        Drawn(
            position,
            trees.trees[position],
            folded=choice.folded(current.run, position, trees.trees[position]),
            said=(
                *effects.notes(predicted, trees, position),
                *tree_chance.captions(of_trees, trees, position),
            ),
        )
        for position in chosen.positions
    ]
    with at.canvas:
        if not replay(current, colours):
            show_trees(
                trees, drawn, palette=colours, layout=chosen.layout, columns=chosen.columns, colour=chosen.colour,
                genes=chosen.genes, run=current.run, claimed=pair_evidence.claimed_names(tested),
                on_event=lambda event: on_event(current, event),
            )  # fmt: skip
        show_marks(place.here().tree_number, place.here().node_number, tracing)
    with at.inspector:
        if selected is None:
            node_panel.nothing_selected()
            if tested is not None:
                pair_evidence.sentences(tested, new_rows_of(predicted))
            node_panel.least_alike(current, chosen.positions)
        else:
            node_panel.panel(current, *selected)
    with at.tables:
        rules.panel(current, chosen.positions, selected)
    present.show(current, predicted, colours, chosen)
