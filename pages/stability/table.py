"""Every update of a stream as a row of a table, with the files of it."""

from __future__ import annotations

from typing import Any

import pandas as pd
import streamlit as st

from ksdt_core.formats.json_text import document_text
from ksdt_core.studies.stream_watch import WatchedStream

_ESTIMATE = "Estimate = bound × α."
COLUMNS = {
    "Update": "Counted from 1, as in the chart.",
    "Alarm": "A change begins here: this update and the next lie beyond the alarm line.",
    "‖E‖": "How much the inner products of the trees changed.",
    "Alarm line": "What ‖E‖ must exceed; none while too few updates have taught what is usual.",
    "Eigenvector turned": "How far the dominant eigenvector turned.",
    "Bound": "Of the eigenvector; none, or one of √2 and more, says nothing and is left out.",
    "Estimate": _ESTIMATE,
    "Eigenvalue moved": "How far the dominant eigenvalue moved.",
    "Its bound": "Of the eigenvalue.",
    "Its estimate": _ESTIMATE,
    "Eigengap": "Of the two largest eigenvalues, before the update: the larger, the smaller the bound.",
    "Wrong, %": "Rows of the update that the trees answered wrongly before the new tree came, on average.",
}


def show(watched: WatchedStream) -> None:
    """The table, and the document."""
    with st.expander("All updates as a table"):
        frame = updates_frame(watched)
        config = {name: _column(name) for name in frame.columns}
        st.dataframe(frame, hide_index=True, column_config=config, key="stability-table", placeholder="–")
        with st.container(horizontal=True):
            st.download_button(
                "CSV", frame.to_csv(index=False), file_name="stability.csv", mime="text/csv",
                icon=":material/download:", on_click="ignore", key="stability-csv",
            )  # fmt: skip
            plain = {
                key: value for key, value in watched.to_document().items() if key not in ("plan", "ensemble_error")
            }
            st.download_button(
                "Document (JSON)", document_text(plain), file_name="stability.json", mime="application/json",
                icon=":material/download:", on_click="ignore",
            )  # fmt: skip


def updates_frame(watched: WatchedStream) -> pd.DataFrame:
    """What the chart shows, in numbers; columns as in COLUMNS."""
    report = watched.report
    alarms = set(report.alarms)
    rows = [
        (
            step.update + 1,
            step.update in alarms,
            step.frobenius,
            line,
            step.eigenvector_change,
            None if step.says_nothing else step.eigenvector_bound,
            None if step.says_nothing else vector,
            step.eigenvalue_change,
            step.eigenvalue_bound,
            value,
            step.eigengap,
            100 * error,
        )
        for step, line, (vector, value), error in zip(
            report.steps, report.lines, report.estimates, watched.errors, strict=True
        )
    ]
    return pd.DataFrame(rows, columns=list(COLUMNS))


def _column(name: str) -> Any:
    column = st.column_config
    if name == "Alarm":
        return column.CheckboxColumn(name, help=COLUMNS[name])
    form = "%d" if name == "Update" else "%.0f" if name.startswith("Wrong") else "%.4f"
    return column.NumberColumn(name, format=form, help=COLUMNS[name])
