"""`ksdt.patterns`: conditions on up to a few attributes that predict a class in both tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.model.pair import DatasetPair
from ksdt_core.errors import InvalidDataError
from ksdt_core.patterns.choosing import distinct, not_redundant, predicting, shared_p_values
from ksdt_core.patterns.extents import rows_of
from ksdt_core.patterns.items import items_of
from ksdt_core.patterns.itemsets import Itemset, frequent_itemsets, least_rows
from ksdt_core.patterns.parameters import PatternParameters
from ksdt_core.patterns.pattern import Pattern, Patterns
from ksdt_core.patterns.saying import Leaves, leaves_of, saying_tree
from ksdt_core.rules.condition_text import conditions_text
from ksdt_core.rules.conditions import Condition, covered
from ksdt_core.rules.evidence import Evidence, holm
from ksdt_core.rules.full_paths import Trees, renamed_attributes
from ksdt_core.rules.rules_view import condition_views


def patterns(pair: DatasetPair, trees: Trees | None = None, *, exclude: Sequence[str] = (), **options: Any) -> Patterns:
    """The patterns of a pair, the clearest first. Every row of a table counts once, even if the pair is balanced.

    Options are those of `PatternParameters`: min_support, max_length, bins, max_itemsets. With `trees` each pattern
    says which of them already has a rule for it (`ksdt_core/patterns/saying.py`). What is a pattern, and which are
    omitted as redundant, is defined in `ksdt_core/patterns/choosing.py`. p-values are those of each table; the larger
    is corrected by Holm for every class and every distinct set of rows that was looked at.
    """
    asked = PatternParameters(**options)
    items = items_of(pair, asked.bins, exclude)
    if not items:
        raise InvalidDataError("no-item-for-patterns", table=pair.name)
    rows, holds = rows_of(pair, items)
    itemsets = _frequent(holds, asked)
    counts, keys = rows.counts(itemsets)
    least = [least_rows(asked.min_support, each.shape[0]) for each in holds]
    enough = np.flatnonzero((counts.sum(axis=2) >= least).all(axis=1)).tolist()
    itemsets, counts, keys = [itemsets[i] for i in enough], counts[enough], [keys[i] for i in enough]
    best = distinct(itemsets, keys)
    chosen, counts = [itemsets[i] for i in best], counts[best]
    totals = np.array([np.bincount(side.classes, minlength=len(pair.class_names)) for side in (pair.left, pair.right)])
    which = predicting(counts, totals)
    p_values = shared_p_values(counts, totals, which)
    corrected = np.array(holm(p_values.max(axis=0).ravel().tolist()), dtype=float).reshape(which.shape)
    leaves = None if trees is None else leaves_of(trees, pair)
    found = [
        _pattern(
            pair,
            tuple(items[item] for item in chosen[position]),
            answer,
            counts=counts[position],
            totals=totals,
            p_values=p_values[:, position, answer],
            p_corrected=float(corrected[position, answer]),
            leaves=leaves,
        )
        for answer in range(len(pair.class_names))
        for position in not_redundant(np.flatnonzero(which[:, answer]).tolist(), answer, counts, chosen, rows)
    ]
    found.sort(key=lambda each: (each.p_corrected, max(each.p_values), -each.shared_lift, len(each.conditions)))
    return Patterns(
        tables=(pair.left.name, pair.right.name),
        n_rows=(pair.left.n_rows, pair.right.n_rows),
        class_names=pair.class_names,
        scale=pair.preparation.scale,
        min_support=asked.min_support,
        max_length=asked.max_length,
        bins=asked.bins,
        n_items=len(items),
        n_itemsets=len(itemsets),
        n_distinct=len(chosen),
        patterns=tuple(found),
        n_trees=None if leaves is None else len(leaves),
    )


def _frequent(holds: tuple[NDArray[np.bool_], ...], asked: PatternParameters) -> list[Itemset]:
    """Itemsets with enough rows in the table with fewer rows, of items that have enough in both, in a fixed order."""
    least = [least_rows(asked.min_support, each.shape[0]) for each in holds]
    in_both = np.logical_and(*(each.sum(axis=0) >= rows for each, rows in zip(holds, least, strict=True)))
    smaller = int(holds[1].shape[0] < holds[0].shape[0])
    return sorted(
        frequent_itemsets(
            holds[smaller] & in_both,
            least[smaller],
            max_length=asked.max_length,
            max_itemsets=asked.max_itemsets,
            min_support=asked.min_support,
        )
    )


def _pattern(
    pair: DatasetPair,
    conditions: tuple[Condition, ...],
    answer: int,
    *,
    counts: NDArray[np.int64],
    totals: NDArray[np.int64],
    p_values: NDArray[np.float64],
    p_corrected: float,
    leaves: list[Leaves] | None,
) -> Pattern:
    ordered = tuple(sorted(conditions, key=lambda each: (each.column, each.op == "<=")))
    sides = pair.left, pair.right
    left, right = (
        Evidence(side.name, tuple(own.tolist()), answer, float(all_rows[answer] / all_rows.sum()))
        for side, own, all_rows in zip(sides, counts, totals, strict=True)
    )
    name, said = pair.class_names[answer], None
    if leaves is not None:
        met = tuple(covered(ordered, side.original, table) for table, side in enumerate(sides))
        said = saying_tree(leaves, met, name)
    return Pattern(
        conditions=condition_views(ordered, dict(renamed_attributes(pair))),
        text=conditions_text(ordered),
        answer=name,
        evidence=(left, right),
        p_values=(float(p_values[0]), float(p_values[1])),
        p_corrected=p_corrected,
        said_by=said,
    )
