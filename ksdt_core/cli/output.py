"""Where results go: a file or standard output, never mixed with progress."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from ksdt_core.cli.report import READER_GONE
from ksdt_core.options import Option

ENDINGS = {".json": "json", ".csv": "csv", ".md": "markdown", ".markdown": "markdown"}
FOR_PROGRAMS = {"json": "JSON", "csv": "CSV"}
AS_JSON = Option("JSON", "Write JSON, for programs. A FILE that ends in .json is also JSON.", flag="--json")


@dataclass(frozen=True, slots=True)
class OutputOption:
    """Where the result of a command goes."""

    output: Annotated[
        str, Option("Output", "Output file; - is standard output.", metavar="FILE", short="-o", flag="--output")
    ] = "-"

    @property
    def place(self) -> str:
        """Where it is, in a sentence."""
        return "on standard output" if self.output == "-" else f"in {self.output!r}"


def format_of(form: str | None, output: str, forms: Sequence[str]) -> str:
    """The format asked for, else what the name of the file says, else text."""
    from ksdt_core.errors import InvalidParameterError

    if form is not None and form not in forms:
        raise InvalidParameterError("not-a-choice", option="format", value=form, choices=tuple(forms))
    named = ENDINGS.get(Path(output).suffix.lower(), "text")
    return form or (named if named in forms else "text")


def format_option(forms: Sequence[str]) -> Option:
    """The option `--format` of a command that can write these."""
    return Option("Format", "What to write.", metavar="|".join(forms), default_text="by the ending of FILE")


Made = dict[str, Any] | str | Iterable[str]


def deliver_as(form: str, to: str, makers: Mapping[str, Callable[[], Made]]) -> None:
    """What the maker of this format makes, to its place: a document, the text of a file, or lines for people."""
    match makers[form]():
        case dict() as document:
            deliver_document(document, to)
        case str() as text:
            deliver(text.encode("utf-8"), to)
        case lines:
            deliver_lines(lines, to)


def deliver_document(document: dict[str, Any], to: str) -> None:
    """A JSON document to its place."""
    from ksdt_core.formats.json_text import document_text

    deliver(document_text(document).encode("utf-8"), to)


def deliver_lines(lines: Iterable[str], to: str) -> None:
    """Lines of text to their place; what a terminal cannot show is written as escapes."""
    from ksdt_core.formats.write import STANDARD_STREAM
    from ksdt_core.text import for_terminal

    encoding = (sys.stdout.encoding if sys.stdout is not None else None) if to == STANDARD_STREAM else "utf-8"
    text = for_terminal("".join(f"{line}\n" for line in lines))
    deliver(text.encode(encoding or "utf-8", "backslashreplace"), to)


def deliver(data: bytes, to: str) -> None:
    """Bytes to their place, whole or not at all."""
    from ksdt_core.formats.write import write_bytes

    try:
        write_bytes(data, to)
    except BrokenPipeError:
        raise typer.Exit(READER_GONE) from None


def check_places(
    places: Mapping[str, str | None], inputs: Iterable[str | None], *, forms: Sequence[str] | None = None
) -> None:
    """Every output, by its option, can be written; none replaces what it is made from, and no two are one file.

    `forms` are the formats that the command can write to -o: a file whose name says another is refused.
    """
    from ksdt_core.errors import InvalidParameterError
    from ksdt_core.formats.write import STANDARD_STREAM, check_writable

    given = [name for name in inputs if name is not None]
    seen: dict[str | Path, str] = {}
    for option, place in places.items():
        if place is None:
            continue
        check_writable(place)
        _refuse_to_overwrite(place, given, option=option)
        first = seen.setdefault(place if place == STANDARD_STREAM else Path(place).resolve(), option)
        if first != option:
            raise InvalidParameterError("outputs-are-one-file", option=first, other=option, place=place)
    output = places.get("-o")
    if forms is not None and output is not None:
        _refuse_other_form(output, forms)


def _refuse_other_form(output: str, forms: Sequence[str]) -> None:
    """A program that trusts the ending of a file would read something else in it."""
    from ksdt_core.errors import InvalidParameterError

    named = ENDINGS.get(Path(output).suffix.lower())
    if named in FOR_PROGRAMS and named not in forms:
        written = " or ".join(FOR_PROGRAMS.get(form, form) for form in forms)
        ending = ".json" if "json" in forms else ".txt"
        facts: dict[str, Any] = {"output": output, "named": FOR_PROGRAMS[named], "written": written, "ending": ending}
        raise InvalidParameterError("output-ends-otherwise", option="-o", **facts)


def _refuse_to_overwrite(output: str, inputs: Iterable[str], *, option: str) -> None:
    from ksdt_core.errors import InvalidParameterError

    try:
        same = [name for name in inputs if Path(name).exists() and Path(name).samefile(output)]
    except (OSError, ValueError):
        return  # the output is not there yet
    if same:
        raise InvalidParameterError("output-is-an-input", output=output, table=same[0], option=option)
