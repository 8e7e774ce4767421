"""Text broken into lines of a given width, as measured and not as counted."""

from __future__ import annotations

from ksdt_core.figures.escaping import one_line
from ksdt_core.figures.text_width import text_width


def wrapped(words: str, width: float, size: float) -> list[str]:
    """Lines no wider than `width`, broken between words, or within one that is too long for a line."""
    lines = [""]
    for word in one_line(words).split():
        candidate = f"{lines[-1]} {word}".strip()
        if text_width(candidate, size) <= width:
            lines[-1] = candidate
            continue
        pieces = _pieces(word, width, size)
        lines = [*lines, *pieces] if lines[-1] else pieces
    return lines


def _pieces(word: str, width: float, size: float) -> list[str]:
    pieces = [""]
    for letter in word:
        if pieces[-1] and text_width(pieces[-1] + letter, size) > width:
            pieces.append("")
        pieces[-1] += letter
    return pieces
