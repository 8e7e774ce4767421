"""Which mined set was used last: asked by a page that loads nothing that mines."""

from __future__ import annotations

from sqlalchemy import select

from ksdt_core.store.database import Store
from ksdt_core.store.schema import runs


def last_run(store: Store) -> str | None:
    """The id of the mined set that was used last, None where there is none."""
    query = (
        select(runs.c.id)
        .where(runs.c.deleted.is_(None) & (runs.c.kind == "mined"))
        .order_by(runs.c.used.desc())
        .limit(1)
    )
    with store.reading() as connection:
        found: str | None = connection.execute(query).scalar()
    return found
