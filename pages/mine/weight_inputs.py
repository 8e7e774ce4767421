"""The weights as numbers: three that always sum to 1, or a slider between two for a single tree."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import streamlit as st

from ksdt_core.glossary import GLOSSARY
from ksdt_core.mining.weights import WeightVector
from pages.common.reruns import is_by_timer
from pages.mine import mining_state
from pages.mine.best_choice import Best

STEPS = 1000  # numbers are whole thousandths, so that they sum to 1 exactly
HUNDREDTH = 10  # the smallest weight, and what the others are rounded to where all typed ones are
SLIDER_STEPS = 100
PARTS = ("ig", "ds", "atd")
MOST_SHOWN = 5  # weights that a browser may still show
SAME = 2e-6  # numbers of the boxes are rounded to six decimals
_SINGLE, _TYPED, _SHOWN = "weight_single", "weights_typed", "weights_shown"
_LABELS = {
    "ig": ("Gain", "Weight of predicting the class (w_IG). " + GLOSSARY["IG"].help),
    "ds": ("Similarity", "Weight of behaving alike in both tables (w_DS). " + GLOSSARY["DSN"].help),
    "atd": ("Diversity", "Weight of differing from the other trees (w_ATD). " + GLOSSARY["ATD"].help),
}
_SUM = (
    "The three weights sum to 1, and the minimum of each is 0.01. Weights that you type or lock stay; the "
    "others adjust."
)


def show(weights: WeightVector, best: Best) -> None:
    """The numbers, a button that goes back to the default, and one that takes the best weighting."""
    with st.container(key="weight_box"):
        if weights.atd is None:
            _slider(weights)
        else:
            _numbers(weights)
        with st.container(horizontal=True, horizontal_alignment="right", key="weight_buttons"):
            default = mining_state.parameters().weights_or_default(None)
            st.button(
                "Reset",
                key="weights_reset",
                icon=":material/restart_alt:",
                type="tertiary",
                on_click=_reset,
                disabled=weights == default and not _locked(),
                help=f"Default weights: {', '.join(f'{part:.2f}' for part in default.parts)}. {_SUM}",
            )
            st.button(
                "Use best",
                key="use_best",
                icon=":material/star:",
                type="tertiary",
                disabled=best.weights is None or best.weights == weights,
                help=best.help,
                on_click=_choosing(best),
                args=(best.weights or weights,),
            )


def _choosing(best: Best) -> Callable[[WeightVector], None]:
    """How the best is taken; the test against chance repeats the same choice."""
    if best.by_cv:
        return mining_state.choose_by_cross_validation
    return (
        mining_state.choose_from_triangle if best.of_all else partial(mining_state.choose_from_map, mapped=best.among)
    )


def _numbers(weights: WeightVector) -> None:
    if not _is_by_typing(weights):
        st.session_state.pop(_TYPED, None)
    _note_shown(weights)
    locked = _locked()
    decimals = 2 if all(abs(value - round(value, 2)) < 5e-4 for value in weights.parts) else 3
    for part, value in zip(PARTS, weights.parts, strict=True):
        label, explanation = _LABELS[part]
        is_fixed = part in locked or len(locked) == len(PARTS) - 1
        if st.session_state.get(_key(part)) != round(value, 6):
            st.session_state[_key(part)] = round(value, 6)
        with st.container(horizontal=True, vertical_alignment="center"):
            st.number_input(
                label,
                min_value=0.0,
                max_value=1.0,
                value=round(value, 6),  # also told as the default: of two runs that come at once the browser shows one
                step=0.05,
                format=f"%.{decimals}f",
                key=_key(part),
                help=f"{explanation} Now {value:.{decimals}f}. {_SUM}",
                on_change=_moved,
                disabled=is_fixed,
            )
            st.markdown(":material/lock:", width="content")
            st.checkbox(f"Lock: {label}", key=_lock(part), label_visibility="collapsed", width="content")


def _reset() -> None:
    for part in PARTS:
        st.session_state[_lock(part)] = False
    st.session_state.pop(_TYPED, None)
    mining_state.choose_weights(mining_state.parameters().weights_or_default(None))


def _locked() -> tuple[str, ...]:
    """The weights that are locked; of three the last is not, since they sum to 1 anyway."""
    return tuple(part for part in PARTS if st.session_state.get(_lock(part)))[: len(PARTS) - 1]


def _is_by_typing(weights: WeightVector) -> bool:
    """Whether the weights are those that typing led to, and not taken from the map or a link."""
    return bool(st.session_state.get(_TYPED, ((), None))[1] == weights.parts)


def _note_shown(weights: WeightVector) -> None:
    shown: list[tuple[float, ...]] = st.session_state.setdefault(_SHOWN, [])
    if not shown or shown[-1] != weights.parts:
        shown.append(weights.parts)
        del shown[:-MOST_SHOWN]


def _moved() -> None:
    """Numbers were changed, perhaps several before the page answered: each in turn, the others keep their ratio.

    The boxes say the outcome at once. They may all call this in one run, and then find nothing more to do.
    """
    if is_by_timer():
        return
    said = {part: float(st.session_state[_key(part)]) for part in PARTS}
    now = dict(zip(PARTS, mining_state.weights().parts, strict=True))
    parts = newly_typed(said, now, [dict(zip(PARTS, old, strict=True)) for old in st.session_state.get(_SHOWN, ())])
    typed = list(st.session_state.get(_TYPED, ((), None))[0])
    for part in parts:
        typed = [name for name in typed if name != part]
        shares = moved(now, part, said[part], locked=_locked(), typed=typed)
        now, typed = {name: share / STEPS for name, share in shares.items()}, [part, *typed]
    for part in PARTS:
        st.session_state[_key(part)] = round(now[part], 6)
    if parts:
        vector = WeightVector.of(now[part] for part in PARTS)
        st.session_state[_TYPED] = (tuple(typed), vector.parts)
        mining_state.choose_weights(vector)


def newly_typed(said: Mapping[str, float], now: Mapping[str, float], shown: Sequence[Mapping[str, float]]) -> list[str]:
    """The numbers that a reader has changed.

    The browser says all three, and may not know the latest weights yet. Then those that it was shown earlier are old
    ones, which nobody moved. Two weights never differ in a single number, so a single one was typed.
    """
    changed = [part for part in PARTS if abs(said[part] - now[part]) > SAME]
    if len(changed) < 2:
        return changed
    moved_since = ([part for part in changed if abs(said[part] - old[part]) > SAME] for old in shown)
    return min((changed, *moved_since), key=len)


def moved(
    now: Mapping[str, float], part: str, value: float, *, locked: Sequence[str], typed: Sequence[str]
) -> dict[str, int]:
    """The weights in thousandths after one was typed.

    A locked weight stays. So does the one typed before this, where there is room: the third takes the rest, and three
    weights that sum to 1 can be typed in any order. Else the other two keep their ratio.
    """
    others = [name for name in PARTS if name != part]
    fixed = [name for name in others if name in locked][:1]
    n_fixed = round(now[fixed[0]] * STEPS) if fixed else 0
    most = STEPS - HUNDREDTH - (n_fixed or HUNDREDTH)
    own = min(max(round(value * STEPS), HUNDREDTH), most)
    keep = fixed or [name for name in typed[:1] if own + round(now[name] * STEPS) <= STEPS - HUNDREDTH]
    if keep:
        kept_one = round(now[keep[0]] * STEPS)
        rest = next(name for name in others if name != keep[0])
        return {part: own, keep[0]: kept_one, rest: STEPS - own - kept_one}
    one, other = share_out(STEPS - own, now[others[0]], now[others[1]])
    return {part: own, others[0]: one, others[1]: other}


def share_out(total: int, first: float, second: float) -> tuple[int, int]:
    """`total` thousandths in two parts, each at least a hundredth, in the ratio of `first` and `second`.

    They are whole hundredths where `total` is.
    """
    unit = HUNDREDTH if total % HUNDREDTH == 0 else 1
    one = unit * round(total * first / (first + second) / unit)
    one = min(max(one, HUNDREDTH), total - HUNDREDTH)
    return one, total - one


def _slider(weights: WeightVector) -> None:
    hundredths = min(max(round(weights.ig * SLIDER_STEPS), 1), SLIDER_STEPS - 1)
    if st.session_state.get(_SINGLE) != hundredths / SLIDER_STEPS:
        st.session_state[_SINGLE] = hundredths / SLIDER_STEPS
    st.slider(
        "Gain; the rest is similarity",
        min_value=1 / SLIDER_STEPS,
        max_value=(SLIDER_STEPS - 1) / SLIDER_STEPS,
        value=hundredths / SLIDER_STEPS,
        step=1 / SLIDER_STEPS,
        format="%.2f",
        key=_SINGLE,
        help=_LABELS["ig"][1],
        on_change=_slid,
    )


def _slid() -> None:
    if is_by_timer():
        return
    hundredths = round(st.session_state[_SINGLE] * SLIDER_STEPS)
    mining_state.choose_weights(
        WeightVector(hundredths / SLIDER_STEPS, (SLIDER_STEPS - hundredths) / SLIDER_STEPS, None)
    )


def _key(part: str) -> str:
    return f"weight_{part}"


def _lock(part: str) -> str:
    return f"weight_lock_{part}"
