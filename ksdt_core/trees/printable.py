"""Names from files, made safe for a terminal, a log or a line of text."""

from __future__ import annotations

import unicodedata

# Control and format characters (escape sequences, changes of writing direction), halves of surrogate pairs, line ends.
_UNSAFE = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
_JOINERS = "\u200c\u200d"  # within words and emoji of many languages they do no harm


def printable(text: str) -> str:
    r"""The text verbatim, but for characters that steer a terminal or end a line: these are written as escapes.

    >>> printable("Größe\n\x1b[31m")
    'Größe\\n\\x1b[31m'
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(_escaped(character) if _is_unsafe(character) else character for character in text)


def _is_unsafe(character: str) -> bool:
    return unicodedata.category(character) in _UNSAFE and character not in _JOINERS


def _escaped(character: str) -> str:
    return character.encode("unicode_escape", "backslashreplace").decode("ascii")
