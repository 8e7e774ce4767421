"""Where the reader is: pair, run, tree and node, in the address of the page and in the session.

The address is the truth: a reload, a link and the browser's Back show what it says. Only an address that says nothing
is completed from the session. What a reader does makes a new entry in the browser's history; what a page computes by
itself takes the place of the entry, so that Back never leads to a page that sends the reader forward again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, NoReturn, Self

import streamlit as st

from ksdt_core.errors import InvalidParameterError

if TYPE_CHECKING:  # mining is loaded where it is needed, so that the first page comes quickly
    from ksdt_core.mining.weights import WeightVector

_KEY, _STALE = "place", "stale_address"


@dataclass(frozen=True, slots=True)
class Place:
    """What the address says; None where it says nothing."""

    pair: str | None = None  # id of a kept pair
    run: str | None = None  # id of a kept run
    weights: str | None = None  # three numbers separated by commas
    pool: str | None = None  # the weight vectors that the map of Mine shows; of sets with the settings of the run
    tree: str | None = None  # number of a tree, from 1
    node: str | None = None  # number of a node, from 0
    job: str | None = None  # id of a job
    other: str | None = None  # id of a second run, to compare with
    beside: str | None = None  # number of a second tree, to compare with
    space: str | None = None  # what the ensemble space shows: a pool of weights, with or without forests, and how
    spectrum: str | None = None  # what the spectrum page shows: percents of the energy, and of which class
    stream: str | None = None  # the stream that is followed, and how
    learn: str | None = None  # the table that a tree is learned from: where it comes from, and its id
    learned: str | None = None  # id of a saved tree of one table
    model: str | None = None  # id of a saved model that was made elsewhere
    third: str | None = None  # the tables that trees are tried on: where each comes from, and its id

    @classmethod
    def of_query(cls, query: Mapping[str, str]) -> Self:
        """What the query of an address says; names that are not known say nothing."""
        return cls(**{name: value for name in NAMES if (value := query.get(name))})

    def to_query(self) -> dict[str, str]:
        """The query that `of_query` reads."""
        return {name: value for name in NAMES if (value := getattr(self, name)) is not None}

    @property
    def tree_number(self) -> int | None:
        return number(self.tree)

    @property
    def beside_number(self) -> int | None:
        return number(self.beside)

    @property
    def node_number(self) -> int | None:
        return number(self.node)

    @property
    def weight_vector(self) -> WeightVector | None:
        """The weights of the address, None where they are missing or no weights."""
        from ksdt_core.mining.weights import WeightVector

        try:
            return None if self.weights is None else WeightVector.of(float(part) for part in self.weights.split(","))
        except (ValueError, InvalidParameterError):
            return None


NAMES = tuple(field.name for field in fields(Place))
_BELOW: Mapping[str, tuple[str, ...]] = {  # what a change leaves without meaning
    "pair": ("run", "weights", "pool", "tree", "node", "job", "other", "beside", "space", "spectrum"),
    "run": ("tree", "node", "beside"),
    "tree": ("node",),
    "learn": ("learned",),
}


def enter() -> None:
    """At the start of every page: take over the address; one that says nothing is completed from the session."""
    asked = Place.of_query(st.query_params)
    is_stale = st.session_state.pop(_STALE, None) == asked
    if asked != Place() and not is_stale:
        st.session_state[_KEY] = asked


def run_again() -> NoReturn:
    """From a part of the page that renews itself: the whole page runs, where the reader is.

    The browser sends its address with every turn of the timer. A turn that was sent while the page answered the reader
    carries the address from before, and would take back what the reader has chosen.
    """
    st.session_state[_STALE] = Place.of_query(st.query_params)
    st.rerun()


def here() -> Place:
    place: Place = st.session_state.get(_KEY, Place())
    return place


def go(**changes: Any) -> None:
    """The reader continues: a new entry in the browser's history."""
    place = _changed(changes)
    st.session_state[_KEY] = place
    wanted = place.to_query()
    if st.query_params.to_dict() != wanted:
        st.query_params.from_dict(wanted)


def settle(**changes: Any) -> None:
    """The page has found more of the place: the address is completed without a new entry."""
    st.session_state[_KEY] = _changed(changes)


def show_address() -> None:
    """At the end of every page: the address says where the reader is."""
    wanted = here().to_query()
    if st.query_params.to_dict() != wanted:
        _address(data=wanted, key="address")


_address = st.components.v2.component(
    "ksdt_address",
    js="""export default function({ data }) {
        const address = new URL(window.location.href)
        address.search = new URLSearchParams(data).toString()
        if (address.href !== window.location.href) window.history.replaceState(window.history.state, "", address)
    }""",
)


def _changed(changes: Mapping[str, Any]) -> Place:
    """The place after changes; what hangs on a changed part is forgotten unless it is given, too."""
    known = here()
    new = {name: None if value is None else str(value) for name, value in changes.items()}
    forgotten = {
        below: None
        for name, value in new.items()
        if value != getattr(known, name)
        for below in _BELOW.get(name, ())
        if below not in new
    }
    return replace(known, **forgotten, **new)


def as_query(**changes: Any) -> dict[str, str]:
    """The place, with changes, as the query of a link."""
    given = {name: None if value is None else str(value) for name, value in changes.items()}
    return replace(here(), **given).to_query()


def weights_text(weights: WeightVector) -> str:
    """Weights as the address writes them."""
    return ",".join(f"{part:.6g}" for part in weights.parts)


def number(text: str | None) -> int | None:
    """A whole number as an address writes it, None for anything else."""
    return int(text) if text is not None and text.isascii() and text.isdigit() and len(text) < 7 else None
