"""What the Stability page shows of a report: the chart through time, the moment, and the scales."""

from __future__ import annotations

from functools import partial

import streamlit as st

from ksdt_core.figures.stability_lines import draw_stability
from ksdt_core.figures.tree_layout import folded_to_fit
from ksdt_core.figures.tree_svg import tree_svg
from ksdt_core.fourier.stability_report import StabilityReport
from ksdt_core.glossary import GLOSSARY
from ksdt_core.studies.stream_watch import WatchedStream
from ksdt_core.text import percent
from pages.common import drawn
from pages.common.frame import palette
from pages.common.tree_pictures import scrolling_picture
from pages.stability import state
from pages.stability.state import Followed

CONFIG = {"displaylogo": False, "toImageButtonOptions": {"format": "svg", "filename": "stability"}}
SECONDS = 0.6
MOST_NODES = 21  # of a tree that stands beside another one
_READING = (
    "The dominant eigenvector is what the trees say in common: it turns when new trees say something else. Bounds are "
    "certain but wide; estimates, the bounds times α, follow the change more closely."
)
_STEP, _PLAYING = "stability_step", "stability_playing"


def through_time(watched: WatchedStream, wanted: Followed) -> None:
    """The chart up to a moment that the reader moves or plays."""
    playing = bool(st.session_state.get(_PLAYING))
    st.fragment(_moment, run_every=SECONDS if playing else None)(watched, wanted)


def _moment(watched: WatchedStream, wanted: Followed) -> None:
    report = watched.report
    n = len(report.steps)
    key = f"{_STEP}_{wanted.to_text()}"
    playing = bool(st.session_state.get(_PLAYING))
    # Said in each run: the slider of a browser may be a step ahead of the page when the reader pauses.
    st.session_state[key] = min(n, st.session_state.get(key, n) + playing)
    if playing and st.session_state[key] == n:
        st.session_state[_PLAYING] = False
        st.rerun()
    row = st.container(horizontal=True, vertical_alignment="bottom")
    if row.button(
        "Pause" if playing else "Play", icon=":material/pause:" if playing else ":material/play_arrow:", key="play"
    ):
        if not playing and st.session_state[key] == n:
            st.session_state[key] = 0
        st.session_state[_PLAYING] = not playing
        st.rerun()
    step = row.slider("Updates so far", 0, n, key=key) if n > 1 else n
    rows = state.rows_of(wanted)
    figure = drawn.chart(
        lambda: draw_stability(report, upto=step, drift=wanted.plan.drift, palette=palette()),
        "stability", wanted.plan, rows, step,
    )  # fmt: skip
    alt = f"Changes over {n} updates; alarms at {', '.join(str(a + 1) for a in report.alarms) or 'none'}."
    st.plotly_chart(figure, theme=None, key="stability_chart", config=CONFIG, alt=alt)
    st.markdown(_words(watched, step))
    st.markdown(f":gray[{_READING}]")
    if step and not playing:
        _comes_and_goes(report, wanted, step)


def _words(watched: WatchedStream, step: int) -> str:
    report = watched.report
    if not step:
        return f"The ensemble begins with {report.n_trees} trees; no update has come yet."
    at = report.steps[step - 1]
    bound = "its bound says nothing" if at.says_nothing else f"bound {at.eigenvector_bound:.3f}"
    turned = "" if at.eigenvector_change is None else f"turned by {at.eigenvector_change:.3f} ({bound})"
    moved = "" if at.eigenvalue_change is None else f"its eigenvalue moved by {at.eigenvalue_change:.3f}"
    alarm = " **Alarm.**" if step - 1 in report.alarms else ""
    wrong = f" The trees were wrong on {percent(watched.errors[step - 1])} of the new rows."
    return (
        f"Update {step}: ‖E‖ = {at.frobenius:.3f}; the dominant eigenvector {turned}, {moved} "
        f"(bound {at.eigenvalue_bound:.3f}).{alarm}{wrong}"
    )


def _comes_and_goes(report: StabilityReport, wanted: Followed, step: int) -> None:
    """The tree that comes with the update and the one whose place it takes."""
    row = st.container(horizontal=True)
    shown = [("The tree that came", step)]
    gone = _whose_place(report, step)
    if gone is not None:
        shown.append(("The tree that went", gone))
    for words, update in shown:
        with row.container(border=True, height="stretch", key=f"roomy_update_{words[9:]}"):
            when = f"update {update}" if update > 0 else "the first ensemble"
            st.markdown(f"**{words}** :gray[(of {when})]")
            svg = drawn.once(
                partial(_drawing, wanted, update, words),
                "tree of a stream", wanted.plan, state.rows_of(wanted), update, words,
            )  # fmt: skip
            scrolling_picture(svg, alt=words)


def _drawing(wanted: Followed, update: int, title: str) -> str:
    tree = state.tree_of(wanted, update)
    return tree_svg(tree, palette=palette(), max_width=480, folded=folded_to_fit(tree, MOST_NODES), title=title)


def _whose_place(report: StabilityReport, step: int) -> int | None:
    """The update, 0 and below for the first ensemble, of the tree whose place is taken."""
    members = [position - report.n_trees + 1 for position in range(report.n_trees)]
    for at in report.steps[: step - 1]:
        if at.replaced is not None:
            members[at.replaced] = at.update + 1
    place = report.steps[step - 1].replaced
    return None if place is None else members[place]


def numbers(report: StabilityReport) -> None:
    """The scales of the estimates."""
    row = st.container(horizontal=True, border=True)
    steps = report.steps
    told = sum(not step.says_nothing for step in steps)
    row.metric(
        "Alarms",
        len(report.alarms),
        help="Two updates in a row beyond the alarm line, which is learned from the quiet updates before. Updates that "
        f"stay beyond it are part of the same alarm. {GLOSSARY['stability'].help}",
    )
    row.metric(
        "Bounds that say something", f"{told} of {len(steps)}",
        help="Unit vectors are never further apart than √2: a larger bound, or none, says nothing.",
    )  # fmt: skip
    help_text = "Estimate = bound × α, with α the mean of change / bound over the first 10 updates that have a bound."
    for name, alpha in (("α of the eigenvector", report.alpha_vector), ("α of the eigenvalue", report.alpha_value)):
        row.metric(name, "–" if alpha is None else f"{alpha:.3f}", help=help_text)
