"""Controls that return values of the core."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from ksdt_core.data.catalogue import CataloguePair
from ksdt_core.glossary import GLOSSARY
from ksdt_core.mining.weights import DEFAULT_WEIGHTS, WeightVector
from ksdt_core.trees.printable import printable
from pages.shared.wording import as_markdown

PARTS = ("ig", "ds", "atd")
STEPS = 100  # weights are whole hundredths, so that they sum to 1 exactly
_LABELS = {
    "ig": ("Gain, $w_{IG}$", "How much a split should tell about the class. " + GLOSSARY["IG"].help),
    "ds": ("Agreement, $w_{DS}$", "How much both tables should mix the classes alike. " + GLOSSARY["DSN"].help),
    "atd": ("Being new, $w_{ATD}$", "How much a tree should differ from the others. " + GLOSSARY["ATD"].help),
}


def choose_pair(entries: Sequence[CataloguePair]) -> CataloguePair:
    """A pair of bundled tables."""
    position = st.selectbox(
        "Pair of bundled tables",
        range(len(entries)),
        format_func=lambda i: f"{printable(entries[i].left)} : {printable(entries[i].right)}",
        key="pair",
    )
    return entries[position]


def weights() -> WeightVector:
    """Three sliders that always sum to 1: moving one rescales the other two."""
    for part, default in zip(PARTS, DEFAULT_WEIGHTS.parts, strict=True):
        st.session_state.setdefault(_key(part), default)
    for part, column in zip(PARTS, st.columns(3), strict=True):
        label, explanation = _LABELS[part]
        column.slider(
            label,
            min_value=1 / STEPS,
            max_value=(STEPS - 2) / STEPS,
            step=1 / STEPS,
            format="%.2f",
            key=_key(part),
            help=explanation,
            on_change=_rescale_others,
            args=(part,),
        )
    return WeightVector.of(_hundredths(part) / STEPS for part in PARTS)


def choose_trees(titles: Sequence[str]) -> list[int]:
    """Which trees to read side by side."""
    chosen = st.pills(
        "Trees to read side by side",
        range(len(titles)),
        selection_mode="multi",
        default=range(min(2, len(titles))),
        format_func=lambda i: as_markdown(titles[i]),
        key="trees",
    )
    return sorted(chosen)


def _rescale_others(moved: str) -> None:
    first, second = (part for part in PARTS if part != moved)
    one, other = share_out(STEPS - _hundredths(moved), _hundredths(first), _hundredths(second))
    st.session_state[_key(first)], st.session_state[_key(second)] = one / STEPS, other / STEPS


def share_out(total: int, first: int, second: int) -> tuple[int, int]:
    """`total` in two whole parts, each at least 1, in the ratio of `first` and `second` as nearly as that goes."""
    one = min(max(round(total * first / (first + second)), 1), total - 1)
    return one, total - one


def _hundredths(part: str) -> int:
    return round(st.session_state[_key(part)] * STEPS)


def _key(part: str) -> str:
    return f"weight_{part}"
