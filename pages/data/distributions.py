"""One attribute in both tables, class by class; the first one shown is the one that predicts the class best."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import streamlit as st

from ksdt_core.data.checks.checkup import Checkup
from ksdt_core.data.model.pair import Matched
from ksdt_core.data.preparing.settling import settle
from ksdt_core.errors import KsdtError
from ksdt_core.evidence.pair_evidence import AttributeEvidence, Evidence
from ksdt_core.figures.distributions import distribution_table, draw_distributions
from ksdt_core.store.pair_request import PairRequest
from ksdt_core.text import numbers, p_text, percent, printable, score
from pages.common import drawn, html_table
from pages.common.frame import palette
from pages.common.pick import MOST_LISTED, pick_name
from pages.common.wording import as_markdown, heading

CHART = {"displaylogo": False, "displayModeBar": False}
KEY, _DEFAULT = "attribute_shown", "attribute_default"
COUNTS = ("rows", "missing")
MEASURED = ("smallest", "lower quartile", "median", "upper quartile", "largest")
WORDS = ("table", "class")


def choose(matched: Matched, checkup: Checkup, tested: Evidence | None) -> str | None:
    """The heading of the card: the attribute with its effects, and a box to choose another."""
    names = matched.left.attributes
    first = _first(names, checkup, tested)
    if st.session_state.get(KEY) == st.session_state.get(_DEFAULT) != first:
        st.session_state.pop(KEY, None)  # the reader has chosen none: the test of the pair may name a better one
    st.session_state[_DEFAULT] = first
    with st.container(horizontal=True, vertical_alignment="center", key="attribute_head"):
        words = st.container(key="attribute_words")
        if len(names) > MOST_LISTED:
            with st.popover(f"Find in {len(names):,} names", key="attribute_find"):
                chosen = pick_name("Attribute", names, key=KEY, default=first)
        else:
            chosen = pick_name("Attribute", names, key=KEY, default=first, label_hidden=True)
        with words:
            if chosen is None:
                st.info("No attribute name matches.")
            else:
                st.markdown(f"**{as_markdown(chosen)}** :gray[{as_markdown(_effects(chosen, first, tested))}]")
    return chosen


def block(request: PairRequest, matched: Matched, chosen: str) -> None:
    """The figure of an attribute and its numbers."""
    matched = _in_its_units(request, matched)
    column = matched.left.attributes.index(chosen)
    figure = drawn.chart(
        lambda: draw_distributions(matched, column, palette=palette()), "distribution", request, column
    )
    alt = f"Distribution of {printable(chosen)} by class in {matched.left.name} and {matched.right.name}"
    st.plotly_chart(figure, theme=None, config=CHART, key="distribution", alt=alt)
    found = distribution_table(matched, column)
    names = [str(name) for name in found]
    measured = [name for name in names if name in MEASURED]
    written = iter(numbers(found[measured].to_numpy(dtype=float).ravel().tolist()))
    st.html(
        html_table.table(
            [heading(name) for name in names],
            [
                [
                    next(written) if name in measured else _cell(name, value)
                    for name, value in zip(names, row, strict=True)
                ]
                for row in found.to_numpy().tolist()
            ],
            caption=alt,
            numbers=[at for at, name in enumerate(names) if name not in WORDS],
            height=190,
        )
    )


def _in_its_units(request: PairRequest, matched: Matched) -> Matched:
    """The cells in the units and kinds that were decided, as they will be mined; sparse attributes stay."""
    preparation = request.preparation
    if not (preparation.convert or preparation.categorical):
        return matched
    try:
        return settle(matched, replace(preparation, max_missing=1.0))
    except KsdtError:
        return matched  # the checks say what is wrong


def _cell(name: str, value: Any) -> str:
    if isinstance(value, str):
        return value
    if value is None or math.isnan(value):
        return "–"
    return f"{int(value):,}" if name in COUNTS else percent(value, 1)


def _effects(chosen: str, first: str, tested: Evidence | None) -> str:
    """What the test of the pair says of an attribute."""
    entry = None if tested is None else next((one for one in tested.attributes if one.attribute == chosen), None)
    if tested is None or entry is None:
        return ""
    said = effect_words(entry, tested.pair.classes)
    if chosen != first:
        return said
    claim = "predicts the class in both tables" if entry.is_claimed else "the strongest, but could be due to chance"
    return f"{claim} (adjusted {p_text(entry.p)}); {said}"


def effect_words(entry: AttributeEvidence, classes: tuple[str, ...]) -> str:
    """How well an attribute separates the classes in each table, above 0.5 where both tables agree on the class.

    The AUC of two classes is the probability that a row of the named class has the higher value, so 0.074 of one class
    is 0.926 of the other.
    """
    left, right = entry.effect_left, entry.effect_right
    if len(classes) > 2:
        return f"Cramér’s V {score(left)} | {score(right)}"
    name = entry.class_name
    if max(left, right) < 0.5:
        name, left, right = next(one for one in classes if one != name), 1 - left, 1 - right
    both = f"area under the curve (AUC) {score(left)} | {score(right)}"
    if min(left, right) < 0.5:
        return f"{both} for “{name}”: opposite directions in the two tables"
    if entry.direction in ("higher", "lower"):
        return f"“{name}” has higher values, {both}"
    return f"{both} for “{name}”"


def _first(names: tuple[str, ...], checkup: Checkup, tested: Evidence | None) -> str:
    """The attribute that predicts the class best in both tables, else the first that should not be excluded."""
    doubtful = {name for remedy in checkup.remedies() if remedy.option == "exclude" for name in remedy.values}
    best = () if tested is None else (entry.attribute for entry in tested.attributes)
    return next((name for name in (*best, *names) if name in names and name not in doubtful), names[0])
