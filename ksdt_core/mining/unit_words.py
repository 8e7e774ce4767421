"""Which attributes of a set are in other units than the file of a table has."""

from __future__ import annotations

from collections.abc import Collection

from ksdt_core.data.preparing.conversions import conversion_words
from ksdt_core.mining.tree_set import PairSummary


def converted_units(pair: PairSummary, among: Collection[str] | None = None) -> str:
    """`chol of smart × 38.67, temp of rhc − 32 ÷ 1.8`: conversions, of some attributes alone; empty without any.

    Thresholds, rows and distributions are in the units after it.
    """
    names = {"left": pair.left.name, "right": pair.right.name}
    return ", ".join(
        f"{one.attribute} of {names[one.side]} {conversion_words(one.formula)}"
        for one in pair.conversions
        if among is None or one.attribute in among
    )
