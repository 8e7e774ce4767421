"""What if this class is that one: every one-to-one mapping mined in the background, ranked, and taken over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from math import factorial
from typing import Any

import pandas as pd
import streamlit as st

from ksdt_core.glossary import GLOSSARY
from ksdt_core.store.decisions import with_class_mapping
from ksdt_core.store.pair_request import PairRequest
from ksdt_core.text import printable
from pages.common import job_watch, kept
from pages.data.changes import decide

MOST_CLASSES = 4
PERMUTATIONS = 99
SCORES = ("SDTSQ", "SA", "DS")
KIND = "what-if"
ASKED = {"permutations": PERMUTATIONS}


def block(request: PairRequest, left: Sequence[str], right: Sequence[str]) -> None:
    """The offer, the progress, or the ranking."""
    st.markdown("**Not sure which class is which?**")
    if len(left) != len(right) or not 2 <= len(left) <= MOST_CLASSES:
        st.markdown(
            f":gray[All mappings can be compared where both tables have the same number of classes, from 2 to "
            f"{MOST_CLASSES}; here they have {len(left)} and {len(right)}.]"
        )
        return
    plain = replace(request, class_map=(), right_class_map=())  # the same for all mappings, so that the ranking stays
    job = job_watch.latest(KIND, subject=plain.id, request=ASKED)
    if job is None or job.state in ("failed", "cancelled"):
        st.markdown(
            f"Mine the pair under each of the {factorial(len(left))} mappings, and compare each with "
            f"{PERMUTATIONS} shuffles. The mapping with the smallest p-value is the most convincing."
        )
        if st.button("Compare all mappings", key="what_if", icon=":material/compare_arrows:"):
            kept.open_pair(plain)
            job_watch.ask(KIND, subject=plain.id, request=ASKED)
            st.rerun()
    if job is not None:
        job_watch.watch(job, "Comparing the mappings")
        if (found := job.result) is not None:
            _ranking(found["entries"])


def _ranking(entries: Sequence[Mapping[str, Any]]) -> None:
    rows = [
        {
            "mapping": _words(entry["class_map"]),
            "p": entry["p_value"],
            "SDTSQ": entry["scores"]["sdtsq"],
            "SA": entry["scores"]["sa"],
            "DS": entry["scores"]["ds"],
            "mean SDTQ": entry["statistic"],
        }
        for entry in entries
    ]
    number = st.column_config.NumberColumn
    st.dataframe(
        pd.DataFrame(rows),
        hide_index=True,
        column_config={
            "mapping": st.column_config.TextColumn("Matched with", width="large"),
            "p": number(
                "p", format="%.3g", help=("How often shuffled tables do as well. A small value is convincing.")
            ),
            **{name: number(GLOSSARY[name].title, format="%.4f", help=GLOSSARY[name].help) for name in SCORES},
            "mean SDTQ": number("Mean quality of the trees (SDTQ)", format="%.4f", help=GLOSSARY["SDTQ"].help),
        },
    )
    with st.container(horizontal=True, vertical_alignment="bottom"):
        at = st.selectbox(
            "Mapping", range(len(rows)), format_func=lambda place: rows[place]["mapping"], key="what_if_choice"
        )
        mapping = entries[at or 0]["class_map"]
        st.button(
            "Use this mapping", key="what_if_use", type="primary", on_click=decide,
            args=(partial(with_class_mapping, taken_for=mapping, called={}),), icon=":material/check:",
        )  # fmt: skip
    st.markdown(f":gray[The first mapping is the most convincing ({PERMUTATIONS} shuffles of each kind).]")


def _words(class_map: Mapping[str, str]) -> str:
    return ", ".join(f"{printable(right)} is {printable(left)}" for right, left in class_map.items())
