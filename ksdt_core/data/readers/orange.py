"""Files of Orange: text tables that give kind and role of each column, in three lines or as prefixes of the names."""

from __future__ import annotations

import csv
import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd

from ksdt_core.data.readers.delimited import parse
from ksdt_core.data.readers.layout import Layout, open_text
from ksdt_core.data.readers.table import ReadOptions, Table

SEPARATORS = ("\t", ",", ";")
KIND_WORDS = frozenset({"continuous", "numeric", "discrete", "categorical", "string", "text", "time", "basket"})
KIND_LETTERS = frozenset({"c", "n", "d", "s", "t"})
ROLE_WORDS = {"class": "class", "multiclass": "class", "meta": "meta", "ignore": "ignore", "weight": "ignore"}
ROLE_LETTERS = {"c": "class", "m": "meta", "i": "ignore", "w": "ignore"}
PREFIX = re.compile(r"([cmiw]?)([DCSTN]?)#(.+)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Head:
    """What the first lines of an Orange file say."""

    separator: str
    names: tuple[str, ...]
    roles: tuple[str, ...]  # attribute, class, meta or ignore
    n_lines: int


def recognise(text: bytes) -> bool:
    return read_head(text) is not None


def read(text: bytes, options: ReadOptions) -> Table:
    """Attributes as columns; the class column is marked, metas are offered for classes, ignored columns omitted."""
    head = read_head(text)
    assert head is not None  # read is called for what recognise has seen
    options.limits.check_columns(len(head.names), options.where)
    # The last line of the head is where column names are; the names themselves come from above.
    start = 0
    for _ in range(head.n_lines - 1):
        start = text.index(b"\n", start) + 1
    frame = parse(text, Layout(start, head.separator, ".", head.names), options, text_at=None)
    frame.columns = pd.Index(head.names, dtype=object)
    places = {
        role: [position for position, given in enumerate(head.roles) if given == role]
        for role in ("attribute", "class", "meta")
    }
    kept = sorted(places["attribute"] + places["class"][:1])
    marked = head.names[places["class"][0]] if places["class"] else None
    return Table(frame.iloc[:, kept], frame.iloc[:, places["meta"] + places["class"][1:]], marked)


def read_head(text: bytes) -> Head | None:
    """The head of an Orange file, or None if this is none."""
    for separator in SEPARATORS:
        try:
            lines = list(itertools.islice(csv.reader(open_text(text), delimiter=separator), 3))
        except csv.Error:
            return None
        if lines and len(lines[0]) > 1:
            head = _three_lines(lines, separator) or _prefixes(lines[0], separator)
            if head is not None:
                return head
    return None


def _three_lines(lines: Sequence[Sequence[str]], separator: str) -> Head | None:
    """Names, kinds and roles in a line each. One whole word is needed: single letters may well be cells."""
    if len(lines) < 3 or len(lines[1]) != len(lines[0]) or len(lines[2]) > len(lines[0]):
        return None
    if any("\n" in cell for line in lines for cell in line):
        return None
    names = lines[0]
    kinds = [kind.strip() for kind in lines[1]]
    roles = [role.strip() for role in lines[2]] + [""] * (len(names) - len(lines[2]))
    words = {kind.lower() for kind in kinds} & KIND_WORDS | {word for role in roles for word in role.split()} & {
        *ROLE_WORDS
    }
    if not words or not all(map(_is_kind, kinds)) or not all(map(_is_role, roles)):
        return None
    return Head(separator, tuple(names), tuple(map(_role, roles)), 3)


def _prefixes(names: Sequence[str], separator: str) -> Head | None:
    """Names such as `cD#species`: role and kind before a #."""
    found = [PREFIX.fullmatch(name) for name in names]
    if not any(match and (match.group(1) or match.group(2)) for match in found):
        return None
    plain = tuple(match.group(3) if match else name for match, name in zip(found, names, strict=True))
    roles = tuple(ROLE_LETTERS.get(match.group(1), "attribute") if match else "attribute" for match in found)
    return Head(separator, plain, roles, 1)


def _is_kind(text: str) -> bool:
    """A kind, or the values of a discrete column with blanks between them."""
    return text.lower() in KIND_WORDS | KIND_LETTERS or " " in text or not text


def _is_role(text: str) -> bool:
    return all(word in ROLE_WORDS or word in ROLE_LETTERS or "=" in word for word in text.split())


def _role(text: str) -> str:
    named = [ROLE_WORDS.get(word) or ROLE_LETTERS.get(word) for word in text.split()]
    return next((role for role in named if role), "attribute")
