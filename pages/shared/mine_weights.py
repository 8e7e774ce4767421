"""The weights as numbers: three that always sum to 1, or a slider between two for a single tree."""

from __future__ import annotations

import streamlit as st

from ksdt_core.glossary import GLOSSARY
from ksdt_core.mining.map_points import MapPoint, best_point
from ksdt_core.mining.weights import WeightVector
from pages.shared import mine_state
from pages.shared.reruns import is_by_timer

STEPS = 100  # numbers are whole hundredths, so that they sum to 1 exactly
PARTS = ("ig", "ds", "atd")
_SINGLE = "weight_single"
_LABELS = {
    "ig": ("Gain, $w_{IG}$", "How much a split should tell about the class. " + GLOSSARY["IG"].help),
    "ds": ("Agreement, $w_{DS}$", "How much both tables should mix the classes alike. " + GLOSSARY["DSN"].help),
    "atd": ("Being new, $w_{ATD}$", "How much a tree should differ from the others. " + GLOSSARY["ATD"].help),
}


def show(weights: WeightVector, points: list[MapPoint]) -> None:
    """The numbers, and a button that takes the best point of the map."""
    if weights.atd is None:
        _slider(weights)
    else:
        _numbers(weights)
    said, button = st.columns([3, 2], vertical_alignment="center")
    said.markdown(":gray[Sum 1.00, each at least 0.01. Changing one weight rescales the others.]")
    best = best_point(points).weights if points else None
    button.button(
        "Use best",
        icon=":material/star:",
        disabled=best is None or best == weights,
        help="Take the weights of the set with the highest SDTSQ of the map. Its trees may be more diverse and less "
        "accurate: the test against chance judges their mean quality (SDTQ)."
        if best is not None
        else "Map the whole simplex first; then this takes its best point.",
        on_click=mine_state.choose_weights,
        args=(best or weights,),
        width="stretch",
    )


def _numbers(weights: WeightVector) -> None:
    for part, value, column in zip(PARTS, weights.parts, st.columns(3), strict=True):
        label, explanation = _LABELS[part]
        if st.session_state.get(_key(part)) != round(value, 6):
            st.session_state[_key(part)] = round(value, 6)
        column.number_input(
            label,
            min_value=0.0,
            max_value=1.0,
            step=0.05,
            format="%.2f",
            key=_key(part),
            help=explanation,
            on_change=_moved,
            args=(part,),
        )


def _moved(part: str) -> None:
    """One number was changed: the other two keep their ratio. Three that sum to 1 are old ones, which nobody moved."""
    said = [st.session_state[_key(name)] for name in PARTS]
    if is_by_timer() or abs(sum(said) - 1) < 1e-6:
        return
    now = dict(zip(PARTS, mine_state.weights().parts, strict=True))
    hundredths = min(max(round(st.session_state[_key(part)] * STEPS), 1), STEPS - 2)
    first, second = (other for other in PARTS if other != part)
    one, other = share_out(STEPS - hundredths, now[first], now[second])
    shares = {part: hundredths, first: one, second: other}
    mine_state.choose_weights(WeightVector.of(shares[name] / STEPS for name in PARTS))


def share_out(total: int, first: float, second: float) -> tuple[int, int]:
    """`total` in two whole parts, each at least 1, in the ratio of `first` and `second` as nearly as that goes."""
    one = min(max(round(total * first / (first + second)), 1), total - 1)
    return one, total - one


def _slider(weights: WeightVector) -> None:
    hundredths = min(max(round(weights.ig * STEPS), 1), STEPS - 1)
    if st.session_state.get(_SINGLE) != hundredths / STEPS:
        st.session_state[_SINGLE] = hundredths / STEPS
    st.slider(
        "Gain, $w_{IG}$; the rest is agreement, $w_{DS}$",
        min_value=1 / STEPS,
        max_value=(STEPS - 1) / STEPS,
        step=1 / STEPS,
        format="%.2f",
        key=_SINGLE,
        help=_LABELS["ig"][1],
        on_change=_slid,
    )


def _slid() -> None:
    if is_by_timer():
        return
    hundredths = round(st.session_state[_SINGLE] * STEPS)
    mine_state.choose_weights(WeightVector(hundredths / STEPS, (STEPS - hundredths) / STEPS, None))


def _key(part: str) -> str:
    return f"weight_{part}"
