"""What was deleted a month ago goes for good, also out of the free pages and the journal of the file.

The month is counted in the store's own time (see `clock`): a jump of the machine's clock purges nothing.
"""

from __future__ import annotations

import logging
import time
from contextlib import closing, suppress
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, delete, func, or_, select, update

from ksdt_core.store.clock import store_time
from ksdt_core.store.database import Store
from ksdt_core.store.migrating import copies_of
from ksdt_core.store.problems import StoreError, explained
from ksdt_core.store.schema import jobs, pairs, runs, uploads

KEEP_DELETED_SECONDS = 30 * 24 * 3600.0
EVERY_SECONDS = 3600.0  # between two purges of a process that continues
_ENDED = ("done", "failed", "cancelled")

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Purged:
    """The ids of what went."""

    runs: tuple[str, ...]
    pairs: tuple[str, ...]
    uploads: tuple[str, ...]

    def __bool__(self) -> bool:
        return bool(self.runs or self.pairs or self.uploads)


def purge(store: Store, *, now: float) -> Purged:
    """Remove what was deleted more than 30 days ago by the store's own time; `now` is what the machine's clock shows.

    Runs of a pair that goes keep their trees. Finished jobs about what goes are removed with it.
    """
    with store.writing() as connection:
        before = store_time(connection, now) - KEEP_DELETED_SECONDS
        gone = Purged(
            *(
                tuple(connection.execute(select(table.c.id).where(table.c.deleted < before)).scalars())
                for table in (runs, pairs, uploads)
            )
        )
        _remove(connection, gone)
    if gone:
        _empty_journal(store)
    for copy in copies_of(store.folder):  # of older versions of the store, in which all of this still is
        with suppress(OSError):
            if copy.stat().st_mtime < before:
                copy.unlink()
    return gone


def purge_quietly(store: Store) -> None:
    """For whoever opens a store or continues with one: where it takes no change, the next purge does it."""
    if store.problem is not None:
        return
    try:
        gone = purge(store, now=time.time())
    except StoreError as error:
        log.warning("nothing was purged: %s", error)
        return
    if gone:
        log.info("purged permanently: %d runs, %d pairs, %d tables", len(gone.runs), len(gone.pairs), len(gone.uploads))


def _empty_journal(store: Store) -> None:
    """Otherwise it may hold what was removed until it is written over."""
    with explained(store.folder), closing(store.engine.raw_connection()) as connection:
        connection.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def _remove(connection: Connection, gone: Purged) -> None:
    about: list[ColumnElement[bool]] = [jobs.c.subject.in_((*gone.runs, *gone.pairs))]
    about += [func.instr(jobs.c.request, upload) > 0 for upload in gone.uploads]
    if gone:
        connection.execute(delete(jobs).where(or_(*about) & jobs.c.state.in_(_ENDED)))
    connection.execute(delete(runs).where(runs.c.id.in_(gone.runs)))
    connection.execute(update(runs).where(runs.c.pair.in_(gone.pairs)).values(pair=None))
    connection.execute(delete(pairs).where(pairs.c.id.in_(gone.pairs)))
    connection.execute(delete(uploads).where(uploads.c.id.in_(gone.uploads)))
