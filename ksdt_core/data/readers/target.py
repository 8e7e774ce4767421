"""Which column holds the classes."""

from __future__ import annotations

from collections.abc import Sequence

from ksdt_core.data.readers.cells import is_number
from ksdt_core.errors import InvalidDataError, Remedy
from ksdt_core.text import nearest

DEFAULT_TARGET = "class"
LIKELY = 85  # of 100, how alike the name of a column must be to be what was meant


def find_target(names: Sequence[str], target: str) -> int | None:
    """Where the class column stands: its exact name, else the only one that differs in capitals and punctuation alone.

    Attributes of two tables are matched as freely: HeartDisease of one is heart_disease of the other.
    """
    if target in names:
        return list(names).index(target)
    for fold in (str.strip, lambda text: text.strip().casefold(), _letters):
        wanted = fold(target)
        found = [position for position, name in enumerate(names) if fold(name) == wanted]
        if wanted and len(found) == 1:
            return found[0]
    return None


def _letters(text: str) -> str:
    """Letters and digits alone, in small letters."""
    return "".join(filter(str.isalnum, text.casefold()))


def target_position(names: Sequence[str], target: str, where: str) -> int:
    """Where the class column stands; an error that names the columns there are if it does not."""
    position = find_target(names, target)
    if position is None:
        raise no_target(names, target, where)
    return position


def no_target(names: Sequence[str], target: str, where: str, *, about_samples: bool = False) -> InvalidDataError:
    """The error for a table without the class column asked for."""
    if names and all(is_number(name) for name in names):
        return InvalidDataError("no-column-names", where=where, column=target, remedies=(Remedy("target"),))
    meant = nearest(target, names, at_least=LIKELY)
    if meant is not None:
        facts = {"columns": tuple(names), "nearest": meant}
        return InvalidDataError(
            "misspelt-class-column", where=where, column=target, **facts, remedies=(Remedy("target"),)
        )
    code = "no-class-among-facts" if about_samples else "no-class-column"
    return InvalidDataError(code, where=where, column=target, columns=tuple(names), remedies=(Remedy("target"),))
