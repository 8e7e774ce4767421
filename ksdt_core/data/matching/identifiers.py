"""Columns that name the rows, such as patient numbers and barcodes: nothing in them can be compared."""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.matching.names import words
from ksdt_core.data.model.dataset import Dataset
from ksdt_core.data.readers.cells import is_number

FEWEST = 12  # rows below which different values in all of them are no surprise
FEWEST_NAMED = 3  # the same where the name says it already
ALMOST_ALL = 0.9

_LAST_WORDS = frozenset({"id", "ids", "identifier", "barcode", "uuid", "guid", "accession"})
_ROW_WORDS = _LAST_WORDS | frozenset(
    {
        "case", "code", "index", "key", "label", "name", "no", "nr", "num", "number", "participant", "pat", "patient",
        "patients", "proband", "record", "row", "rownames", "sample", "samples", "serial", "specimen", "subject",
        "unnamed",
    }
)  # fmt: skip
_CAMEL = re.compile(r"(?<=[a-z])(?=I[dD]$)")


def named_like_identifier(name: str) -> bool:
    """Whether a name says that its column names the rows.

    >>> [named_like_identifier(name) for name in ("Pat-ID", "patientId", "sample no.", "patient age", "thyroid")]
    [True, True, True, False, False]
    """
    parts = words(_CAMEL.sub(" ", name)).split()
    return bool(parts) and (parts[-1] in _LAST_WORDS or set(parts) <= _ROW_WORDS)


def is_identifier(table: Dataset, column: int) -> bool:
    """Whether a column names or numbers the rows.

    Texts of which at least 9 in 10 are different; whole numbers that count the rows, or of which at least 9 in 10 are
    different where the name says so, too. Measurements may differ in every row and are none.
    """
    texts, cells = table.categories[column], table.values[:, column]
    named = named_like_identifier(table.attributes[column])
    known = cells[~np.isnan(cells)]
    if known.size < (FEWEST_NAMED if named else FEWEST):
        return False
    if texts is not None:
        return len(texts) >= ALMOST_ALL * known.size and _almost_all_differ(known) and not _measured(texts)
    if known.size == cells.size and cells[1] - cells[0] == 1 and (np.diff(cells) == 1).all():
        return True
    return named and bool((known == np.floor(known)).all()) and _almost_all_differ(known)


def identifiers_of(table: Dataset, names: tuple[str, ...]) -> tuple[str, ...]:
    """Those of the attributes with these names that name the rows."""
    wanted = set(names)
    columns = [column for column, name in enumerate(table.attributes) if name in wanted]
    return tuple(table.attributes[column] for column in columns if is_identifier(table, column))


def _almost_all_differ(known: NDArray[np.float64]) -> bool:
    return bool(np.unique(known).size >= ALMOST_ALL * known.size)


def _measured(texts: tuple[str, ...]) -> bool:
    """Whether texts are measurements among which something else stands."""
    numbers = [float(text) for some in texts if is_number(text := some.replace(",", ".", 1))]
    return 2 * len(numbers) > len(texts) and not all(number.is_integer() for number in numbers)
