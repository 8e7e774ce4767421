"""The score beside its null: not tested, being tested, or tested with the p-value in words."""

from __future__ import annotations

import streamlit as st

from ksdt_core.data.pair import DatasetPair
from ksdt_core.figures.null_dots import draw_nulls
from ksdt_core.mining.significance import Significance, mean_tree_quality
from ksdt_core.mining.tree_set import TreeSet
from pages.shared import compute, wording
from pages.shared.frame import palette
from pages.shared.show import names_of

PERMUTATIONS = 99


def panel(pair: DatasetPair, trees: TreeSet) -> None:
    """Says what is known of chance, and offers the test where nothing is known yet."""
    tested = _tests().get(_key(trees))
    n_seen = _count_weighting(trees)
    st.markdown(f"**Mean quality of the trees (SDTQ) {mean_tree_quality(trees.trees):.4f}**")
    if tested is None:
        offer = st.empty()
        with offer.container():
            pressed = _offer()
        if not pressed:
            return
        offer.empty()
        tested = _run(pair, trees)
        _tests()[_key(trees)] = tested
    _result(tested, trees, n_seen=n_seen)


def _offer() -> bool:
    st.markdown("Not yet tested. Trees fit chance, too: only a set that shuffled tables do not reach says something.")
    return st.button(
        f"Test with {PERMUTATIONS} shuffles for each null",
        type="primary",
        help="Mines the same set from tables whose classes, or whose attribute names, were shuffled.",
    )


def _run(pair: DatasetPair, trees: TreeSet) -> Significance:
    bar = st.progress(0.0, "Shuffling and mining again …")
    tested = compute.tested_set(
        pair,
        trees,
        permutations=PERMUTATIONS,
        progress=lambda done, total: bar.progress(done / total, f"Shuffle {done} of {total}"),
    )
    bar.empty()
    return tested


def _result(tested: Significance, trees: TreeSet, *, n_seen: int) -> None:
    st.markdown(f"**{wording.headline(tested)}: p = {tested.p_value:.2g}**")
    figure = draw_nulls(tested, names_of(trees), palette=palette())
    st.plotly_chart(figure, theme=None, config={"displayModeBar": False})
    for sentence in wording.null_sentences(tested, names_of(trees)):
        st.markdown(wording.as_markdown(sentence))
    st.markdown(f"{wording.p_value_sentence(tested)} {wording.choice_sentence(n_seen)}")


def _tests() -> dict[tuple[str, str], Significance]:
    tests: dict[tuple[str, str], Significance] = st.session_state.setdefault("tests", {})
    return tests


def _count_weighting(trees: TreeSet) -> int:
    """How many weightings of this pair were looked at in this session."""
    seen: set[tuple[str, str]] = st.session_state.setdefault("weightings", set())
    seen.add(_key(trees))
    return sum(fingerprint == trees.pair.fingerprint for fingerprint, _ in seen)


def _key(trees: TreeSet) -> tuple[str, str]:
    return trees.pair.fingerprint, repr(trees.settings)
