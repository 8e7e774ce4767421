"""Where results go: a file or standard output, never mixed with progress."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from ksdt_core.cli.report import READER_GONE

Output = Annotated[str, typer.Option("-o", "--output", metavar="FILE", help="Where to write; - is standard output.")]


def deliver_document(document: dict[str, Any], to: str) -> None:
    """A JSON document to its place."""
    from ksdt_core.documents.text import document_text

    deliver(document_text(document).encode("utf-8"), to)


def deliver_lines(lines: Iterable[str], to: str) -> None:
    """Lines of text to their place; what a terminal cannot show is written as escapes."""
    from ksdt_core.documents.write import STANDARD_STREAM

    encoding = (sys.stdout.encoding if sys.stdout is not None else None) if to == STANDARD_STREAM else "utf-8"
    text = "".join(f"{line}\n" for line in lines)
    deliver(text.encode(encoding or "utf-8", "backslashreplace"), to)


def deliver(data: bytes, to: str) -> None:
    """Bytes to their place, whole or not at all."""
    from ksdt_core.documents.write import write_bytes

    try:
        write_bytes(data, to)
    except BrokenPipeError:
        raise typer.Exit(READER_GONE) from None


def check_places(places: Mapping[str, str | None], inputs: Iterable[str | None]) -> None:
    """Every output, by its option, can be written; none replaces what it is made from, and no two are one file."""
    from ksdt_core.documents.write import STANDARD_STREAM, check_writable
    from ksdt_core.errors import InvalidParameterError

    given = [name for name in inputs if name is not None]
    seen: dict[str | Path, str] = {}
    for option, place in places.items():
        if place is None:
            continue
        check_writable(place)
        _refuse_to_overwrite(place, given, option=option)
        first = seen.setdefault(place if place == STANDARD_STREAM else Path(place).resolve(), option)
        if first != option:
            raise InvalidParameterError(f"{first} and {option} both write to {place!r}; give them two files.")


def _refuse_to_overwrite(output: str, inputs: Iterable[str], *, option: str) -> None:
    from ksdt_core.errors import InvalidParameterError

    try:
        same = [name for name in inputs if Path(name).exists() and Path(name).samefile(output)]
    except (OSError, ValueError):
        return  # the output is not there yet
    if same:
        raise InvalidParameterError(f"the output {output!r} is the input {same[0]!r}; give another file with {option}.")
