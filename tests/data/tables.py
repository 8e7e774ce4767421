"""Small tables for tests, written as rows or as bytes."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

import pandas as pd

from ksdt_core.data import Dataset, dataset_from_frame, read_dataset


def table_of(names: str, rows: Sequence[Sequence[object]], *, name: str = "table") -> Dataset:
    """A table of rows; the last column is the class and None is a missing cell."""
    columns = [*names.split(), "class"]
    return dataset_from_frame(pd.DataFrame([list(row) for row in rows], columns=columns), "class", name)


def texts_of(table: Dataset, column: int = 0) -> list[str | float | None]:
    """The cells of a column as a person would read them."""
    values = table.categories[column]
    cells = table.values[:, column].tolist()
    return [None if cell != cell else cell if values is None else values[int(cell)] for cell in cells]


def cells_of(table: Dataset) -> dict[str, list[str | float | None]]:
    """All cells by attribute, as a person would read them."""
    return {name: texts_of(table, column) for column, name in enumerate(table.attributes)}


def classes_of(table: Dataset) -> list[str]:
    """The class of each row."""
    return [table.class_names[position] for position in table.classes]


def read_bytes_as(data: bytes, *, file: str = "table.dat", **options: Any) -> Dataset:
    """The table of a file with this content."""
    stream = io.BytesIO(data)
    stream.name = file
    return read_dataset(stream, **options)
