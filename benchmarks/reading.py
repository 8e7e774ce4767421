"""Reading: a CSV file read, matched and doctored, against the time that pandas takes to read it alone."""

from __future__ import annotations

import sys
import tempfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.csv

from benchmarks.harness import Measured, in_turn, ratio, seconds
from ksdt_core.data import match, read_dataset
from ksdt_core.data.checks.checkup import check_pair

WIDE, WIDE_LIMIT = (200, 20_000), 1.5
LONG, LONG_LIMIT = (1_000_000, 50), 2.0


def wide_table(repeats: int = 5) -> Measured:
    """200 rows of 20,000 attributes, as in a study of genes."""
    return _measured("a wide CSV", *WIDE, limit=WIDE_LIMIT, repeats=repeats)


def long_table(repeats: int = 3) -> Measured:
    """A million rows of 50 attributes."""
    return _measured("a long CSV", *LONG, limit=LONG_LIMIT, repeats=repeats)


def _measured(what: str, n_rows: int, n_attributes: int, *, limit: float, repeats: int) -> Measured:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "table.csv"
        _write(path, n_rows, n_attributes)

        once = read_dataset(path)
        other = replace(once, name="other", values=once.values * 2 + 1)  # the table that it is paired with

        def read_and_check() -> None:
            table = read_dataset(path)
            match(table, other)
            check_pair(table, other)

        ours, theirs = in_turn(
            lambda: seconds(read_and_check), lambda: seconds(lambda: pd.read_csv(path)), repeats=repeats
        )
    name = f"{what}, {n_rows:,} × {n_attributes:,}, read, matched and doctored"
    return ratio(name, ours, theirs, limit=limit, peer="pandas.read_csv alone")


def _write(path: Path, n_rows: int, n_attributes: int) -> None:
    generator = np.random.default_rng(1)
    columns = {f"g{i}": generator.normal(size=n_rows).round(4) for i in range(n_attributes)}
    classes = np.where(generator.random(n_rows) < 0.5, "bad", "good")
    pyarrow.csv.write_csv(pa.table({**columns, "class": classes}), path)


if __name__ == "__main__":
    results = [wide_table(), long_table()]
    print(*results, sep="\n")
    sys.exit(0 if all(measured.holds for measured in results) else 1)
