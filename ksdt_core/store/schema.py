"""The tables of the store, and the steps that bring an older store up to date."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import (
    Boolean,
    Column,
    Connection,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

metadata = MetaData()

uploads = Table(
    "uploads",
    metadata,
    Column("id", String, primary_key=True),  # digest of the content: the same file is kept once
    Column("file_name", String, nullable=False),
    Column("size", Integer, nullable=False),
    Column("content", LargeBinary, nullable=False),
    Column("created", Float, nullable=False),
    Column("deleted", Float, nullable=True),  # as that of a run
)

pairs = Table(
    "pairs",
    metadata,
    Column("id", String, primary_key=True),
    Column("title", String, nullable=False),
    Column("request", Text, nullable=False),  # JSON of a PairRequest
    Column("created", Float, nullable=False),
    Column("deleted", Float, nullable=True),  # as that of a run
)

runs = Table(
    "runs",
    metadata,
    Column("id", String, primary_key=True),
    Column("pair", String, ForeignKey("pairs.id"), nullable=True),  # None: imported without its tables
    Column("name", String, nullable=False),
    Column("note", Text, nullable=False, default=""),
    Column("pinned", Boolean, nullable=False, default=False),
    Column("created", Float, nullable=False),
    Column("used", Float, nullable=False),
    Column("seconds", Float, nullable=False),
    Column("deleted", Float, nullable=True),  # when, by the store's own time; it can be brought back
    Column("summary", Text, nullable=False),  # JSON: what a list shows of the document
    Column("document", Text, nullable=False),  # the document that its kind has
    Column("kind", String, nullable=False, default="mined"),  # see run_documents
    Index("runs_by_use", "deleted", "used"),
)

jobs = Table(
    "jobs",
    metadata,
    Column("id", String, primary_key=True),
    Column("kind", String, nullable=False),
    Column("subject", String, nullable=False),  # the run or the pair that it is about
    Column("request", Text, nullable=False),
    Column("state", String, nullable=False),
    Column("done", Integer, nullable=False, default=0),
    Column("total", Integer, nullable=False, default=0),
    Column("created", Float, nullable=False),
    Column("started", Float, nullable=True),
    Column("heartbeat", Float, nullable=True),  # of clock.steady_now
    Column("finished", Float, nullable=True),
    Column("attempts", Integer, nullable=False, default=0),
    Column("cancel", Boolean, nullable=False, default=False),
    Column("result", Text, nullable=True),
    Column("problem", Text, nullable=True),  # where it failed, see messages.stored
    Index("jobs_by_subject", "subject", "kind"),
    Index("jobs_by_state", "state", "created"),
)

workers = Table(
    "workers",
    metadata,
    Column("id", String, primary_key=True),
    Column("heartbeat", Float, nullable=False),  # of clock.steady_now
)

clock = Table(
    "clock",  # one row: the store's own time, see clock.py
    metadata,
    Column("id", Integer, primary_key=True),
    Column("seen", Float, nullable=False),  # what the machine's clock showed last
    Column("counted", Float, nullable=False),
)

Step = Callable[[Connection], None]


def _tables_and_pairs_can_be_deleted(connection: Connection) -> None:
    """Version 2: uploads and pairs are deleted as runs are, and the store counts its own time."""
    connection.exec_driver_sql("ALTER TABLE uploads ADD COLUMN deleted FLOAT")
    connection.exec_driver_sql("ALTER TABLE pairs ADD COLUMN deleted FLOAT")
    connection.exec_driver_sql(
        "CREATE TABLE clock (id INTEGER NOT NULL, seen FLOAT NOT NULL, counted FLOAT NOT NULL, PRIMARY KEY (id))"
    )


def _runs_of_one_table(connection: Connection) -> None:
    """Version 3: learned trees and imported models are saved beside mined sets."""
    connection.exec_driver_sql("ALTER TABLE runs ADD COLUMN kind VARCHAR NOT NULL DEFAULT 'mined'")


STEPS: tuple[Step, ...] = (_tables_and_pairs_can_be_deleted, _runs_of_one_table)
"""The first step makes a store of version 2 of one of version 1, and so on; they never change once they are released.

A step may use nothing of the tables above, which tell what the newest version is like. Its version is written into the
file: a store of a newer one is refused, an older one is brought up to date.
"""
