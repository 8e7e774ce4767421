"""Which stream is followed and how, as the address says it, and the report of it, kept between runs of the page."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Any, Self
from urllib.parse import quote, unquote

import streamlit as st

from ksdt_core.background.queue import Job
from ksdt_core.data.model.dataset import Dataset
from ksdt_core.errors import InvalidParameterError
from ksdt_core.options import choices_of
from ksdt_core.studies.stream_plan import StreamPlan
from ksdt_core.studies.stream_watch import WatchedStream, tree_of_update, watched_stream
from ksdt_core.trees.tree import Tree
from pages.common import job_watch, place
from pages.common.option_widgets import widget_arguments
from pages.common.telling import telling
from pages.stability import streams
from pages.stability.streams import GENERATED, USUAL

QUICK_CELLS = 200_000  # cells that are computed while the reader waits; more is a job
FEWEST_AT_FIRST = 2  # trees, for a page that shows how they change


def _bounds(name: str) -> tuple[int, int]:
    found = widget_arguments(StreamPlan, name)
    return found["min_value"], found["max_value"]


BOUNDS = {
    "chunk": _bounds("chunk"),
    "n_first": (FEWEST_AT_FIRST, _bounds("n_first")[1]),
    "n_updates": _bounds("n_updates"),
    "max_depth": _bounds("max_depth"),
    "min_leaf": _bounds("min_leaf"),
    "drift": (0, _bounds("n_updates")[1]),
    "seed": _bounds("seed"),
}
CHOICES = {name: tuple(choices_of(StreamPlan, name)) for name in ("policy", "learner")}


@dataclass(frozen=True, slots=True)
class Followed:
    """A table by its key, or the generated stream, and the plan."""

    table: str = GENERATED  # `generated`, or a key of `streams.tables`
    plan: StreamPlan = USUAL

    @classmethod
    def of_text(cls, text: str) -> Self:
        """What an address asks for; one that says nothing sensible gives the default."""
        head, _, table = text.partition("table=")
        parts = dict(part.split("=", 1) for part in head.split(",") if "=" in part)
        try:
            values: dict[str, Any] = {name: int(parts[name]) for name in BOUNDS if name in parts}
            if not all(BOUNDS[name][0] <= number <= BOUNDS[name][1] for name, number in values.items()):
                raise ValueError(head)
            values |= {name: parts[name] for name in CHOICES if name in parts}
            if not all(values[name] in known for name, known in CHOICES.items() if name in values):
                raise ValueError(head)
            is_table = table not in ("", GENERATED)
            values["drift"] = None if is_table else values.get("drift") or None
            values["time"] = unquote(parts.get("time", "")) or None if is_table else None
            return cls(table or GENERATED, replace(USUAL, **values))
        except (ValueError, InvalidParameterError):
            return cls()

    def to_text(self) -> str:
        """`chunk=200,n_first=15,…,policy=oldest,table=generated`: the table last, since names may hold anything."""
        numbers = [f"{name}={getattr(self.plan, name) or 0}" for name in BOUNDS]
        chosen = [f"{name}={getattr(self.plan, name)}" for name in CHOICES]
        time = [] if self.plan.time is None else [f"time={quote(self.plan.time, safe='', errors='replace')}"]
        return ",".join([*numbers, *chosen, *time, f"table={self.table}"])

    @property
    def is_demonstration(self) -> bool:
        return self.table == GENERATED


def followed() -> Followed:
    """What the address asks for; without that a table of the current pair that is long enough, else a demonstration."""
    text = place.here().stream
    if text is not None:
        return Followed.of_text(text)
    found = streams.suited()
    return Followed() if found is None else Followed(*found)


def choose(wanted: Followed) -> None:
    """The reader asks for another stream or plan."""
    place.go(stream=wanted.to_text())


def stream_of(wanted: Followed) -> Dataset:
    """The rows."""
    return streams.rows_of(wanted.table, wanted.plan)


def is_quick(wanted: Followed) -> bool:
    """Whether it is computed at once."""
    return wanted.plan.n_rows * stream_of(wanted).n_attributes <= QUICK_CELLS


def quickly_watched(wanted: Followed) -> WatchedStream:
    """What is found while the reader waits."""
    return _watched(wanted.plan, rows_of(wanted), wanted)


@st.cache_resource(show_spinner="Growing the trees of the stream …", max_entries=16)
def _watched(plan: StreamPlan, rows: str, _wanted: Followed) -> WatchedStream:
    return watched_stream(stream_of(_wanted), plan)


def rows_of(wanted: Followed) -> str:
    """Says exactly which rows are followed: the key of a table is only its name in the current pair."""
    return GENERATED if wanted.is_demonstration else repr(streams.table_called(wanted.table))


def job_request(wanted: Followed) -> dict[str, Any]:
    """What a job is asked."""
    table = None if wanted.is_demonstration else asdict(streams.table_called(wanted.table))
    if table is not None and table["cut"] is not None:
        table["cut"] = list(table["cut"])
    return {"plan": wanted.plan.to_document(), "table": table}


def job_of(wanted: Followed) -> Job | None:
    """The newest job for exactly this."""
    return job_watch.latest("stability", subject=wanted.table, request=job_request(wanted))


@telling
def start_job(wanted: Followed) -> None:
    job_watch.ask("stability", subject=wanted.table, request=job_request(wanted))


def tree_of(wanted: Followed, update: int) -> Tree:
    """The tree that came with an update."""
    return _tree_of(wanted.plan, rows_of(wanted), update, wanted)


@st.cache_resource(show_spinner=False, max_entries=256)
def _tree_of(plan: StreamPlan, rows: str, update: int, _wanted: Followed) -> Tree:
    return tree_of_update(stream_of(_wanted), plan, update)
