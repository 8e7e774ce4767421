"""The tables that `ksdt atlas` is given: files, names of bundled tables, or folders of files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ksdt_core.cli.table_options import for_files
from ksdt_core.errors import InvalidParameterError

if TYPE_CHECKING:
    from ksdt_core.data.dataset import Dataset


def named_tables(given: Iterable[str]) -> list[str]:
    """Every table that is named, in order, a folder replaced by its files by name; none twice."""
    names = [name for word in given for name in _of_word(word)]
    seen: set[object] = set()
    for name in names:
        place = Path(name).resolve() if _exists(name) else name
        if place in seen:
            raise InvalidParameterError(f"the table {name!r} is given twice; name each table once.")
        seen.add(place)
    return names


def read_tables(
    names: Sequence[str], *, target: str | None, cut: tuple[float, ...] | None, encoding: str | None
) -> Iterator[Dataset]:
    """The tables, read one after another."""
    from ksdt_core.data.catalogue import find_dataset

    for name, own in zip(names, for_files(names, encoding), strict=True):
        yield find_dataset(name, target=target, cut=cut, encoding=own)


def _of_word(word: str) -> list[str]:
    from ksdt_core.data.table_files import tables_in

    return tables_in(Path(word)) if _exists(word) and Path(word).is_dir() else [word]


def _exists(name: str) -> bool:
    try:
        return Path(name).exists()
    except (OSError, ValueError):  # no name that a file can have; reading it says so
        return False
