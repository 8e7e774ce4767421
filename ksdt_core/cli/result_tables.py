"""The tables of a result, found and read again: what a document alone cannot tell is counted on them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.matching.value_matching import value_map_of
from ksdt_core.data.model.dataset import Dataset
from ksdt_core.data.model.pair import DatasetPair
from ksdt_core.data.preparing.pairing import pair_datasets
from ksdt_core.data.readers.reading import read_dataset
from ksdt_core.data.readers.table import NoSheetsError
from ksdt_core.data.readers.target import DEFAULT_TARGET
from ksdt_core.data.samples.catalogue import is_bundled, load
from ksdt_core.errors import InvalidDataError, KsdtError, Remedy
from ksdt_core.formats.result import Result
from ksdt_core.formats.source import Source, TableSource
from ksdt_core.formats.write import STANDARD_STREAM
from ksdt_core.mining.holdout import Split, held_out_pair, mined_rows
from ksdt_core.mining.tree_set import PairSummary, TreeSet
from ksdt_core.text import encodable

SIDES = ("left", "right")
BOTH_FILES = (Remedy("left", "FILE"), Remedy("right", "FILE"))
Rows = NDArray[np.intp]


@dataclass(frozen=True, slots=True, eq=False)
class ResultTables:
    """The tables of a result as it was mined."""

    pair: DatasetPair  # the rows that were mined
    whole: DatasetPair  # all rows; the same pair where none were held out
    split: Split | None  # the training rows and those held out, where some were
    rows: tuple[Rows, Rows]  # for each row of `pair.matched` its position in the table as read
    tables: tuple[Dataset, Dataset]  # as read


def result_tables(
    result: Result, *, left: str | None = None, right: str | None = None, document: str | Path | None = None
) -> ResultTables:
    """Read the tables of a result again and prepare them in the same way.

    `left` and `right` say where the tables lie now, if not where the document says. A relative path in the document is
    looked for from the working directory and then from the folder of the `document`. A table that is gone, or that is
    not the one that was mined, is an error that names the option.
    """
    source = result.source or _unknown_source(result.tree_set.pair, (left, right))
    folder = None if document is None or str(document) == STANDARD_STREAM else Path(document).parent
    tables = [
        _table(own, moved, source=source, folder=folder, side=side, name=summary.name)
        for own, moved, side, summary in zip(
            (source.left, source.right), (left, right), SIDES, _summaries(result.tree_set.pair), strict=True
        )
    ]
    trees = result.tree_set
    where = [moved or own.table for own, moved in zip((source.left, source.right), (left, right), strict=True)]
    whole = _prepared(tables, source, trees, where=where)
    split = held_out_pair(whole, trees.settings.holdout) if trees.settings.holdout else None
    pair = whole if split is None else split.pair
    _check_same(pair, trees, where=where)
    return ResultTables(pair, whole, split, mined_rows(whole, trees.settings.holdout), (tables[0], tables[1]))


def _summaries(pair: PairSummary) -> tuple[Any, Any]:
    return pair.left, pair.right


def _unknown_source(pair: PairSummary, given: tuple[str | None, str | None]) -> Source:
    """A document that does not say where its tables lie: the bundled ones of their names, or what is given."""
    tables = []
    for side, summary, moved in zip(SIDES, _summaries(pair), given, strict=True):
        if moved is None and not is_bundled(summary.name):
            raise InvalidDataError("source-unknown", table=summary.name, remedies=(Remedy(side, "FILE"),))
        tables.append(TableSource(table=summary.name, bundled=moved is None))
    return Source(tables[0], tables[1])


def _table(
    own: TableSource, moved: str | None, *, source: Source, folder: Path | None, side: str, name: str
) -> Dataset:
    """One table under the name it had when it was mined, wherever it lies now."""
    table = own.table if moved is None else moved
    try:
        if own.bundled if moved is None else is_bundled(moved):
            target = None if own.target == DEFAULT_TARGET else own.target
            found = load(table, target=target, cut=own.cut)
        else:
            path = _path(table, folder if moved is None else None, side)
            found = _read(path, own, source)
    except _Gone:
        raise
    except KsdtError as error:
        raise InvalidDataError(
            "source-unreadable", table=table, reason=error, remedies=(Remedy(side, "FILE"),)
        ) from None
    named = found if encodable(found.name) == name else replace(found, name=name)
    if own.fingerprint and named.fingerprint() != own.fingerprint:
        raise InvalidDataError("source-changed", table=table, name=name, remedies=(Remedy(side, "FILE"),))
    return named


def _read(path: Path, own: TableSource, source: Source) -> Dataset:
    """A file; one that was a workbook may since be kept as text, which has no sheets."""
    how: dict[str, Any] = {"target": own.target or DEFAULT_TARGET, "cut": own.cut}
    how |= {"encoding": source.encoding, "limits": source.limits}
    try:
        return read_dataset(path, sheet=own.sheet, **how)
    except NoSheetsError:
        return read_dataset(path, **how)


class _Gone(InvalidDataError):
    """A table that is not where it was."""


def _path(table: str, folder: Path | None, side: str) -> Path:
    places = [Path(table)] if folder is None or Path(table).is_absolute() else [Path(table), folder / table]
    for place in places:
        try:
            if place.exists():
                return place
        except (OSError, ValueError):
            continue
    raise _Gone("source-gone", table=table, remedies=(Remedy(side, "FILE"),))


def _prepared(tables: Sequence[Dataset], source: Source, trees: TreeSet, *, where: Sequence[str]) -> DatasetPair:
    try:
        return pair_datasets(
            tables[0],
            tables[1],
            class_map=source.class_map,
            attribute_map=source.attribute_map,
            value_map=value_map_of(trees.pair.value_matches),
            **asdict(trees.settings.preparation),
        )
    except KsdtError as error:
        facts: dict[str, Any] = {"left": where[0], "right": where[1], "reason": error}
        raise InvalidDataError("source-not-the-pair", remedies=BOTH_FILES, **facts) from None


def _check_same(pair: DatasetPair, trees: TreeSet, *, where: Sequence[str]) -> None:
    """The pair is the one that was mined: by its fingerprint, or as far as a document without one can tell."""
    expected = trees.pair
    for side, domain, summary, table in zip(SIDES, (pair.left, pair.right), _summaries(expected), where, strict=True):
        if domain.n_rows != summary.rows:
            facts: dict[str, Any] = {"table": table, "rows": domain.n_rows, "mined": summary.rows, "name": summary.name}
            raise InvalidDataError("source-rows-differ", remedies=(Remedy(side, "FILE"),), **facts)
    same = pair.class_names == expected.class_names and set(trees.attributes) <= set(pair.attributes)
    if not same or (expected.fingerprint and pair.fingerprint() != expected.fingerprint):
        raise InvalidDataError("source-differs", left=where[0], right=where[1], remedies=BOTH_FILES)
