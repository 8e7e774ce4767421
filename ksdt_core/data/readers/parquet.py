"""Parquet files, by pyarrow."""

from __future__ import annotations

from typing import Any

import pandas as pd

from ksdt_core.data.readers.codes import EXACT
from ksdt_core.data.readers.table import ReadOptions, Table
from ksdt_core.errors import InvalidDataError

MAGIC = b"PAR1"
CELL_BYTES = 8


def recognise(data: bytes) -> bool:
    return data.startswith(MAGIC)


def read(data: bytes, options: ReadOptions) -> Table:
    """The columns of a Parquet file; an index that pandas stored with it is omitted."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        file = pq.ParquetFile(pa.BufferReader(data))
        _check_size(file, options)
        _check_types(file.schema_arrow, options.where)
        table = _with_long_numbers(_with_texts(data, file.schema_arrow, options))
        frame: pd.DataFrame = table.to_pandas(strings_to_categorical=False, date_as_object=True)
    except (pa.ArrowException, OSError, ValueError, KeyError, TypeError, OverflowError, MemoryError):
        raise InvalidDataError("damaged-parquet", where=options.where) from None
    frame.columns = pd.Index([str(name) for name in frame.columns], dtype=object)
    return Table(frame.reset_index(drop=True))


def _check_size(file: Any, options: ReadOptions) -> None:
    metadata = file.metadata
    options.limits.check_rows(metadata.num_rows, options.where)
    options.limits.check_columns(metadata.num_columns, options.where)
    options.limits.check_cells(metadata.num_rows, metadata.num_columns, options.where)
    options.limits.check_size(metadata.num_rows * metadata.num_columns * CELL_BYTES, options.where)
    groups = (metadata.row_group(position) for position in range(metadata.num_row_groups))
    options.limits.check_size(sum(group.total_byte_size for group in groups), options.where)


def _with_texts(data: bytes, schema: Any, options: ReadOptions) -> Any:
    """The table; a text that is stored once and meant a million times is measured before it is written out."""
    import pyarrow as pa
    import pyarrow.compute as pc
    import pyarrow.parquet as pq

    is_text = pa.types.is_string, pa.types.is_large_string
    texts = [column.name for column in schema if any(test(column.type) for test in is_text)]
    table = pq.ParquetFile(pa.BufferReader(data), read_dictionary=texts).read()
    table.validate(full=True)  # texts of a damaged file may be none
    chunks = [chunk for column in table.columns for chunk in column.chunks if pa.types.is_dictionary(chunk.type)]
    chunks = [chunk for chunk in chunks if any(test(chunk.dictionary.type) for test in is_text)]
    sizes = (pc.sum(pc.binary_length(chunk.dictionary).take(chunk.indices)).as_py() or 0 for chunk in chunks)
    options.limits.check_size(sum(sizes), options.where)
    return table.cast(schema)


def _with_long_numbers(table: Any) -> Any:
    """The table with whole numbers as texts where gaps among them would make pandas round them."""
    import pyarrow as pa
    import pyarrow.compute as pc

    for position, column in enumerate(table.columns):
        if column.type in (pa.int64(), pa.uint64()) and 0 < column.null_count < len(column):
            bounds = pc.min_max(column).as_py()
            if bounds["max"] > EXACT or bounds["min"] < -EXACT:
                table = table.set_column(position, table.column_names[position], column.cast(pa.string()))
    return table


def _check_types(schema: Any, where: str) -> None:
    from pyarrow import types

    for column in schema:
        if types.is_nested(column.type) or types.is_binary(column.type) or types.is_large_binary(column.type):
            raise InvalidDataError("nested-column", where=where, column=column.name, type=str(column.type))
