"""What attributes cost: a cheap attribute is preferred to a dear one that tells little more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from ksdt_core.options import choices_of
from ksdt_core.studies.learning.settings import LearnSettings
from ksdt_core.text import printable
from pages.common.option_widgets import show_option

DEAR = 2.0
LARGEST = 1e9
SMALLEST = 0.001


def show(attributes: Sequence[str], given: Mapping[str, Any], key: str) -> dict[str, Any]:
    """The costs of the attributes that the reader picks; all others cost 1."""
    before = dict(given.get("costs", ()))
    picked = st.multiselect(
        "Attributes with a cost", attributes, format_func=printable, key=f"learn_dear_{key}",
        default=[name for name in before if name in attributes],
        help="Splits are chosen by gain relative to cost. Attributes that are not listed have a cost of 1.",
    )  # fmt: skip
    if not picked:
        return {}
    found: dict[str, Any] = {
        "costs": tuple(
            (
                name,
                st.number_input(
                    f"Cost of {printable(name)}",
                    min(SMALLEST, before.get(name, DEAR)),
                    max(LARGEST, before.get(name, DEAR)),
                    before.get(name, DEAR),
                    key=f"learn_cost_{key}_{name}",
                ),
            )
            for name in picked
        )
    }
    rules = list(choices_of(LearnSettings, "cost_rule"))
    found["cost_rule"] = show_option(
        LearnSettings, "cost_rule", index=rules.index(given.get("cost_rule", "squared")), key=f"learn_cost_rule_{key}"
    )
    if found["cost_rule"] == "exponential":
        found["cost_weight"] = show_option(
            LearnSettings, "cost_weight", value=given.get("cost_weight", 1.0), key=f"learn_cost_weight_{key}"
        )
    return found
