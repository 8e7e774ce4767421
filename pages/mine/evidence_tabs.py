"""What stands behind the verdict, in tabs of one height: shared attributes, shuffled tables, cross-validation."""

from __future__ import annotations

import streamlit as st

from ksdt_core.evidence.effects import Effects
from ksdt_core.evidence.pair_evidence import Evidence
from ksdt_core.figures.effect_card import effect_card_values
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.mining.weights import WeightVector
from ksdt_core.store.pair_request import PairRequest
from ksdt_core.text import printable
from pages.common import drawn
from pages.common.frame import palette
from pages.mine import chance, mining_state, predictions
from pages.mine.layout import TAB_HEIGHT

CHART = {"displayModeBar": False}


def show(
    request: PairRequest,
    run: str,
    trees: TreeSet,
    effects: Effects,
    *,
    evidence: Evidence | None,
    tried: tuple[WeightVector, ...],
    compared: tuple[WeightVector, ...],
) -> None:
    """The three tabs; whatever happens in one, its height stays."""
    count = "" if evidence is None else f" :gray-badge[{len(evidence.claimed)}]"
    with st.container(key="mine_tabs", gap=None):
        shared, shuffled, checked = st.tabs([f"Shared attributes{count}", "Shuffled tables", "Cross-validation"])
        with shared.container(height=TAB_HEIGHT, border=False, key="tab_shared"):
            _attributes(request, evidence)
        with shuffled.container(height=TAB_HEIGHT, border=False, key="tab_shuffled"):
            best_by = mining_state.best_by(request.id)
            chance.panel(request.id, run, trees, vectors=tried, compared=compared, best_by=best_by, evidence=evidence)
        with checked.container(height=TAB_HEIGHT, border=False, key="tab_checked"):
            predictions.panel(request, run, trees, effects)


def _attributes(request: PairRequest, evidence: Evidence | None) -> None:
    if evidence is None:
        st.markdown(":gray[The attributes are shown when the pair has been tested.]")
        return
    left, right = (printable(table.name) for table in (evidence.pair.left, evidence.pair.right))
    st.plotly_chart(
        drawn.chart(lambda: effect_card_values(evidence, palette=palette()), "effect card", request.id),
        theme=None,
        key="effect_card",
        config=CHART,
        alt=f"Effect of each attribute in {left} against {right}. {len(evidence.claimed)} attributes predict the class "
        "in both tables; the page Data lists all of them.",
    )
