"""From a file or a data frame to a Dataset."""

from __future__ import annotations

import os
import stat
from dataclasses import replace
from pathlib import Path
from typing import IO

import pandas as pd

from ksdt_core.data.model.dataset import Dataset
from ksdt_core.data.readers.cls import read_classes
from ksdt_core.data.readers.cutting import Cut
from ksdt_core.data.readers.frames import dataset_from_frame
from ksdt_core.data.readers.limits import DEFAULT_LIMITS, Limits
from ksdt_core.data.readers.registry import read_table
from ksdt_core.data.readers.table import ReadOptions, Table
from ksdt_core.data.readers.table_files import unpacked_name
from ksdt_core.data.readers.target import DEFAULT_TARGET, find_target, no_target
from ksdt_core.data.readers.turning import turn_frame
from ksdt_core.errors import InvalidDataError

Source = str | os.PathLike[str] | IO[bytes] | pd.DataFrame


def read_dataset(
    source: Source,
    *,
    target: str = DEFAULT_TARGET,
    name: str | None = None,
    cut: Cut = None,
    sheet: str | None = None,
    encoding: str | None = None,
    limits: Limits = DEFAULT_LIMITS,
) -> Dataset:
    """The table of a file, of an open binary file or of a data frame.

    The format is found from the content: text with comma, semicolon or tab, Excel, Parquet, ARFF, Orange, GCT (with a
    CLS file of the same name beside it) or a GEO series matrix; plain or packed as gz, xz, bz2 or zip.

    `target` names the column that holds the class of each row; classes and categories are kept as written. `cut`
    turns a column of numbers into classes. `sheet` names a sheet of a workbook.
    """
    if isinstance(source, pd.DataFrame):
        return dataset_from_frame(source, target, name or "table", cut=cut, limits=limits)
    data, where = _content(source, limits)
    options = ReadOptions(where, target=target, encoding=encoding, sheet=sheet, limits=limits)
    table = read_table(data, options)
    if isinstance(source, (str, os.PathLike)):
        table = _with_class_file(table, Path(source), options)
    table, found = _with_target(table, options)
    return dataset_from_frame(
        table.frame, found, name or stem(Path(where)), cut=cut, where=where, notes=table.notes, limits=limits, own=True
    )


def stem(path: Path) -> str:
    """The name of a file's table: without the folder and the endings of packing and format."""
    name = unpacked_name(path.name)
    return name.rsplit(".", 1)[0] if "." in name.lstrip(".") else name


def _content(source: str | os.PathLike[str] | IO[bytes], limits: Limits) -> tuple[bytes, str]:
    """The bytes of a file and what messages call it."""
    if isinstance(source, (str, os.PathLike)):
        path = Path(source)
        return read_bytes(path, limits), str(path)
    where = str(getattr(source, "name", "the table"))
    data = source.read(limits.size + 1)
    if not isinstance(data, bytes):
        raise InvalidDataError("opened-as-text", where=where)
    limits.check_size(len(data), where)
    return data, where


def read_bytes(path: Path, limits: Limits = DEFAULT_LIMITS) -> bytes:
    """The content of a file."""
    try:
        status = path.stat()
        if stat.S_ISCHR(status.st_mode) or stat.S_ISBLK(status.st_mode) or stat.S_ISSOCK(status.st_mode):
            raise InvalidDataError("table-is-device", where=str(path))
        limits.check_size(status.st_size, str(path))
        return path.read_bytes()
    except FileNotFoundError:
        raise InvalidDataError("no-such-file", where=str(path)) from None
    except IsADirectoryError:
        raise InvalidDataError("table-is-folder", where=str(path)) from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise InvalidDataError("table-unreadable", where=str(path), reason=reason) from None


def _with_class_file(table: Table, path: Path, options: ReadOptions) -> Table:
    """The table with the classes of a CLS file of the same name, unless it has the class column itself."""
    names = [*map(str, table.frame.columns), *map(str, table.offered.columns)]
    beside = path.with_name(f"{stem(path)}.cls")
    if find_target(names, options.target) is not None or not beside.is_file():
        return table
    text = read_bytes(beside, options.limits).decode("utf-8", errors="replace")
    labels = read_classes(text, str(beside))
    if len(labels) != len(table.frame):
        raise InvalidDataError("class-file-samples", where=path.name, classes=len(labels), samples=len(table.frame))
    offered = table.offered.copy()
    offered[options.target] = labels
    return replace(table, offered=offered, notes=(*table.notes, f"classes were read from {beside.name}"))


def _with_target(table: Table, options: ReadOptions) -> tuple[Table, str]:
    """The table with its class column among the others, and the name of that column."""
    names = [str(name) for name in table.frame.columns]
    offered = [str(name) for name in table.offered.columns]
    at = find_target(names, options.target)
    if at is not None:
        return table, names[at]
    beside = find_target(offered, options.target)
    if beside is not None:
        column = table.offered.iloc[:, beside].reset_index(drop=True)
        frame = table.frame.reset_index(drop=True)
        frame.insert(frame.shape[1], offered[beside], column.array, allow_duplicates=True)
        return replace(table, frame=frame), offered[beside]
    if table.marked is not None and options.target == DEFAULT_TARGET:
        note = f"the class is {table.marked!r}, as the file says"
        return replace(table, notes=(*table.notes, note)), table.marked
    turned = turn_frame(table, options)
    if turned is not None:
        return turned, options.target
    if offered:
        raise no_target(offered, options.target, options.where, about_samples=True)
    raise no_target(names, options.target, options.where)
