"""Names of files made from names in tables, which may hold anything."""

from __future__ import annotations

import re
import unicodedata

LONGEST = 40


def safe_stem(text: str) -> str:
    """Letters, digits and single hyphens of a name, accents dropped; may be empty, never a path or a device.

    >>> safe_stem("../Größe: <b>7</b>")
    'Gro-e-b-7-b'
    """
    plain = unicodedata.normalize("NFKD", text[: 4 * LONGEST]).encode("ascii", "replace").decode("ascii")
    return re.sub(r"[^A-Za-z0-9]+", "-", plain)[:LONGEST].strip("-")


def joined_stem(*parts: str) -> str:
    """The stems of several names with hyphens between them; parts of which nothing is left are omitted.

    >>> joined_stem("ksdt", "../a", "年龄 <b>", "..")
    'ksdt-a-b'
    """
    return "-".join(filter(None, map(safe_stem, parts)))
