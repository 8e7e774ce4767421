"""The strip on top of every page: the current pair, the current set, background jobs, files, search and theme."""

from __future__ import annotations

import html
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import streamlit as st

from ksdt_core.background.queue import open_jobs
from ksdt_core.data.samples.catalogue import catalogue_entry
from ksdt_core.errors import KsdtError
from ksdt_core.text import counted, p_text, printable, score
from pages.common import announce, command_palette, job_watch, kept, place, progress, theme_switch

if TYPE_CHECKING:  # what reads and mines is loaded where it is needed, so that the first page comes quickly
    from ksdt_core.store.pair_request import TableRequest

UNKNOWN = "–"
PENDING = "pending"  # a dash reads as none
LOOK_SECONDS = 2.0
TEXT_WIDTH = 340  # pixels


@dataclass(frozen=True, slots=True)
class Download:
    """A file of the current run, made when somebody asks for it."""

    label: str
    make: Callable[[], bytes]
    file_name: str
    mime: str


@dataclass(frozen=True, slots=True)
class RunFiles:
    """What the menu of a run offers: its files, and its answer as a text; empty while the pair is being tested."""

    files: Sequence[Download]
    text: str


Downloads = Callable[[str], RunFiles]  # those of a run
TEXT = "Text for a paper"
TEXT_LATER = "The text is written when the pair has been tested."


class Strip:
    """Drawn before the page from what the store knows, and completed after it."""

    def __init__(self, downloads: Downloads) -> None:
        self._downloads = downloads
        row = st.container(key="strip", horizontal=True, vertical_alignment="center")
        self._values, self._jobs, self._export = row.empty(), row.empty(), row.empty()
        with row:
            command_palette.show()
            theme_switch.show()
        self._shown: object = None
        self._run: str | None = ""
        self.show(read_tables=False)

    def show(self, *, read_tables: bool) -> None:
        """The values as they are known now; what has not changed is not sent again."""
        try:
            values = _values(read_tables=read_tables)
        except KsdtError:
            values = ""  # the page itself says what is wrong with its link
        if self._shown != values:
            self._shown = values
            self._values.html(f"<div class='ksdt-strip ksdt-num'>{values}</div>")
        run = place.here().run
        if self._run != run:
            self._run = run
            with self._export.container(width="content"):
                _export(run, self._downloads)

    def finish(self) -> None:
        """After the page, which may have changed the pair or the run."""
        self.show(read_tables=True)
        try:
            if open_jobs(kept.store()):
                job_watch.resume()
                with self._jobs.container(width="content"):
                    _watched_jobs()
        except KsdtError:
            return  # the page itself says what is wrong with the store


def _values(*, read_tables: bool) -> str:
    here = place.here()
    if here.run is not None:
        return _of_run(here.run)
    if here.pair is None:
        return ""
    request = kept.pair_request(here.pair)
    rows = [_rows(table, read_tables=read_tables) for table in (request.left, request.right)]
    parts = [*_tables((request.left.name, request.right.name), rows), _signal(progress.seen_p(request.id))]
    return "".join(parts)


def _of_run(run: str) -> str:
    known = kept.run_known(run)
    summary, p = known.summary, known.summary.get("shared_p")
    sides = [summary["pair"][side] for side in ("left", "right")]
    config, scores = summary["config"], summary["scores"]
    depth = f", depth {config['max_depth']}" if config["max_depth"] else ""
    quality = "balanced quality" if config["balance"] else "quality"
    return "".join(
        (
            *_tables([side["name"] for side in sides], [f"{side['rows']:,}" for side in sides]),
            f"<span class='ksdt-second'>{counted(config['k'], 'tree', 'trees')}{depth}</span>",
            f"<span class='ksdt-third'>{quality} <b>{score(scores['sdtsq'])}</b></span>",
            _signal(p if p is not None or known.pair is None else progress.seen_p(known.pair)),
        )
    )


def _tables(names: Sequence[str], rows: Sequence[str]) -> list[str]:
    return [
        f"<span class='ksdt-table' title='{html.escape(printable(name))}, {count} rows'>{marker} "
        f"<b>{html.escape(printable(name))}</b> <span class='ksdt-count'>{count}</span></span>"
        for marker, name, count in zip("■●", names, rows, strict=True)
    ]


def _signal(p: float | None) -> str:
    said = html.escape(PENDING if p is None else p_text(p))
    return f"<span class='ksdt-second'>shared signal <b>{said}</b></span>"


def _rows(table: TableRequest, *, read_tables: bool) -> str:
    """How many rows a table has; a bundled one says so without being read."""
    if table.origin == "catalogue":
        return f"{catalogue_entry(table.id).rows:,}"
    return f"{kept.table(table).n_rows:,}" if read_tables else UNKNOWN


@st.fragment
def _export(run: str | None, downloads: Downloads) -> None:
    """A menu with the files of the run; what it lists is found when it is opened."""
    if run is None:
        st.popover(
            "Export", icon=":material/download:", disabled=True, help="Mine a pair first.", key="strip_export_none"
        )
        return
    with st.popover("Export", icon=":material/download:", key=f"strip_export_{run}", on_change="rerun") as menu:
        if not menu.open:
            return
        offered = downloads(run)
        for one in offered.files:
            st.download_button(
                one.label, one.make, file_name=one.file_name, mime=one.mime, key=f"take_{one.label}",
                on_click="ignore", width="stretch",
            )  # fmt: skip
        show_text(offered.text)


def show_text(text: str) -> None:
    """The answer as a text for a paper, or when there will be one."""
    st.markdown(f"**{TEXT}**")
    if text:
        st.code(text, language=None, wrap_lines=True, width=TEXT_WIDTH)
    else:
        st.markdown(f":gray[{TEXT_LATER}]")


@st.fragment(run_every=LOOK_SECONDS)
def _watched_jobs() -> None:
    """How many jobs run in the background, and that they have ended."""
    try:
        n_open = len(open_jobs(kept.store()))
    except KsdtError:
        return
    said = f"{counted(n_open, 'job', 'jobs')} running" if n_open else "Jobs finished"
    st.html(f"<div class='ksdt-jobs' title='{said}'><i></i><span>{said}</span></div>")
    announce.say(said, key="jobs")
