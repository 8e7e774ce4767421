"""Attributes that somebody names: each must be there, else the error offers the name that comes closest."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ksdt_core.errors import InvalidParameterError
from ksdt_core.text import nearest


def require_attributes(names: Iterable[str], known: Sequence[str], *, option: str) -> None:
    """Refuse the first name that no shared attribute has."""
    there = set(known)
    for name in names:
        if name not in there:
            raise InvalidParameterError("unknown-attribute", option=option, name=name, nearest=nearest(name, known))
