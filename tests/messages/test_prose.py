"""Few assertions repeat sentences of the product: words may change, and are reviewed in the two files beside this."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
MOST = 4  # of a file: names of what assistive programs read have no other handle
WORD = re.compile(  # not a number, a sign or a name in capitals
    r"(?<!\S)\W?[A-Z]?[a-z]{2,}[.,:;]?(?!\S)|(?<!\S)an?(?!\S)"
)
IS_CODE = re.compile(r"^(from|import|SELECT) |[\n={}]|\w\(")


def sentences_asserted(source: str) -> list[str]:
    """Literals of four or more words in assertions, in what browsers are expected to show, and in `match`."""
    return [
        literal
        for node in ast.walk(ast.parse(source))
        for root in _looked_at(node)
        for literal in _literals(root)
        if len(WORD.findall(literal)) > 3 and not IS_CODE.search(literal)
    ]


def _looked_at(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.Assert):
        yield node.test
    elif isinstance(node, ast.Call):
        name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
        if name.startswith(("to_have_", "to_contain_", "get_by_")):
            yield from (*node.args, *(keyword.value for keyword in node.keywords))
        elif name == "raises":
            yield from (keyword.value for keyword in node.keywords if keyword.arg == "match")


def _literals(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.JoinedStr):
        yield " 0 ".join(str(part.value) for part in node.values if isinstance(part, ast.Constant))
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    else:
        for child in ast.iter_child_nodes(node):
            yield from _literals(child)


def test_what_a_sentence_is():
    assert sentences_asserted("assert 'no class column was found' in said, 'not this one at all'") != []
    assert sentences_asserted("expect(page.get_by_text(f'{n} problems to fix before mining'))") != []
    assert sentences_asserted("with pytest.raises(KeyError, match='there is no such name'): pass") != []
    assert sentences_asserted("assert 'from a.b import c' in code or read('a,b\\n') == 'age and sex'") == []
    assert sentences_asserted("text = 'this is not looked for in anything'") == []


def test_files_of_tests_repeat_few_sentences():
    found = {
        path.relative_to(TESTS).as_posix(): sentences_asserted(path.read_text("utf-8"))
        for path in sorted(TESTS.rglob("test_*.py"))
    }
    many = {name: said for name, said in found.items() if len(said) > MOST}
    assert many == {}, "name codes, facts, keys or constants instead, or ask for the fixture approved"
