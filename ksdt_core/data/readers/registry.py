"""Which reader a file needs, by what is in it rather than by its name."""

from __future__ import annotations

from collections.abc import Callable

from ksdt_core.data.readers import delimited, excel, gct, geo, orange, parquet, weka
from ksdt_core.data.readers.cls import refuse_class_file
from ksdt_core.data.readers.encoding import to_utf8
from ksdt_core.data.readers.foreign import refuse_foreign
from ksdt_core.data.readers.layout import allow_cells
from ksdt_core.data.readers.table import NoSheetsError, Reader, ReadOptions, Table
from ksdt_core.data.readers.unpacking import unpack

Format = tuple[Callable[[bytes], bool], Reader]

BINARY_FORMATS: tuple[Format, ...] = ((parquet.recognise, parquet.read), (excel.recognise, excel.read))
TEXT_FORMATS: tuple[Format, ...] = (
    (weka.recognise, weka.read),
    (gct.recognise, gct.read),
    (geo.recognise, geo.read),
    (orange.recognise, orange.read),
)


def read_table(data: bytes, options: ReadOptions) -> Table:
    """The cells of a file, whatever its format and however it is packed."""
    data, notes = unpack(data, options.where, options.limits)
    if options.sheet is not None and not excel.recognise(data):
        raise NoSheetsError(options.where, options.sheet)
    for recognise, read in BINARY_FORMATS:
        if recognise(data):
            return with_notes(read(data, options), notes)
    refuse_foreign(data, options.where)
    text, more = to_utf8(data, options.where, encoding=options.encoding)
    refuse_class_file(text, options.where)
    allow_cells(options.limits.cell_length)
    for recognise, read in TEXT_FORMATS:
        if recognise(text):
            return with_notes(read(text, options), notes + more)
    return with_notes(delimited.read(text, options), notes + more)


def with_notes(table: Table, notes: tuple[str, ...]) -> Table:
    """The table with these notes before its own."""
    return Table(table.frame, table.offered, table.marked, notes + table.notes)
