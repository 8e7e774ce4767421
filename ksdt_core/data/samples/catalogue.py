"""The bundled tables, and the natural pairs that they form."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from ksdt_core.data.readers.limits import DEFAULT_LIMITS, Limits
from ksdt_core.data.readers.target import DEFAULT_TARGET
from ksdt_core.data.samples.cohorts import cohorts_installed, load_cohort
from ksdt_core.errors import InvalidDataError, InvalidParameterError, Remedy

if TYPE_CHECKING:  # the list of tables needs no reader: those are loaded with the first table
    from ksdt_core.data.model.dataset import Dataset
    from ksdt_core.data.model.pair import Missing, Scale
    from ksdt_core.data.readers.cutting import Cut

CATALOGUE_FILE = "catalogue.json"
PACKAGE = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, slots=True)
class CatalogueEntry:
    """A bundled table and where it comes from."""

    name: str
    title: str
    source: str
    licence: str
    rows: int
    attributes: int
    target: str
    file: str
    cut: float | None = None  # where the class column holds numbers: classes below it and from it on
    classes: tuple[str, ...] = ()  # in sorted order
    extra: str | None = None  # the optional part of the package that brings it, where it is not bundled


@dataclass(frozen=True, slots=True)
class CataloguePair:
    """Two bundled tables that belong together, and the options they need."""

    left: str
    right: str
    title: str
    why: str
    class_map: Mapping[str, str]
    shared: int = 0  # attributes that both tables have
    scale: Scale = "none"
    missing: Missing = "fail"

    def options(self) -> tuple[Remedy, ...]:
        """The options that this pair needs, with their values."""
        renamed = tuple(f"{old}={new}" for old, new in self.class_map.items())
        return (
            *((Remedy("class_map", renamed),) if renamed else ()),
            *((Remedy("scale", self.scale),) if self.scale != "none" else ()),
            *((Remedy("missing", self.missing),) if self.missing != "fail" else ()),
        )


def assets_folder() -> Path:
    """Where the bundled files lie: inside an installed package, or beside it in a checkout."""
    for folder in (PACKAGE / "_app" / "assets", PACKAGE.parent / "assets"):
        if (folder / "data" / CATALOGUE_FILE).is_file():
            return folder
    raise InvalidDataError("no-bundled-tables")


@cache
def _contents() -> tuple[tuple[CatalogueEntry, ...], tuple[CataloguePair, ...]]:
    text = (assets_folder() / "data" / CATALOGUE_FILE).read_text(encoding="utf-8")
    document = json.loads(text)
    entries = tuple(CatalogueEntry(**entry | {"classes": tuple(entry["classes"])}) for entry in document["datasets"])
    pairs = tuple(
        CataloguePair(**(pair | {"class_map": MappingProxyType(pair.get("class_map", {}))}))
        for pair in document["pairs"]
    )
    return entries, pairs


def catalogue() -> tuple[CatalogueEntry, ...]:
    """Every table that can be had by its name: the bundled ones, and those of extras that are installed."""
    return tuple(entry for entry in _contents()[0] if entry.extra is None or cohorts_installed())


def catalogue_pairs() -> tuple[CataloguePair, ...]:
    """Every natural pair of these tables."""
    names = {entry.name for entry in catalogue()}
    return tuple(pair for pair in _contents()[1] if {pair.left, pair.right} <= names)


def load(name: str, *, target: str | None = None, cut: Cut = None, limits: Limits = DEFAULT_LIMITS) -> Dataset:
    """The bundled table of this name, with its own class column unless another one is asked for."""
    from ksdt_core.data.readers.reading import read_dataset

    entry = catalogue_entry(name)
    if entry.extra is not None:
        return load_cohort(name, target=target or entry.target, cut=cut, limits=limits)
    path = assets_folder() / "data" / entry.file
    own = target in (None, entry.target)
    cut = entry.cut if own and cut is None else cut or None  # an empty cut asks for the numbers themselves
    return read_dataset(path, target=target or entry.target, name=name, cut=cut, limits=limits)


def catalogue_entry(name: str) -> CatalogueEntry:
    """What the catalogue says of a table, installed or not."""
    for entry in _contents()[0]:
        if entry.name == name:
            return entry
    raise InvalidDataError("unknown-bundled-table", name=name, names=tuple(entry.name for entry in catalogue()))


def is_bundled(text: str | os.PathLike[str]) -> bool:
    """Whether this names a bundled table; a file of that name wins."""
    return any(entry.name == str(text) for entry in _contents()[0]) and not Path(text).is_file()


def find_dataset(
    text: str | os.PathLike[str],
    *,
    target: str | None = None,
    cut: Cut = None,
    sheet: str | None = None,
    encoding: str | None = None,
    limits: Limits = DEFAULT_LIMITS,
) -> Dataset:
    """The table of a file, or the bundled table of that name; a file wins.

    Without a `target` a bundled table has its own class column and a file the column `class`. The other options are
    those of `read_dataset`; sheets and encodings are for files only.
    """
    from ksdt_core.data.readers.reading import read_dataset
    from ksdt_core.data.readers.table import NoSheetsError

    if is_bundled(text):
        if sheet is not None:
            raise NoSheetsError(f"the bundled table {str(text)!r}", sheet)
        if encoding is not None:
            raise InvalidParameterError("encoding-of-bundled", option="encoding", encoding=encoding, table=str(text))
        return load(str(text), target=None if target == DEFAULT_TARGET else target, cut=cut, limits=limits)
    try:
        return read_dataset(
            Path(text),
            target=target or DEFAULT_TARGET,
            cut=cut,
            sheet=sheet,
            encoding=encoding,
            limits=limits,
        )
    except InvalidDataError as error:
        if error.code == "no-such-file":
            raise InvalidDataError("no-such-table", where=str(text)) from None
        raise
