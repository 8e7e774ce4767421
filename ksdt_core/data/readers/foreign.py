"""Files that are recognised and not read, each with the way out."""

from __future__ import annotations

from ksdt_core.errors import InvalidDataError

SIGNATURES: tuple[tuple[bytes, str, str], ...] = (
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an Excel 97 workbook (.xls)", "save it as .xlsx or CSV"),
    (b"\x89HDF\r\n\x1a\n", "an HDF5 file", "write the table to Parquet or CSV"),
    (b"\x93NUMPY", "a NumPy array", "write it with column names to Parquet or CSV"),
    (b"SQLite format 3\x00", "a database", "export the table as CSV"),
    (b"%PDF", "a PDF document", "use the table as CSV or Excel"),
    (b"\x89PNG", "a picture", "use the table as CSV or Excel"),
    (b"\xff\xd8\xff", "a picture", "use the table as CSV or Excel"),
    (b"GIF8", "a picture", "use the table as CSV or Excel"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive", "unpack it and choose the table in it"),
    (b"Rar!", "a RAR archive", "unpack it and choose the table in it"),
    (b"ARROW1", "an Arrow file", "write the table to Parquet"),
    (b"RDX", "an R data file", "write the table with write.csv"),
    (b"RDA", "an R data file", "write the table with write.csv"),
    (b"X\n\x00\x00\x00", "an R data file", "write the table with write.csv"),
    (b"PK\x03\x04", "an archive or document without a readable table", "save the table as .xlsx or CSV"),
)
PICKLES = tuple(b"\x80" + bytes([protocol]) for protocol in range(2, 6))
SOFT = (b"^database", b"^series", b"^platform", b"^sample")
PAGES = (b"<!doctype html", b"<html", b"<?xml", b"<svg")


def refuse_foreign(data: bytes, where: str) -> None:
    """Say what the file is if it is certainly no table."""
    for signature, what, way in SIGNATURES:
        if data.startswith(signature):
            raise InvalidDataError("not-a-table", where=where, what=what, way=way)
    if data.startswith(PICKLES) and data.rstrip(b"\x00").endswith(b"."):
        raise InvalidDataError("pickle", where=where)
    start = data[:512].lstrip().lower()
    if start.startswith(SOFT):
        raise InvalidDataError("soft-file", where=where)
    if start.startswith(PAGES):
        raise InvalidDataError("web-page", where=where)
    if start.startswith((b"{", b"[")) and data[-64:].rstrip().endswith((b"}", b"]")):
        raise InvalidDataError("json-file", where=where)
