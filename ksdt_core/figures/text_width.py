"""How wide a text will be, without a font at hand, and where its lines end.

Widths are the advance widths of the usual sans-serif letters.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from ksdt_core.figures.escaping import one_line

# Thousandths of the font size, the same in Helvetica, Arial and Liberation Sans; letters that share a width together.
_REGULAR = {
    200: "\u202f",
    191: "'",
    222: "ijl",
    278: " !,./:;I[\\]ft·|",
    333: "()-`r{}",
    355: '"',
    389: "*",
    469: "^",
    500: "Jcksvxyz",
    556: "#$0123456789?L_abdeghnopqu–≤≠",
    584: "+<=>~−",
    611: "FTZ",
    667: "&ABEKPSVXY",
    722: "CDHNRUw",
    778: "GOQ",
    833: "Mm",
    889: "%",
    944: "W",
    1000: "…@",
}
_BOLD = {
    200: "\u202f",
    238: "'",
    278: " ,./I\\ijl·|",
    333: "!()-:;[]`ft",
    389: "*r{}",
    474: '"',
    500: "z",
    556: "#$0123456789J_aceksvxy–≤≠",
    584: "+<=>^~−",
    611: "?FLTZbdghnopqu",
    667: "EPSVXY",
    722: "&ABCDHKNRU",
    778: "GOQw",
    833: "M",
    889: "%m",
    944: "W",
    1000: "…@",
}
_WIDTHS = {
    bold: {letter: width for width, letters in table.items() for letter in letters}
    for bold, table in ((False, _REGULAR), (True, _BOLD))
}
_OTHER_LETTER = 620
_WIDE_LETTER = 1000
MOST_LETTERS = 600  # of a name in a drawing or on paper: nobody reads on, and setting a book of one takes minutes
_SLACK = 1.03  # another sans-serif font may be a little wider


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """Width of a line of text in the unit of its font size."""
    return _thousandths(text, bold) * size / 1000 * _SLACK


def cut(name: str, most: int = MOST_LETTERS) -> str:
    """A name, without the rest of one that is far too long.

    >>> cut("age"), cut("x" * 5000, most=20)
    ('age', 'xxxxxxxxxxxxxxxxxxxx… (5,000 letters)')
    """
    return name if len(name) <= most else f"{name[:most]}… ({len(name):,} letters)"


def wrapped(words: str, width: float, size: float) -> list[str]:
    """Lines no wider than `width`, broken between words, or within one that is too long for a line."""
    lines = [""]
    for word in one_line(words).split(" "):  # not at no-break spaces
        candidate = f"{lines[-1]} {word}".strip()
        if text_width(candidate, size) <= width:
            lines[-1] = candidate
            continue
        pieces = _pieces(word, width, size)
        lines = [*lines, *pieces] if lines[-1] else pieces
    return lines


@lru_cache(maxsize=4096)
def _thousandths(text: str, bold: bool) -> int:
    widths = _WIDTHS[bold]
    return sum(widths.get(letter) or _width_of_other(letter) for letter in text)


def _width_of_other(letter: str) -> int:
    """Letters of other scripts: nothing for marks on a letter, a full square for East Asian letters and emoji."""
    if unicodedata.combining(letter):
        return 0
    return _WIDE_LETTER if unicodedata.east_asian_width(letter) in "WF" else _OTHER_LETTER


def _pieces(word: str, width: float, size: float) -> list[str]:
    pieces = [""]
    for letter in word:
        if pieces[-1] and text_width(pieces[-1] + letter, size) > width:
            pieces.append("")
        pieces[-1] += letter
    return pieces
