"""Runs: every mined set, learned tree and imported model, to be found, named, compared, exported and deleted."""

from __future__ import annotations

import streamlit as st

from ksdt_core.errors import KsdtError
from ksdt_core.store.runs import MINED, kept_run, listed_runs
from pages.common import damage, frame, kept, place, study_file
from pages.common.messages import for_page
from pages.common.wording import as_markdown
from pages.runs import about, actions, compare, layout, one_table, table

KEPT, DELETED = "Saved", "Deleted"

with frame.page("Which runs have you saved?"):
    layout.style()
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

    shown = table.chosen_kind()
    is_mined = shown.kinds == MINED
    put_away, damaged_away = listed_runs(kept.store(), deleted=True, kinds=shown.kinds)
    saved, damaged = listed_runs(kept.store(), kinds=shown.kinds)
    frame.answer(*(table.answer(saved) if is_mined else one_table.answer(saved)))
    tools = st.container(horizontal=True, key="runs_tools")
    with tools:
        table.offer_kinds(shown)
    which = KEPT
    if put_away:
        which = (
            tools.segmented_control(
                "Show",
                [KEPT, DELETED],
                default=KEPT,
                key=f"{shown.name}_which",
                label_visibility="collapsed",
                width="content",
            )
            or KEPT
        )
    runs = saved if which == KEPT else put_away
    with tools:
        found = table.filters(runs, kept=which == KEPT)
        with st.popover("Import runs", icon=":material/upload:", width="content"):
            actions.importer()
        with st.popover("Study file", icon=":material/folder_zip:", width="content"):
            study_file.opener(to_runs=False)
            study_file.saver(key="runs_save_all")
    actions.arrivals()
    if which == KEPT:
        for sentence in table.gone(runs, put_away, shown.name):
            st.warning(as_markdown(sentence))
    damage.name_runs(damaged if which == KEPT else damaged_away)
    if not runs and is_mined:
        frame.nothing_yet(
            "No runs yet. Mine a pair, or import a result document above.", page="pages/mine/page.py", label="Open Mine"
        )
    if not runs:
        frame.nothing_yet("No saved trees yet. Learn one from a table.", page=one_table.LEARN, label="Open Learn")
    if not found:
        st.info("No run matches. Search for other words, or choose all tables.")
    else:
        bar = st.container(horizontal=True, key="runs_bar")
        name = f"{shown.name}_deleted" if which == DELETED else shown.name
        chosen = table.table(found, name, is_mined=is_mined)
        with bar:
            count = f"{len(found):,} of {len(runs):,} runs."
            actions.bar(chosen, deleted=which == DELETED, count=count, of_one_table=not is_mined)
        opened = table.opened(found, name, chosen)
        if opened is not None and which == KEPT:
            with st.container(border=True, key="runs_open"):
                (actions.one if is_mined else one_table.one)(opened)
