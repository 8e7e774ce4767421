"""Pairs that were opened, kept so that a link to one works for everybody on this server."""

from __future__ import annotations

import time

from sqlalchemy import select
from sqlalchemy.dialects.sqlite import insert

from ksdt_core.store.damage import damage_is
from ksdt_core.store.database import Store
from ksdt_core.store.pair_request import PairRequest, id_of, request_from_json
from ksdt_core.store.problems import DamagedError, StoreError
from ksdt_core.store.schema import pairs
from ksdt_core.text import encodable


def keep_pair(store: Store, request: PairRequest) -> str:
    """Keep a request and return its id; one that is kept is not written again."""
    with store.reading() as connection:
        whole = (pairs.c.id == request.id) & (pairs.c.request == request.to_json()) & pairs.c.deleted.is_(None)
        if connection.execute(select(pairs.c.id).where(whole)).first() is not None:
            return request.id
    row = {"id": request.id, "title": encodable(request.title), "request": request.to_json(), "created": time.time()}
    again = insert(pairs).values(row)
    own = {name: row[name] for name in ("title", "request")}
    with store.writing() as connection:
        back = {**own, "deleted": None}  # a pair that was deleted and is opened again
        connection.execute(again.on_conflict_do_update(index_elements=["id"], set_=back))
    return request.id


def kept_pair(store: Store, pair_id: str) -> PairRequest:
    """The request of this id."""
    with damage_is(_damaged(pair_id)), store.reading() as connection:
        found = connection.execute(select(pairs.c.request, pairs.c.deleted).where(pairs.c.id == pair_id)).one_or_none()
    if found is None:
        raise StoreError("pair-not-saved", pair=pair_id)
    if found.deleted is not None:
        raise StoreError("pair-deleted", pair=pair_id)
    with damage_is(_damaged(pair_id)):
        if id_of(found.request) != pair_id:
            raise ValueError
        return request_from_json(found.request)


def _damaged(pair_id: str) -> DamagedError:
    return DamagedError("pair-damaged", pair=pair_id)
