"""The files of a run for the menu that is on every page: figures of all trees, values, reports, everything."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from ksdt_core.evidence.verdict import new_rows_of, paper_text
from ksdt_core.figures.export import SET_STEM, WHOLE_SET, ExportFormat, PngSize
from ksdt_core.reports.bundle import bundle_name, report_name
from pages.common import effects, kept, pair_evidence
from pages.common.current import Current
from pages.common.strip import Download, RunFiles
from pages.trees.exports import Order, Style

FIGURES: tuple[tuple[str, ExportFormat, PngSize | None, str], ...] = (
    ("Figure of all trees (PDF)", "pdf", None, "application/pdf"),
    ("Figure of all trees (SVG)", "svg", None, "image/svg+xml"),
    ("Figure of all trees (PNG, 300 dpi)", "png", "300dpi", "image/png"),
    ("Result with settings (JSON)", "json", None, "application/json"),
)


def downloads(run: str) -> RunFiles:
    """What can be taken away; each file is made when its button is pressed, with what is known then."""
    known = kept.run_known(run)
    current = Current(run, kept.tree_set(run), None if known.pair is None else kept.pair_request(known.pair))
    order = Order(
        current.trees, kept.store(), run, current.pair, Style(), bool(st.session_state.get("genes")), "dsn",
        current.request,
    )  # fmt: skip
    files = [
        *(
            Download(label, _figure(order, format, size), f"{SET_STEM}{f'-{size}' if size else ''}.{format}", mime)
            for label, format, size, mime in FIGURES
        ),
        Download("Slides, one tree each (PDF)", order.slides, "slides.pdf", "application/pdf"),
        Download("Report (HTML)", order.html, report_name(current.trees), "text/html"),
        Download("Report (PDF)", order.pdf, report_name(current.trees, "pdf"), "application/pdf"),
        Download("Everything (zip)", order.bundle, bundle_name(current.trees), "application/zip"),
    ]
    found = pair_evidence.of_run(run)
    new_rows = new_rows_of(effects.known(run, current.trees, current.pair))
    return RunFiles(files, "" if found is None else paper_text(found, new_rows))


def _figure(order: Order, format: ExportFormat, size: PngSize | None) -> Callable[[], bytes]:
    return lambda: order.file(WHOLE_SET, format, size)
