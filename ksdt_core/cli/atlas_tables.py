"""What `ksdt atlas` is told about its tables: for all of them, or for one by its name.

    --target class --target wine=quality --cut wine=6 --class-map wine:good=pos,bad=neg --exclude kc1:id

A table is named as it was given, by its file, or without the ending.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

from ksdt_core.cli.from_fields import split_names
from ksdt_core.cli.table_options import parse_cut
from ksdt_core.errors import InvalidParameterError
from ksdt_core.options import Option

SHARED = None  # in place of a table's number: what holds for all


@dataclass(frozen=True, slots=True)
class AtlasTables:
    """The options about tables; each may be given once for all tables and once for each of them."""

    target: Annotated[
        tuple[str, ...],
        Option(
            "Class column",
            "Column with the classes: COLUMN for all tables, NAME=COLUMN for one. May be repeated.",
            metavar="[NAME=]COLUMN",
            default_text="class",
            repeated=True,
        ),
    ] = ()
    cut: Annotated[
        tuple[str, ...],
        Option(
            "Cut",
            "Cut a numeric class column into two classes, below and from this number; 4,6 makes three. "
            "NAME=NUMBER for one table. May be repeated.",
            metavar="[NAME=]NUMBER",
            repeated=True,
        ),
    ] = ()
    class_map: Annotated[
        tuple[str, ...],
        Option(
            "Class map",
            "Rename classes in all tables, for example relapse=bad,died=bad. NAME:OLD=NEW,… renames in one table "
            "first. May be repeated.",
            metavar="[NAME:]OLD=NEW,…",
            repeated=True,
        ),
    ] = ()
    attribute_rows: Annotated[
        str | None,
        Option(
            "Attribute map",
            (
                "CSV or TSV file with one column per table: the table's name on the first line, and one attribute on "
                "each other line."
            ),
            metavar="FILE",
            flag="--attribute-map",
        ),
    ] = None
    excluded: Annotated[
        tuple[str, ...],
        Option(
            "Excluded attributes",
            "Attributes to exclude in all tables; NAME:A,B excludes in one table. May be repeated.",
            metavar="[NAME:]A,B",
            flag="--exclude",
            repeated=True,
        ),
    ] = ()


@dataclass(frozen=True, slots=True)
class TableReading:
    """How one table is read."""

    target: str | None = None
    cut: tuple[float, ...] | None = None


@dataclass(frozen=True, slots=True)
class Told:
    """What was said about the tables: how each is read, and the options of `atlas_settings`."""

    reading: tuple[TableReading, ...]
    options: Mapping[str, Any] = field(default_factory=dict)


def told_about(asked: AtlasTables, given: Sequence[str]) -> Told:
    """The options for the tables `given`, checked before any file of them is read."""
    from ksdt_core.data.matching.maps import parse_class_map
    from ksdt_core.data.matching.table_maps import read_attribute_rows
    from ksdt_core.studies.atlas.all_pairs import distinct_names

    called = _called(given)
    names = distinct_names(_table_name(word) for word in given)
    targets = _by_table(asked.target, called, "target", "=", str)
    cuts = _by_table(asked.cut, called, "cut", "=", parse_cut)
    maps = _by_table(asked.class_map, called, "class_map", ":", parse_class_map)
    excluded = _by_table(asked.excluded, called, "exclude", ":", lambda text: split_names(text, "exclude"))

    def table_of(heading: str) -> str | None:
        number = called.get(heading)
        return None if number is None else names[number]

    rows = None if asked.attribute_rows is None else read_attribute_rows(asked.attribute_rows, table_of)
    own = {
        "class_maps": {names[number]: found for number, found in maps.items() if number is not SHARED},
        "excludes": {names[number]: found for number, found in excluded.items() if number is not SHARED},
        "attribute_rows": rows,
    }
    reading = (
        TableReading(targets.get(number, targets.get(SHARED)), cuts.get(number, cuts.get(SHARED)))
        for number in range(len(given))
    )
    options = {"class_map": maps.get(SHARED), "exclude": excluded.get(SHARED, ()), "own": own}
    return Told(tuple(reading), options)


def _table_name(word: str) -> str:
    """What the table will be called; a bundled one by its name."""
    from ksdt_core.data.readers.reading import stem
    from ksdt_core.data.samples.catalogue import is_bundled

    return word if is_bundled(word) else stem(Path(word))


def _called(given: Sequence[str]) -> dict[str, int]:
    """The number of a table by everything that it may be called; names that two tables have are omitted."""
    called: dict[str, int] = {}
    for ways in (str, lambda word: Path(word).name, _table_name):
        names = [ways(word) for word in given]
        called |= {name: n for n, name in enumerate(names) if names.count(name) == 1 and name and name not in called}
    return called


def _by_table(
    words: Iterable[str], called: Mapping[str, int], option: str, mark: str, parse: Callable[[str], Any]
) -> dict[int | None, Any]:
    """What was given for each table by its number, and for all of them."""
    found: dict[int | None, Any] = {}
    for word in words:
        for name, text in _pieces(word, called, mark):
            if name is None and mark == "=" and "=" in text:
                raise InvalidParameterError(
                    "atlas-option-without-table", option=option, name=text.split("=")[0], tables=tuple(called)
                )
            number = SHARED if name is None else called[name]
            if number in found:
                raise InvalidParameterError("atlas-option-twice", option=option, table=name or "all tables")
            found[number] = parse(text)
    return found


def _pieces(text: str, called: Iterable[str], mark: str) -> list[tuple[str | None, str]]:
    """The parts of `wine=4,6,kc1=2`, each with its table: `[("wine", "4,6"), ("kc1", "2")]`."""
    names = "|".join(map(re.escape, sorted(called, key=len, reverse=True)))
    starts = list(re.finditer(rf"(?:^|,)\s*({names}){mark}", text))
    parts: list[tuple[str | None, str]] = []
    before = text[: starts[0].start()] if starts else text
    if before.strip() or not starts:
        parts.append((None, before))
    for start, end in zip(starts, [*(later.start() for later in starts[1:]), len(text)], strict=False):
        parts.append((start[1], text[start.end() : end].strip()))
    return parts
