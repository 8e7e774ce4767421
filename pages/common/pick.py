"""Choosing one of very many names: a plain list where they are few, a search before it where they are many."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import streamlit as st

from ksdt_core.text import printable

MOST_LISTED = 300


def pick_name(
    label: str,
    names: Sequence[str],
    *,
    key: str,
    chosen: str | None = None,
    default: str | None = None,
    on_change: Callable[..., None] | None = None,
    args: tuple[Any, ...] = (),
    help_text: str | None = None,
    label_hidden: bool = False,
) -> str | None:
    """One of the names. `chosen` is what the box shows in any case, `default` while the reader has picked none."""
    listed = names if len(names) <= MOST_LISTED else _found(label, names, key=key)
    if chosen is not None and chosen not in listed:
        listed = [chosen, *listed]
    if chosen is not None:
        st.session_state[key] = chosen
    elif st.session_state.get(key) not in listed:
        st.session_state.pop(key, None)
        if default in names and not st.session_state.get(f"{key}_search"):
            listed = listed if default in listed else [str(default), *listed]
            st.session_state[key] = default
        elif default is not None and listed:
            st.session_state[key] = listed[0]
    has_start = chosen is not None or default is not None
    return st.selectbox(
        label,
        list(listed),
        index=listed.index(st.session_state[key]) if has_start and listed else None,
        key=key,
        format_func=printable,
        placeholder="Choose …",
        on_change=on_change,
        args=args,
        help=help_text,
        label_visibility="collapsed" if label_hidden else "visible",
    )


def _found(label: str, names: Sequence[str], *, key: str) -> list[str]:
    """The first names that hold what was searched for."""
    wanted = st.text_input(f"Find in {len(names):,} names", key=f"{key}_search", placeholder="type part of the name")
    found = [name for name in names if wanted.casefold() in name.casefold()] if wanted else list(names)
    found.sort(key=lambda name: name.casefold() != wanted.casefold())  # the very name first
    if wanted and len(found) > MOST_LISTED:
        st.markdown(f":gray[{len(found):,} names match; the first {MOST_LISTED} are listed.]")
    return found[:MOST_LISTED]
