"""Pairs that were opened, kept so that a link to one works for everybody on this server."""

from __future__ import annotations

import time

from sqlalchemy import select
from sqlalchemy.dialects.sqlite import insert

from ksdt_core.mining.tree_set import encodable
from ksdt_core.store.database import Store
from ksdt_core.store.pair_request import PairRequest, request_from_json
from ksdt_core.store.problems import StoreError
from ksdt_core.store.schema import pairs


def keep_pair(store: Store, request: PairRequest) -> str:
    """Keep a request and return its id."""
    row = {"id": request.id, "title": encodable(request.title), "request": request.to_json(), "created": time.time()}
    with store.writing() as connection:
        connection.execute(insert(pairs).values(row).on_conflict_do_nothing())
    return request.id


def kept_pair(store: Store, pair_id: str) -> PairRequest:
    """The request of this id."""
    with store.reading() as connection:
        text = connection.execute(select(pairs.c.request).where(pairs.c.id == pair_id)).scalar_one_or_none()
    if text is None:
        raise StoreError("the pair of this link is not kept here; choose two tables on the page Data.")
    return request_from_json(text)
