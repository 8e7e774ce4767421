"""Names of attributes and classes as people vary them: case, blanks, punctuation."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

_BETWEEN_DIGITS = re.compile(r"(?<=\d)\0+(?=\d)")
_NUMBER = re.compile(r"(?<=[a-z])\d+[a-z]{1,2}(?![a-z])|\d+")
_BRACKETS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_SMALL_WORDS = frozenset({"a", "an", "and", "at", "by", "for", "in", "of", "on", "per", "the", "to"})
_ASCII_GAPS = str.maketrans(dict.fromkeys([*map(chr, range(33)), *"!\"#%&'()*,-./:;?@[\\]_{}\x7f"], "\0"))


def folded(name: str) -> str:
    """The name without case, blanks and punctuation: what stays the same when people write it in their own way.

    Signs such as + or < stay, since they carry meaning, and what parts two numbers stays as one mark.

    >>> folded("Petal Length (cm)") == folded("petal_length.cm")
    True
    >>> folded("CD4+") == folded("CD4-") or folded("band 1.5") == folded("band 15")
    False
    """
    return _BETWEEN_DIGITS.sub("_", _gapped(name)).replace("\0", "")


def words(name: str) -> str:
    """The name in small letters, its words separated by single blanks.

    >>> words("Petal.Length_(cm)")
    'petal length cm'
    """
    return " ".join(_gapped(name).replace("\0", " ").split())


def numbers_in(name: str) -> tuple[str, ...]:
    """The whole numbers in a name, zeros in front omitted; in a code with the letter or two that continue with it.

    >>> numbers_in("probe 007 of x1.5"), numbers_in("LIN28B"), numbers_in("glucose 2h")
    (('7', '1', '5'), ('28b',), ('2',))
    """
    return tuple(number.lstrip("0") or "0" for number in _NUMBER.findall(name.lower()))


def initials(name: str) -> frozenset[str]:
    """The first letters of the words of a name, with and without small words; what is in brackets is a unit.

    >>> sorted(initials("Length of stay (days)")), sorted(initials("BodyMassIndex")), sorted(initials("age"))
    (['los', 'ls'], ['bmi'], [])
    """
    parts = words(_CAMEL.sub(" ", _BRACKETS.sub(" ", name))).split()
    letters = (parts, [part for part in parts if part not in _SMALL_WORDS])
    return frozenset("".join(part[0] for part in some) for some in letters if len(some) > 1)


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name most like this one, or None where none is alike."""
    from rapidfuzz import fuzz, process

    found = process.extractOne(name, list(known), scorer=fuzz.ratio, processor=words, score_cutoff=50)
    return None if found is None else str(found[0])


def _gapped(name: str) -> str:
    """The name in small letters with a NUL for every blank, punctuation or control character."""
    if name.isascii():
        return name.lower().translate(_ASCII_GAPS)
    text = unicodedata.normalize("NFKC", name).casefold()
    return "".join("\0" if unicodedata.category(character)[0] in "ZPC" else character for character in text)
