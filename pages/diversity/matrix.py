"""The matrix of tree pair differences as a control: a click on a cell opens the two trees."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from ksdt_core.figures.difference_matrix import difference_text, draw_difference_matrix
from ksdt_core.figures.tree_tables import root_name
from ksdt_core.measures.usage import common_attributes
from ksdt_core.mining.tree_set import TreeSet
from pages.common import drawn, place
from pages.common.frame import palette
from pages.diversity.words import Pair, nearest_pair, tree_pairs

CONFIG = {"displaylogo": False, "toImageButtonOptions": {"format": "svg", "filename": "tree-pair-differences"}}
_CHOICE = "diversity_pair_of_trees"


def roots_of(trees: TreeSet) -> list[str]:
    return [root_name(shared) for shared in trees.trees]


def chosen_pair(trees: TreeSet) -> Pair:
    """The two trees of the address; where it names none or one, the most alike."""
    here, k = place.here(), len(trees.trees)
    first, second = ((n or 0) - 1 for n in (here.tree_number, here.beside_number))
    if 0 <= first < k and 0 <= second < k and first != second:
        return min(first, second), max(first, second)
    return nearest_pair(trees, first if 0 <= first < k else None)


def matrix(trees: TreeSet, pair: Pair) -> None:
    """The panel of the matrix."""
    st.html(
        "<h2 class='diversity-title'>Difference of every two trees</h2><p class='ksdt-note'>Click a cell to compare "
        "two trees. Above the diagonal: difference (TPD). Below: number of shared attributes.</p>"
    )
    key = f"diversity_matrix_{place.here().run}_{pair[0]}_{pair[1]}"  # a new chart for each choice
    roots = roots_of(trees)
    shared = common_attributes([each.tree for each in trees.trees])
    st.plotly_chart(
        drawn.chart(
            lambda: draw_difference_matrix(trees.tpd, roots, shared=shared, selected=pair, palette=palette()),
            "differences",
            place.here().run,
            pair,
        ),
        theme=None,
        key=key,
        on_select=lambda: _clicked(key),
        selection_mode="points",
        config=CONFIG,
        alt=_in_words(trees.tpd, pair),
    )


def pair_selector(trees: TreeSet, pair: Pair) -> None:
    """The same choice as a list, for keyboards and for small screens."""
    if st.session_state.get(_CHOICE) != pair:
        st.session_state[_CHOICE] = pair
    st.selectbox(
        "Trees to compare",
        tree_pairs(trees),
        format_func=_pair_words(trees),
        key=_CHOICE,
        label_visibility="collapsed",
        on_change=lambda: _go(st.session_state[_CHOICE]),
    )


def _clicked(key: str) -> None:
    for point in st.session_state[key]["selection"]["points"][:1]:
        trees = list(point.get("customdata") or [])
        if len(trees) == 2:
            _go((int(trees[0]), int(trees[1])))


def _go(pair: Pair) -> None:
    place.go(tree=pair[0] + 1, beside=pair[1] + 1)


def _pair_words(trees: TreeSet) -> Callable[[Pair], str]:
    roots = roots_of(trees)

    def words(pair: Pair) -> str:
        i, j = pair
        return f"{i + 1} · {roots[i]} and {j + 1} · {roots[j]} (difference {difference_text(float(trees.tpd[pair]))})"

    return words


def _listed(tpd: NDArray[np.float64]) -> str:
    k = tpd.shape[0]
    return ", ".join(f"{i + 1}:{j + 1} {difference_text(float(tpd[i, j]))}" for i in range(k) for j in range(i + 1, k))


def _in_words(tpd: NDArray[np.float64], pair: Pair) -> str:
    return f"Tree pair differences: {_listed(tpd)}. Trees {pair[0] + 1} and {pair[1] + 1} are chosen."
