"""Which stream is followed and how, as the address says it, and the report of it, kept between runs of the page."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Any, Self

import streamlit as st

from ksdt_core.background.queue import Job
from ksdt_core.data.model.dataset import Dataset
from ksdt_core.data.samples.catalogue import catalogue
from ksdt_core.errors import InvalidParameterError
from ksdt_core.fourier.stability import POLICIES
from ksdt_core.store.pair_request import TableRequest, names_told_apart
from ksdt_core.studies.stream_watch import StreamPlan, WatchedStream, generated_stream, watched_stream
from ksdt_core.trees.tree import Tree
from pages.common import job_watch, kept, place
from pages.common.telling import telling

GENERATED = "generated"
USUAL = StreamPlan(drift=25)
QUICK_CELLS = 200_000  # cells that are worked out while the reader waits; more is a job
MOST_GENERATED = 2_000_000  # rows; a link could ask for more than the machine holds
BOUNDS = {
    "chunk": (1, 100_000),
    "n_first": (2, 200),
    "n_updates": (1, 500),
    "max_depth": (0, 50),
    "min_leaf": (1, 1_000),
    "drift": (0, 500),
    "seed": (0, 10_000),
}


@dataclass(frozen=True, slots=True)
class Followed:
    """A table by its key, or the generated stream, and the plan."""

    table: str = GENERATED  # `generated`, or a key of `tables`
    plan: StreamPlan = USUAL

    @classmethod
    def of_text(cls, text: str) -> Self:
        """What an address asks for; one that says nothing sensible gives the default."""
        head, _, table = text.partition("table=")
        parts = dict(part.split("=", 1) for part in head.split(",") if "=" in part)
        try:
            numbers: dict[str, Any] = {name: int(parts[name]) for name in BOUNDS if name in parts}
            if not all(BOUNDS[name][0] <= number <= BOUNDS[name][1] for name, number in numbers.items()):
                raise ValueError(head)
            policy: Any = parts.get("policy", USUAL.policy)
            numbers["drift"] = (numbers.get("drift") or None) if table == GENERATED else None
            if policy not in POLICIES:
                raise ValueError(policy)
            return cls(table or GENERATED, replace(USUAL, **{**numbers, "policy": policy}))
        except (ValueError, InvalidParameterError):
            return cls()

    def to_text(self) -> str:
        """`chunk=200,n_first=15,…,policy=oldest,table=generated`: the table last, since names may hold anything."""
        numbers = [f"{name}={getattr(self.plan, name) or 0}" for name in BOUNDS]
        return ",".join([*numbers, f"policy={self.plan.policy}", f"table={self.table}"])


def followed() -> Followed:
    """What the address asks for."""
    text = place.here().stream
    return Followed() if text is None else Followed.of_text(text)


def choose(wanted: Followed) -> None:
    """The reader asks for another stream or plan."""
    place.go(stream=wanted.to_text())


def tables() -> dict[str, TableRequest]:
    """Tables that can be read as streams: those of the current pair, then the bundled ones."""
    found = {}
    pair = place.here().pair
    if pair is not None:
        request = kept.pair_request(pair)
        sides = (request.left, request.right)
        names = names_told_apart(*(side.name for side in sides))
        found = {f"pair:{name}": side for name, side in zip(names, sides, strict=True)}
    known = {side.id for side in found.values()}
    bundled = {entry.name: TableRequest.bundled(entry.name) for entry in catalogue() if entry.name not in known}
    return {**found, **bundled}


def stream_of(wanted: Followed) -> Dataset:
    """The rows."""
    if wanted.table == GENERATED:
        if wanted.plan.n_rows > MOST_GENERATED:
            raise InvalidParameterError("stream-too-long", rows=wanted.plan.n_rows, most=MOST_GENERATED)
        return _generated(wanted.plan)
    return kept.table(_request(wanted))


def _request(wanted: Followed) -> TableRequest:
    return table_called(wanted.table)


def table_called(key: str) -> TableRequest:
    """The table of a key, which may be of a pair that was left meanwhile."""
    found = tables().get(key)
    if found is None:
        raise InvalidParameterError("stream-table-gone", table=key.removeprefix("pair:"))
    return found


@st.cache_resource(show_spinner=False, max_entries=8)
def _generated(plan: StreamPlan) -> Dataset:
    return generated_stream(plan)


def fitting(plan: StreamPlan, n_rows: int) -> StreamPlan:
    """The plan with chunks as large as a table allows; a table shorter than that is refused when it is followed."""
    chunk = n_rows // (plan.n_first + plan.n_updates)
    return replace(plan, chunk=max(1, chunk), drift=None)


def is_quick(wanted: Followed) -> bool:
    """Whether it is worked out at once."""
    return wanted.plan.n_rows * stream_of(wanted).n_attributes <= QUICK_CELLS


def quickly_watched(wanted: Followed) -> WatchedStream:
    """What is found while the reader waits."""
    return _watched(wanted.plan, rows_of(wanted), wanted)


@st.cache_resource(show_spinner="Growing the trees of the stream …", max_entries=16)
def _watched(plan: StreamPlan, rows: str, _wanted: Followed) -> WatchedStream:
    return watched_stream(stream_of(_wanted), plan)


def rows_of(wanted: Followed) -> str:
    """Says exactly which rows are followed: the key of a table is only its name in the current pair."""
    return GENERATED if wanted.table == GENERATED else repr(_request(wanted))


def job_request(wanted: Followed) -> dict[str, Any]:
    """What a job is asked."""
    table = None if wanted.table == GENERATED else asdict(_request(wanted))
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
    from ksdt_core.studies.stream_watch import tree_of_update

    return tree_of_update(stream_of(_wanted), plan, update)
