"""The items of a pair: `attribute = value` for categories, `attribute ≤ cut` and `attribute > cut` for numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from ksdt_core.data.model.pair import DatasetPair
from ksdt_core.data.preparing.pairing import threshold_between
from ksdt_core.learners.discretising import equal_frequency_cuts
from ksdt_core.rules.conditions import Condition
from ksdt_core.text import separating


def items_of(pair: DatasetPair, bins: int, exclude: Sequence[str] = ()) -> tuple[Condition, ...]:
    """The items in the order of the attributes.

    Cuts are those of equal frequency on the rows of both tables together, each row once, on the scale of the pair.
    They do not depend on the classes, so that tests of patterns are not biased by them. As a split of a tree, an item
    holds for some rows of each table and not for others: where one table has many equal values, a percentile can lie
    below all of them, and a bound there would restrict the other table alone.
    """
    return tuple(
        item
        for column, name in enumerate(pair.attributes)
        if name not in exclude
        for item in (_values(pair, column) if pair.categories[column] is not None else _bounds(pair, column, bins))
        if _is_common(item, pair)
    )


def _is_common(item: Condition, pair: DatasetPair) -> bool:
    """Whether some rows of each table have the item, and others have not."""
    held = (item.holds(side.original, table) for table, side in enumerate((pair.left, pair.right)))
    return all(own.any() and not own.all() for own in held)


def _values(pair: DatasetPair, column: int) -> Iterator[Condition]:
    """An item for each value that some row has."""
    seen = np.unique(np.concatenate([side.original[:, column] for side in (pair.left, pair.right)]))
    for code in seen.astype(int).tolist():
        name = (pair.categories[column] or ())[code]
        yield Condition(pair.attributes[column], "=", name, (name, name), column, code)


def _bounds(pair: DatasetPair, column: int, bins: int) -> Iterator[Condition]:
    """Two items for each cut."""
    cells = np.concatenate([side.scaled[:, column] for side in (pair.left, pair.right)])
    for cut in equal_frequency_cuts(cells, bins).tolist():
        units = _units(pair, column, cut)
        shown = _shown(pair, column, units)
        codes = (pair.codes[column] if pair.codes else None) or ()
        same = all((code <= units[0]) == (code <= units[1]) for code in codes)
        for op in ("<=", ">"):
            yield Condition(pair.attributes[column], op, cut, units, column, shown=shown, codes=codes if same else ())


def _units(pair: DatasetPair, column: int, cut: float) -> tuple[float, float]:
    """The cut in the units of each table: the cut itself where the attribute is not scaled."""
    sides = pair.left, pair.right
    if all(np.array_equal(side.original[:, column], side.scaled[:, column]) for side in sides):
        return cut, cut
    left, right = (threshold_between(side.original[:, column], side.scaled[:, column], cut) for side in sides)
    return left, right


def _shown(pair: DatasetPair, column: int, units: tuple[float, float]) -> tuple[str, ...]:
    """The cut as people read it, with as many digits as the neighbouring values need."""
    neighbours = []
    for side, cut in zip((pair.left, pair.right), units, strict=True):
        cells = side.original[:, column]
        below = cells <= cut
        neighbours.append((float(cells[below].max(initial=-np.inf)), float(cells[~below].min(initial=np.inf))))
    if units[0] == units[1]:
        lows, highs = zip(*neighbours, strict=True)
        neighbours = [(max(lows), min(highs))] * 2
    return tuple(separating(cut, low, high) for cut, (low, high) in zip(units, neighbours, strict=True))
