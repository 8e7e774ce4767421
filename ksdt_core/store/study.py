"""A study: tables, pairs with maps and preparation, runs with evidence and notes, out of a store and into another.

`ksdt_core/store/study_file.py` has the file that carries one to another machine.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import update

from ksdt_core.store.database import Store
from ksdt_core.store.pair_request import PairRequest, TableRequest
from ksdt_core.store.pairs import keep_pair, kept_pair
from ksdt_core.store.problems import StoreError
from ksdt_core.store.run_documents import PAGE
from ksdt_core.store.runs import EVERY_KIND, Run, complete_run, document_of, list_runs, put_run
from ksdt_core.store.schema import runs as runs_table
from ksdt_core.store.uploads import keep_upload, list_uploads, upload_content, upload_name


@dataclass(frozen=True, slots=True)
class SavedTable:
    """A file that somebody brought, as its bytes."""

    id: str
    file_name: str
    content: bytes


@dataclass(frozen=True, slots=True)
class SavedRun:
    """A run: its document, in which its evidence stands, and what people wrote about it."""

    id: str
    pair: str | None
    name: str
    note: str
    pinned: bool
    seconds: float
    document: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Study:
    """What is saved together; everything by id. Bundled tables are named by the pairs and are on every machine."""

    tables: tuple[SavedTable, ...]
    pairs: tuple[PairRequest, ...]
    runs: tuple[SavedRun, ...]


@dataclass(frozen=True, slots=True)
class Opened:
    """What came into a store with a study."""

    study: Study
    runs: tuple[str, ...]  # their ids here
    known: frozenset[str]  # those that were here before


def study_of(store: Store, chosen: Collection[str] | None = None) -> Study:
    """The chosen runs (default: all that are not deleted), with the pairs and the tables that they were mined from."""
    found = [run for run in list_runs(store, kinds=EVERY_KIND) if chosen is None or run.id in chosen]
    if not found or (chosen is not None and len(found) < len(set(chosen))):
        raise StoreError("study-without-runs", missing=len(set(chosen or ())) - len(found))
    pairs = {run.pair: kept_pair(store, run.pair) for run in found if run.pair is not None}
    uploads = {side.id for pair in pairs.values() for side in _uploads_of(pair)}
    here = {upload.id for upload in list_uploads(store)}
    uploads |= here & {run.summary.get("upload") for run in found}
    return Study(
        tuple(SavedTable(id_, upload_name(store, id_), upload_content(store, id_)) for id_ in sorted(uploads)),
        tuple(pairs[id_] for id_ in sorted(pairs)),
        tuple(
            SavedRun(run.id, run.pair, run.name, run.note, run.pinned, run.seconds, _document(store, run, here))
            for run in sorted(found, key=lambda run: run.id)
        ),
    )


def keep_study(store: Store, study: Study) -> Opened:
    """Keep everything of a study. Runs that are here already keep their own names and notes."""
    before = {run.id for run in list_runs(store, kinds=EVERY_KIND)}
    for table in study.tables:
        keep_upload(store, table.file_name, content=table.content)
    for request in study.pairs:
        keep_pair(store, request)
    with store.writing() as connection:
        ids = []
        for run in study.runs:
            kept = put_run(connection, run.document, pair=run.pair, seconds=run.seconds)
            complete_run(connection, kept, parts=_beyond_trees(run.document), name=run.name, note=run.note)
            if run.pinned:
                connection.execute(update(runs_table).where(runs_table.c.id == kept).values(pinned=True))
            ids.append(kept)
    return Opened(study, tuple(ids), frozenset(before & set(ids)))


def _document(store: Store, run: Run, uploads: Collection[str]) -> dict[str, Any]:
    """The document of a run; the page of a learned tree goes where its table was deleted."""
    document = document_of(store, run.id)
    if run.summary.get("upload") not in (None, *uploads):
        document.pop(PAGE, None)
    return document


def _uploads_of(pair: PairRequest) -> list[TableRequest]:
    return [side for side in (pair.left, pair.right) if side.origin == "upload"]


def _beyond_trees(document: Mapping[str, Any]) -> dict[str, Any]:
    """The evidence and whatever else was added to a run after it was mined."""
    return {part: value for part, value in document.items() if part not in ("format", "pair", "config", "trees")}
