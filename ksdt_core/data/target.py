"""Which column holds the classes."""

from __future__ import annotations

from collections.abc import Sequence

from ksdt_core.data.cells import is_number, listed
from ksdt_core.errors import InvalidDataError

DEFAULT_TARGET = "class"
MOST_NAMES = 12  # that a message lists


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


def no_target(names: Sequence[str], target: str, where: str, *, kind: str = "") -> InvalidDataError:
    """The error for a table without the class column asked for."""
    if names and all(is_number(name) for name in names):
        return InvalidDataError(
            f"{where} has no column {target!r} for the class and its first line holds numbers only; "
            "put a line of column names first and choose one of them with --target."
        )
    known = f"{kind}{listed(names, most=MOST_NAMES)}"
    return InvalidDataError(f"{where} has no column {target!r} for the class; choose one of {known} with --target.")
