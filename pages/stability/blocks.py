"""Blocks of Stability that follow the moment: the chart that can be played, and the tabs below it."""

from __future__ import annotations

from functools import partial

import streamlit as st

from ksdt_core.figures.stability_lines import FOLLOWED, bounds_of, draw_bounds, draw_stability
from ksdt_core.figures.stability_lines import Followed as Line
from ksdt_core.figures.tree_layout import folded_to_fit
from ksdt_core.figures.tree_svg import tree_svg
from ksdt_core.fourier.stability_report import StabilityReport
from ksdt_core.studies.stream_watch import WatchedStream
from ksdt_core.text import score
from pages.common import drawn
from pages.common.frame import note, palette
from pages.common.telling import telling_here
from pages.common.tree_pictures import scrolling_picture
from pages.stability import state, tables, words
from pages.stability.state import Followed

TABS = ("Other detectors", "Regimes", "Bounds", "Trees of an update", "All updates")
CONFIG = {"displaylogo": False, "toImageButtonOptions": {"format": "svg", "filename": "stability"}}
SECONDS = 0.6
MOST_NODES = 21  # of a tree that is beside another one
_STEP, _PLAYING = "stability_step", "stability_playing"


def through_time(watched: WatchedStream, wanted: Followed, *, answer: str) -> None:
    """Everything up to a moment that the reader moves or plays; the answer is read aloud for the chart."""
    playing = bool(st.session_state.get(_PLAYING))
    st.fragment(_moment, run_every=SECONDS if playing else None)(watched, wanted, answer)


def _moment(watched: WatchedStream, wanted: Followed, answer: str) -> None:
    with telling_here():
        _blocks(watched, wanted, answer)


def _blocks(watched: WatchedStream, wanted: Followed, answer: str) -> None:
    with st.container(border=True, key="stability_chart_card"):
        step = _player(len(watched.report.steps), wanted)
        _chart(watched, wanted, step, answer=answer)
    with st.container(border=True, key="stability_tabs"):
        others, regimes, bounds, trees, updates = st.tabs(TABS)
        with others:
            tables.detectors(watched)
        with regimes:
            tables.regimes(watched)
        with bounds:
            _bounds(watched.report, wanted)
        with trees:
            _comes_and_goes(watched.report, wanted, step)
        with updates:
            tables.updates(watched, wanted)
        with st.container(key="stability_files"):
            tables.files(watched, wanted)


def _player(n: int, wanted: Followed) -> int:
    """The moment: how many updates have come."""
    key = f"{_STEP}_{wanted.to_text()}"
    playing = bool(st.session_state.get(_PLAYING))
    # Said in each run: the slider of a browser may be a step ahead of the page when the reader pauses.
    st.session_state[key] = min(n, st.session_state.get(key, n) + playing)
    if playing and st.session_state[key] == n:
        st.session_state[_PLAYING] = False
        st.rerun()
    with st.container(horizontal=True, key="stability_player"):
        label, icon = ("Pause", ":material/pause:") if playing else ("Play", ":material/play_arrow:")
        if st.button(label, icon=icon, key="play"):
            if not playing and st.session_state[key] == n:
                st.session_state[key] = 0
            st.session_state[_PLAYING] = not playing
            st.rerun()
        return st.slider("Updates so far", 0, n, key=key) if n > 1 else n


def _chart(watched: WatchedStream, wanted: Followed, step: int, *, answer: str) -> None:
    report, regimes = watched.report, watched.regimes
    figure = drawn.chart(
        lambda: draw_stability(report, regimes, upto=step, drift=wanted.plan.drift, palette=palette()),
        "stability", wanted.plan, state.rows_of(wanted), step,
    )  # fmt: skip
    alt = f"{answer} The tab {TABS[-1]} has the numbers."
    st.plotly_chart(figure, theme=None, key="stability_chart", config=CONFIG, alt=alt)
    note(words.moment(watched, step, is_alarm=step - 1 in report.alarms))
    note(words.regime_line(regimes))


def _bounds(report: StabilityReport, wanted: Followed) -> None:
    """Change, bound and estimate of two eigenvectors and of the eigenvalue."""
    told = [sum(bound is not None for bound in bounds_of(report, which)[1]) for which in ("first", "second")]
    alphas = [
        f"{name} {score(alpha)}"
        for name, alpha in (("eigenvector", report.alpha_vector), ("eigenvalue", report.alpha_value))
        if alpha is not None
    ]
    scales = f" α: {', '.join(alphas)}." if alphas else ""
    note(
        "The line with dots is the change. The dashed line is its upper bound. The pale line is the estimate, "
        f"bound × α, with α learned from the first 10 bounds.{scales} Informative bounds (below √2): {told[0]} of "
        f"{len(report.steps)} for the dominant eigenvector, {told[1]} for the second."
    )
    with st.container(horizontal=True, key="stability_bounds"):
        for which in FOLLOWED:
            with st.container(key=f"stability_bound_{which}"):
                _bound(report, wanted, which)


def _bound(report: StabilityReport, wanted: Followed, which: Line) -> None:
    figure = drawn.chart(
        lambda: draw_bounds(report, which, palette=palette()),
        "stability bounds", wanted.plan, state.rows_of(wanted), which,
    )  # fmt: skip
    alt = f"{FOLLOWED[which]}, with its bound; the tab {TABS[-1]} has the numbers."
    st.plotly_chart(figure, theme=None, key=f"stability_line_{which}", config=CONFIG, alt=alt)


def _comes_and_goes(report: StabilityReport, wanted: Followed, step: int) -> None:
    """The tree that comes with the update and the one whose place it takes."""
    if st.session_state.get(_PLAYING) or not step:
        note("Choose an update above the chart to see the new tree and the tree that it replaced.")
        return
    shown = {"came": ("New tree", step)}
    gone = _whose_place(report, step)
    if gone is not None:
        shown["went"] = ("Replaced tree", gone)
    with st.container(horizontal=True, key="stability_trees"):
        for name, (title, update) in shown.items():
            with st.container(key=f"stability_tree_{name}"):
                note(f"{title} (of {f'update {update}' if update > 0 else 'the first ensemble'})")
                svg = drawn.once(
                    partial(_drawing, wanted, update, title),
                    "tree of a stream", wanted.plan, state.rows_of(wanted), update, title,
                )  # fmt: skip
                scrolling_picture(svg, alt=title)


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
