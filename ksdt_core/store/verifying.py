"""Is everything in a store what was written? Every page of the file, every row, every digest."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ksdt_core.errors import KsdtError
from ksdt_core.store.damage import WRONG
from ksdt_core.store.folder import FILE
from ksdt_core.store.kept_again import is_whole
from ksdt_core.store.opening import opened
from ksdt_core.store.pair_request import id_of, request_from_json
from ksdt_core.store.problems import StoreError
from ksdt_core.store.quick_check import in_one_line
from ksdt_core.store.run_documents import checked_document
from ksdt_core.store.runs import run_of
from ksdt_core.store.schema import STEPS
from ksdt_core.store.uploads import upload_id_of

NOT_TEXT, NOT_JSON = "it contains invalid text", "it contains a document that is not JSON"
OTHERWISE = "it differs from what was saved"
MOST_PROBLEMS = 20  # of the structure of the file; one page can cause many

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Part:
    """What was found out about the structure of the file, or about one of its tables."""

    name: str
    n_whole: int
    problems: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Verified:
    """What was found out about a store."""

    path: Path
    size: int
    version: int
    parts: tuple[Part, ...]

    @property
    def problems(self) -> tuple[str, ...]:
        return tuple(problem for part in self.parts for problem in part.problems)


def verified(place: Path) -> Verified:
    """Check the store in a folder, or a backup; a file that is not a store at all is refused."""
    path = place / FILE if place.is_dir() else place
    with closing(opened(path)) as connection:
        try:
            version = int(connection.execute("PRAGMA user_version").fetchone()[0])
            tables = {bytes(name).decode() for (name,) in connection.execute("SELECT name FROM sqlite_master")}
        except (sqlite3.Error, ValueError) as error:
            raise StoreError("store-file-damaged", path=path, reason=str(error)) from None
        if version == 0 or not CHECKS.keys() & tables:
            raise StoreError("not-a-store", path=path)
        if version > 1 + len(STEPS):
            raise StoreError("store-file-newer", path=path)
        parts = [_structure(connection)]
        for table, check in CHECKS.items():
            missing = Part(table, 0, (f"the table {table} is missing",))
            parts.append(_table(connection, table, check) if table in tables else missing)
    return Verified(path, path.stat().st_size, version, tuple(parts))


def _structure(connection: sqlite3.Connection) -> Part:
    try:
        found = [row[0] for row in connection.execute(f"PRAGMA integrity_check({MOST_PROBLEMS})")]
        problems = [in_one_line(text) for text in found if text != b"ok"]
        problems += [
            f"row {number} of {in_one_line(table)} refers to a row of {in_one_line(other)} that is missing"
            for table, number, other, _ in connection.execute("PRAGMA foreign_key_check")
        ][:MOST_PROBLEMS]
    except sqlite3.Error as error:
        problems = [str(error)]
    return Part("structure", 0, tuple(problems))


def _table(connection: sqlite3.Connection, table: str, check: Callable[[Row], None]) -> Part:
    whole, problems = 0, []
    try:
        numbers = [number for (number,) in connection.execute(f"SELECT rowid FROM {table}")]
    except sqlite3.Error as error:
        return Part(table, 0, (f"the rows of {table} cannot be counted ({error})",))
    for number in numbers:
        title = f"row {number} of {table}"
        try:
            row = _row(connection, table, number)
            title = f"{table} {bytes(row['id']).decode('utf-8', 'replace')}"
            check(dict(_decoded(row)))
            whole += 1
        except sqlite3.Error as error:
            problems.append(f"{title}: {error}")
        except (*WRONG, KsdtError) as error:
            problems.append(f"{title}: {_reason(error)}")
    return Part(table, whole, tuple(problems))


def _row(connection: sqlite3.Connection, table: str, number: int) -> Row:
    found = connection.execute(f"SELECT * FROM {table} WHERE rowid = ?", (number,))
    names = [description[0] for description in found.description]
    return dict(zip(names, found.fetchone(), strict=True))


def _decoded(row: Row) -> Iterator[tuple[str, Any]]:
    for name, value in row.items():
        yield name, value.decode("utf-8") if isinstance(value, bytes) and name != "content" else value


def _reason(error: Exception) -> str:
    if isinstance(error, UnicodeDecodeError):
        return NOT_TEXT
    if isinstance(error, json.JSONDecodeError):
        return NOT_JSON
    return str(error).rstrip(".") if isinstance(error, StoreError) else OTHERWISE


def _check_upload(row: Row) -> None:
    if upload_id_of(row["file_name"], row["content"]) != row["id"]:
        raise StoreError("stored-bytes-changed", file=row["file_name"])


def _check_pair(row: Row) -> None:
    request_from_json(row["request"])
    if id_of(row["request"]) != row["id"]:
        raise StoreError("stored-pair-changed")


def _check_run(row: Row) -> None:
    run = run_of(row)
    if not is_whole(json.loads(row["document"]), run.summary["trees"]):
        raise StoreError("stored-trees-changed")
    checked_document(row["document"].encode())


def _check_job(row: Row) -> None:
    json.loads(row["request"])
    if row["result"] is not None:
        json.loads(row["result"])


CHECKS: Mapping[str, Callable[[Row], None]] = {
    "uploads": _check_upload,
    "pairs": _check_pair,
    "runs": _check_run,
    "jobs": _check_job,
}
