"""Formats carry a version, as `ksdt-result/1`: older documents are brought up to date, newer ones are refused."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from ksdt_core.data.cells import listed
from ksdt_core.errors import InvalidDocumentError

Step = Callable[[dict[str, Any]], dict[str, Any]]

_FORMAT = re.compile(r"(.+)/([1-9][0-9]{0,8})", re.ASCII)


def up_to_date(document: dict[str, Any], known: str, *, steps: Sequence[Step] = (), writer: str) -> dict[str, Any]:
    """The document in the format `known`. The first step makes version 2 of version 1, and so on.

    >>> up_to_date({"format": "ksdt-x/1"}, "ksdt-x/2", steps=[lambda old: old | {"new": 0}], writer="ksdt x")
    {'format': 'ksdt-x/2', 'new': 0}
    """
    found = document.get("format")
    if not isinstance(found, str):
        raise InvalidDocumentError(f'it has no "format"; a document with format {known} is expected')
    kind, newest = _parts(known)
    name, version = _parts(found)
    if name != kind:
        raise InvalidDocumentError(f"format {listed([found])} is not {known}; give a document written by {writer}")
    if version > newest:
        raise InvalidDocumentError(
            f"format {listed([found])} is that of a newer version of ksdt, this one reads {known}; update ksdt"
        )
    for step in steps[version - 1 :]:
        document = step(document)
    return {**document, "format": known}


def _parts(text: str) -> tuple[str, int]:
    """Kind and version; of a text that is no format at all, a kind that nothing has."""
    found = _FORMAT.fullmatch(text)
    return ("", 0) if found is None else (found[1], int(found[2]))
