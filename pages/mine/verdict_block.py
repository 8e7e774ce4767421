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
        said, more = verdict_and_detail(found, new_rows_of(effects))
        detail = f"{more} {how_measured(effects)}".strip()
        st.html(
            f"<p class='mine-verdict' role='status' title='{_text(said)}'>{_text(said)}</p>"
            f"<p class='mine-detail' title='{_text(detail)}'>{_text(detail)}</p>"
        )
    return found


def how_measured(effects: Effects) -> str:
    """Which rows the expected accuracies come from."""
    if effects.judged_on is None or effects.judged_on[0] == "training":
        return "The accuracy on new rows is not known yet."
    vote = "The trees vote" if effects.judged_on[1].left.vote is not None else "One tree"
    rows = "held-out rows" if effects.judged_on[0] == "held_out" else counted(effects.folds or 0, "fold", "folds")
    return f"{vote}; {rows}. {alone(effects)}".strip()


def alone(effects: Effects) -> str:
    """How many trees predict both tables without the others: a vote can, where few of its trees do."""
    k = 0 if effects.judged_on is None else len(effects.judged_on[1].left.trees)
    if k < 2:
        return ""
    verdicts = [effects.verdict(tree) for tree in range(k)]
    n = sum(found is not None and all(found.predicts) for found in verdicts)
    if n == k:
        return f"Alone, each of the {k} trees predicts both tables."
    return f"Alone, {n or 'none'} of the {k} trees {'predict' if n > 1 else 'predicts'} both tables."


def _text(said: str) -> str:
    """Safe for HTML; a number and its sign stay on one line."""
    return html.escape(printable(said).replace("p = ", "p\u202f=\u202f"), quote=True)
