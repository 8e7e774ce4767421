"""Runs on their way out of a store and into another: result documents, one as JSON, several as a zip of them."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import Connection

from ksdt_core.data.readers.unpacking import DAMAGE
from ksdt_core.errors import InvalidDocumentError
from ksdt_core.formats.json_text import document_text
from ksdt_core.formats.result import STUDIED
from ksdt_core.store.database import Store
from ksdt_core.store.run_documents import ABOUT, checked_document
from ksdt_core.store.runs import Run, complete_run, document_of, kept_run, put_run

LARGEST_DOCUMENT = 64 * 2**20  # bytes
MOST_DOCUMENTS = 2_000  # in one zip
RESULT_OF_BUNDLE = "result.json"  # a bundle holds other documents, too
LONGEST_RUN = 10**9  # seconds
_NAME_LETTERS = 60


def file_name(run: Run) -> str:
    """A name for the file of a run that every system takes."""
    words = re.sub(r"[^A-Za-z0-9.]+", "-", run.title).strip("-.")[:_NAME_LETTERS].rstrip("-.")
    return f"{words or 'run'}-{run.id}.json"


def exported(store: Store, run_id: str) -> bytes:
    """The document of a run, with its name and note in their own part."""
    run = kept_run(store, run_id)
    document = document_of(store, run_id)
    about = {"name": run.name, "note": run.note, "seconds": run.seconds}
    return document_text({**document, ABOUT: about}).encode("utf-8")


def exported_zip(store: Store, run_ids: Sequence[str]) -> bytes:
    """The documents of several runs in one zip."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for run_id in run_ids:
            archive.writestr(file_name(kept_run(store, run_id)), exported(store, run_id))
    return packed.getvalue()


def import_runs(store: Store, name: str, *, content: bytes) -> list[str]:
    """Keep the result documents of a file (JSON, or a zip of JSON files) and return the ids of their runs.

    All are checked before the first is kept, and all are kept, or none. A document knows its trees, not its tables: a
    run that was not mined here has no pair.
    """
    documents = [_checked(label, data) for label, data in _documents(name, content)]
    with store.writing() as connection:
        return [_keep(connection, document) for document in documents]


def _documents(name: str, content: bytes) -> Iterator[tuple[str, bytes]]:
    if not zipfile.is_zipfile(io.BytesIO(content)):
        if len(content) > LARGEST_DOCUMENT:
            raise _too_large(name)
        yield name, content
        return
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            members = [member for member in archive.infolist() if member.filename.lower().endswith(".json")]
            members = [member for member in members if member.filename == RESULT_OF_BUNDLE] or members
            if not members or len(members) > MOST_DOCUMENTS:
                raise InvalidDocumentError("import-document-count", file=name, count=len(members), most=MOST_DOCUMENTS)
            if sum(member.file_size for member in members) > 4 * LARGEST_DOCUMENT:
                raise _too_large(name)
            for member in members:
                yield f"{name}: {member.filename}", _unpacked(archive, member, name)
    except DAMAGE:  # or locked, or packed in an odd way
        raise InvalidDocumentError("import-archive-damaged", file=name) from None


def _unpacked(archive: zipfile.ZipFile, member: zipfile.ZipInfo, name: str) -> bytes:
    """The bytes of one file; what a zip says of sizes is not believed."""
    with archive.open(member) as stream:
        data = stream.read(LARGEST_DOCUMENT + 1)
    if len(data) > LARGEST_DOCUMENT:
        raise _too_large(name)
    return data


def _too_large(name: str) -> InvalidDocumentError:
    return InvalidDocumentError("import-too-large", file=name, megabytes=LARGEST_DOCUMENT // 2**20)


def _checked(label: str, data: bytes) -> dict[str, Any]:
    try:
        return checked_document(data)
    except InvalidDocumentError as error:
        raise InvalidDocumentError("document-refused", source=label, reason=error) from None


def _keep(connection: Connection, document: dict[str, Any]) -> str:
    about = document.pop(ABOUT, None)
    told = about if isinstance(about, dict) else {}
    words = {key: told[key] for key in ("name", "note") if isinstance(told.get(key), str)}
    seconds = told.get("seconds")
    run = put_run(
        connection,
        document,
        pair=None,
        seconds=float(seconds) if isinstance(seconds, int | float) and 0 <= seconds <= LONGEST_RUN else 0.0,
    )
    studied: dict[str, Any] = {part: document[part] for part in STUDIED if part in document}
    complete_run(connection, run, parts=studied, **words)
    return run
