"""What was decided about a third table: its boxes forget it as soon as another page is shown."""

from __future__ import annotations

from typing import Any

import streamlit as st

_DECIDED = "third_decided"


def remembered(box: str, usual: Any = None) -> Any:
    """What a box holds, or held when the page was last shown; to be told to the box again in each run."""
    known: dict[str, Any] = st.session_state.setdefault(_DECIDED, {})
    known[box] = st.session_state.get(box, known.get(box, usual))
    return known[box]
