"""Pruning: the set without the nodes that the rows do not support, saved as its own run."""

from __future__ import annotations

import streamlit as st

from ksdt_core.errors import KsdtError
from ksdt_core.evidence.effects import measure_effects
from ksdt_core.formats.pruned import pruned_document
from ksdt_core.pruning.prune import needs_pair, prune
from ksdt_core.pruning.report import Method
from ksdt_core.store.runs import keep_run
from ksdt_core.text import counted
from pages.common import kept, place
from pages.common.current import Current
from pages.common.messages import for_page
from pages.common.wording import as_markdown

METHODS: dict[Method, str] = {
    "mdl": "Description length (MDL)",
    "cost-complexity": "Errors and number of leaves (cost-complexity)",
    "reduced-error": "Held-out rows (reduced error)",
}
_METHOD = "prune_method"


def panel(current: Current) -> None:
    """Choose a method; the pruned set opens in place of this one, which stays in Runs."""
    held_out = current.trees.settings.holdout > 0
    if needs_pair(current.trees) and current.pair is None:
        st.markdown(
            ":gray[The tables of this run are not saved here, so the held-out rows are missing and the "
            "set cannot be pruned.]"
        )
        return
    row = st.container(horizontal=True, vertical_alignment="bottom")
    offered = [method for method in METHODS if method != "reduced-error" or held_out]
    method: Method = row.selectbox(
        "Method",
        offered,
        format_func=METHODS.__getitem__,
        key=_METHOD,
        help="Pruning by held-out rows needs a share of rows held out on Mine." if not held_out else None,
    )
    if row.button("Prune", icon=":material/content_cut:", key="prune_now"):
        _prune(current, method)
    for step in kept.document(current.run).get("pruned") or ():
        st.markdown(
            f":gray[This set was pruned by {METHODS.get(step['method'], step['method'])}: "
            f"{counted(step['tests_after'], 'test', 'tests')} left of {step['tests_before']}.]"
        )


def _prune(current: Current, method: Method) -> None:
    try:
        done = prune(current.trees, current.pair, method=method)
    except KsdtError as error:
        st.error(as_markdown(for_page(error)))
        return
    if not done.report.removed:
        st.info("Nothing to prune: every split is supported by this method.")
        return
    effects = None if current.pair is None else measure_effects(current.pair, done.trees)
    document = pruned_document(done, effects=effects)
    earlier = kept.document(current.run).get("pruned") or []
    document["pruned"] = [*earlier, *document["pruned"]]
    run = keep_run(kept.store(), document, pair=None if current.request is None else current.request.id)
    place.go(run=run, tree=None, node=None)
    st.rerun()
