"""ID3 and the learner after C4.5 as they are told in words: nested, one row at a time, no missing cells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from tests.oracles.plain_measures import entropy, mean
from tests.oracles.plain_splits import midpoint

TIE = 1e-9
Cells = Sequence[float]
Rows = list[tuple[Cells, int]]  # cells and class
Parts = dict[Any, Rows]


def majority(rows: Rows) -> int:
    counts = Counter(class_ for _, class_ in rows)
    return min(counts, key=lambda class_: (-counts[class_], class_))


def gain(parts: Parts) -> float:
    whole = [class_ for rows in parts.values() for _, class_ in rows]
    after = sum(len(rows) / len(whole) * entropy(list(Counter(c for _, c in rows).values())) for rows in parts.values())
    return entropy(list(Counter(whole).values())) - after


def gain_ratio(parts: Parts) -> float:
    return gain(parts) / entropy([len(rows) for rows in parts.values()])


def by_value(rows: Rows, attribute: int) -> Parts:
    parts: Parts = {}
    for cells, class_ in rows:
        parts.setdefault(cells[attribute], []).append((cells, class_))
    return dict(sorted(parts.items()))


def by_threshold(rows: Rows, attribute: int, threshold: float) -> Parts:
    parts: Parts = {True: [], False: []}
    for cells, class_ in rows:
        parts[cells[attribute] <= threshold].append((cells, class_))
    return parts


def first_best(found: list[tuple[Any, float]]) -> Any:
    best = max(worth for _, worth in found)
    return next(one for one, worth in found if worth >= best - TIE)


def id3(rows: Rows, attributes: Sequence[int]) -> Any:
    """A class, or (attribute, children by value, class for values that were not met)."""
    usable = [attribute for attribute in attributes if len(by_value(rows, attribute)) > 1]
    if len({class_ for _, class_ in rows}) == 1 or not usable:
        return majority(rows)
    chosen = first_best([(attribute, gain(by_value(rows, attribute))) for attribute in usable])
    left = [attribute for attribute in usable if attribute != chosen]
    return chosen, {value: id3(part, left) for value, part in by_value(rows, chosen).items()}, majority(rows)


def c45(rows: Rows, numeric: Sequence[bool]) -> Any:
    """A class, or (a function from cells to a key, children by key, class for keys that were not met)."""
    found: list[tuple[Callable[[Cells], Any], Parts]] = []
    for attribute, is_numeric in enumerate(numeric):
        if not is_numeric:
            parts = by_value(rows, attribute)
            if sum(len(part) >= 2 for part in parts.values()) >= 2:
                found.append((lambda cells, a=attribute: cells[a], parts))
            continue
        cuts = [midpoint(a, b) for a, b in pairwise(sorted({cells[attribute] for cells, _ in rows}))]
        cuts = [cut for cut in cuts if min(map(len, by_threshold(rows, attribute, cut).values())) >= 2]
        if cuts:
            cut = first_best([(cut, gain(by_threshold(rows, attribute, cut))) for cut in cuts])
            found.append((lambda cells, a=attribute, t=cut: cells[a] <= t, by_threshold(rows, attribute, cut)))
    found = [(key, parts) for key, parts in found if gain(parts) > TIE]
    if len({class_ for _, class_ in rows}) == 1 or not found:
        return majority(rows)
    average = mean([gain(parts) for _, parts in found])
    eligible = [(one, gain_ratio(one[1])) for one in found if gain(one[1]) >= average - TIE]
    key, parts = first_best(eligible)
    return key, {value: c45(part, numeric) for value, part in parts.items()}, majority(rows)


def answer(tree: Any, cells: Cells) -> int:
    """The class that a tree of either learner answers."""
    while isinstance(tree, tuple):
        test, children, otherwise = tree
        tree = children.get(test(cells) if callable(test) else cells[test], otherwise)
    return int(tree)
