"""Runs: every mined set, to be found, named, compared, taken along and put away."""

from __future__ import annotations

import streamlit as st

from ksdt_core.errors import KsdtError
from ksdt_core.store.runs import kept_run, listed_runs
from pages.common import damage, frame, kept, place, study_file
from pages.common.messages import for_page
from pages.common.wording import as_markdown
from pages.runs import about, actions, compare, table

KEPT, DELETED = "Kept", "Deleted"

with frame.page("Runs", lead="Every mined set is kept with its data, settings, scores and time."):
    here = place.here()
    try:
        if here.run is not None and here.other is not None:
            compare.show(here.run, here.other)
        elif here.run is not None:
            kept_run(kept.store(), here.run)
    except KsdtError as error:  # a link to a run that is gone: the others are below
        st.error(as_markdown(for_page(error)))
        place.settle(run=None, other=None)
    about.unsaved()
    actions.undo_offer()

    with st.expander("Import runs", icon=":material/upload:"):
        actions.importer()
    with st.expander("Open or save a study", icon=":material/folder_zip:"):
        study_file.opener(to_runs=False)
        study_file.saver(key="runs_save_all")
    put_away, damaged = listed_runs(kept.store(), deleted=True)
    which = KEPT
    if put_away:
        which = st.segmented_control("Show", [KEPT, DELETED], default=KEPT, key="runs_which") or KEPT
    runs = put_away
    if which == KEPT:
        runs, damaged = listed_runs(kept.store())
        for sentence in table.gone(runs, put_away):
            st.warning(as_markdown(sentence))
    damage.name_runs(damaged)
    if not runs:
        frame.nothing_yet(
            "No runs yet. Mine a pair, or import a result document above.", page="pages/mine/page.py", label="Open Mine"
        )
    found = table.filters(runs, kept=which == KEPT)
    if not found:
        st.info("No run fits. Search for other words, or choose all tables.")
    else:
        chosen = table.table(found, table.DELETED if which == DELETED else table.KEPT)
        st.markdown(f":gray[{len(found):,} of {len(runs):,} runs. Tick rows at their left edge; tick two to compare.]")
        if chosen and which == DELETED:
            actions.deleted_bar(chosen)
        elif chosen:
            actions.bar(chosen)
            if len(chosen) == 1:
                with st.container(border=True):
                    actions.one(chosen[0])
