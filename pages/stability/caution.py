"""Which streams are refused, and when not to rely on what is found in one."""

from __future__ import annotations

import streamlit as st

from ksdt_core.data.model.dataset import Dataset
from ksdt_core.errors import InvalidParameterError
from ksdt_core.text import counted
from pages.common.frame import note
from pages.common.wording import as_markdown
from pages.stability import streams
from pages.stability.state import Followed
from pages.stability.streams import FEW_ROWS


def check(wanted: Followed, stream: Dataset) -> int:
    """Trees that see rows of one class only.

    Refused is a table that is too short, and what leaves every tree without a split.
    """
    plan = wanted.plan
    if stream.n_rows < plan.n_rows:
        raise InvalidParameterError(
            "stream-too-short-to-follow",
            table=stream.name,
            rows=stream.n_rows,
            first=plan.n_first,
            updates=plan.n_updates,
            chunk=plan.chunk,
            needed=plan.n_rows,
        )
    alone, n_trees = streams.n_of_one_class(stream, plan), plan.n_first + plan.n_updates
    if alone == n_trees:
        raise InvalidParameterError("stream-of-one-class", trees=n_trees, table=stream.name)
    return alone


def show(wanted: Followed, stream: Dataset, alone: int) -> None:
    """Rows sorted by class are not a stream; trees of few rows vary so much that a change hides among them."""
    plan = wanted.plan
    if streams.is_sorted(stream, plan):
        st.warning(
            f"{alone} of the {plan.n_first + plan.n_updates} trees see only one class, so they have no split. The "
            f"rows of {as_markdown(stream.name)} seem to be sorted by class, or are too few for so many trees. "
            "The result shows the order of the file, not a change over time."
        )
    elif plan.chunk < FEW_ROWS:
        note(
            f"Each tree is grown on {counted(plan.chunk, 'row')}. Below about {FEW_ROWS}, trees vary so much that "
            "a change is hard to detect, and alarms may be false."
        )
