"""Which attribute is which: what was matched how, what has no partner, and what a person says about it."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import BinaryIO

import pandas as pd
import streamlit as st

from ksdt_core.data.checks.checkup import Checkup
from ksdt_core.data.matching.maps import attribute_map_text, read_attribute_map
from ksdt_core.errors import InvalidDataError
from ksdt_core.figures.file_names import joined_stem
from ksdt_core.store.decisions import (
    open_suggestions,
    with_accepted,
    with_attribute_map,
    with_match,
    with_rejected,
    without_match,
)
from ksdt_core.store.pair_request import PairRequest, right_to_left
from ksdt_core.text import counted, percent, printable
from pages.common import kept
from pages.common.pick import pick_name
from pages.common.wording import as_markdown
from pages.data.changes import decide
from pages.data.map_file import map_file

WAYS = {
    "exact": "with the same name",
    "folded": "with names that differ in case, spaces or punctuation",
    "map": "by your map",
    "assumed": "matched by you",
}
MOST_SUGGESTIONS = 10


def block(request: PairRequest, checkup: Checkup) -> None:
    """How the attributes were matched, suggestions to accept or reject, manual matches, and the map as a file."""
    left_free, right_free = _matched(request, checkup)
    _suggestions(request, checkup)
    _by_hand(checkup, left_free, right_free)
    _own_matches(request, checkup)
    columns = f"two columns: the attribute's name in {as_markdown(checkup.left)}, then in {as_markdown(checkup.right)}"
    map_file("attribute", columns, request, _take_file)


def _matched(request: PairRequest, checkup: Checkup) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Counts of the matches; returns the names of each table that have no partner."""
    matched = kept.matched(request)
    if matched is None:
        left, right = kept.tables(request)
        st.warning("No attribute is matched. Accept suggestions below, match names manually, or upload a map.")
        return left.attributes, right.attributes
    counts = Counter(matched.how)
    ways = ", ".join(f"{counts[how]:,} {words}" for how, words in WAYS.items() if counts[how])
    shared = counted(matched.left.n_attributes, "attribute is", "attributes are")
    st.markdown(f"**{shared} matched**: {ways}.")
    free = matched.left_unmatched, matched.right_unmatched
    for name, unmatched in zip((checkup.left, checkup.right), free, strict=True):
        if unmatched:
            with st.expander(f"Not matched in {as_markdown(name)}: {len(unmatched):,}"):
                st.dataframe(pd.DataFrame({"attribute": unmatched}), hide_index=True)
    if counts["folded"] or counts["map"] or counts["assumed"]:
        with st.expander("Matches whose names differ"):
            rows = zip(matched.left.attributes, matched.right_names, matched.how, strict=True)
            shown = [(left, right, WAYS[how]) for left, right, how in rows if how != "exact"]
            st.dataframe(
                pd.DataFrame(shown, columns=["left", "right", "how"]),
                hide_index=True,
                column_config={"left": checkup.left, "right": checkup.right, "how": "Matched"},
            )
    return free


def _suggestions(request: PairRequest, checkup: Checkup) -> None:
    open_ones = open_suggestions(request, checkup.suggestions)
    if not open_ones:
        return
    st.markdown(f"**Suggested matches** ({as_markdown(checkup.left)} ↔ {as_markdown(checkup.right)})")
    for number, found in enumerate(open_ones[:MOST_SUGGESTIONS]):
        row = st.container(horizontal=True, vertical_alignment="center")
        how = f"names {percent(found.score / 100)} similar" if found.sure else "possible match by initials"
        row.markdown(f"{as_markdown(found.left)} ↔ {as_markdown(found.right)} :gray[{how}]")
        accept, reject = (partial(change, left=found.left, right=found.right) for change in (with_match, with_rejected))
        row.button("Accept", key=f"accept_{number}", on_click=decide, args=(accept,), icon=":material/check:")
        row.button("Reject", key=f"reject_{number}", on_click=decide, args=(reject,), icon=":material/close:")
    sure = tuple(found for found in open_ones if found.sure)
    if len(sure) > 1:
        every = len(sure) == len(open_ones)
        st.button(
            f"Accept all {len(sure)}" if every else f"Accept {len(sure)} similar names", key="accept_all",
            on_click=decide, args=(partial(with_accepted, suggestions=sure),), icon=":material/done_all:",
        )  # fmt: skip


def _by_hand(checkup: Checkup, left_free: tuple[str, ...], right_free: tuple[str, ...]) -> None:
    """Any two attributes may be taken for the same, also on a guess."""
    if not left_free or not right_free:
        return
    with st.expander("Match manually"):
        left = pick_name(f"Attribute of {as_markdown(checkup.left)}", left_free, key="hand_left")
        right = pick_name(f"Attribute of {as_markdown(checkup.right)}", right_free, key="hand_right")
        ready = left is not None and right is not None
        change = partial(with_match, left=left or "", right=right or "")
        st.button(
            "Match these attributes", key="hand_match", on_click=decide, args=(change,), disabled=not ready,
            icon=":material/link:", help=None if ready else "Choose an attribute of each table first.",
        )  # fmt: skip


def _own_matches(request: PairRequest, checkup: Checkup) -> None:
    if not request.attribute_map:
        return
    with st.expander(f"Your matches ({len(request.attribute_map):,})"):
        shown = [f"{printable(left)} ↔ {printable(right)}" for left, right in request.attribute_map]
        at = st.selectbox("Match to remove", range(len(shown)), format_func=shown.__getitem__, key="own_match")
        left, right = request.attribute_map[at or 0]
        change = partial(without_match, left=left, right=right)
        st.button("Remove this match", key="own_back", on_click=decide, args=(change,), icon=":material/undo:")
        st.download_button(
            "Download the map", attribute_map_text(right_to_left(request.attribute_map)),
            file_name=f"{joined_stem(checkup.left, checkup.right, 'map')}.csv", mime="text/csv",
            icon=":material/download:", on_click="ignore",
        )  # fmt: skip


def _take_file(file: BinaryIO, request: PairRequest) -> None:
    left_of = read_attribute_map(file)
    left, right = kept.tables(request)
    unknown = [name for name in left_of.values() if name not in left.attributes] + [
        name for name in left_of if name not in right.attributes
    ]
    if unknown:
        raise InvalidDataError("map-names-unknown", name=unknown[0])
    decide(partial(with_attribute_map, left_of=left_of))
