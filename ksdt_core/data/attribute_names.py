"""Attributes that somebody names: each must be there, else the sentence offers the name that comes closest."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches

from ksdt_core.errors import InvalidParameterError


def require_attributes(names: Iterable[str], known: Sequence[str], *, option: str) -> None:
    """Refuse the first name that no shared attribute has."""
    there = set(known)
    for name in names:
        if name not in there:
            close = get_close_matches(name, known, n=1)
            hint = f"did you mean {close[0]!r}?" if close else "check its spelling."
            raise InvalidParameterError(
                f"{option} names {name!r}, which is not an attribute that both tables share; {hint}"
            )
