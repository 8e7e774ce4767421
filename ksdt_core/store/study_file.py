"""The file of a study (`.ksdt`): a zip with a list of its contents, the same bytes each time for the same study.

    study.json         format, and for each table, pair and run its file and the digest of that
    tables/ID          the bytes of a table as it was uploaded
    pairs/ID.json      which tables, and how they are matched and prepared
    runs/ID.json       the result document

Nothing is ever unpacked to a disk. A file that holds anything else, or not what its list says, is refused.
"""

from __future__ import annotations

import hashlib
import io
import re
import stat
import zipfile
from collections.abc import Iterator, Mapping
from typing import Any

from ksdt_core.data.readers.unpacking import DAMAGE
from ksdt_core.errors import InvalidDocumentError, KsdtError
from ksdt_core.formats.json_text import document_text
from ksdt_core.formats.result import json_object, up_to_date
from ksdt_core.store.pair_request import PairRequest, TableRequest, is_sound, request_from_json
from ksdt_core.store.run_documents import checked_document, page_of
from ksdt_core.store.runs import run_id
from ksdt_core.store.study import SavedRun, SavedTable, Study
from ksdt_core.store.uploads import upload_id_of

STUDY_FORMAT = "ksdt-study/1"
LIST = "study.json"
LARGEST_STUDY = 512 * 2**20  # bytes, unpacked
LARGEST_LIST = 16 * 2**20
MOST_ENTRIES = 10_000
LONGEST_RUN = 10**9  # seconds
EARLIEST = (1980, 1, 1, 0, 0, 0)  # what a zip can say; every entry has it
_ENTRY = re.compile(r"(?:tables/[0-9a-f]{1,64}|(?:pairs|runs)/[0-9a-f]{1,64}\.json)", re.ASCII)
_WRONG = (KeyError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError, KsdtError)


def study_bytes(study: Study) -> bytes:
    """The file of a study."""
    files = {f"tables/{table.id}": table.content for table in study.tables}
    files |= {f"pairs/{pair.id}.json": pair.to_json().encode() for pair in study.pairs}
    files |= {f"runs/{run.id}.json": document_text(dict(run.document)).encode() for run in study.runs}
    contents = {
        "format": STUDY_FORMAT,
        "tables": [{"id": table.id, "file_name": table.file_name} for table in study.tables],
        "pairs": [{"id": pair.id, "title": pair.title} for pair in study.pairs],
        "runs": [
            {
                "id": run.id,
                "pair": run.pair,
                "name": run.name,
                "note": run.note,
                "pinned": run.pinned,
                "seconds": run.seconds,
            }
            for run in study.runs
        ],
        "digests": {name: _digest(files[name]) for name in sorted(files)},
    }
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, content in ((LIST, document_text(contents).encode()), *sorted(files.items())):
            archive.writestr(_entry(name), content, zipfile.ZIP_DEFLATED, compresslevel=6)
    return packed.getvalue()


def read_study(name: str, content: bytes) -> Study:
    """The study in a file, every part of it checked; `name` is what messages call the file."""
    try:
        return _study(content)
    except InvalidDocumentError as error:
        raise InvalidDocumentError("study-refused", file=name, reason=error) from None
    except DAMAGE:
        raise InvalidDocumentError("study-refused", file=name, reason=_bad("study-damaged")) from None


def _entry(name: str) -> zipfile.ZipInfo:
    """An entry that says nothing about the machine or the time."""
    entry = zipfile.ZipInfo(name, EARLIEST)
    entry.create_system, entry.external_attr = 3, (stat.S_IFREG | 0o644) << 16
    return entry


def _study(content: bytes) -> Study:
    if not zipfile.is_zipfile(io.BytesIO(content)):
        raise _bad("study-damaged") if content.startswith(b"PK\x03\x04") else _bad("study-not-a-zip")
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        entries = {entry.filename: entry for entry in archive.infolist()}
        _check_entries(archive.infolist(), entries)
        listed = up_to_date(json_object(_unpacked(archive, entries[LIST], LARGEST_LIST)), STUDY_FORMAT)
        files = _files(archive, entries, listed)
    return _parts(listed, files)


