"""What predicts the class in one table, in the other, in both, and where the tables differ."""

from __future__ import annotations

from functools import partial

import pandas as pd
import streamlit as st

from ksdt_core.evidence.pair_evidence import Evidence
from ksdt_core.evidence.verdict import direction_words, questions, split_text
from ksdt_core.figures.effect_scatter import draw_effects
from ksdt_core.figures.file_names import joined_stem
from ksdt_core.formats.csv_tables import evidence_csv
from ksdt_core.formats.json_text import document_text
from ksdt_core.store.pair_request import PairRequest
from ksdt_core.text import PERCENT_SIGN, p_text, percent, printable, score
from pages.common import drawn, triangle
from pages.common.frame import palette
from pages.common.wording import as_markdown

CHART = {"displaylogo": False, "toImageButtonOptions": {"format": "svg", "filename": "effects"}}

WEIGHTINGS = "Share of all weightings on Mine under which some tree uses the attribute."


def block(request: PairRequest, found: Evidence | None) -> None:
    """Each p-value with its question, the chart of effects, the table of attributes and its files."""
    if found is None:
        st.info("The attributes appear here when the test of the pair has finished.")
        return
    solved = triangle.known(request.id)
    if solved is not None:
        shares = solved.attributes
        found = drawn.once(partial(found.with_weight_shares, shares), "evidence and weights", request.id, shares)
    for question, p, how in questions(found):
        st.markdown(f"**{as_markdown(question)}** {p_text(p)} :gray[({as_markdown(how)})]")
    figure = drawn.chart(lambda: draw_effects(found, palette=palette()), "effects", request.id)
    left, right = found.pair.left.name, found.pair.right.name
    alt = (
        f"Chart of the effect of each attribute in {printable(left)} against that in {printable(right)}; the "
        "table has the numbers"
    )
    st.plotly_chart(figure, theme=None, config=CHART, key="effects", alt=alt)
    st.markdown(
        ":gray[Large points: attributes that predict the class in both tables (adjusted p ≤ 0.05), named where there "
        "is room. Diamonds: the effects in the two tables differ. On the diagonal line the effects are equal.]"
    )
    _table(found, drawn.once(partial(_frame, found), "evidence table", request.id, solved and solved.attributes))
    stem = joined_stem(left, right, "evidence")
    row = st.container(horizontal=True)
    for label, make, ending, mime in (
        ("Table as CSV", lambda: evidence_csv(found), "csv", "text/csv"),
        ("Document as JSON", lambda: document_text(found.to_document()), "json", "application/json"),
    ):  # a file is made when somebody takes it: there may be thousands of attributes
        row.download_button(
            label, make, file_name=f"{stem}.{ending}", mime=mime, icon=":material/download:", on_click="ignore"
        )


def _frame(found: Evidence) -> pd.DataFrame:
    shares = {"weightings": [100 * (entry.weight_share or 0.0) for entry in found.attributes]}
    return pd.DataFrame(
        {
            "attribute": [printable(entry.attribute) for entry in found.attributes],
            "p": [entry.p for entry in found.attributes],
            "direction": [printable(direction_words(entry)) for entry in found.attributes],
            "split_left": [split_text(entry.split_left) for entry in found.attributes],
            "split_right": [split_text(entry.split_right) for entry in found.attributes],
            "effect_left": [entry.effect_left for entry in found.attributes],
            "interval_left": [_interval(entry.interval_left) for entry in found.attributes],
            "effect_right": [entry.effect_right for entry in found.attributes],
            "interval_right": [_interval(entry.interval_right) for entry in found.attributes],
            "p_difference": [entry.p_difference for entry in found.attributes],
            **(shares if found.has_weight_shares else {}),
        }
    )


def _table(found: Evidence, frame: pd.DataFrame) -> None:
    left, right = found.pair.left.name, found.pair.right.name
    effect = "AUC" if len(found.pair.classes) <= 2 else "V"
    about = "Area under the curve (AUC). 0.5 = no effect." if effect == "AUC" else "Cramér’s V. 0 = no effect."
    number = st.column_config.NumberColumn
    st.dataframe(
        frame,
        hide_index=True,
        key="evidence_table",
        column_config={
            "attribute": "Attribute",
            "p": number("Adjusted p", format="%.3g"),
            "direction": "More frequent at",
            "split_left": f"Best split, {left}",
            "split_right": f"Best split, {right}",
            "effect_left": number(f"{effect}, {left}", format="%.3f", help=about),
            "interval_left": f"{percent(0.95)} interval",
            "effect_right": number(f"{effect}, {right}", format="%.3f", help=about),
            "interval_right": f"{percent(0.95)} interval ",
            "p_difference": number("Effects differ, p", format="%.3g"),
            "weightings": number("Weightings", format=f"%.1f{PERCENT_SIGN}%", help=WEIGHTINGS),
        },
    )


def _interval(interval: tuple[float, float]) -> str:
    return f"{score(interval[0])} to {score(interval[1])}"
