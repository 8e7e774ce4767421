"""Texts of the command line that name several things."""

from __future__ import annotations

from ksdt_core.data.maps import comma_fields
from ksdt_core.errors import InvalidParameterError


def split_names(text: str | None, option: str) -> tuple[str, ...]:
    """The names of `A,B`; a name with a comma in it stands in double quotes."""
    if text is None:
        return ()
    names = comma_fields(text, option)
    if not all(names):
        raise InvalidParameterError(f"{option} {text!r} has an empty name; write it as {option} A,B.")
    return tuple(names)
