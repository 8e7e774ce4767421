"""Missing cells of rows that come in order of time: what to put in is learned from the first of them."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.model.dataset import Dataset
from ksdt_core.data.model.pair import Missing, Preparation
from ksdt_core.data.preparing.missing import TREATMENTS, Completed, complete, complete_held_out, fit_missing
from ksdt_core.errors import InvalidDataError, Remedy


@dataclass(frozen=True, slots=True, eq=False)
class CompletedStream:
    """A stream with no cell missing, and what was done for that."""

    stream: Dataset
    n_filled: int = 0
    n_rows_dropped: int = 0
    columns_dropped: tuple[str, ...] = ()


def complete_stream(stream: Dataset, n_first: int, *, missing: Missing = "fail") -> CompletedStream:
    """The stream with no cell missing.

    Cells are filled with the common value of the first `n_first` rows; under class-common these rows themselves get
    that of their class. Rows or columns with a missing cell anywhere are omitted under drop-rows and drop-columns.
    """
    Preparation(missing=missing)  # refuses what is not a choice
    if stream.n_missing == 0:
        return CompletedStream(stream)
    gaps = np.isnan(stream.values)
    if missing == "fail":
        raise InvalidDataError(
            "missing-values-of-table", table=stream.name, missing=stream.n_missing, remedies=TREATMENTS
        )
    if missing == "drop-rows":
        return _without_rows(stream, np.flatnonzero(~gaps.any(axis=1)))
    if missing == "drop-columns":
        return _without_columns(stream, np.flatnonzero(~gaps.any(axis=0)).tolist())
    n_first = max(1, min(n_first, stream.n_rows))
    learned = replace(stream.take_rows(np.arange(n_first)), name=f"{stream.name} (its first {n_first:,} rows)")
    rule = fit_missing(learned, learned, missing)
    later = stream.take_rows(np.arange(n_first, stream.n_rows))
    parts: tuple[Completed, Completed] = (complete(learned, rule), complete_held_out(later, rule, learned))
    values = np.asfortranarray(np.concatenate([part.values for part in parts]))
    return CompletedStream(replace(stream, values=values), n_filled=sum(part.n_filled for part in parts))


def _without_rows(stream: Dataset, rows: NDArray[np.intp]) -> CompletedStream:
    if rows.size == 0:
        raise InvalidDataError("no-complete-row", table=stream.name, remedies=(Remedy("missing", "common"),))
    return CompletedStream(stream.take_rows(rows), n_rows_dropped=stream.n_rows - int(rows.size))


def _without_columns(stream: Dataset, columns: list[int]) -> CompletedStream:
    if not columns:
        raise InvalidDataError("no-complete-attribute", tables=(stream.name,), remedies=(Remedy("missing", "common"),))
    kept = set(columns)
    dropped = tuple(name for column, name in enumerate(stream.attributes) if column not in kept)
    return CompletedStream(stream.take_columns(columns), columns_dropped=dropped)
