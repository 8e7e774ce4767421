"""Texts that are different but would become one number: 007 beside 7, and whole numbers of very many digits.

Such columns are codes, not measurements. They are kept as categories, so that no two codes are taken for one.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from ksdt_core.text import listed

EXACT = 1 << 53  # up to here every whole number is a float
LONG = 16  # digits from which on a whole number may be none
MOST_DIGITS = 300  # beyond, a number is infinite
_WHOLE = re.compile(r"\s*\+?(-?[0-9]+)\s*")
_DOUBTFUL = re.compile(r"\s*[+-]?(?:0[0-9]|[0-9]{16})")


@dataclass(frozen=True, slots=True)
class Merged:
    """Texts of a column that a number cannot hold: two that are one number, or one of too many digits."""

    examples: tuple[str, ...]
    apart: bool  # all texts of the column are whole numbers: it holds codes, and stays text


def merged_texts(texts: Collection[str]) -> Merged | None:
    """What would be lost if these different texts of a column were read as numbers; None where nothing is.

    >>> merged_texts(["007", "7", "12"])
    Merged(examples=('007', '7'), apart=True)
    >>> merged_texts(["007", "008"]) is merged_texts(["1.50", "1.5"]) is None
    True
    """
    if not any(_DOUBTFUL.match(text) for text in texts):
        return None
    whole = {text: found[1] for text in texts if (found := _WHOLE.fullmatch(text)) and len(found[1]) <= MOST_DIGITS}
    apart = len(whole) == len(texts)
    first: dict[float, str] = {}
    for digits in ("0" if digits == "-0" else digits for digits in whole.values()):
        before = first.setdefault(float(digits), digits)
        if before != digits:
            return Merged((before, digits), apart)
    # Beside short numbers a long one is a large amount, of which the last digits do not matter.
    if not apart or min(len(digits.lstrip("-")) for digits in whole.values()) < LONG:
        return None
    inexact = next((digits for digits in whole.values() if float(digits) != int(digits)), None)
    return None if inexact is None else Merged((inexact,), apart)


def merged_notes(found: Sequence[tuple[str, Merged]]) -> tuple[str, ...]:
    """What to tell of these columns, by name: one sentence for each kind of loss."""
    groups: dict[tuple[bool, int], list[tuple[str, Merged]]] = {}
    for name, merged in found:
        groups.setdefault((merged.apart, len(merged.examples)), []).append((name, merged))
    return tuple(_note(group) for group in groups.values())


def _note(group: Sequence[tuple[str, Merged]]) -> str:
    (_, merged), one = group[0], len(group) == 1
    examples = [listed([text]) for text in merged.examples]
    columns = f"{'column' if one else 'columns'} {listed(name for name, _ in group)}"
    was = "was" if one else "were"
    if not merged.apart:
        return (
            f"{columns} {was} read as numbers, although some different texts become the same number "
            f"({' and '.join(examples)})"
        )
    if len(examples) == 1:
        return f"{columns} {was} read as categories, because numbers such as {examples[0]} have too many digits"
    return f"{columns} {was} read as categories, because {' and '.join(examples)} would be the same number"
