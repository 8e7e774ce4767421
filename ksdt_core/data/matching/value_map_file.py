"""A file that says which value of a categorical attribute is which."""

from __future__ import annotations

import os
from collections.abc import Iterable

from ksdt_core.data.matching.maps import MapSource, rows_of_names, text_of_names
from ksdt_core.data.matching.value_matching import ValueMatch
from ksdt_core.errors import InvalidParameterError

HEADER = ("attribute", "left", "right")


def read_value_map(source: MapSource) -> dict[str, dict[str, str]]:
    """For attributes and values of the right table the value of the left one, from a file or an open binary file.

    The file has three columns: the left table's name of an attribute, a value of the left table, and what the right
    table writes for it. Several values of the right table may stand for one of the left.
    """
    name = source if isinstance(source, (str, os.PathLike)) else getattr(source, "name", "of three columns")
    left_of: dict[str, dict[str, str]] = {}
    for number, row in rows_of_names(source, "value map", str(name), header=HEADER):
        if len(row) != len(HEADER) or not all(row):
            raise InvalidParameterError("value-map-line", file=str(name), line=number)
        attribute, left, right = row
        if left_of.setdefault(attribute, {}).setdefault(right, left) != left:
            raise InvalidParameterError("two-values", file=str(name), line=number, value=right, attribute=attribute)
    if not left_of:
        raise InvalidParameterError("empty-value-map", file=str(name))
    return left_of


def value_map_text(matches: Iterable[ValueMatch]) -> str:
    """Attributes, left and right values as the text of a file that `read_value_map` reads back."""
    return text_of_names((HEADER, *matches))
