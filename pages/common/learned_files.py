"""Figure and document of the tree that is shown."""

from __future__ import annotations

from typing import cast, get_args

import streamlit as st

from ksdt_core.figures.file_names import safe_stem
from ksdt_core.figures.learned_figure import learned_files
from ksdt_core.reports.learned_report import ReportForm, learned_report_file
from ksdt_core.studies.learning.learned import Learned
from pages.common import frame

FORMATS = {
    "svg": "SVG figure",
    "pdf": "PDF figure",
    "png": "PNG figure, 300 dpi",
    "html": "Report as HTML",
    "report-pdf": "Report as PDF",
    "dot": "Graphviz source",
    "json": "JSON document",
}


def show(shown: Learned) -> None:
    """One file at a time, made when its format is chosen."""
    row = st.container(horizontal=True, vertical_alignment="bottom")
    form = row.selectbox("Format", list(FORMATS), format_func=FORMATS.__getitem__, key="learned_format", width=260)
    name, data = _made(shown, form)
    row.download_button(
        "Download", data, file_name=f"{safe_stem(shown.table.name) or 'table'}-{name}", type="primary",
        icon=":material/download:", key="learned_download",
    )  # fmt: skip
    frame.note(
        "The file contains the tree shown above. The commands ksdt show, rules, prune and spectrum read "
        "the JSON document."
    )


def _made(shown: Learned, form: str) -> tuple[str, bytes]:
    """Name and bytes of a file."""
    if form in get_args(ReportForm):
        return learned_report_file(shown, cast(ReportForm, form))
    return next(iter(learned_files(shown, form)))
