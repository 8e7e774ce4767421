"""The sidebar: the pages, the current pair and the current set."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING

import streamlit as st

from ksdt_core.background.queue import open_jobs
from ksdt_core.errors import KsdtError
from ksdt_core.figures.palette import Palette
from ksdt_core.text import counted, printable
from pages.common import drawn, job_watch, kept, place
from pages.common.navigation import GROUPS, START, PageEntry

if TYPE_CHECKING:
    from ksdt_core.data.model.dataset import Dataset
    from ksdt_core.store.pair_request import PairRequest


def show(colours: Palette) -> None:
    """Links to all pages, each with the current place, and what the place is about."""
    st.html("<div style='font-size:1.15rem;font-weight:650'>KSDT Explorer</div>")
    query = place.as_query()
    with st.container(gap="xxsmall"):
        _link(START, query)
        for group, entries in GROUPS.items():
            st.html(f"<div class='ksdt-muted' style='font-size:.8rem;margin:.5rem 0 0 .6rem'>{group}</div>")
            for entry in entries:
                _link(entry, query)
    try:
        _current_pair(colours)
        _current_set()
        _open_jobs()
    except KsdtError:
        return  # the page itself says what is wrong with its link


def _link(entry: PageEntry, query: dict[str, str]) -> None:
    st.page_link(entry.script, label=entry.title, icon=entry.icon, query_params=query, width="stretch")


def way_on() -> None:
    """Where to go when a link leads nowhere."""
    st.page_link("pages/data/page.py", label="Choose two tables on Data", icon=":material/table_chart:")
    st.page_link("pages/runs/page.py", label="Choose a kept run on Runs", icon=":material/history:")


def _current_pair(colours: Palette) -> None:
    pair_id = place.here().pair
    if pair_id is None:
        return
    request = kept.pair_request(pair_id)
    bars = drawn.once(lambda: _bars(request, colours), "bars", request)
    st.divider()
    st.markdown("**Current pair**")
    st.html(bars)
    scales = {"none": "in the units of the tables", "rank": "as percentiles", "zscore": "in standard deviations"}
    st.html(f"<div class='ksdt-muted'>compared {scales[request.scale]}</div>")


def _bars(request: PairRequest, colours: Palette) -> str:
    """Both tables with their classes."""
    left, right = _with_common_classes(request)
    agree = left.class_names == right.class_names
    return _bar(left, colours, "■", agree=agree) + _bar(right, colours, "●", agree=agree)


def _with_common_classes(request: PairRequest) -> tuple[Dataset, Dataset]:
    """The two tables, their classes called as they are mined."""
    from ksdt_core.data.matching.matching import renamed_classes

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
    found = kept.run_known(run)
    summary = found.summary
    config, scores, p_value = summary["config"], summary["scores"], summary["p_value"]
    each = summary.get("p_each")  # of both tables and of the matching; runs that were saved earlier know the largest
    depth = f", depth ≤ {config['max_depth']}" if config["max_depth"] else ""
    rows = {
        "Trees": f"{config['k']}{depth}",
        "Weights": ", ".join(f"{part:g}" for part in found.weights),
        "Balanced SDTSQ" if config["balance"] else "SDTSQ": f"{scores['sdtsq']:.4f}",
        "Shuffle test": "not yet" if p_value is None else f"p = {' | '.join(f'{p:.2g}' for p in each or [p_value])}",
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
        job_watch.resume()
        st.divider()
        st.html(f"<div class='ksdt-muted'>{counted(len(waiting), 'job', 'jobs')} in the background</div>")


def _text(name: str) -> str:
    return html.escape(printable(name))


# Streamlit folds the sidebar by itself only on phones.
NARROW = 1000  # pixels

_fold = st.components.v2.component(
    "ksdt_narrow",
    js="""export default function({ data }) {
        if (window.ksdtLooked) return
        window.ksdtLooked = true
        if (window.innerWidth > 767 && window.innerWidth < data.narrow)
            document.querySelector("[data-testid=stSidebarCollapseButton] button")?.click()
    }""",
)


def fold_if_narrow() -> None:
    """On a narrow screen the page gets its room, once for each time that the app is loaded: who unfolds it keeps it."""
    _fold(data={"narrow": NARROW}, key="narrow")
