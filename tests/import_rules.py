"""Reads the imports of the code and finds those that point the wrong way.

A module is given as its dotted name and its source text, so that the checker can be tried on bad examples.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from graphlib import CycleError, TopologicalSorter

CORE = "ksdt_core"
BOTTOM = frozenset(
    {"codec", "compiled", "departures", "errors", "given", "glossary", "messages", "options", "parallel", "text"}
)  # import nothing of the core but each other; all may import them
_READ = frozenset({"measures", "trees", "data"})
_MINED = _READ | {"mining", "learners", "fourier", "rules", "pruning", "patterns", "evidence", "studies"}
MAY_IMPORT: Mapping[str, frozenset[str]] = {
    "data": frozenset(),
    "trees": frozenset({"data"}),
    "measures": frozenset({"trees", "data"}),
    "mining": _READ,
    "learners": _READ,
    "fourier": _READ,
    "rules": _READ,
    "pruning": _READ | {"mining"},
    "patterns": _READ | {"learners", "rules"},
    "evidence": _MINED - {"evidence", "studies"},
    "studies": _MINED - {"studies"},
    "figures": _MINED,
    "formats": _MINED,
    "reports": _MINED | {"figures", "formats"},
    "store": _MINED | {"formats", "reports"},
    "background": _MINED | {"formats", "reports", "store"},
    "serving": frozenset(),
    "cli": _MINED | {"figures", "formats", "reports", "store", "background", "serving"},
}
DRAWING = frozenset(
    {"altair", "bokeh", "graphviz", "matplotlib", "plotly", "pygraphviz", "pydot", "seaborn", "vl_convert"}
)
ABOVE_THE_CORE = frozenset({"app", "serve", "pages", "tests", "benchmarks"})


@dataclass(frozen=True, slots=True)
class Import:
    """One imported name, as far as it is a module or a name in one."""

    target: str
    line: int
    only_for_types: bool


@cache
def imports_of(source: str) -> tuple[Import, ...]:
    """Every import of a module, also those inside functions; relative ones begin with a dot."""
    return tuple(_imports_of(source))


def _imports_of(source: str) -> Iterator[Import]:
    tree = ast.parse(source)
    for_types = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(alias.name, node.lineno, id(node) in for_types)
        elif isinstance(node, ast.ImportFrom):
            module = "." * node.level + (node.module or "")
            for alias in node.names:
                yield Import(f"{module}.{alias.name}", node.lineno, id(node) in for_types)


def wrong_imports(modules: Mapping[str, str]) -> list[str]:
    """A sentence for each import that points the wrong way."""
    return [
        f"{name}:{found.line} imports {found.target}: {why}"
        for name, source in modules.items()
        for found in imports_of(source)
        if (why := _complaint(name, found.target))
    ]


def _complaint(name: str, target: str) -> str | None:
    if target.startswith("."):
        return "write the whole name of the module"
    library = target.split(".", 1)[0]
    if name.split(".", 1)[0] == CORE:
        return _complaint_of_core(name, target, library)
    if library == "pages" and name.startswith("pages.") and _room(target) not in ("common", _room(name)):
        return "a page knows its own parts and pages.common, and pages.common knows no page"
    if library == "tests" and not name.startswith("tests."):
        return "only tests import tests"
    if library in ("app", "serve"):
        return "nothing imports the scripts that are run"
    return None


def _complaint_of_core(name: str, target: str, library: str) -> str | None:
    room = _room(name)
    if library == "streamlit":
        return "the core knows nothing of Streamlit"
    if library in DRAWING and room != "figures":
        return "only ksdt_core.figures draws"
    if library in ABOVE_THE_CORE:
        return "the core knows nothing of what is built on it"
    if library != CORE or room == "":
        return None
    wanted = _room(target)
    allowed = BOTTOM | (MAY_IMPORT.get(room, frozenset()) if room not in BOTTOM else frozenset())
    if room not in BOTTOM and room not in MAY_IMPORT:
        return f"room {room} has no place in the import order yet; give it one in tests/import_rules.py"
    if wanted == room or wanted in allowed:
        return None
    return f"{room} may not import {wanted or 'the whole package'}"


def _room(name: str) -> str:
    """The part of the core, or the page, that a module lies in; empty for the package itself."""
    parts = name.split(".")
    return parts[1] if len(parts) > 1 else ""


def import_cycle(modules: Mapping[str, str]) -> list[str] | None:
    """Modules that import each other in a ring, or None; imports for types alone do not count."""
    graph = {
        name: {
            module
            for found in imports_of(source)
            if not found.only_for_types and (module := _module_of(found.target, modules)) not in (None, name)
        }
        for name, source in modules.items()
    }
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return None


def _module_of(target: str, modules: Mapping[str, str]) -> str | None:
    if target in modules:
        return target
    parent = target.rpartition(".")[0]
    return parent if parent in modules else None


def code_in_package_file(source: str) -> list[str]:
    """What an `__init__.py` holds beyond a docstring, imports and names such as `__all__`."""
    found = []
    for node in ast.parse(source).body:
        is_docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        is_import = isinstance(node, ast.Import | ast.ImportFrom)
        if not (is_docstring or is_import or _names_something(node)):
            found.append(f"line {node.lineno}: {ast.unparse(node).splitlines()[0]}")
    return found


def _names_something(node: ast.stmt) -> bool:
    """`__all__ = [...]` and the like, or names that are loaded when first used (lazy_loader)."""
    if not isinstance(node, ast.Assign) or len(node.targets) != 1:
        return False
    if ast.unparse(node.targets[0]) == "(__getattr__, __dir__, __all__)":
        return ast.unparse(node.value).startswith("lazy_loader.attach")
    try:
        ast.literal_eval(node.value)
    except ValueError:
        return False
    return ast.unparse(node.targets[0]).startswith("__")
