"""Sentences that people have read: a test shows what is said, and the words stand in one file.

A test asks for the fixture `approved` and calls it with a text. The n-th text of a test must be the n-th one that the
file has for it. After a change of words `make texts` writes the file again; the difference is what to read.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FILE = ROOT / "tests" / "messages" / "texts.md"
SETTING = "KSDT_WRITE_TEXTS"
HEAD = """\
# What commands, pages and reports say

Written by `make texts` from tests that use the fixture `approved`. Read the difference when words change.
"""
NEXT = "***"  # between two texts of a test
INDENT = "    "

Texts = dict[str, list[str]]  # by the name of the test


def is_writing() -> bool:
    return bool(os.environ.get(SETTING))


def tidied(text: str) -> str:
    """Without spaces at the ends of lines, and with marks that nobody would see written out."""
    shown = "".join(sign if sign.isprintable() or sign.isspace() else ascii(sign)[1:-1] for sign in text)
    return "\n".join(line.rstrip() for line in shown.strip("\n").split("\n"))


def written(texts: Mapping[str, Sequence[str]]) -> str:
    return "\n".join((HEAD, *(line for name in sorted(texts) for line in _entry(name, texts[name]))))


def _entry(name: str, texts: Sequence[str]) -> Iterator[str]:
    yield f"## {name}\n"
    for position, text in enumerate(texts):
        if position:
            yield f"{NEXT}\n"
        yield "".join(f"{INDENT}{line}".rstrip() + "\n" for line in text.split("\n"))


def parsed(file: str) -> Texts:
    found: Texts = {}
    for entry in re.split(r"^## ", file, flags=re.MULTILINE)[1:]:
        name, _, body = entry.partition("\n")
        parts = re.split(rf"^{re.escape(NEXT)}$", body, flags=re.MULTILINE)
        found[name] = ["\n".join(line.removeprefix(INDENT) for line in part.strip("\n").split("\n")) for part in parts]
    return found


def renewed(before: Mapping[str, list[str]], now: Mapping[str, list[str]], files: Iterable[str]) -> Texts:
    """The texts of the tests in these files are those of now; files that are gone take theirs along."""
    again = set(files)
    kept = {
        name: texts
        for name, texts in before.items()
        if (file := name.partition("::")[0]) not in again and (ROOT / file).is_file()
    }
    return {**kept, **now}


@dataclass(slots=True)
class Approved:
    """The texts of one test."""

    name: str
    known: Sequence[str]
    said: list[str] = field(default_factory=list)

    def __call__(self, text: str) -> None:
        self.said.append(tidied(text))
        if not is_writing():
            position = len(self.said) - 1
            expected = self.known[position] if position < len(self.known) else "(nothing is approved)"
            assert self.said[position] == expected, "read the difference, then run: make texts"
