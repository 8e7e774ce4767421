"""The answer of the page: one sentence on what both tables share, and a line with the strongest attributes."""

from __future__ import annotations

import html

import streamlit as st

from ksdt_core.errors import KsdtError
from ksdt_core.evidence.effects import Effects
from ksdt_core.evidence.pair_evidence import Evidence
from ksdt_core.evidence.verdict import new_rows_of, verdict_and_detail
from ksdt_core.store.pair_request import PairRequest
from ksdt_core.text import counted, printable
from pages.common import pair_evidence, progress


def show(request: PairRequest, run: str, effects: Effects) -> Evidence | None:
    """The verdict on the pair and on what its trees predict, or how far the test of the pair is."""
    with st.container(key="mine_verdict"):
        try:
            found = pair_evidence.known(request)
        except KsdtError:
            return None  # the page says what is wrong with the pair
        progress.note_evidence(request.id, None if found is None else found.shared.p)
        if found is None:
            pair_evidence.awaited(request)
            return None
        pair_evidence.keep_with_run(found, run)
        said, detail = verdict_and_detail(found, new_rows_of(effects))
        st.html(
            f"<p class='mine-verdict' role='status' title='{_text(said)}'>{_text(said)}</p>"
            f"<p class='mine-detail' title='{_text(detail)}'>{_text(f'{detail} {how_measured(effects)}'.strip())}</p>"
        )
    return found


def how_measured(effects: Effects) -> str:
    """Which rows the expected accuracies come from."""
    if effects.judged_on is None or effects.judged_on[0] == "training":
        return "The accuracy on new rows is not known yet."
    vote = "The trees vote" if effects.judged_on[1].left.vote is not None else "One tree"
    if effects.judged_on[0] == "held_out":
        return f"{vote}; held-out rows."
    return f"{vote}; {counted(effects.folds or 0, 'fold', 'folds')}."


def _text(said: str) -> str:
    """Safe for HTML; a number and its sign stay on one line."""
    return html.escape(printable(said).replace("p = ", "p\u202f=\u202f"), quote=True)
