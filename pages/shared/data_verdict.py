"""Whether the pair can be mined, and the way there."""

from __future__ import annotations

import streamlit as st

from ksdt_core.data.cells import counted
from ksdt_core.data.doctor.checkup import Checkup
from ksdt_core.store.mending import SIDES
from ksdt_core.store.pair_request import PairRequest
from pages.shared import data_draft, kept, place
from pages.shared.data_findings import is_settled
from pages.shared.data_tables import EMPTY
from pages.shared.data_uploads import FORMATS
from pages.shared.wording import as_markdown


def bar(request: PairRequest, checkup: Checkup) -> None:
    """The verdict in one line and the button to mine, closed with a reason while an error is left."""
    errors, warnings = checkup.of_level("error"), checkup.of_level("warning")
    with st.container(border=True, horizontal=True, vertical_alignment="center", key="verdict"):
        st.markdown(_verdict(request, checkup), width="stretch")
        pressed = st.button(
            "Mine this pair", type="primary", key="mine_pair", icon=":material/arrow_forward:", disabled=bool(errors),
            help=f"First mend what must be mended: {as_markdown(errors[0].what)}" if errors else None,
        )  # fmt: skip
    if pressed and not errors:
        st.switch_page("pages/mine.py", query_params=place.as_query())
    if errors or warnings:
        st.subheader("What stands in the way" if errors else "What to think about first")


def _verdict(request: PairRequest, checkup: Checkup) -> str:
    errors = checkup.of_level("error")
    warnings = [finding for finding in checkup.of_level("warning") if not is_settled(finding, request)]
    if errors:
        things = "one thing" if len(errors) == 1 else f"{len(errors)} things"
        return f":red[:material/error:] **Not ready yet: {things} to mend.** The buttons below do it."
    left, right = kept.tables(request)
    rows = f"{left.n_rows:,} and {right.n_rows:,} rows"
    things = "One finding" if len(warnings) == 1 else f"{len(warnings)} findings"
    caution = f" {things} below may make the result mislead." if warnings else ""
    return f":green[:material/check_circle:] **This pair can be mined:** {_attributes(request)}{rows}.{caution}"


def _attributes(request: PairRequest) -> str:
    """How many attributes the tables share, and how many of these mining leaves out."""
    matched = kept.matched(request)
    if matched is None:
        return ""
    n_out = len(set(request.exclude) & set(matched.left.attributes))
    left_out = f" ({n_out} left out)" if n_out else ""
    return f"{counted(matched.left.n_attributes, 'shared attribute', 'shared attributes')}{left_out}, "


def waiting() -> None:
    """What is still to be done before there is a pair to look at."""
    empty = [EMPTY[side] for side in SIDES if data_draft.draft()[side] is None]
    if empty:
        st.info(f"{' and '.join(empty)}: choose one of the list, or drop a file.", icon=":material/arrow_upward:")
        st.markdown(f":gray[{FORMATS}]")
    for side in SIDES:
        table = data_draft.draft()[side]
        if table is None:
            continue
        todo = None
        if data_draft.unreadable(side) is not None:
            todo = "drop the file again once it is mended, or choose another table."
        elif not data_draft.is_ready(side):
            todo = "choose the column that holds its classes."
        if todo is not None:
            st.info(f"{as_markdown(table.name)}: {todo}", icon=":material/arrow_upward:")
    if place.here().pair is not None:
        st.button("Back to the pair that was open", on_click=data_draft.begin_again, icon=":material/undo:")
