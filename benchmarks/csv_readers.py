"""`python -m benchmarks.csv_readers`: our reader of long text tables against pyarrow.csv, both as a multiple of pandas.

docs/adr/0005-csv.md says what came out and what follows. The three read the same bytes in turn; the median counts.
"""

from __future__ import annotations

import io
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.csv

from benchmarks.harness import seconds
from ksdt_core.data.readers import parts
from ksdt_core.data.readers.cells import MISSING_MARKERS
from ksdt_core.data.readers.delimited import read
from ksdt_core.data.readers.table import ReadOptions

REPEATS = 5


@dataclass(frozen=True, slots=True)
class Case:
    """A text table and how it is written."""

    name: str
    data: bytes
    separator: str = ","
    decimal: str = "."


def cases() -> list[Case]:
    return [
        Case("long, 100,000 × 50", _text(100_000, 50)),
        Case("wide, 200 × 20,000", _text(200, 20_000)),
        Case("quoted, 100,000 × 50", _text(100_000, 50, quoted=True)),
        Case("decimal comma, 100,000 × 50", _text(100_000, 50).replace(b",", b";").replace(b".", b","), ";", ","),
    ]


def _text(n_rows: int, n_attributes: int, *, quoted: bool = False) -> bytes:
    generator = np.random.default_rng(1)
    columns = {f"g{i}": generator.normal(size=n_rows).round(4) for i in range(n_attributes)}
    classes = np.where(generator.random(n_rows) < 0.5, "bad, very", "good") if quoted else None
    frame = pa.table({**columns, "class": classes if quoted else np.where(columns["g0"] > 0, "bad", "good")})
    stream = io.BytesIO()
    pyarrow.csv.write_csv(frame, stream)
    return stream.getvalue()


def with_ours(case: Case) -> pd.DataFrame:
    return read(case.data, ReadOptions(where=case.name)).frame


def with_pyarrow(case: Case) -> pd.DataFrame:
    """As near to what we promise as pyarrow comes: our missing markers, the class as text."""
    table = pyarrow.csv.read_csv(
        pa.BufferReader(case.data),
        parse_options=pyarrow.csv.ParseOptions(delimiter=case.separator, newlines_in_values=True),
        convert_options=pyarrow.csv.ConvertOptions(
            decimal_point=case.decimal, null_values=sorted(MISSING_MARKERS), strings_can_be_null=True,
            column_types={"class": pa.string()},
        ),
    )  # fmt: skip
    return table.to_pandas()


def with_pandas(case: Case) -> pd.DataFrame:
    return pd.read_csv(io.BytesIO(case.data), sep=case.separator, decimal=case.decimal)


def same_numbers(one: pd.DataFrame, other: pd.DataFrame) -> bool:
    """Whether two readers got the same bits."""
    numbers = [frame.drop(columns="class").to_numpy(dtype=np.float64) for frame in (one, other)]
    return bool(np.array_equal(numbers[0], numbers[1], equal_nan=True))


def main() -> int:
    readers: tuple[Callable[[Case], pd.DataFrame], ...] = (with_ours, with_pyarrow, with_pandas)
    parts.WORTH_COMPILING = 0  # the compiled loop is measured, not whether it has been compiled before
    for case in cases():
        frames = [reader(case) for reader in readers]  # the first call compiles and loads
        exact = [same_numbers(frames[0], frame) for frame in frames[1:]]
        times = [[timed(reader, case) for reader in readers] for _ in range(REPEATS)]
        for number, clock in enumerate(("on the wall", "of processors")):
            ours, arrow, pandas = (
                statistics.median(each[number] for each in column) for column in zip(*times, strict=True)
            )
            print(
                f"{case.name:<30} {clock:<14} pandas {pandas:6.3f} s   ours {ours / pandas:5.2f}x   "
                f"pyarrow {arrow / pandas:5.2f}x",
                flush=True,
            )
        print(f"{'':<30} same numbers as pyarrow: {exact[0]}, as pandas: {exact[1]}", flush=True)
    return 0


def timed(reader: Callable[[Case], pd.DataFrame], case: Case) -> tuple[float, float]:
    """Seconds on the wall, and of all processors together: those tell more where other programs run."""
    began = time.process_time()
    on_the_wall = seconds(lambda: reader(case))
    return on_the_wall, time.process_time() - began


if __name__ == "__main__":
    sys.exit(main())
