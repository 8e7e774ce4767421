"""The tables of Stability: detectors, regimes and every update, on the page and as files."""

from __future__ import annotations

import streamlit as st

from ksdt_core.figures.stability_lines import bounds_of
from ksdt_core.formats.csv_text import csv_text
from ksdt_core.formats.json_text import document_text
from ksdt_core.studies.detectors import BLOCK, Detected
from ksdt_core.studies.stream_watch import WatchedStream
from ksdt_core.text import percent, printable, score
from pages.common import drawn
from pages.common.frame import note
from pages.common.html_table import table
from pages.stability import state, words
from pages.stability.state import Followed

DETECTORS, REGIMES, UPDATES = "Alarms of four detectors", "Regimes of the stream", "Every update"
HEIGHT = 330  # pixels of the table of updates
MOST_LISTED = 8  # alarms of a detector
COLUMNS = (
    "Update", "Alarm", "Regime", "Change ‖E‖", "Alarm line", "Eigenvector 1", "Bound", "Estimate", "Eigenvector 2",
    "Bound", "Eigenvalue", "Bound", "Estimate", "Eigengap", "Trees wrong",
)  # fmt: skip
_FILE_COLUMNS = (
    "update", "alarm", "regime", "change", "alarm_line", "eigenvector_change", "eigenvector_bound",
    "eigenvector_estimate", "second_eigenvector_change", "second_eigenvector_bound", "eigenvalue_change",
    "eigenvalue_bound", "eigenvalue_estimate", "eigengap", "wrong",
)  # fmt: skip
Cell = str | float | None


def detectors(watched: WatchedStream) -> None:
    """Our alarms beside those of known detectors; delay and false alarms where the true change is known."""
    plan = watched.plan
    note(words.detectors_sentence(watched.detected, plan.drift))
    headings = ["Detector", "Alarms known at update"]
    headings += [] if plan.drift is None else ["Delay in rows", "False alarms"]
    rows = []
    for each in watched.detected:
        row = [words.detector_name(each), _alarm_list(each, plan.chunk)]
        if plan.drift is not None:
            row += ["not found" if each.delay is None else f"{each.delay:,}", str(each.n_false)]
        rows.append(row)
    st.html(table(headings, rows, caption=DETECTORS, numbers=(2, 3)))
    judged = " Alarms before the change are false. So are alarms after all trees could have been replaced."
    note(
        "The ensemble method monitors the inner products of its trees (‖E‖); an alarm is known when the next update "
        "confirms it. ADWIN, Page–Hinkley and KSWIN (package river, default settings) monitor the share of wrong "
        f"trees row by row, KSWIN as means of {BLOCK} rows." + ("" if plan.drift is None else judged)
    )


def _alarm_list(detected: Detected, chunk: int) -> str:
    updates = list(dict.fromkeys(row // chunk + 1 for row in detected.alarms))
    more = f" and {len(updates) - MOST_LISTED} more" if len(updates) > MOST_LISTED else ""
    return ", ".join(map(str, updates[:MOST_LISTED])) + more or "none"


def regimes(watched: WatchedStream) -> None:
    """What holds in each stretch between alarms."""
    note(
        "A regime lasts from one alarm to the next. If the trees make the same predictions as in an earlier "
        "regime, it gets the same name. Regimes are saved in the document under Files."
    )
    rows = []
    for regime in watched.regimes:
        errors = watched.errors[regime.first - 1 : regime.last]
        first, last = (
            watched.plan.chunk * (watched.plan.n_first + update) for update in (regime.first - 1, regime.last)
        )
        rows.append(
            [
                regime.name,
                f"{regime.first}–{regime.last}",
                f"{1 if regime.first == 1 else first + 1:,}–{last:,}",
                ", ".join(map(printable, regime.attributes)) or "none in common",
                percent(sum(errors) / len(errors), 1),
            ]
        )
    headings = ["Regime", "Updates", "Rows", "Attributes that most trees test", "Trees wrong on new rows"]
    st.html(table(headings, rows, caption=REGIMES, numbers=(4,)))


def updates(watched: WatchedStream, wanted: Followed) -> None:
    """The numbers of the charts."""
    note(
        "Eigenvectors and eigenvalue: how far they moved with the update. Trees wrong: share of wrong "
        "predictions on the new rows before the new tree was added."
    )
    st.html(drawn.once(lambda: _updates_html(watched), "updates of a stream", wanted.plan, state.rows_of(wanted)))


def _updates_html(watched: WatchedStream) -> str:
    rows = [
        [f"{update}", "alarm" if alarm else "", f"{regime}", *map(_shown, cells)]
        for update, alarm, regime, *cells in update_rows(watched)
    ]
    return table(COLUMNS, rows, caption=UPDATES, numbers=(0, *range(3, len(COLUMNS))), height=HEIGHT)


def _shown(cell: Cell) -> str:
    return score(cell) if isinstance(cell, float) else "–"


def update_rows(watched: WatchedStream) -> list[tuple[Cell, ...]]:
    """What the charts show, in numbers; columns as in COLUMNS."""
    report = watched.report
    alarms = set(report.alarms)
    named = {at: regime.name for regime in watched.regimes for at in range(regime.first, regime.last + 1)}
    change, bound, _ = bounds_of(report, "second")
    columns = (*bounds_of(report, "first"), change, bound, *bounds_of(report, "value"))
    rest = zip(report.steps, report.lines, zip(*columns, strict=True), watched.errors, strict=True)
    return [
        (step.update + 1, step.update in alarms, named.get(step.update + 1, ""), step.frobenius, line, *lines,
         step.eigengap, wrong)
        for step, line, lines, wrong in rest
    ]  # fmt: skip


def files(watched: WatchedStream, wanted: Followed) -> None:
    """The table of updates and the whole document, behind one button."""
    key = (wanted.plan, state.rows_of(wanted))
    made = {
        "Updates (CSV)": ("stability.csv", "text/csv", lambda: _csv(watched)),
        "Document with regimes (JSON)": ("stability.json", "application/json", lambda: _document(watched)),
    }
    box = st.popover("Files", icon=":material/download:", width="content")
    for label, (name, mime, make) in made.items():
        box.download_button(
            label, drawn.once(make, "stability file", name, *key), file_name=name, mime=mime, width="stretch",
            icon=":material/download:", on_click="ignore",
        )  # fmt: skip


def _csv(watched: WatchedStream) -> str:
    rows = [["" if cell is None else cell for cell in row] for row in update_rows(watched)]
    return csv_text(_FILE_COLUMNS, rows)


def _document(watched: WatchedStream) -> str:
    hidden = ("plan", "ensemble_error")
    return document_text({key: value for key, value in watched.to_document().items() if key not in hidden})
