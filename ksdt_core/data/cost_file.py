"""What attributes cost, as people write it in a file."""

from __future__ import annotations

import os

from ksdt_core.data.cells import listed
from ksdt_core.data.maps import rows_of_names
from ksdt_core.errors import InvalidParameterError

HEADER = ("attribute", "cost")


def read_costs(path: str | os.PathLike[str]) -> tuple[tuple[str, float], ...]:
    """Attributes and their costs from a file of two columns; a first line `attribute,cost` is taken as a header.

    Fields are parted by tabs, semicolons or commas. Whether the numbers can be used is checked by those who use them.
    """
    where = f"costs {str(path)!r}"
    costs: list[tuple[str, float]] = []
    for number, row in rows_of_names(path, where, header=HEADER):
        if len(row) != 2 or not row[0]:
            raise InvalidParameterError(
                f"{where}, line {number}: an attribute and its cost are needed, as blood test,5."
            )
        try:
            costs.append((row[0], float(row[1])))
        except ValueError:
            raise InvalidParameterError(
                f"{where}, line {number}: the cost {listed(row[1:])} of {listed(row[:1])} is not a number; write it as "
                "5 or 0.5."
            ) from None
    if not costs:
        raise InvalidParameterError(f"{where} is empty; write an attribute and its cost a line, as blood test,5.")
    return tuple(costs)
