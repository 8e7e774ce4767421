"""The store's own time, which a jump of the machine's clock cannot move far.

The rule: the store remembers the last time that it saw on the machine's clock. Each time it looks again, it counts the
seconds that have passed since, but never less than none and never more than a day. A clock that is set forward by
years moves the store's time by one day; a clock that is set back does not move it. While the app runs, it looks every
hour, so that the store's time is the machine's. After a break of several days only one day is counted: what was deleted
is then kept longer than promised, never shorter.
"""

from __future__ import annotations

from sqlalchemy import Connection, func, select
from sqlalchemy.dialects.sqlite import insert

from ksdt_core.store.schema import clock, pairs, runs, uploads

LONGEST_STEP = 24 * 3600.0  # seconds
_ONLY = 1  # the id of the only row


def store_time(connection: Connection, now: float) -> float:
    """The store's time when the machine's clock shows `now`. The connection is one that may write."""
    known = connection.execute(select(clock.c.seen, clock.c.counted)).one_or_none()
    seen, counted = _first(connection, now) if known is None else (known.seen, known.counted)
    counted += min(max(now - seen, 0.0), LONGEST_STEP)
    row = {"id": _ONLY, "seen": now, "counted": counted}
    connection.execute(insert(clock).values(row).on_conflict_do_update(index_elements=["id"], set_=row))
    return float(counted)


def _first(connection: Connection, now: float) -> tuple[float, float]:
    """A store that has not counted yet starts with the latest time that is written in it."""
    columns = (runs.c.used, runs.c.created, runs.c.deleted, uploads.c.created, pairs.c.created)
    written = [connection.execute(select(func.max(column))).scalar_one() for column in columns]
    latest = max((time for time in written if time is not None), default=now)
    return latest, latest
