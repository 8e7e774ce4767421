"""Replicate: do the trees hold in a table that they never saw?"""

from __future__ import annotations

import streamlit as st

from pages.common import effects, frame
from pages.common.current import current_run
from pages.replicate import answer, options, saved, tables

with frame.page("Replicate", lead="Do the trees hold in a third table, which they have never seen?"):
    current = current_run()
    chosen = tables.choose(current)
    known = saved.of_run(current)
    predicted = effects.known(current.run, current.trees, current.pair)
    for table in chosen:
        found = options.replicated(current, table)
        if found is not None:
            answer.show(current, found, predicted, key=f"{table.origin}_{table.id}", is_saved=found in known)
    shown = {table.name for table in chosen}
    for number, found in enumerate(known):
        if found.table.name not in shown:
            answer.show(current, found, predicted, key=f"saved_{number}", is_saved=True)
    if not chosen and not known:
        st.info("Choose or upload a third table. The trees were mined from the other two and have never seen it.")
