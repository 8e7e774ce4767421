"""Compressed files: gzip, xz, bzip2 and zip, unpacked up to a stated size."""

from __future__ import annotations

import bz2
import io
import lzma
import struct
import zipfile
import zlib
from collections.abc import Callable
from pathlib import PurePosixPath
from typing import Any

from ksdt_core.data.readers.limits import Limits
from ksdt_core.data.readers.table_files import is_table_name
from ksdt_core.errors import InvalidDataError

MOST_LAYERS = 3
MOST_STREAMS = 100_000  # in one file, one after the other
PACKED_CHUNK, CHUNK = 1 << 14, 1 << 22
GZIP, XZ, BZIP2, ZIP = b"\x1f\x8b", b"\xfd7zXZ\x00", b"BZh", b"PK\x03\x04"
WORKBOOKS = frozenset({".xlsx", ".xlsm"})
DAMAGE: tuple[type[Exception], ...] = (
    OSError,
    EOFError,
    ValueError,
    LookupError,
    ArithmeticError,
    RuntimeError,
    NotImplementedError,
    zlib.error,
    lzma.LZMAError,
    struct.error,
    zipfile.BadZipFile,
)


def unpack(data: bytes, where: str, limits: Limits) -> tuple[bytes, tuple[str, ...]]:
    """The content of a file without its wrappings, and notes for people."""
    notes: tuple[str, ...] = ()
    for _ in range(MOST_LAYERS):
        limits.check_size(len(data), where)
        if data.startswith(GZIP):
            data = _stream(data, where, limits, kind="gzip", start=lambda: zlib.decompressobj(wbits=31))
        elif data.startswith(XZ):
            data = _stream(data, where, limits, kind="xz", start=lzma.LZMADecompressor)
        elif data.startswith(BZIP2) and data[4:10] == b"1AY&SY":
            data = _stream(data, where, limits, kind="bzip2", start=bz2.BZ2Decompressor)
        elif data.startswith(ZIP):
            inner = _unzip(data, where, limits)
            if inner is None:
                return data, notes
            data, more = inner
            notes += more
        else:
            return data, notes
    limits.check_size(len(data), where)
    return data, notes


def _stream(data: bytes, where: str, limits: Limits, *, kind: str, start: Callable[[], Any]) -> bytes:
    """Unpack one or more streams written one after the other; stop at the limit rather than fill the memory."""
    parts: list[bytes] = []
    size = at = n_streams = 0
    try:
        while at < len(data):
            machine = start()
            n_streams += 1
            if n_streams > MOST_STREAMS:
                raise EOFError
            pending = b""
            while not machine.eof:
                if not pending and getattr(machine, "needs_input", True):
                    pending = data[at : at + PACKED_CHUNK]
                    at += len(pending)
                    if not pending:
                        raise EOFError
                part = machine.decompress(pending, CHUNK)
                pending = getattr(machine, "unconsumed_tail", b"")
                parts.append(part)
                size += len(part)
                limits.check_size(size, where)
            at -= len(machine.unused_data)
            if not data[at : at + PACKED_CHUNK].strip(b"\x00"):
                break
    except DAMAGE:
        raise InvalidDataError("damaged-archive", where=where, packing=kind) from None
    return b"".join(parts)


def _unzip(data: bytes, where: str, limits: Limits) -> tuple[bytes, tuple[str, ...]] | None:
    """The one table in a zip archive; None where the archive is itself a document, such as a workbook."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = [member for member in archive.infolist() if _is_content(member.filename)]
            names = {member.filename for member in archive.infolist()}
            if "[Content_Types].xml" in names or "mimetype" in names:
                limits.check_size(sum(member.file_size for member in archive.infolist()), where)
                return None
            chosen = _choose(members, where)
            with archive.open(chosen) as stream:
                content = stream.read(limits.size + 1)
    except DAMAGE as error:
        if _is_workbook(data, where):
            raise damaged_workbook(where) from None
        locked = "encrypted" in str(error)
        raise InvalidDataError("locked-archive" if locked else "damaged-zip", where=where) from None
    limits.check_size(len(content), where)
    note = (f"read {chosen.filename} of the archive",) if len(members) > 1 else ()
    return content, note


def damaged_workbook(where: str) -> InvalidDataError:
    """What is said of a workbook that cannot be opened."""
    return InvalidDataError("damaged-workbook", where=where)


def _is_workbook(data: bytes, where: str) -> bool:
    """Whether a damaged archive was a workbook, by its name or by those of its parts, which stand in it as they are."""
    return PurePosixPath(where).suffix.lower() in WORKBOOKS or b"xl/workbook.xml" in data or b"xl/worksheets/" in data


def _is_content(name: str) -> bool:
    """Whether this is a file that people put there, neither a folder nor what a system adds."""
    return not name.endswith("/") and not name.startswith("__MACOSX/") and not PurePosixPath(name).name.startswith(".")


def _choose(members: list[zipfile.ZipInfo], where: str) -> zipfile.ZipInfo:
    tables = [member for member in members if is_table_name(PurePosixPath(member.filename).name)]
    for candidates in (members, tables):
        if len(candidates) == 1:
            return candidates[0]
    if not members:
        raise InvalidDataError("empty-archive", where=where)
    raise InvalidDataError("several-files", where=where, files=tuple(member.filename for member in members))
