"""What is decided about attributes before cells are filled: units, kinds, which are too sparse, which hold codes.

The decisions are made once, on all rows of the two matched tables; folds, shuffles and replicates keep them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.matching.matching import unify_categories
from ksdt_core.data.matching.value_matching import recoded, values_of
from ksdt_core.data.model.dataset import Dataset
from ksdt_core.data.model.pair import Matched
from ksdt_core.data.model.preparation import Preparation
from ksdt_core.data.model.settled import Conversion, Settled, SparseAttribute
from ksdt_core.data.preparing.codes import codes_of
from ksdt_core.data.preparing.conversions import conversions_of, with_converted_column
from ksdt_core.errors import InvalidDataError, InvalidParameterError, Remedy
from ksdt_core.text import nearest

EVERY: Final = "*"
"""In the names of numeric attributes: all of them."""

Tables = tuple[Dataset, Dataset]


def settle(matched: Matched, preparation: Preparation) -> Matched:
    """Two matched tables with units converted, kinds declared and sparse attributes dropped; done once."""
    if matched.settled is not None:
        return matched
    tables = (matched.left, matched.right)
    conversions = conversions_of(*tables, preparation.convert)
    tables = _with_conversions(tables, conversions)
    tables = _with_kinds(tables, preparation)
    kept, sparse = _sparse(tables, preparation.max_missing)
    if sparse:
        tables = (tables[0].take_columns(kept), tables[1].take_columns(kept))
    codes = codes_of(*tables)
    declared = set(preparation.numeric)
    if declared:
        names = tables[0].attributes
        codes = tuple(
            None if EVERY in declared or name in declared else own for name, own in zip(names, codes, strict=True)
        )
    return replace(
        matched,
        left=tables[0],
        right=tables[1],
        how=_taken(matched.how, kept),
        right_names=_taken(matched.right_names, kept),
        settled=Settled(codes, conversions, sparse),
    )


def _taken(values: tuple[str, ...], kept: list[int]) -> tuple[str, ...]:
    return tuple(values[column] for column in kept) if values else values


def _with_conversions(tables: Tables, conversions: Iterable[Conversion]) -> Tables:
    made = {"left": tables[0], "right": tables[1]}
    for one in conversions:
        made[one.side] = with_converted_column(made[one.side], one.attribute, one.formula)
    return made["left"], made["right"]


def _with_kinds(tables: Tables, preparation: Preparation) -> Tables:
    """Attributes that a person declares: numbers as categories, and what must be numbers is."""
    left = tables[0]
    names = left.attributes
    for option in ("numeric", "categorical"):
        for name in getattr(preparation, option):
            if name not in names and not (option == "numeric" and name == EVERY):
                near = nearest(name, names)
                raise InvalidParameterError("unknown-attribute", option=option, name=name, nearest=near)
    for name in preparation.numeric:
        values = None if name == EVERY and name not in names else left.categories[names.index(name)]
        if values is not None:
            example = next((value for value in values if not _reads_as_number(value)), values[-1])
            raise InvalidParameterError("declared-numeric", option="numeric", name=name, example=example)
    columns = [names.index(name) for name in preparation.categorical if left.categories[names.index(name)] is None]
    return unify_categories(*(_as_categories(table, columns) for table in tables)) if columns else tables


def _reads_as_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _as_categories(table: Dataset, columns: list[int]) -> Dataset:
    """The numbers of these columns as texts; a column without any value has no category."""
    values, categories = np.array(table.values, order="F"), list(table.categories)
    for column in columns:
        texts = values_of(table, column)
        union = tuple(sorted(set(texts.values())))
        place = {text: position for position, text in enumerate(union)}
        values[:, column] = recoded(values[:, column], {value: place[text] for value, text in texts.items()})
        categories[column] = union
    return replace(table, values=values, categories=tuple(categories))


def _sparse(tables: Tables, most: float) -> tuple[list[int], tuple[SparseAttribute, ...]]:
    """The columns that stay, and the attributes of which more than a share of `most` is missing in either table."""
    left, right = (missing_shares(table) for table in tables)
    dropped = (left > most) | (right > most)
    names = tables[0].attributes
    sparse = tuple(
        SparseAttribute(names[column], float(left[column]), float(right[column]))
        for column in np.flatnonzero(dropped).tolist()
    )
    if len(sparse) == len(names):
        raise InvalidDataError(
            "every-attribute-sparse",
            tables=(tables[0].name, tables[1].name),
            value=most,
            remedies=(Remedy("max_missing", "1"),),
        )
    return np.flatnonzero(~dropped).tolist(), sparse


def missing_shares(table: Dataset) -> NDArray[np.float64]:
    """For each attribute the share of its cells that are missing."""
    return np.asarray(np.isnan(table.values).sum(axis=0) / max(table.n_rows, 1))
