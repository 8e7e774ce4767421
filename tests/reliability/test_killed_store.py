"""Kill −9 while the store is written: it holds what was reported, and what was under way whole or not at all."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

from ksdt_core.store.database import open_store
from ksdt_core.store.folder import FILE
from ksdt_core.store.runs import run_id
from ksdt_core.store.uploads import list_uploads, upload_content
from tests.reliability.killing import Killer, kills, on_posix, shown_files
from tests.reliability.works import MOST_RUNS, changes, run_document, upload_of

pytestmark = on_posix

Runs = dict[str, tuple[str, str, bool, bool]]  # name, note, pinned, deleted


@kills
def test_uploads(tmp_path, n_kills):
    told: dict[str, int] = {}
    with Killer("uploads") as killer:
        first = 0
        while killer.n_kills < n_kills:
            for line in killer.killed("uploads", tmp_path, first, within=1.0):
                number, upload = line.split()
                told[upload] = int(number)
            store = open_store(tmp_path)
            found = {upload.id: int(upload.file_name.removesuffix(".csv")) for upload in list_uploads(store)}
            assert told.items() <= found.items()
            for upload, number in found.items():
                if number >= first:
                    assert upload_content(store, upload) == upload_of(number)
            store.engine.dispose()
            check_file(tmp_path)
            first = max([first - 1, *found.values()]) + 1


@kills
def test_store_writes(tmp_path, n_kills):
    documents = [json.loads(json.dumps(run_document(number))) for number in range(MOST_RUNS + 3)]
    ids = [run_id(document) for document in documents]
    whole = dict(zip(ids, documents, strict=True))
    runs: Runs = {}
    with Killer("store writes") as killer:
        while killer.n_kills < n_kills:
            seed = killer.random.randrange(2**32)
            n_done = len(killer.killed("store-writes", tmp_path, seed, json.dumps(ids), within=1.0))
            open_store(tmp_path).engine.dispose()
            before, after = (model(runs, ids, seed, n_done + more) for more in (0, 1))
            runs = kept_runs(tmp_path, whole)
            assert runs in (before, after), f"after {n_done} changes of seed {seed}"
            check_file(tmp_path)


def model(runs: Runs, ids: list[str], seed: int, n_done: int) -> Runs:
    """What the store must hold after so many changes."""
    found = dict(runs)
    for step, (kind, number) in enumerate(changes(seed)[:n_done]):
        two, three = ids[number : number + 2], ids[number : number + 3]
        if kind in ("keep", "import"):
            for each, run in enumerate(three if kind == "import" else two[:1], start=number):
                name, note, pinned, _ = found.get(run, ("", "", False, False))
                if kind == "import":  # what a run lacks comes with it
                    name, note = name or f"imported {each}", note or f"note {each}"
                found[run] = (name, note, pinned, False)
        for run in two if kind in ("delete", "restore") else two[:1]:
            if run in found:
                name, note, pinned, deleted = found[run]
                name = f"name {step}" if kind == "rename" else name
                note = f"note {step}" if kind == "note" else note
                pinned = step % 2 == 0 if kind == "pin" else pinned
                deleted = kind == "delete" if kind in ("delete", "restore") else deleted
                found[run] = (name, note, pinned, deleted)
    return found


def kept_runs(folder: Path, whole: dict[str, object]) -> Runs:
    """What the file holds, read without the product; every document is whole."""
    with closing(sqlite3.connect(folder / FILE)) as connection:
        rows = connection.execute("SELECT id, name, note, pinned, deleted IS NOT NULL, document FROM runs").fetchall()
    assert all(json.loads(document) == whole[run] for run, *_, document in rows)
    return {run: (name, note, bool(pinned), bool(deleted)) for run, name, note, pinned, deleted, _ in rows}


def check_file(folder: Path) -> None:
    with closing(sqlite3.connect(folder / FILE)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert shown_files(folder) <= {FILE, f"{FILE}-wal", f"{FILE}-shm"}
