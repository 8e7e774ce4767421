"""Names that are codes, such as symbols of genes: one letter more or less is another thing, however alike they look."""

from __future__ import annotations

from collections.abc import Sequence


def is_symbol(name: str) -> bool:
    """Whether a name is one word that is no word of a language: capitals and digits, at least as many as small letters.

    >>> [is_symbol(name) for name in ("LIN28B", "HLA-DPB1", "C7orf51", "LCOR", "Height", "petal length", "17")]
    [True, True, True, True, False, False, False]
    """
    capitals, digits, small = (sum(map(is_one, name)) for is_one in (str.isupper, str.isdecimal, str.islower))
    return capitals > 0 and capitals + digits >= small and not any(map(str.isspace, name))


def are_symbols(names: Sequence[str]) -> bool:
    """Whether most of these names are symbols with a number in them: then the others are symbols, too."""
    return sum(is_symbol(name) and any(map(str.isdecimal, name)) for name in names) > len(names) / 2
