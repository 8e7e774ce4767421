"""What goes wrong when a button or a box is used: said at the top of the page, which stays as it was."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import ParamSpec

import streamlit as st

from ksdt_core.errors import KsdtError
from pages.common.messages import for_page
from pages.common.wording import as_markdown

_SAID = "said_by_callback"
Given = ParamSpec("Given")


def telling(callback: Callable[Given, object]) -> Callable[Given, None]:
    """For whatever a button or a box calls and the store may refuse: it runs before the page and its frame."""

    @wraps(callback)
    def told(*given: Given.args, **named: Given.kwargs) -> None:
        try:
            callback(*given, **named)
        except KsdtError as error:
            st.session_state[_SAID] = for_page(error)

    return told


@contextmanager
def telling_here() -> Iterator[None]:
    """For a part of the page that a timer renews, which runs without the frame."""
    try:
        yield
    except KsdtError as error:
        st.error(as_markdown(for_page(error)))


def show() -> None:
    """What was said, once."""
    said = st.session_state.pop(_SAID, None)
    if said is not None:
        st.error(as_markdown(said))
