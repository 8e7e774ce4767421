"""GCT files: genes in rows, samples in columns; version 1.3 may say more of each sample."""

from __future__ import annotations

import csv
import re

import pandas as pd

from ksdt_core.data.readers.delimited import parse
from ksdt_core.data.readers.layout import Layout, rows_of
from ksdt_core.data.readers.table import ReadOptions, Table
from ksdt_core.data.readers.turning import TURNED, turned_cells
from ksdt_core.errors import InvalidDataError

OPENING = re.compile(rb"#1\.[23]\s*\n")
COUNTS = re.compile(rb"\s*([0-9]{1,12})\s+([0-9]{1,12})(?:\s+([0-9]{1,12})\s+([0-9]{1,12}))?\s*")


def recognise(text: bytes) -> bool:
    return OPENING.match(text) is not None


def read(text: bytes, options: ReadOptions) -> Table:
    """Samples as rows and genes as attributes; what is said of the samples is offered for classes."""
    counts_at = text.index(b"\n") + 1
    names_at = text.find(b"\n", counts_at) + 1
    counts = COUNTS.fullmatch(text[counts_at:names_at]) if names_at else None
    if counts is None:
        raise InvalidDataError("gct-without-counts", where=options.where)
    n_genes, n_samples, n_gene_facts, n_facts = (int(count) if count else 0 for count in counts.groups())
    n_before = 2 if counts.group(3) is None else 1 + n_gene_facts  # Name and Description, or id and facts
    options.limits.check_columns(n_genes, options.where)
    options.limits.check_rows(n_samples, options.where)
    options.limits.check_cells(n_samples, n_genes, options.where)
    header, facts, body_at = _head(text, names_at, n_facts, options)
    if len(header) != n_before + n_samples or any(len(row) != len(header) for row in facts):
        raise InvalidDataError(
            "gct-samples", where=options.where, samples=n_samples, found=max(len(header) - n_before, 0)
        )
    body = parse(text, Layout(body_at, "\t", ".", tuple(header)), options, text_at=0)
    if len(body) != n_genes:
        raise InvalidDataError("gct-rows", where=options.where, rows=n_genes, found=len(body))
    frame = turned_cells(body.iloc[:, n_before:], [str(name) for name in body.iloc[:, 0]])
    offered = pd.DataFrame({row[0]: row[n_before:] for row in facts}, dtype=object)
    return Table(frame, offered, notes=(TURNED,))


def _head(text: bytes, names_at: int, n_facts: int, options: ReadOptions) -> tuple[list[str], list[list[str]], int]:
    """Names of the columns, lines about the samples, and where the line starts that is above the genes."""
    if n_facts > text.count(b"\n"):
        raise InvalidDataError("gct-facts", where=options.where, lines=n_facts)
    try:
        rows = rows_of(text, "\t", names_at)
        header, facts = next(rows, []), [next(rows, []) for _ in range(n_facts)]
    except csv.Error as error:
        raise InvalidDataError("damaged-gct", where=options.where, reason=str(error)) from None
    body_at = names_at
    for _ in range(n_facts):
        body_at = text.find(b"\n", body_at) + 1
    return header, facts, body_at
