"""What a licence asks of a program under the MIT licence that uses the library unchanged."""

from __future__ import annotations

import re
from enum import IntEnum


class Asks(IntEnum):
    """From the freest to the strictest."""

    NOTHING = 0
    NOTICE = 1
    PATENTS = 2
    OWN_FILES = 3
    WHOLE_WORK = 4
    UNKNOWN = 5


FINE = Asks.OWN_FILES
"""The strictest that goes with the MIT licence."""

WHY = {
    Asks.NOTHING: "nothing",
    Asks.NOTICE: "keep its notice, as MIT asks too",
    Asks.PATENTS: "keep its notices; its grant of patents ends for who sues over them; callers are not reached",
    Asks.OWN_FILES: "pass on the source of its own files if you change them; here they are unchanged",
    Asks.WHOLE_WORK: "pass on a work made of it under the same licence only",
    Asks.UNKNOWN: "not known",
}

_NAMES = {
    Asks.NOTHING: ("0BSD", "CC0-1.0", "Unlicense"),
    Asks.NOTICE: (
        *("MIT", "MIT License", "MIT-CMU", "ISC", "ISC License", "Zlib", "PSF-2.0"),
        "Python Software Foundation License",
        *("BSD", "BSD License", "3-Clause BSD License", "BSD-2-Clause", "BSD-3-Clause", "BSD 3-Clause"),
    ),
    Asks.PATENTS: ("Apache-2.0", "Apache 2.0", "Apache License 2.0", "Apache-2.0 WITH LLVM-exception"),
    Asks.OWN_FILES: ("MPL-2.0",),
    Asks.WHOLE_WORK: ("GPLv3",),
}
_ASKS = {name: asks for asks, names in _NAMES.items() for name in (*names, asks.name)}
_GROUP = re.compile(r"\(([^()]*)\)")


def asks_of(licence: str) -> Asks:
    """AND: the strictest of the parts; OR: the freest; names in a row, as classifiers give them, count as AND.

    >>> asks_of("MIT AND Zlib").name, asks_of("Apache-2.0 OR BSD-2-Clause").name, asks_of("MIT, House rules").name
    ('NOTICE', 'NOTICE', 'UNKNOWN')
    >>> asks_of("MPL-2.0 AND (Apache-2.0 OR MIT)").name
    'OWN_FILES'
    """
    while (group := _GROUP.search(licence)) is not None:  # the innermost first
        licence = licence[: group.start()] + asks_of(group[1]).name + licence[group.end() :]
    return min(
        max(_ASKS.get(name.strip(), Asks.UNKNOWN) for name in re.split(r" AND |, ", choice))
        for choice in licence.split(" OR ")
    )
