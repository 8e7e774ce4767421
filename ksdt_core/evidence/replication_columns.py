"""The columns of a third table that can stand under the names of others: numbers for numbers, codes for like codes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ksdt_core.data.model.dataset import Dataset
from ksdt_core.data.preparing.codes import code_values
from ksdt_core.data.preparing.scaling import scale_columns
from ksdt_core.evidence.replication_nulls import Exchangeable
from ksdt_core.evidence.third_table import ThirdTable
from ksdt_core.mining.tree_set import TreeSet

Kind = tuple[str, tuple[object, ...]]
MEASURED: Kind = ("measured", ())


def exchangeable_columns(trees: TreeSet, table: ThirdTable) -> Exchangeable:
    """All columns of the table by kind; of those that no tree tests, only complete ones take part.

    Attributes that were excluded from mining do not: one that decides the class would make chance too good.

    Numeric columns change places among themselves, categorical ones and codes among those with the same values.
    """
    tested = [(_tested_kind(table, position), position) for position in range(table.columns.size)]
    others = _other_columns(table, trees.parameters.exclude)
    kinds = [_kind(others, column) for column in range(others.n_attributes)]
    own = table.scaled[table.columns]
    codes = tuple(() if kind[0] == "codes" else None for kind in kinds)
    rest = scale_columns(others.values, others.categories, trees.settings.scale, codes=codes).T
    members: list[int] = []
    attribute: list[int] = []
    starts, n_tested = [0], []
    for kind in dict.fromkeys(kind for kind, _ in tested):
        here = [position for found, position in tested if found == kind]
        members += here
        attribute += table.columns[here].tolist()
        alike = [len(tested) + column for column, found in enumerate(kinds) if found == kind]
        members += alike
        attribute += [-1] * len(alike)
        starts.append(len(members))
        n_tested.append(len(here))
    return Exchangeable(
        cells=np.ascontiguousarray(np.concatenate([own, rest])) if rest.size else np.ascontiguousarray(own),
        members=np.array(members, dtype=np.int64),
        starts=np.array(starts, dtype=np.int64),
        n_tested=np.array(n_tested, dtype=np.int64),
        tested=np.array(attribute, dtype=np.int64),
    )


def _other_columns(table: ThirdTable, exclude: Sequence[str]) -> Dataset:
    """The complete columns that no tree tests and nobody excluded, on the rows that are left."""
    apart = {*table.names, *exclude}
    whole = table.whole if table.rows.size == table.whole.n_rows else table.whole.take_rows(table.rows)
    gaps = np.asarray(np.isnan(whole.values).any(axis=0))
    return whole.take_columns([c for c, name in enumerate(whole.attributes) if name not in apart and not gaps[c]])


def _tested_kind(table: ThirdTable, position: int) -> Kind:
    values = table.matched.categories[position]
    if values is not None:
        return "categories", values
    if table.codes[position] is None:
        return MEASURED
    cells = table.matched.values[table.rows, position]
    return "codes", tuple(np.unique(cells[~np.isnan(cells)]).tolist())


def _kind(table: Dataset, column: int) -> Kind:
    values = table.categories[column]
    if values is not None:
        return "categories", values
    cells = table.values[:, column]
    codes = code_values(cells, cells)
    return MEASURED if codes is None else ("codes", codes)
