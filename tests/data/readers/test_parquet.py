"""Parquet files written by pyarrow and by pandas."""

from __future__ import annotations

import decimal
import io
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from ksdt_core.data import Limits
from tests.data.tables import cells_of, classes_of, read_bytes_as
from tests.refusals import refused


def parquet_of(columns: dict[str, Any], **options: Any) -> bytes:
    stream = io.BytesIO()
    pq.write_table(pa.table(columns), stream, **options)
    return stream.getvalue()


def test_every_kind_of_column() -> None:
    data = parquet_of(
        {
            "int": pa.array([1, 2, None], pa.int32()),
            "float": pa.array([0.5, None, 2.5]),
            "text": pa.array(["u", None, "v"]),
            "dictionary": pa.array(["p", "q", "p"]).dictionary_encode(),
            "logical": pa.array([True, False, None]),
            "exact": pa.array([decimal.Decimal("1.25"), decimal.Decimal("2.50"), None]),
            "day": pa.array([0, 1, None], pa.date32()),
            "class": pa.array([1, 0, 1]),
        }
    )
    table = read_bytes_as(data, file="t.parquet")
    assert table.name == "t"
    assert cells_of(table) == {
        "int": [1, 2, None],
        "float": [0.5, None, 2.5],
        "text": ["u", None, "v"],
        "dictionary": ["p", "q", "p"],
        "logical": ["True", "False", None],
        "exact": [1.25, 2.5, None],
        "day": ["1970-01-01", "1970-01-02", None],
    }
    assert classes_of(table) == ["1", "0", "1"]


@pytest.mark.parametrize("compression", ["none", "snappy", "gzip", "zstd", "brotli"])
def test_a_round_trip_by_pandas(compression: str) -> None:
    frame = pd.DataFrame(np.random.default_rng(1).normal(size=(50, 4)), columns=["a", "b", "<i>", "d\n"])
    frame["class"] = ["u", "v"] * 25
    frame.index = pd.Index([f"row {i}" for i in range(50)], name="who")
    stream = io.BytesIO()
    frame.to_parquet(stream, compression=None if compression == "none" else compression)
    table = read_bytes_as(stream.getvalue())
    assert table.attributes == ("a", "b", "<i>", "d\n")
    assert np.array_equal(table.values, frame.iloc[:, :4].to_numpy())


def test_nested_columns_are_named() -> None:
    with refused("nested-column", column="many"):
        read_bytes_as(parquet_of({"many": [[1], [2, 3]], "class": ["a", "b"]}))
    with refused("nested-column", column="raw", type="binary"):
        read_bytes_as(parquet_of({"raw": [b"1", b"2"], "class": ["a", "b"]}))


def test_limits_hold_for_parquet() -> None:
    data = parquet_of({"x": list(range(100_000)), "class": ["a"] * 100_000})
    with refused("too-many-rows"):
        read_bytes_as(data, limits=Limits(rows=99_999))
    with refused("too-many-columns"):
        read_bytes_as(data, limits=Limits(columns=1))
    with refused("table-too-large"):
        read_bytes_as(data, limits=Limits(size=1_500_000))  # far more than the packed file, less than its cells


@pytest.mark.parametrize("keep", [10, 200, -200, -9])
def test_truncated_files(keep: int) -> None:
    data = parquet_of({"x": list(range(1000)), "class": ["a", "b"] * 500})
    with refused("damaged-parquet"):
        read_bytes_as(data[:keep])


def test_texts_that_are_no_text_are_damage() -> None:
    """The file was read, and what looked at its cells broke down."""
    data = parquet_of({"x": ["abc", "abd"] * 3, "class": ["a", "b"] * 3}, compression="none")
    with refused("damaged-parquet"):
        read_bytes_as(data.replace(b"abc", b"ab\xd2"))
