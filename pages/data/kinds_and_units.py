"""What an attribute is: measured, codes or categories, and whether one table has it in other units."""

from __future__ import annotations

from functools import partial

import streamlit as st

from ksdt_core.data.checks.checkup import Checkup
from ksdt_core.data.model.settled import Side
from ksdt_core.data.preparing.codes import code_values
from ksdt_core.data.preparing.conversions import steps_of
from ksdt_core.data.preparing.fixing import with_more_conversions
from ksdt_core.store.decisions import with_kind, without_conversion
from ksdt_core.store.pair_request import PairRequest
from ksdt_core.text import printable
from pages.common import kept
from pages.common.pick import pick_name
from pages.common.wording import as_markdown
from pages.data.changes import decide

AUTOMATIC, NUMERIC, CATEGORICAL = "", "numeric", "categorical"
_PROBLEM = "kind_problem"
FORMULA = "*38.67, /2.54 or *1.8+32"


def block(request: PairRequest, checkup: Checkup) -> None:
    """A box for an attribute, what it counts as, and a formula for each table."""
    matched = kept.matched(request)
    if matched is None:
        st.info("The tables share no attribute yet. Match some under Matching.")
        return
    names = matched.left.attributes
    chosen = pick_name("Attribute", names, key="kind_attribute", default=names[0])
    if chosen is None:
        st.info("No attribute name matches.")
        return
    column = names.index(chosen)
    is_text = matched.left.categories[column] is not None
    codes = None if is_text else code_values(matched.left.values[:, column], matched.right.values[:, column])
    _kind(request, chosen, is_text=is_text, is_code=codes is not None)
    if not is_text:
        _units(request, checkup, chosen)


def _kind(request: PairRequest, name: str, *, is_text: bool, is_code: bool) -> None:
    found = "categorical, because it contains text" if is_text else "codes, never scaled" if is_code else "numeric"
    labels = {
        AUTOMATIC: f"Automatic ({found})",
        NUMERIC: "Numeric (follows the scale)",
        CATEGORICAL: "Categorical (each value is tested)",
    }
    key = "kind_choice"
    now = NUMERIC if name in request.numeric else CATEGORICAL if name in request.categorical else AUTOMATIC
    st.session_state[key] = now
    st.segmented_control(
        "Treat as", list(labels), format_func=labels.__getitem__, key=key, on_change=_declared, args=(name, key),
        disabled=is_text, help="Text is always categorical." if is_text else None,
    )  # fmt: skip


def _declared(name: str, key: str) -> None:
    decide(partial(with_kind, name=name, kind=st.session_state[key] or AUTOMATIC))


def _units(request: PairRequest, checkup: Checkup, name: str) -> None:
    """A linear formula for each table, empty where its units stay."""
    sides: tuple[tuple[Side, str], ...] = (("left", checkup.left), ("right", checkup.right))
    for column, (side, table) in zip(st.columns(2), sides, strict=True):
        key = f"convert_{side}"
        st.session_state[key] = _formula(request, side, name)
        column.text_input(
            f"Convert in {as_markdown(table)}", key=key, placeholder=FORMULA, on_change=_converted,
            args=(side, name, key), help="Steps are applied in the order written. Leave empty to keep the units.",
        )  # fmt: skip
    problem = st.session_state.pop(_PROBLEM, None)
    if problem:
        st.error(as_markdown(problem))


def _formula(request: PairRequest, side: Side, name: str) -> str:
    start = f"{side}:{name}="
    return next((item.removeprefix(start) for item in request.convert if item.startswith(start)), "")


def _converted(side: Side, name: str, key: str) -> None:
    formula = st.session_state[key].strip()
    if formula and steps_of(formula) is None:
        st.session_state[_PROBLEM] = f"“{printable(formula)}” is not a linear conversion; write {FORMULA}."
        return
    start = f"{side}:{name}="

    def change(request: PairRequest) -> PairRequest:
        if formula:
            return with_more_conversions(request, (start + formula,))
        old = next((item for item in request.convert if item.startswith(start)), "")
        return without_conversion(request, old)

    decide(change)
