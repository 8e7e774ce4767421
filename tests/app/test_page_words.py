"""What the core refuses names options of the command line; pages say it in their own words."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import ksdt_core
from ksdt_core.data.missing import fit_missing
from ksdt_core.errors import InvalidDataError
from ksdt_core.mining.what_if import class_mappings
from pages.shared.page_words import for_the_page
from tests.app.conftest import words
from tests.app.two_tables import kept_tables
from tests.data.tables import table_of

CORE = Path(ksdt_core.__file__).parent
ON_PAGES = ("data", "mining", "store", "measures", "trees")  # packages whose refusals reach a page
OF_COMMANDS_ONLY = "is a bundled table; leave out --encoding."  # pages offer no encoding for bundled tables


def said_by(node: ast.AST) -> str:
    """The text of a literal, with `…` where a value is put in."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else ""
    if isinstance(node, ast.JoinedStr):
        return "".join(said_by(part) for part in node.values)
    return "…"


def refusals() -> list[str]:
    """Every literal sentence that these packages raise and that names an option."""
    found = []
    for path in sorted(path for package in ON_PAGES for path in (CORE / package).rglob("*.py")):
        raised = (node.exc for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Raise))
        calls = (call for call in raised if isinstance(call, ast.Call) and call.args)
        found += [text for call in calls if "--" in (text := said_by(call.args[0]))]
    return [text for text in found if not text.endswith(OF_COMMANDS_ONLY)]


def test_there_are_such_sentences():
    assert len(refusals()) > 10


@pytest.mark.parametrize("sentence", refusals())
def test_no_page_names_an_option(sentence):
    said = for_the_page(sentence)
    assert "--" not in said
    assert said.endswith(sentence[-1])


def test_missing_cells_in_words_of_the_page():
    gaps = table_of("x y", [[1, None, "a"], [None, 2, "b"]], name="gaps")
    with pytest.raises(InvalidDataError) as refused:
        fit_missing(gaps, gaps, "drop-columns")
    assert for_the_page(str(refused.value)).endswith("; fill them instead of leaving out columns.")


def test_sentences_begin_with_a_capital_and_names_stay():
    assert for_the_page("the run of this link is not kept here.") == "The run of this link is not kept here."
    assert for_the_page("theatre.csv has no column.") == "theatre.csv has no column."


def test_class_maps_in_words_of_the_page():
    rows = [[1, "a"], [2, "b"], [3, "c"]]
    with pytest.raises(InvalidDataError) as refused:
        class_mappings(table_of("x", rows[:2]), table_of("x", rows))
    assert for_the_page(str(refused.value)).endswith("; give some of them the same name on Data.")


def test_a_page_that_cannot_be_made_says_why_in_its_own_words(opened, store):
    page = opened("pages/mine.py", pair=kept_tables(store, ["a", "b"], gaps=3).id)
    assert "choose on Data what is done about them" in words(page)
    assert "--" not in words(page)
