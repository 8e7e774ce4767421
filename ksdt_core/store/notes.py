"""The name and the note of a run, which several people may edit at the same time: no text replaces another unseen."""

from __future__ import annotations

from dataclasses import dataclass, fields

from sqlalchemy import select, update

from ksdt_core.store.database import Store
from ksdt_core.store.problems import StoreError
from ksdt_core.store.schema import runs
from ksdt_core.text import encodable


@dataclass(frozen=True, slots=True)
class About:
    """What people wrote about a run."""

    name: str
    note: str

    @property
    def storable(self) -> About:
        """The texts as the store holds them."""
        return About(encodable(self.name.strip()), encodable(self.note))


class RunGoneError(StoreError):
    """The run was deleted, or is not in this store."""


class AboutChangedError(StoreError):
    """Somebody else has saved another text since the editing began."""

    @property
    def saved(self) -> About:
        """The text in the store."""
        found: About = self.facts["saved"]
        return found


def save_about(store: Store, run: str, wanted: About, *, edited_from: About) -> About:
    """Save name and note, and return both as they are now.

    `edited_from` is the text that the editor started with. A field that the editor left as it was keeps what the store
    has now. A field that both the editor and somebody else changed is not saved: the error has the text of the store.
    """
    wanted, edited_from = wanted.storable, edited_from.storable
    with store.writing() as connection:
        found = connection.execute(
            select(runs.c.name, runs.c.note).where((runs.c.id == run) & runs.c.deleted.is_(None))
        ).one_or_none()
        if found is None:
            raise RunGoneError("run-gone", run=run)
        saved = About(found.name, found.note)
        merged = {field.name: _merged(field.name, wanted, edited_from, saved) for field in fields(About)}
        connection.execute(update(runs).where(runs.c.id == run).values(merged))
    return About(**merged)


def _merged(field: str, wanted: About, edited_from: About, saved: About) -> str:
    mine, before, theirs = (str(getattr(about, field)) for about in (wanted, edited_from, saved))
    if theirs in (before, mine):
        return mine
    if mine == before:
        return theirs
    raise AboutChangedError("note-changed", saved=saved)
