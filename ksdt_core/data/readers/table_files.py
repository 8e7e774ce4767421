"""Which files of a folder are tables, by their names: a folder also holds notes, scripts and pictures."""

from __future__ import annotations

from pathlib import Path

from ksdt_core.errors import InvalidDataError

PACKINGS = (".gz", ".xz", ".bz2", ".zip")
ENDINGS = (
    ".csv", ".tsv", ".tab", ".txt", ".dat", ".data", ".arff", ".xlsx", ".xlsm", ".xls", ".parquet", ".pq", ".gct",
)  # fmt: skip


def unpacked_name(name: str) -> str:
    """The name of a file without the endings of packing.

    >>> [unpacked_name(name) for name in ("a.csv.gz", "B.CSV.ZIP", "c.tab")]
    ['a.csv', 'B.CSV', 'c.tab']
    """
    for packing in PACKINGS:
        if name.lower().endswith(packing):
            name = name[: -len(packing)]
    return name


def is_table_name(name: str) -> bool:
    """Whether a file of this name may hold a table; hidden files do not."""
    plain = unpacked_name(name.lower())
    return plain.endswith(ENDINGS) and not plain.startswith(".")


def tables_in(folder: Path) -> list[str]:
    """The files of a folder that may hold tables, by name."""
    try:
        found = sorted(str(path) for path in folder.iterdir() if path.is_file() and is_table_name(path.name))
    except OSError as error:
        reason = error.strerror or str(error)
        raise InvalidDataError("table-unreadable", where=str(folder), reason=reason) from None
    if not found:
        raise InvalidDataError("folder-without-tables", where=str(folder), endings=", ".join(ENDINGS[:3]))
    return found
