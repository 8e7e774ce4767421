"""The two tables while they are being chosen: a pair is opened as soon as both can be read.

What is chosen but cannot be read yet waits in the session; the pair of the address stays as it is until then.
"""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from ksdt_core.data.samples.catalogue import catalogue_entry, catalogue_pairs
from ksdt_core.errors import KsdtError
from ksdt_core.store.decisions import SIDES, Side, effective_classes, is_corrected, with_table
from ksdt_core.store.pair_request import PairRequest, TableRequest
from ksdt_core.store.problems import StoreError
from pages.common import kept, place
from pages.common.messages import for_page

Draft = dict[Side, TableRequest | None]
_DRAFT, _OF_PAIR, _REFUSED = "draft", "draft_pair", "draft_refused"


def tables() -> Draft:
    """The tables chosen so far; those of the address where it names another pair than before."""
    pair = place.here().pair
    if pair is not None and st.session_state.get(_OF_PAIR) != pair:
        request = kept.pair_request(pair)
        st.session_state[_DRAFT] = {"left": request.left, "right": request.right}
        st.session_state[_OF_PAIR] = pair
        st.session_state[_REFUSED] = {}
    found: Draft = st.session_state.setdefault(_DRAFT, {"left": None, "right": None})
    return found


def forget_stale_link() -> str | None:
    """What is wrong with a link to a pair that is not kept here; the page then starts with nothing chosen."""
    pair = place.here().pair
    try:
        if pair is not None:
            kept.tables(kept.pair_request(pair))
    except StoreError as error:
        begin_again()
        place.go(pair=None)
        return for_page(error)
    except KsdtError:
        pass  # the tables are there: the page says what is wrong with them
    return None


def refused() -> dict[Side, str]:
    """Why what was last asked of a side was not done, in one sentence; the table that it had stays."""
    found: dict[Side, str] = st.session_state.setdefault(_REFUSED, {})
    return found


def begin_again() -> None:
    """Forget what was chosen but could not be opened."""
    st.session_state.pop(_OF_PAIR, None)
    st.session_state.pop(_DRAFT, None)
    st.session_state.pop(_REFUSED, None)


def choose(side: Side, table: TableRequest) -> None:
    """Take a table for a side; one whose columns cannot even be read is refused and the old one stays."""
    refused().pop(side, None)
    try:
        facts = kept.facts(table)
    except KsdtError as error:
        refused()[side] = for_page(error)
        return
    if table.origin == "upload" and table.target is None:
        table = replace(table, target=_likely_target(side, facts.columns, facts.guess))
    tables()[side] = table
    open_if_ready()


def change(side: Side, table: TableRequest) -> None:
    """The same table read otherwise: another class column, sheet or cut."""
    refused().pop(side, None)
    tables()[side] = table
    open_if_ready()


def is_ready(side: Side) -> bool:
    """Whether the table of a side is chosen and can be read."""
    return _chosen(side) is not None and unreadable(side) is None


def unreadable(side: Side) -> str | None:
    """What is wrong with the chosen table once its class column is known, in one sentence."""
    table = _chosen(side)
    try:
        if table is not None:
            kept.table(table)
    except KsdtError as error:
        return for_page(error)
    return None


def _chosen(side: Side) -> TableRequest | None:
    """The table of a side, unless its class column is still to be named."""
    table = tables()[side]
    return None if table is None or (table.origin == "upload" and table.target is None) else table


def open_if_ready() -> None:
    """Go to the pair of the two tables once both can be read."""
    if not all(is_ready(side) for side in SIDES):
        return
    left, right = tables()["left"], tables()["right"]
    assert left is not None
    assert right is not None
    request, pair = _first_request(left, right), place.here().pair
    if pair is not None:
        before = kept.pair_request(pair)
        if _same_files(before, request):  # read otherwise
            request = before if before.left == left else with_table(before, "left", left)
            request = request if request.right == right else with_table(request, "right", right)
        elif _is_corrected(before, request):  # what was decided still holds; another pair starts fresh
            request = replace(before, left=left, right=right)
    new = kept.open_pair(request)
    st.session_state[_OF_PAIR] = new
    place.go(pair=new)


def _same_files(one: PairRequest, other: PairRequest) -> bool:
    sides = ((one.left, other.left), (one.right, other.right))
    return all((a.origin, a.id) == (b.origin, b.id) for a, b in sides)


def _is_corrected(before: PairRequest, after: PairRequest) -> bool:
    """Whether one of the files was replaced by a corrected version of it."""
    changed = [(one, other) for one, other in ((before.left, after.left), (before.right, after.right)) if one != other]
    if len(changed) != 1 or any(table.origin != "upload" for table in changed[0]):
        return False
    try:
        one, other = map(kept.table, changed[0])
    except KsdtError:
        return False
    return is_corrected(one, other)


def _first_request(left: TableRequest, right: TableRequest) -> PairRequest:
    """A natural pair of bundled tables comes with the options that the catalogue names for it."""
    for entry in catalogue_pairs():
        request = PairRequest.of_catalogue(entry)
        if (request.left, request.right) == (left, right):
            return request
    return PairRequest(left, right)


def is_open() -> bool:
    """Whether the pair of the address is made of the tables that are chosen."""
    pair = place.here().pair
    if pair is None:
        return False
    request = kept.pair_request(pair)
    return (request.left, request.right) == (tables()["left"], tables()["right"])


def class_positions(side: Side) -> dict[str, int]:
    """For the classes of a table, as its file calls them, the places of their colours.

    A colour stands for one class of either table, under the name that it has in the pair once there is one.
    """
    request = kept.pair_request(place.here().pair or "") if is_open() else None
    called = {
        one: effective_classes(request or PairRequest(table, table), kept.table(table).class_names, side=one)
        for one, table in tables().items()
        if table is not None and is_ready(one)
    }
    every = sorted({name for names in called.values() for name in names.values()})
    return {name: every.index(new) for name, new in called[side].items()}


def target_of(table: TableRequest) -> str | None:
    """The class column, also where the catalogue names it."""
    return table.target or (catalogue_entry(table.id).target if table.origin == "catalogue" else None)


def _likely_target(side: Side, columns: tuple[str, ...], guess: str | None) -> str | None:
    """The class column of the other table where this one has it, too; else the guess."""
    other = tables()["right" if side == "left" else "left"]
    same = None if other is None else target_of(other)
    return same if same in columns else guess
