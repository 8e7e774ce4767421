"""A run that is kept once more: whether it is here already, with which trees, and whether it is still whole."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, LargeBinary, cast, select

from ksdt_core.store.damage import WRONG
from ksdt_core.store.run_documents import trees_of
from ksdt_core.store.schema import runs

ID_BYTES = 8


@dataclass(frozen=True, slots=True)
class Kept:
    """What a store has of a run that is kept once more."""

    digest: str | None = None  # of its trees; None: it is not there, or damaged
    is_damaged: bool = False
    words: Mapping[str, str] = field(default_factory=dict)  # name and note, where it is damaged


def kept_trees(connection: Connection, run: str, *, text: str) -> Kept:
    """The trees of a run that may be here already, and whether it is whole; mostly it has this very text."""
    as_bytes = {name: cast(runs.c[name], LargeBinary).label(name) for name in ("name", "note", "summary", "document")}
    query = select(*as_bytes.values(), (runs.c.document == text).label("same")).where(runs.c.id == run)
    row = connection.execute(query).one_or_none()
    if row is None:
        return Kept()
    try:
        digest = json.loads(row.summary)["trees"]
        for words in (row.name, row.note):
            words.decode("utf-8")
        if row.same or is_whole(json.loads(row.document), digest):
            return Kept(digest)
    except WRONG:
        pass
    words = {name: bytes(getattr(row, name)).decode("utf-8", "replace") for name in ("name", "note")}
    return Kept(is_damaged=True, words=words)


def is_whole(document: Mapping[str, Any], digest: str) -> bool:
    """Whether a document has the trees that it was kept with.

    Letters that cannot be written became question marks then: those trees cannot be compared.
    """
    trees = trees_of(document)
    return digest_of(trees) == digest or "?" in json.dumps(trees)


def digest_of(value: Any) -> str:
    """A short name for a value of a document."""
    text = json.dumps(value, sort_keys=True)
    return hashlib.blake2b(text.encode(), digest_size=ID_BYTES).hexdigest()
