"""Replications that are kept with the run: reports, bundles and files then carry them."""

from __future__ import annotations

import streamlit as st

from ksdt_core.evidence.replicated import Replication
from ksdt_core.formats.check_replication import replications_of_document
from ksdt_core.store.runs import add_to_run
from pages.common import asked, kept
from pages.common.current import Current
from pages.common.telling import telling


def of_run(current: Current) -> tuple[Replication, ...]:
    """Those that the run has."""
    part = kept.document(current.run).get("replications")
    return replications_of_document(part, current.trees) if part else ()


def button(current: Current, found: Replication, *, is_saved: bool) -> None:
    """Saves the check with the run, or removes it."""
    if is_saved:
        st.button(
            "Remove from the run", key="replicate_remove", icon=":material/bookmark_remove:", on_click=remove,
            args=(current, found), help="Reports and bundles of this run contain this check.",
        )  # fmt: skip
    else:
        st.button(
            "Save this check", key="replicate_save", type="primary", icon=":material/bookmark_add:", on_click=keep,
            args=(current, found), help="Reports and bundles of this run will contain it.",
        )  # fmt: skip


@telling
def keep(current: Current, found: Replication) -> None:
    """Keep one with the run; it replaces an earlier one of the same table."""
    others = [known for known in of_run(current) if known.table.name != found.table.name]
    _write(current, [*others, found])


@telling
def remove(current: Current, found: Replication) -> None:
    """Take one away from the run."""
    _write(current, [known for known in of_run(current) if known != found])


def _write(current: Current, replications: list[Replication]) -> None:
    add_to_run(kept.store(), current.run, {"replications": [each.to_document() for each in replications]})
    asked.forget()
