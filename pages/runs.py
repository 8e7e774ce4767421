"""Runs: every mined set, to be found, named, compared, taken along and put away."""

from __future__ import annotations

import streamlit as st

from ksdt_core.errors import KsdtError
from ksdt_core.store.runs import kept_run, list_runs
from pages.shared import frame, kept, place, runs_actions, runs_compare, runs_table
from pages.shared.wording import as_markdown

KEPT, DELETED = "Kept", "Deleted"

with frame.page("Runs", lead="Every mined set is kept with its data, settings, scores and time."):
    here = place.here()
    try:
        if here.run is not None and here.other is not None:
            runs_compare.show(here.run, here.other)
        elif here.run is not None:
            kept_run(kept.store(), here.run)
    except KsdtError as error:  # a link to a run that is gone: the others are below
        st.error(as_markdown(str(error)))
        place.settle(run=None, other=None)
    runs_actions.undo_offer()

    with st.expander("Import runs", icon=":material/upload:"):
        runs_actions.importer()
    put_away = list_runs(kept.store(), deleted=True)
    which = KEPT
    if put_away:
        which = st.segmented_control("Show", [KEPT, DELETED], default=KEPT, key="runs_which") or KEPT
    runs = put_away if which == DELETED else list_runs(kept.store())
    if not runs:
        frame.nothing_yet(
            "No runs yet. Mine a pair, or import a result document above.", page="pages/mine.py", label="Open Mine"
        )
    found = runs_table.filters(runs, kept=which == KEPT)
    if not found:
        st.info("No run fits. Search for other words, or choose all tables.")
    else:
        chosen = runs_table.table(found)
        st.markdown(f":gray[{len(found):,} of {len(runs):,} runs. Tick rows at their left edge; tick two to compare.]")
        if chosen and which == DELETED:
            runs_actions.deleted_bar(chosen)
        elif chosen:
            runs_actions.bar(chosen)
            if len(chosen) == 1:
                with st.container(border=True):
                    runs_actions.one(chosen[0])