def _check_entries(found: list[zipfile.ZipInfo], entries: Mapping[str, zipfile.ZipInfo]) -> None:
    """Only plain files with the names that a study has, each once, and not more than a machine can hold."""
    if LIST not in entries:
        raise _bad("study-without-list")
    if len(found) > MOST_ENTRIES:
        raise _bad("study-too-many-parts", parts=len(found), most=MOST_ENTRIES)
    for entry in found:
        kind = stat.S_IFMT(entry.external_attr >> 16)
        if entry.filename != LIST and not _ENTRY.fullmatch(entry.filename):
            raise _bad("study-strange-part", part=entry.filename)
        if kind not in (0, stat.S_IFREG) or entry.flag_bits & 1:
            raise _bad("study-part-not-a-file", part=entry.filename)
    if len(found) > len(entries):
        raise _bad("study-part-twice")
    if sum(entry.file_size for entry in found) > LARGEST_STUDY:
        raise _too_large()


def _files(
    archive: zipfile.ZipFile, entries: Mapping[str, zipfile.ZipInfo], listed: Mapping[str, Any]
) -> dict[str, bytes]:
    """The bytes of all parts, each with the digest that the list gives; what a zip says of sizes is not believed."""
    digests = listed.get("digests")
    if not isinstance(digests, dict) or set(digests) != set(entries) - {LIST}:
        raise _bad("study-list-differs")
    files: dict[str, bytes] = {}
    left = LARGEST_STUDY
    for name in sorted(digests):
        files[name] = _unpacked(archive, entries[name], left)
        left -= len(files[name])
        if _digest(files[name]) != digests[name]:
            raise _bad("study-part-changed", part=name)
    return files


def _unpacked(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, most: int) -> bytes:
    with archive.open(entry) as stream:
        data = stream.read(most + 1)
    if len(data) > most:
        raise _too_large()
    return data


def _parts(listed: Mapping[str, Any], files: Mapping[str, bytes]) -> Study:
    try:
        tables = tuple(_table(about, files) for about in _objects(listed, "tables"))
        known = {table.id for table in tables}
        pairs = {about["id"]: _pair(about, files, known) for about in _objects(listed, "pairs")}
        runs = tuple(_run(about, files, pairs, known) for about in _objects(listed, "runs"))
    except InvalidDocumentError:
        raise
    except _WRONG:
        raise _bad("study-damaged") from None
    if len(tables) + len(pairs) + len(runs) != len(files):
        raise _bad("study-list-differs")
    return Study(tables, tuple(pairs.values()), runs)


def _objects(listed: Mapping[str, Any], part: str) -> Iterator[Mapping[str, Any]]:
    for about in listed[part]:
        if not isinstance(about, dict):
            raise TypeError
        yield about


def _table(about: Mapping[str, Any], files: Mapping[str, bytes]) -> SavedTable:
    table = SavedTable(_text(about["id"]), _text(about["file_name"]), files[f"tables/{about['id']}"])
    if upload_id_of(table.file_name, table.content) != table.id:
        raise _bad("study-part-changed", part=f"tables/{table.id}")
    return table


def _pair(about: Mapping[str, Any], files: Mapping[str, bytes], tables: set[str]) -> PairRequest:
    part = f"pairs/{about['id']}.json"
    try:
        request = request_from_json(files[part].decode("utf-8"))
        request.preparation  # noqa: B018 - refuses choices that there are not
        for side in (request.left, request.right):
            _check_table(side, tables)
    except _WRONG:
        raise _bad("study-part-unusable", part=part) from None
    return request


def _check_table(table: TableRequest, tables: set[str]) -> None:
    if not is_sound(table) or (table.origin == "upload" and table.id not in tables):
        raise ValueError


def _run(
    about: Mapping[str, Any], files: Mapping[str, bytes], pairs: Mapping[str, PairRequest], tables: set[str]
) -> SavedRun:
    part = f"runs/{about['id']}.json"
    try:
        document = checked_document(files[part])
    except InvalidDocumentError as error:
        raise InvalidDocumentError("document-refused", source=part, reason=error) from None
    pair = None if about["pair"] is None else pairs[about["pair"]].id
    page = page_of(document)
    if page is not None and page.table is not None:
        _check_table(page.table, tables)
    seconds = float(about["seconds"])
    if about["id"] not in (run_id(document), run_id(document, with_trees=True)) or not 0 <= seconds <= LONGEST_RUN:
        raise _bad("study-part-changed", part=part)
    return SavedRun(
        _text(about["id"]), pair, _text(about["name"]), _text(about["note"]), about["pinned"] is True, seconds, document
    )


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


def _digest(content: bytes) -> str:
    return hashlib.blake2b(content, digest_size=16).hexdigest()


def _bad(code: str, **facts: Any) -> InvalidDocumentError:
    return InvalidDocumentError(code, **facts)


def _too_large() -> InvalidDocumentError:
    return _bad("study-too-large", megabytes=LARGEST_STUDY // 2**20)
