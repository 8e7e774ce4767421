"""Uploaded tables and pairs: what uses them, deleted for a month, and brought back.

A table takes the pairs that are made of it along. Runs stay: their trees can be read, their rows cannot be shown.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, func, or_, select, update

from ksdt_core.store.clock import store_time
from ksdt_core.store.database import Store
from ksdt_core.store.runs import OF_ONE_TABLE, list_runs
from ksdt_core.store.schema import jobs, pairs, uploads


@dataclass(frozen=True, slots=True)
class KeptPair:
    """What a list shows of a pair."""

    id: str
    title: str
    created: float


@dataclass(frozen=True, slots=True)
class Users:
    """What uses tables or pairs, by titles."""

    pairs: tuple[str, ...]
    runs: tuple[str, ...]
    atlases: int = 0


def list_pairs(store: Store, *, deleted: bool = False) -> list[KeptPair]:
    """Every pair, the newest first."""
    wanted = pairs.c.deleted.is_not(None) if deleted else pairs.c.deleted.is_(None)
    query = select(pairs.c.id, pairs.c.title, pairs.c.created).where(wanted).order_by(pairs.c.created.desc())
    with store.reading() as connection:
        return [KeptPair(*row) for row in connection.execute(query)]


def users_of_uploads(store: Store, ids: Sequence[str]) -> Users:
    """The pairs made of these tables, the runs of those pairs and tables, and the atlases with these tables."""
    with store.reading() as connection:
        made = _pairs_of(connection, ids, pairs.c.deleted.is_(None))
        named = [func.instr(jobs.c.request, upload) > 0 for upload in ids]
        atlases = select(func.count()).select_from(jobs).where((jobs.c.kind == "atlas") & or_(False, *named))
        n_atlases = connection.execute(atlases).scalar_one()
    titles = {pair.id: pair.title for pair in list_pairs(store)}
    learned = tuple(run.title for run in list_runs(store, kinds=OF_ONE_TABLE) if run.summary.get("upload") in ids)
    return Users(tuple(titles[pair] for pair in made if pair in titles), _runs_of(store, made) + learned, n_atlases)


def users_of_pairs(store: Store, ids: Sequence[str]) -> Users:
    """The runs of these pairs."""
    return Users((), _runs_of(store, ids))


def delete_uploads(store: Store, ids: Sequence[str]) -> None:
    """Delete tables and the pairs made of them; both can be brought back for a month."""
    with store.writing() as connection:
        now = store_time(connection, time.time())
        made = _pairs_of(connection, ids, pairs.c.deleted.is_(None))
        for table, gone in ((uploads, ids), (pairs, made)):
            connection.execute(
                update(table).where(table.c.id.in_(gone) & table.c.deleted.is_(None)).values(deleted=now)
            )


def delete_pairs(store: Store, ids: Sequence[str]) -> None:
    """Delete pairs; they can be brought back for a month."""
    with store.writing() as connection:
        now = store_time(connection, time.time())
        connection.execute(update(pairs).where(pairs.c.id.in_(ids) & pairs.c.deleted.is_(None)).values(deleted=now))


def restore_uploads(store: Store, ids: Sequence[str]) -> None:
    """Bring tables back, with the pairs that were deleted together with them."""
    with store.writing() as connection:
        times = select(uploads.c.deleted).where(uploads.c.id.in_(ids))
        made = _pairs_of(connection, ids, pairs.c.deleted.in_(times))
        _restore(connection, ids, made)


def restore_pairs(store: Store, ids: Sequence[str]) -> None:
    """Bring pairs back, with the tables that they are made of."""
    with store.writing() as connection:
        requests = connection.execute(select(pairs.c.request).where(pairs.c.id.in_(ids))).scalars()
        _restore(connection, [table for request in requests for table in _tables_of(request)], ids)


def _restore(connection: Connection, upload_ids: Iterable[str], pair_ids: Iterable[str]) -> None:
    for table, ids in ((uploads, upload_ids), (pairs, pair_ids)):
        connection.execute(update(table).where(table.c.id.in_(list(ids))).values(deleted=None))


def _pairs_of(connection: Connection, upload_ids: Sequence[str], wanted: ColumnElement[bool]) -> list[str]:
    rows = connection.execute(select(pairs.c.id, pairs.c.request).where(wanted)).all()
    return [pair for pair, request in rows if not _tables_of(request).isdisjoint(upload_ids)]


def _tables_of(request: str) -> set[str]:
    """The uploads that a pair is made of."""
    fields = json.loads(request)
    return {side["id"] for side in (fields["left"], fields["right"]) if side["origin"] == "upload"}


def _runs_of(store: Store, pair_ids: Sequence[str]) -> tuple[str, ...]:
    return tuple(run.title for run in list_runs(store) if run.pair in set(pair_ids))
