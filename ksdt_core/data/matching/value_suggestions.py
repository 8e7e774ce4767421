"""A guess which value of a categorical attribute is which, only where hardly anybody would doubt it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from ksdt_core.data.matching.names import folded
from ksdt_core.data.readers.cells import is_number

# Words for the two sides of a question; only where both sides stand in both tables are they taken for answers to it.
ANSWERS = (
    (frozenset({"yes", "y", "true", "t", "1"}), frozenset({"no", "n", "false", "f", "0"})),
    (frozenset({"male", "m"}), frozenset({"female", "f"})),
)
MOST_VALUES = 1000

Values = Sequence[str]


def suggest_values(left: Values, right: Values) -> dict[str, str]:
    """For values of the right table that the left one does not have the value of the left one that is meant.

    Values that are the same but for case, blanks and punctuation, numbers that are the same however they are written,
    and answers such as yes and Y, false and 0, male and M.

    >>> suggest_values(["no", "yes"], ["N", "Y", "unknown"])
    {'N': 'no', 'Y': 'yes'}
    """
    if max(len(left), len(right)) > MOST_VALUES:
        return {}
    of_sight = _only_ones(left)
    known = set(left)
    found = {old: of_sight[sight] for old in right if old not in known and (sight := _sight(old)) in of_sight}
    for old, new in _answers(left, right):
        if old not in known:
            found.setdefault(old, new)
    return {old: found[old] for old in right if old in found}


def _answers(left: Values, right: Values) -> Iterator[tuple[str, str]]:
    for sides in ANSWERS:
        spoken = [[_spoken(values, side) for side in sides] for values in (left, right)]
        if all(len(words) == 1 for of_table in spoken for words in of_table):
            yield from ((old[0], new[0]) for new, old in zip(*spoken, strict=True))


def _spoken(values: Values, side: frozenset[str]) -> list[str]:
    """The values that say this; a number says nothing beside other numbers than 0 and 1."""
    numbers = {_sight(value) for value in values if is_number(value)}
    said = [value for value in values if folded(value) in side]
    return said if numbers <= {"0", "1"} else [value for value in said if not is_number(value)]


def _only_ones(values: Values) -> dict[str, str]:
    """Values by what is left of them, without those of which nothing is left or the same as of another."""
    sights = {value: _sight(value) for value in values}
    counts = Counter(sights.values())
    return {sight: value for value, sight in sights.items() if sight and counts[sight] == 1}


def _sight(value: str) -> str:
    """What is left of a value without case, blanks and punctuation; of a number all that it says."""
    return f"{float(value):g}" if is_number(value) else folded(value)
