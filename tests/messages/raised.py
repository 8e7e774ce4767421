"""Where the code makes errors: their codes, facts and remedies, read from the source."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ksdt_core.errors import Remedy

ROOT = Path(__file__).resolve().parents[2]
CLASS = re.compile(r"^[ ]*class (\w+)\(([^)]*)\):", re.MULTILINE)
PASSING_ON = frozenset({"naming_the_rows"})  # functions that raise an error with the code and the facts given to them


def named(fact: str) -> str:
    """How a fact is shown that is known only when the error is raised."""
    return f"\u2039{fact}\u203a"


@dataclass(frozen=True, slots=True)
class Made:
    """One place where an error is made."""

    file: str  # below the root, with slashes
    line: int
    code: str | None  # None: it is no literal
    facts: frozenset[str]
    has_more: bool  # facts that are given elsewhere
    remedies: tuple[Remedy, ...]

    @property
    def place(self) -> str:
        return f"{self.file}:{self.line}"


@cache
def errors_made() -> tuple[Made, ...]:
    """Every place in the core and in the pages."""
    wanted = _kinds() | PASSING_ON
    return tuple(
        made
        for path, tree in _parsed(_files(), wanted)
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and call.args and _names(call.func) & wanted
        for made in _made(path.relative_to(ROOT).as_posix(), call)
    )


def _files() -> list[Path]:
    return sorted(path for folder in ("ksdt_core", "pages") for path in (ROOT / folder).rglob("*.py"))


def _parsed(paths: list[Path], names: frozenset[str]) -> Iterator[tuple[Path, ast.Module]]:
    """The files that have one of these names. Only one tree is held at a time: they are large."""
    has_one = re.compile(rf"\b({'|'.join(sorted(names))})\b")
    for path in paths:
        if has_one.search(text := path.read_text("utf-8")):
            yield path, ast.parse(text)


def _kinds() -> frozenset[str]:
    """The names of all classes of errors."""
    parents = {
        name: frozenset(re.findall(r"\w+", bases))
        for path in _files()
        for name, bases in CLASS.findall(path.read_text("utf-8"))
    }
    known = frozenset({"KsdtError"})
    while more := frozenset(name for name, bases in parents.items() if bases & known) - known:
        known |= more
    return known


def _names(node: ast.expr) -> frozenset[str]:
    """What is called: a name, the last part of a dotted name, or either of two."""
    if isinstance(node, ast.Name):
        return frozenset({node.id})
    if isinstance(node, ast.Attribute):
        return frozenset({node.attr})
    return _names(node.body) | _names(node.orelse) if isinstance(node, ast.IfExp) else frozenset()


def _made(file: str, call: ast.Call) -> Iterator[Made]:
    first = call.args[0]
    if isinstance(first, ast.Name) and first.id == "code":
        return  # the code that a function was given: whoever calls it is looked at
    given = {keyword.arg: keyword.value for keyword in call.keywords}
    facts = frozenset(name for name in given if name is not None) - {"remedies"}
    remedies = tuple(_remedies(given["remedies"])) if "remedies" in given else ()
    has_more = None in given or bool(_names(call.func) & PASSING_ON)
    for option in (first.body, first.orelse) if isinstance(first, ast.IfExp) else (first,):
        yield Made(file, call.lineno, _text(option), facts, has_more, remedies)


def _text(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _remedies(node: ast.AST) -> Iterator[Remedy]:
    for call in ast.walk(node):
        if isinstance(call, ast.Call) and _names(call.func) == {"Remedy"} and (option := _text(call.args[0])):
            given = [*call.args[1:], *(keyword.value for keyword in call.keywords)]
            yield Remedy(option, (_text(given[0]) or named("value")) if given else None)


@cache
def remedies_made() -> frozenset[str]:
    """Every option that the core names as a remedy; those of the command line alone do not count."""
    core = [path for path in _files() if "ksdt_core" in path.parts and "cli" not in path.relative_to(ROOT).parts]
    trees = _parsed(core, frozenset({"Remedy"}))
    return frozenset(remedy.option for _, tree in trees for remedy in _remedies(tree))
