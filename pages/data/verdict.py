"""Whether the two tables share signal and can be mined, and the way there."""

from __future__ import annotations

import streamlit as st

from ksdt_core.data.checks.checkup import Checkup
from ksdt_core.evidence.pair_evidence import Evidence
from ksdt_core.evidence.verdict import pairing_sentence, verdict
from ksdt_core.store.decisions import SIDES
from ksdt_core.store.pair_request import PairRequest
from ksdt_core.text import counted
from pages.common import draft, kept, pair_evidence, place
from pages.common.uploads import FORMATS
from pages.common.wording import as_markdown
from pages.data.findings import open_warnings
from pages.data.tables import EMPTY

CAN_BE_MINED = "This pair can be mined"
DROP_AGAIN = "drop the file again once it is fixed, or choose another table."
CHOOSE_CLASS = "choose its class column above."


def band(request: PairRequest, checkup: Checkup, tested: Evidence | None) -> None:
    """The verdict in two sentences and the button to mine, closed with a reason while a problem is left."""
    errors = checkup.of_level("error")
    with st.container(horizontal=True, vertical_alignment="center", key="verdict"):
        with st.container(key="verdict_words"):
            headline, details = _verdict(request, checkup, tested)
            st.markdown(f"**{headline}**")
            st.markdown(details)
            if tested is None and not errors:
                pair_evidence.awaited(request)
        pressed = st.button(
            "Mine this pair", type="primary", key="mine_pair", icon=":material/arrow_forward:", disabled=bool(errors),
            icon_position="right", help=f"Fix this first: {as_markdown(errors[0].what)}" if errors else None,
        )  # fmt: skip
    if pressed and not errors:
        st.switch_page("pages/mine/page.py", query_params=place.as_query())


def _verdict(request: PairRequest, checkup: Checkup, tested: Evidence | None) -> tuple[str, str]:
    """The answer, and what it is based on, as Markdown."""
    errors = checkup.of_level("error")
    if errors:
        them = "it" if len(errors) == 1 else "them"
        buttons = "" if checkup.unfixed else f"The buttons below fix {them}."
        return f"{counted(len(errors), 'problem', 'problems')} to fix before mining.", buttons
    left, right = kept.tables(request)
    warnings = open_warnings(request, checkup)
    caution = f" {counted(len(warnings), 'warning', 'warnings')} below." if warnings else ""
    rows = f"{left.n_rows:,} and {right.n_rows:,} rows"
    size = f"{_attributes(request, checkup)}{rows}.{caution}"
    if tested is None:
        return f"{CAN_BE_MINED}.", size
    first, *others = verdict(tested)
    said = [*map(as_markdown, others), f"{CAN_BE_MINED}: {size}", as_markdown(pairing_sentence(tested))]
    return as_markdown(first), " ".join(said)


def _sparse(checkup: Checkup) -> set[str]:
    """The attributes that are dropped because too many of their cells are missing."""
    dropped = (finding for finding in checkup.findings if finding.code == "sparse-columns" and finding.level == "info")
    return {str(row[0]) for finding in dropped for row in finding.details}


def _attributes(request: PairRequest, checkup: Checkup) -> str:
    """How many of the attributes that the tables share are used."""
    matched = kept.matched(request)
    if matched is None:
        return ""
    shared = matched.left.n_attributes
    n_out = len((set(request.exclude) | _sparse(checkup)) & set(matched.left.attributes))
    used = f"{shared - n_out:,} of " if n_out else ""
    return f"{used}{counted(shared, 'shared attribute', 'shared attributes')}, "


def waiting() -> None:
    """What is still to be done before there is a pair to look at."""
    empty = [EMPTY[side] for side in SIDES if draft.tables()[side] is None]
    if empty:
        st.info(f"{' and '.join(empty)}: choose one from the list, or drop a file.", icon=":material/arrow_upward:")
        st.markdown(f":gray[{FORMATS}]")
    for side in SIDES:
        table = draft.tables()[side]
        if table is None:
            continue
        todo = None
        if draft.unreadable(side) is not None:
            todo = DROP_AGAIN
        elif not draft.is_ready(side):
            todo = CHOOSE_CLASS
        if todo is not None:
            st.info(f"{as_markdown(table.name)}: {todo}", icon=":material/arrow_upward:")
    if place.here().pair is not None:
        st.button("Return to the previous pair", on_click=draft.begin_again, icon=":material/undo:")
