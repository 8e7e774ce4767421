"""What stands behind the verdict, in tabs of one height: shared attributes, shuffled tables, cross-validation."""

from __future__ import annotations

import html

import streamlit as st

from ksdt_core.evidence.effects import Effects
from ksdt_core.evidence.pair_evidence import Evidence
from ksdt_core.figures.effect_card import NARROW, WIDTH, effect_card_svg, told_points
from ksdt_core.figures.palette import Palette
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.mining.weights import WeightVector
from ksdt_core.store.pair_request import PairRequest
from ksdt_core.text import printable
from pages.common import drawn
from pages.common.frame import palette
from pages.common.pictures import image_tag
from pages.mine import chance, mining_state, predictions
from pages.mine.layout import TAB_HEIGHT


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
    alt = (
        f"Effect of each attribute in {left} against {right}. {len(evidence.claimed)} attributes predict the class in "
        "both tables; the page Data lists all of them."
    )
    colours = palette()
    drawings = drawn.once(
        lambda: "".join(_drawing(evidence, width, colours, alt) for width in (WIDTH, NARROW)), "effect card", request.id
    )
    st.html(f"<div class='mine-effects'>{drawings}</div>")


def _drawing(evidence: Evidence, width: float, colours: Palette, alt: str) -> str:
    """The drawing for one width, with what its points say; the style of the page shows one of the two."""
    spots = "".join(
        f"<i style='left:{100 * x:.2f}%;top:{100 * y:.2f}%' title='{html.escape(words)}'></i>"
        for x, y, words in told_points(evidence, width=width)
    )
    return f"<div>{image_tag(effect_card_svg(evidence, width=width, palette=colours), alt=alt)}{spots}</div>"
