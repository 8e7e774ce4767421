"""Which class is which: names of the two tables side by side, and every mapping compared."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import streamlit as st

from ksdt_core.store.decisions import effective_classes, with_class_mapping
from ksdt_core.store.pair_request import PairRequest
from ksdt_core.text import printable
from pages.common import kept
from pages.common.telling import telling
from pages.common.wording import as_markdown
from pages.data import what_if
from pages.data.changes import decide

MOST_LISTED = 24
KEEP = "(a separate class)"


def block(request: PairRequest) -> None:
    """Boxes for the classes of both tables, then the comparison of all mappings."""
    left, right = kept.table(request.left), kept.table(request.right)
    if max(len(left.class_names), len(right.class_names)) > MOST_LISTED:
        st.info(
            f"There are more than {MOST_LISTED} classes. Choose another class column above, or cut it if it holds "
            "numbers."
        )
        return
    name_left, name_right = (table.name for table in kept.tables(request))
    taken, called = st.columns(2, gap="large")
    with taken:
        st.markdown(f"**Match each class of {as_markdown(name_right)}**")
        _taken_for(request, left.class_names, right.class_names)
    with called:
        st.markdown(f"**Rename the classes of {as_markdown(name_left)}**")
        _called(request, left.class_names, right.class_names)
    st.divider()
    what_if.block(request, left.class_names, right.class_names)


def _taken_for(request: PairRequest, left: tuple[str, ...], right: tuple[str, ...]) -> None:
    now = _taken_now(request, left, right)
    for number, name in enumerate(right):
        key = f"class_right_{number}"
        st.session_state[key] = now[name]
        st.selectbox(
            as_markdown(name), [*left, KEEP], key=key, format_func=printable, on_change=telling(_retaken),
            args=(request.id, name, key),
        )  # fmt: skip


def _called(request: PairRequest, left: tuple[str, ...], right: tuple[str, ...]) -> None:
    now = effective_classes(request, left, side="left")
    for number, name in enumerate(left):
        key = f"class_left_{number}"
        st.session_state[key] = now[name]
        st.text_input(
            as_markdown(name), key=key, on_change=telling(_recalled), args=(request.id, name, key), max_chars=200
        )
    st.markdown(":gray[Two classes with the same name are merged. A class renamed here is renamed in both tables.]")


def _taken_now(request: PairRequest, left: tuple[str, ...], right: tuple[str, ...]) -> dict[str, str]:
    """For each class of the second table the class of the first that has the same name in the pair."""
    of_name = {new: old for old, new in reversed(effective_classes(request, left, side="left").items())}
    explicit = dict(request.right_class_map)
    names = effective_classes(request, right, side="right")
    return {name: explicit[name] if explicit.get(name) in left else of_name.get(names[name], KEEP) for name in right}


def _decided(request: PairRequest, taken: Mapping[str, str], called: Mapping[str, str]) -> PairRequest:
    return with_class_mapping(
        request, {right: left for right, left in taken.items() if left != KEEP}, called=dict(called)
    )


def _retaken(pair: str, name: str, key: str) -> None:
    request = kept.pair_request(pair)
    left, right = (kept.table(table).class_names for table in (request.left, request.right))
    taken = _taken_now(request, left, right) | {name: st.session_state[key]}
    decide(partial(_decided, taken=taken, called=effective_classes(request, left, side="left")))


def _recalled(pair: str, name: str, key: str) -> None:
    request = kept.pair_request(pair)
    left, right = (kept.table(table).class_names for table in (request.left, request.right))
    new = st.session_state[key].strip() or name
    called = effective_classes(request, left, side="left") | {name: new}
    decide(partial(_decided, taken=_taken_now(request, left, right), called=called))
