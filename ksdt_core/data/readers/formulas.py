"""Texts that a spreadsheet would run: an apostrophe keeps them from it, and goes where our own files are read again."""

from __future__ import annotations

import re

# A spreadsheet takes a cell that starts so for a formula, even in quotes; some take the wide forms of the signs, too.
_FORMULA = re.compile(r"'*(?:[\t\r\n]|\s*[=+\-@\uff1d\uff0b\uff0d\uff20])")


def guarded(text: str) -> str:
    """A text for a cell: with an apostrophe before it where a spreadsheet would take it for a formula.

    A text that has apostrophes before such a beginning gets one more, so that `unguarded` gives back every text.

    >>> [guarded(text) for text in ("=1+1", " -x", "'=1+1", "x=1", "'quoted'")]
    ["'=1+1", "' -x", "''=1+1", 'x=1', "'quoted'"]
    """
    return f"'{text}" if _FORMULA.match(text) else text


def unguarded(text: str) -> str:
    """The text of a cell that `guarded` wrote, or a person: a name that starts like a formula needs no apostrophe.

    >>> [unguarded(text) for text in ("'=1+1", "''=1+1", "=1+1", "'quoted'")]
    ['=1+1', "'=1+1", '=1+1', "'quoted'"]
    """
    return text[1:] if text.startswith("'") and _FORMULA.match(text) else text
