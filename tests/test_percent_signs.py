"""Percent signs on pages, in figures and in reports come from the formatter (`ksdt_core/text.py`)."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PLAIN = re.compile(r"(?<=\d) %(?![(\w])")  # written after a number, with a plain space
FOR_TERMINALS = ROOT / "ksdt_core" / "cli"


def plain_signs(source: str) -> Iterator[int]:
    """The lines with a plain percent sign after a number; docstrings do not count."""
    tree = ast.parse(source)
    said = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said:
            if PLAIN.search(node.value):
                yield node.lineno
        elif isinstance(node, ast.JoinedStr):
            for before, after in zip(node.values, node.values[1:], strict=False):
                if isinstance(before, ast.FormattedValue) and re.match(r" %(?!\{)", str(getattr(after, "value", ""))):
                    yield node.lineno


def test_no_module_writes_its_own_percent_sign():
    files = [*(ROOT / "pages").rglob("*.py"), *(ROOT / "ksdt_core").rglob("*.py"), ROOT / "app.py"]
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in files
        if FOR_TERMINALS not in path.parents
        for line in plain_signs(path.read_text("utf-8"))
    ]
    assert found == []


def test_the_search_finds_what_it_is_for():
    assert list(plain_signs("said = '95 % interval'")) == [1]
    assert list(plain_signs("said = f'{share:.0f} % of the rows'")) == [1]
    assert list(plain_signs("'''About 95 % of it.'''\nshare = f'{percent(0.95)} of %s'")) == []
