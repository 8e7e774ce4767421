"""Two small figures that teach: entropy against Gini, and which attributes each criterion prefers."""

from __future__ import annotations

import streamlit as st

from ksdt_core.figures.learning_charts import CRITERIA, draw_criteria, draw_impurities, impurity_numbers
from ksdt_core.studies.learning.worked import attribute_worths, with_code
from ksdt_core.studies.learning.worths import AttributeWorth
from ksdt_core.text import score
from pages.common import drawn, frame
from pages.common.shelf import shared_by_bytes
from pages.learn.choice import Chosen

LARGE = 3_000_000  # cells
NO_BAR = {"displayModeBar": False}


def show(chosen: Chosen) -> None:
    """Both figures side by side."""
    left, right = frame.side_by_side("learn_impurity", "learn_criteria")
    with left:
        share = st.slider("Share of the first class", 0.0, 1.0, 0.3, 0.01, key="learn_share")
        bits, impurity = impurity_numbers(share)
        st.markdown(
            f"Entropy {score(bits)} bits, Gini impurity {score(impurity)}. Both are 0 if there is only one class "
            "and largest at 0.5. Entropy gives more weight to rare classes."
        )
        st.plotly_chart(
            drawn.chart(lambda: draw_impurities(share, palette=frame.palette()), "impurities", share), config=NO_BAR
        )
    with right:
        if chosen.settings.regression or chosen.table.values.size > LARGE:
            frame.note("This figure needs a class column and a table of up to 3 million cells.")
            return
        row = st.container(horizontal=True, vertical_alignment="bottom")
        criterion = row.selectbox("Sort by", list(CRITERIA), format_func=CRITERIA.__getitem__, key="learn_sort")
        coded = row.toggle(
            "Add a code for each row", key="learn_code", help="A column with a different value in every row."
        )
        worths = _worths(chosen, chosen.id, chosen.settings, coded)
        st.markdown(
            "The number of children is in brackets. Information gain prefers attributes with many values"
            f"{', so the code wins' if coded else ': add a code for each row, and it wins'}. Gain ratio divides by "
            "the split information and prefers uneven splits. Gini prefers balanced splits."
        )
        st.plotly_chart(
            drawn.chart(
                lambda: draw_criteria(worths, criterion, palette=frame.palette()),
                "criteria", chosen.id, chosen.settings, coded, criterion,
            ),
            config=NO_BAR,
        )  # fmt: skip


@shared_by_bytes("Comparing criteria …")
def _worths(_chosen: Chosen, id: str, settings: object, coded: bool) -> tuple[AttributeWorth, ...]:
    table = with_code(_chosen.table) if coded else _chosen.table
    return attribute_worths(table, _chosen.settings)
