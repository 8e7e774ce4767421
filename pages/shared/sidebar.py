"""The sidebar: the pages, the current pair and the current set."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING

import streamlit as st

from ksdt_core.data.cells import counted
from ksdt_core.errors import KsdtError
from ksdt_core.figures.palette import Palette
from ksdt_core.store.jobs import open_jobs
from ksdt_core.trees.printable import printable
from pages.shared import jobs, kept, place

if TYPE_CHECKING:
    from ksdt_core.data.dataset import Dataset
    from ksdt_core.store.pair_request import PairRequest

PAGES = (
    ("app.py", "Start", ":material/home:"),
    ("pages/data.py", "Data", ":material/table_chart:"),
    ("pages/mine.py", "Mine", ":material/tune:"),
    ("pages/trees.py", "Trees", ":material/account_tree:"),
    ("pages/diversity.py", "Diversity", ":material/grid_on:"),
    ("pages/spectrum.py", "Spectrum", ":material/equalizer:"),
    ("pages/space.py", "Ensemble space", ":material/bubble_chart:"),
    ("pages/stability.py", "Stability", ":material/timeline:"),
    ("pages/atlas.py", "Atlas", ":material/apps:"),
    ("pages/runs.py", "Runs", ":material/history:"),
    ("pages/about.py", "About", ":material/info:"),
)


def show(colours: Palette) -> None:
    """Links to all pages, each with the current place, and what the place is about."""
    st.html("<div style='font-size:1.15rem;font-weight:650'>KSDT Explorer</div>")
    with st.container(gap="xxsmall"):
        for script, label, icon in PAGES:
            st.page_link(script, label=label, icon=icon, query_params=place.as_query(), width="stretch")
    try:
        _current_pair(colours)
        _current_set()
        _open_jobs()
    except KsdtError:
        return  # the page itself says what is wrong with its link


def way_on() -> None:
    """Where to go when a link leads nowhere."""
    st.page_link("pages/data.py", label="Choose two tables on Data", icon=":material/table_chart:")
    st.page_link("pages/runs.py", label="Choose a kept run on Runs", icon=":material/history:")


def _current_pair(colours: Palette) -> None:
    pair_id = place.here().pair
    if pair_id is None:
        return
    request = kept.pair_request(pair_id)
    left, right = _with_common_classes(request)
    agree = left.class_names == right.class_names
    st.divider()
    st.markdown("**Current pair**")
    st.html(_bar(left, colours, "■", agree=agree) + _bar(right, colours, "●", agree=agree))
    scales = {"none": "in the units of the tables", "rank": "as percentiles", "zscore": "in standard deviations"}
    st.html(f"<div class='ksdt-muted'>compared {scales[request.scale]}</div>")


def _with_common_classes(request: PairRequest) -> tuple[Dataset, Dataset]:
    """The two tables, their classes called as they are mined."""
    from ksdt_core.data.matching import renamed_classes

    left, right = (renamed_classes(table, dict(request.class_map)) for table in kept.tables(request))
    return left, right


def _bar(table: Dataset, colours: Palette, marker: str, *, agree: bool) -> str:
    """A table and its classes; grey until both tables call them alike, since a colour stands for one class."""
    radius = "0" if marker == "■" else "5px"
    counts = table.class_counts().tolist()
    greys = (colours.muted, colours.edge)
    parts = "".join(
        f"<span title='{_text(name)}: {count:,}' style='flex:{count} 0 0;background:"
        f"{colours.class_colour(c) if agree else greys[c % 2]}'></span>"
        for c, (name, count) in enumerate(zip(table.class_names, counts, strict=True))
        if count
    )
    return (
        f"<div class='ksdt-num' style='display:flex;justify-content:space-between;gap:.5rem;margin:.3rem 0 .1rem'>"
        f"<span style='overflow:hidden;text-overflow:ellipsis;white-space:nowrap'>{marker} <b>{_text(table.name)}</b>"
        f"</span><span class='ksdt-muted'>{table.n_rows:,}&nbsp;rows</span></div>"
        f"<div style='display:flex;gap:1px;height:8px;border-radius:{radius};overflow:hidden'>{parts}</div>"
    )


def _current_set() -> None:
    run = place.here().run
    if run is None:
        return
    from ksdt_core.store.runs import kept_run

    found = kept_run(kept.store(), run)
    summary = found.summary
    config, scores, p_value = summary["config"], summary["scores"], summary["p_value"]
    depth = f", depth ≤ {config['max_depth']}" if config["max_depth"] else ""
    rows = {
        "Trees": f"{config['k']}{depth}",
        "Weights": ", ".join(f"{part:g}" for part in found.weights),
        "SDTSQ": f"{scores['sdtsq']:.4f}",
        "Shuffle test": "not yet" if p_value is None else f"p = {p_value:.2g}",
        **({"": "matching not tested"} if p_value is not None and config["scale"] == "none" else {}),
    }
    lines = "".join(
        f"<div style='display:flex;justify-content:space-between'><span class='ksdt-muted'>{name}</span>"
        f"<span class='ksdt-num'>{value}</span></div>"
        for name, value in rows.items()
    )
    st.divider()
    st.markdown("**Current set**")
    st.html(lines)


def _open_jobs() -> None:
    waiting = open_jobs(kept.store())
    if waiting:
        jobs.resume()
        st.divider()
        st.html(f"<div class='ksdt-muted'>{counted(len(waiting), 'job', 'jobs')} in the background</div>")


def _text(name: str) -> str:
    return html.escape(printable(name))
