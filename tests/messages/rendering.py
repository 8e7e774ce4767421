"""Every message as its readers see it, with names in place of facts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from string import Formatter
from typing import Any

from ksdt_core.cli.messages import sentence as for_command_line
from ksdt_core.errors import KsdtError
from ksdt_core.messages.catalogue import MESSAGES
from pages.common.messages import PROBLEMS, for_page
from tests.messages.raised import ROOT, errors_made, named

import_module("ksdt_core.cli.main")  # the flags of all commands are known once they are read

SNAPSHOT = ROOT / "tests" / "messages" / "snapshot.md"
HEAD = f"""\
# Every message

Written by `make texts`. Read the difference when a message changes.
{named("name")} stands for a fact; where an error has remedies, what to do is said in the words of the reader.
"""


class Fact(str):
    """A fact that shows its name, however a sentence writes it."""

    __slots__ = ()

    def __new__(cls, name: str) -> Fact:
        return super().__new__(cls, named(name))

    def __format__(self, _: str) -> str:
        return str(self)

    def __repr__(self) -> str:
        return f"'{self}'"

    def __iter__(self) -> Iterator[str]:
        return iter((str(self),))

    def __rmul__(self, _: object) -> Fact:  # type: ignore[override]  # a share is multiplied and rounded
        return self

    def __round__(self, _: int = 0) -> Fact:
        return self


def facts_in(template: str) -> frozenset[str]:
    """The facts that a template names."""
    fields = (field for _, field, _, _ in Formatter().parse(template) if field)
    return frozenset(field.partition(".")[0].partition("[")[0] for field in fields)


def examples(code: str, template: str) -> list[KsdtError]:
    """The error of a code: one for each set of remedies that it is raised with."""
    facts = {name: Fact(name) for name in facts_in(template)}
    remedies = dict.fromkeys(made.remedies for made in errors_made() if made.code == code) or {(): None}
    return [KsdtError(code, remedies=every, **facts) for every in remedies]


def entry(code: str, template: str, readers: Mapping[str, Callable[[KsdtError], str]]) -> str:
    """The lines about a code."""
    lines = [f"- {reader}: {words(error)}" for error in examples(code, template) for reader, words in readers.items()]
    return "\n".join((f"## {code}", "", *lines, ""))


def rendered() -> str:
    """The whole file."""
    both: Mapping[str, Any] = {"command line": for_command_line, "app": for_page}
    core = [entry(code, MESSAGES[code], both) for code in sorted(MESSAGES)]
    pages = [entry(code, PROBLEMS[code], {"app": for_page}) for code in sorted(PROBLEMS)]
    return "\n".join((HEAD, *core, "# Of pages alone\n", *pages))
