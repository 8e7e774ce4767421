"""Uploaded tables and opened pairs: deleted, with what uses them named, and brought back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import pandas as pd
import streamlit as st

from ksdt_core.store.database import Store
from ksdt_core.store.deleting import (
    Users,
    delete_pairs,
    delete_uploads,
    list_pairs,
    restore_pairs,
    restore_uploads,
    users_of_pairs,
    users_of_uploads,
)
from ksdt_core.store.uploads import list_uploads
from ksdt_core.text import counted, printable
from pages.common import draft, kept, place, ticks
from pages.common.dates import MOMENT
from pages.common.telling import telling
from pages.common.wording import as_markdown

Kind = Literal["tables", "pairs"]
MOST_NAMED = 5
TABLES, PAIRS, DELETED = "Uploaded tables", "Pairs", "Deleted"
_DELETED = "saved_deleted"


@dataclass(frozen=True, slots=True)
class _Ways:
    """What can be done with one kind of thing."""

    one: str
    several: str
    users: Callable[[Store, Sequence[str]], Users]
    delete: Callable[[Store, Sequence[str]], None]
    restore: Callable[[Store, Sequence[str]], None]


WAYS: dict[Kind, _Ways] = {
    "tables": _Ways("table", "tables", users_of_uploads, delete_uploads, restore_uploads),
    "pairs": _Ways("pair", "pairs", users_of_pairs, delete_pairs, restore_pairs),
}


def block() -> None:
    """A folded panel at the end of the page; after a deletion, the way back is above it."""
    _undo_offer()
    label = "Saved tables and pairs"
    with st.expander(label, icon=":material/database:", key="saved_open", on_change="rerun") as panel:
        if panel.open:
            _panel()


def _panel() -> None:
    which = st.segmented_control(
        "Show", [TABLES, PAIRS, DELETED], default=TABLES, key="saved_which", required=True, label_visibility="collapsed"
    )
    if which == DELETED:
        for kind in WAYS:
            _list(kind, deleted=True)
        st.markdown(":gray[Deleted tables and pairs are removed permanently after 30 days.]")
    else:
        _list("tables" if which == TABLES else "pairs", deleted=False)


def _list(kind: Kind, *, deleted: bool) -> None:
    frame, ways = _frame(kind, deleted=deleted), WAYS[kind]
    if frame.empty:
        st.markdown(f":gray[No {'deleted' if deleted else 'saved'} {ways.several}.]")
        return
    chosen = ticks.table(
        _name(kind, deleted=deleted), frame, list(frame["id"]), column_config=_columns(),
        height="content" if len(frame) <= 8 else 320,
    )  # fmt: skip
    if not chosen:
        st.markdown(
            f":gray[Tick {ways.several} in the first column to {'restore them' if deleted else 'delete them'}.]"
        )
    elif deleted:
        st.button(
            f"Restore {counted(len(chosen), ways.one, ways.several)}", type="primary", icon=":material/undo:",
            key=f"saved_back_{kind}", on_click=_restore, args=(kind, chosen),
        )  # fmt: skip
    else:
        st.warning(as_markdown(users_words(ways.users(kept.store(), chosen))))
        st.button(
            f"Delete {counted(len(chosen), ways.one, ways.several)}", icon=":material/delete:",
            key=f"saved_delete_{kind}", on_click=_delete, args=(kind, chosen),
        )  # fmt: skip


def users_words(users: Users) -> str:
    """What uses something that is about to be deleted, and what becomes of it."""
    parts = [
        f"{counted(len(titles), one, several)} ({_listed(titles)})"
        for titles, one, several in ((users.pairs, "pair", "pairs"), (users.runs, "run", "runs"))
        if titles
    ]
    parts += [counted(users.atlases, "atlas", "atlases")] if users.atlases else []
    if not parts:
        return "Nothing else uses this."
    used = f"Used by {', '.join(parts[:-1])}{' and ' if len(parts) > 1 else ''}{parts[-1]}."
    if users.pairs:
        used += " These pairs are deleted as well."
    if users.runs:
        used += " The trees of the runs stay, but their rows can no longer be shown."
    return used


def _listed(titles: Sequence[str]) -> str:
    named = ", ".join(printable(title) for title in titles[:MOST_NAMED])
    return named if len(titles) <= MOST_NAMED else f"{named} and {len(titles) - MOST_NAMED:,} more"


def _frame(kind: Kind, *, deleted: bool) -> pd.DataFrame:
    store = kept.store()
    if kind == "tables":
        rows = [
            (file.file_name, file.created, file.id, file.size / 1024) for file in list_uploads(store, deleted=deleted)
        ]
    else:
        rows = [(pair.title, pair.created, pair.id, 0.0) for pair in list_pairs(store, deleted=deleted)]
    frame = pd.DataFrame(
        {
            "name": [printable(name) for name, _, _, _ in rows],
            "saved": [pd.Timestamp(created, unit="s", tz="UTC") for _, created, _, _ in rows],
            "size": [size for _, _, _, size in rows],
            "id": [identity for _, _, identity, _ in rows],
        }
    )
    return frame.drop(columns="size") if kind == "pairs" else frame


def _columns() -> dict[str, object]:
    column = st.column_config
    return {
        "name": column.TextColumn("Name", width="large"),
        "saved": column.DatetimeColumn("Saved", format=MOMENT, timezone=st.context.timezone),
        "size": column.NumberColumn("Size (kB)", format="%.1f"),
        "id": "Id",
    }


@telling
def _delete(kind: Kind, ids: Sequence[str]) -> None:
    WAYS[kind].delete(kept.store(), ids)
    st.session_state[_DELETED] = (kind, tuple(ids))
    _renew()
    pair = place.here().pair
    if pair is not None and pair not in {each.id for each in list_pairs(kept.store())}:
        draft.begin_again()
        place.go(pair=None)


@telling
def _restore(kind: Kind, ids: Sequence[str]) -> None:
    WAYS[kind].restore(kept.store(), ids)
    st.session_state.pop(_DELETED, None)
    _renew()


def _renew() -> None:
    kept.forget_tables()
    for kind in WAYS:
        for deleted in (False, True):
            ticks.forget(_name(kind, deleted=deleted))


def _undo_offer() -> None:
    kind, ids = st.session_state.get(_DELETED, (None, ()))
    if kind is None:
        return
    row = st.container(horizontal=True, vertical_alignment="center")
    what = counted(len(ids), WAYS[kind].one, WAYS[kind].several)
    row.info(f"{what} deleted. You can undo this for 30 days.", width="stretch")
    row.button("Undo", key="saved_undo", icon=":material/undo:", on_click=_restore, args=(kind, ids))


def _name(kind: Kind, *, deleted: bool) -> str:
    return f"saved_{kind}_{'deleted' if deleted else 'kept'}"
