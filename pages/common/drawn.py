"""What does not depend on the reader is drawn once and shown to everybody: charts, pictures, tables as HTML or CSV.

A key names everything that a drawing depends on: a run or a request (their ids are made from what they hold), the tree,
the choices of the reader. The theme is added here. What was not shown for longest is forgotten when the drawings
together take too much memory.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import cache
from typing import Any, TypeVar

import streamlit as st

from ksdt_core.figures.palette import palette_of
from pages.common.shelf import Shelf

MOST_BYTES = 48 << 20
OF_JSON = 3  # bytes that a letter of JSON takes as a Python value, about
Made = TypeVar("Made")

shelf = Shelf(MOST_BYTES, hold_newest=False)


def once(make: Callable[[], Made], *key: Hashable) -> Made:
    """What `make` gives, made by the first reader who needs it; nobody may change it."""
    found: Made = shelf.get((palette_of(st.context.theme.type).name, *key), make)
    return found


def chart(draw: Callable[[], Any], *key: Hashable) -> Any:
    """The figure that `draw` gives, as `st.plotly_chart` takes it."""
    return once(lambda: ready(draw()), "chart", *key)


def ready(figure: Any) -> Any:
    """A figure as plain values. Plotly checks figures when they are made, which takes far longer than to send them."""
    return _ready_type()(figure if isinstance(figure, dict) else figure.to_dict())


@cache
def _ready_type() -> type[Any]:
    """Plotly is loaded by the first chart, so that the first page comes quickly."""
    from plotly.basedatatypes import BaseFigure
    from plotly.io import to_json

    class Ready(BaseFigure):  # type: ignore[misc]  # Plotly ships no types
        """Streamlit asks a figure for nothing but its values."""

        def __init__(self, values: dict[str, Any]) -> None:
            self._values = values
            self._n_bytes = OF_JSON * len(to_json(values, validate=False))

        @property
        def n_bytes(self) -> int:
            return self._n_bytes

        def to_dict(self) -> dict[str, Any]:
            return self._values

    return Ready
