"""Replicate: do the trees hold in a table that they never saw?"""

from __future__ import annotations

import streamlit as st

from ksdt_core.evidence.replicated import Replication
from pages.common import effects, frame, pair_evidence
from pages.common.current import current_run
from pages.replicate import answer, layout, options, saved, tables

with frame.page("Do the trees hold in a third table?"):
    current = current_run()
    layout.style()
    known = saved.of_run(current)
    shown = tables.choose(current, known)
    if shown is not None:
        line, said = tables.line(), st.container()
        holder = st.empty()
        with holder.container():
            at = layout.places()
        if isinstance(shown, Replication):
            found: Replication | None = shown
            tables.of_saved(line, shown, current)
        else:
            with said:
                found = options.replicated(current, shown, line)
        with line.more:
            tables.changer(current)
        if found is None:
            holder.empty()
        else:
            with line.save:
                saved.button(current, found, is_saved=found in known)
            answer.show(current, found, effects.known(current.run, current.trees, current.pair), at, known)
    pair_evidence.complete(current.request, current.run)
