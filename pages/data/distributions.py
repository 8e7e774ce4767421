"""One attribute in both tables, class by class."""

from __future__ import annotations

import streamlit as st

from ksdt_core.data.checks.checkup import Checkup
from ksdt_core.figures.distributions import distribution_table, draw_distributions
from ksdt_core.store.pair_request import PairRequest
from ksdt_core.text import printable
from pages.common import drawn, kept
from pages.common.frame import palette
from pages.common.pick import pick_name
from pages.common.wording import heading

CHART = {"displaylogo": False, "toImageButtonOptions": {"format": "svg", "filename": "distribution"}}


def block(request: PairRequest, checkup: Checkup) -> None:
    """A box to choose an attribute, the figure, and its numbers."""
    matched = kept.matched(request)
    if matched is None:
        st.info("The tables share no attribute yet. Match some under Attributes.")
        return
    names = matched.left.attributes
    chosen = pick_name("Attribute", names, key="attribute_shown", default=_first(names, checkup))
    if chosen is None:
        st.info("No attribute has such a name.")
        return
    column = names.index(chosen)
    figure = drawn.chart(
        lambda: draw_distributions(matched, column, palette=palette()), "distribution", request, column
    )
    alt = f"Distribution of {printable(chosen)} by class in {matched.left.name} and {matched.right.name}"
    st.plotly_chart(figure, theme=None, config=CHART, key="distribution", alt=alt)
    table = distribution_table(matched, column)
    number = st.column_config.NumberColumn
    counts = {name: number(heading(name), format="localized") for name in ("rows", "missing")}
    st.dataframe(table, hide_index=True, column_config={**{str(name): heading(str(name)) for name in table}, **counts})


def _first(names: tuple[str, ...], checkup: Checkup) -> str:
    """The first attribute that the doctor would not leave out."""
    doubtful = {name for remedy in checkup.remedies() if remedy.option == "exclude" for name in remedy.values}
    return next((name for name in names if name not in doubtful), names[0])
