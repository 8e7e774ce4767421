"""Which column holds the classes."""

from __future__ import annotations

from collections.abc import Sequence

from ksdt_core.data.readers.cells import is_number
from ksdt_core.errors import InvalidDataError, Remedy

DEFAULT_TARGET = "class"


def find_target(names: Sequence[str], target: str) -> int | None:
    """Where the class column stands: its exact name, else the only one that differs in blanks or capitals alone."""
    if target in names:
        return list(names).index(target)
    for fold in (str.strip, lambda text: text.strip().casefold()):
        wanted = fold(target)
        found = [position for position, name in enumerate(names) if fold(name) == wanted]
        if len(found) == 1:
            return found[0]
    return None


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
    code = "no-class-among-facts" if about_samples else "no-class-column"
    return InvalidDataError(code, where=where, column=target, columns=tuple(names), remedies=(Remedy("target"),))
