"""Which streams there are: the tables of the current pair, the bundled ones, and a demonstration stream."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from ksdt_core.data.model.dataset import Dataset
from ksdt_core.data.samples.catalogue import catalogue
from ksdt_core.errors import InvalidDataError, InvalidParameterError
from ksdt_core.store.pair_request import TableRequest, names_told_apart
from ksdt_core.studies.stream_plan import StreamPlan
from ksdt_core.studies.stream_watch import generated_stream
from ksdt_core.studies.streams import by_time
from pages.common import kept, place

GENERATED = "generated"
USUAL = StreamPlan(drift=25)
MOST_GENERATED = 2_000_000  # rows; a link could ask for more than the machine holds
FEW_ROWS = 100  # for one tree; see the table of alarms in Methods
LEAST_TREES, MOST_TREES = 20, USUAL.n_first + USUAL.n_updates  # of a table; with fewer no alarm could be raised
LEAST_ROWS = FEW_ROWS * LEAST_TREES  # of a table of the current pair that is followed without being asked for
FIRST_SHARE = 4  # one tree in so many is of the first ensemble
MOST_OF_ONE_CLASS = 0.25  # of the trees


def tables() -> dict[str, TableRequest]:
    """Tables that can be read as streams: those of the current pair, then the bundled ones."""
    found = of_the_pair()
    known = {side.id for side in found.values()}
    bundled = {entry.name: TableRequest.bundled(entry.name) for entry in catalogue() if entry.name not in known}
    return {**found, **bundled}


def of_the_pair() -> dict[str, TableRequest]:
    """The two tables of the current pair, by their keys."""
    pair = place.here().pair
    if pair is None:
        return {}
    request = kept.pair_request(pair)
    sides = (request.left, request.right)
    names = names_told_apart(*(side.name for side in sides))
    return {f"pair:{name}": side for name, side in zip(names, sides, strict=True)}


def table_called(key: str) -> TableRequest:
    """The table of a key, which may be of a pair that was left meanwhile."""
    found = tables().get(key)
    if found is None:
        raise InvalidParameterError("stream-table-gone", table=key.removeprefix("pair:"))
    return found


def rows_of(table: str, plan: StreamPlan) -> Dataset:
    """The rows of a stream as they are read; a plan may order them by time later."""
    if table != GENERATED:
        return kept.table(table_called(table))
    if plan.n_rows > MOST_GENERATED:
        raise InvalidParameterError("stream-too-long", rows=plan.n_rows, most=MOST_GENERATED)
    return _generated(plan)


@st.cache_resource(show_spinner=False, max_entries=8)
def _generated(plan: StreamPlan) -> Dataset:
    return generated_stream(plan)


def fitting(n_rows: int) -> StreamPlan:
    """A plan for a table: trees of 100 rows, more rows each where there would be over 60 trees, fewer below 20."""
    n_trees = max(LEAST_TREES, min(MOST_TREES, n_rows // FEW_ROWS))
    n_first = n_trees // FIRST_SHARE
    return replace(USUAL, chunk=max(1, n_rows // n_trees), n_first=n_first, n_updates=n_trees - n_first, drift=None)


def suited() -> tuple[str, StreamPlan] | None:
    """The longest table of the current pair that can be followed, with a plan; None where none is long enough."""
    found = []
    for key, request in of_the_pair().items():
        try:
            table = kept.table(request)
        except InvalidDataError:
            continue
        plan = fitting(table.n_rows)
        if table.n_rows >= LEAST_ROWS and not is_sorted(table, plan):
            found.append((table.n_rows, key, plan))
    return max(found, key=lambda each: each[0])[1:] if found else None


def are_short() -> bool:
    """Whether no table of the current pair that can be read has the rows that it takes."""
    lengths = []
    for request in of_the_pair().values():
        try:
            lengths.append(kept.table(request).n_rows)
        except InvalidDataError:
            continue
    return max(lengths, default=0) < LEAST_ROWS


def is_sorted(stream: Dataset, plan: StreamPlan) -> bool:
    """Whether so many trees see one class only that the rows seem to be sorted by class."""
    return n_of_one_class(stream, plan) > MOST_OF_ONE_CLASS * (plan.n_first + plan.n_updates)


def n_of_one_class(stream: Dataset, plan: StreamPlan) -> int:
    """Trees whose rows are all of one class."""
    assert stream.n_rows >= plan.n_rows, "refused before"
    ordered = stream if plan.time is None else by_time(stream, plan.time)
    by_tree = ordered.classes[: plan.n_rows].reshape(-1, plan.chunk)
    return int((by_tree.min(axis=1) == by_tree.max(axis=1)).sum())
