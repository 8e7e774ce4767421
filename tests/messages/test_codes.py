"""Codes and catalogue agree: each error that is raised has a sentence, and each sentence an error."""

from __future__ import annotations

import ast
import pkgutil
import re
from importlib import import_module

import ksdt_core.messages
from ksdt_core.messages.catalogue import MESSAGES
from pages.common.messages import PROBLEMS
from tests.messages.raised import ROOT, errors_made
from tests.messages.rendering import facts_in

CHOSEN_BEFORE = (
    "ksdt_core/data/readers/registry.py",  # NoSheetsError has its own code
    "ksdt_core/data/samples/catalogue.py",  # the same
    "ksdt_core/formats/check_tree.py",  # _wrong: "document-node-" and the rest
    "ksdt_core/messages/stored.py",  # errors that were saved
)
"""Where a code is not written at the raise."""
PREFIXES = ("", "document-node-")
MAY_NAME_THEM = ("ksdt_core/cli/", "ksdt_core/reports/", "pages/")  # flags, pages and buttons
SURFACE = re.compile(
    r"(?<![\w'-])--[a-z][a-z-]*(?![\w:)])|\bpage (Data|Mine|Runs|Trees|Atlas)\b|\b(Data|Runs) page\b|\bon (Data|Runs)\b"
)


def test_errors_are_found():
    assert len(errors_made()) > 60


def test_every_error_has_a_code_of_the_catalogue():
    known = {**MESSAGES, **PROBLEMS}
    unknown = [
        f"{made.place}: {made.code}"
        for made in errors_made()
        if made.code not in known and (made.code or made.file not in CHOSEN_BEFORE)
    ]
    assert unknown == []


def test_pages_have_codes_of_their_own():
    wrong = [made.place for made in errors_made() if made.code in PROBLEMS and not made.file.startswith("pages/")]
    assert wrong == []


def test_every_code_is_raised():
    files = [path for folder in ("ksdt_core", "pages") for path in (ROOT / folder).rglob("*.py")]
    outside = [path for path in files if "messages" not in path.relative_to(ROOT).as_posix()]
    written = {text for path in outside for text in texts_of(path.read_text("utf-8"))}
    raised = {f"{prefix}{text}" for prefix in PREFIXES for text in written}
    assert sorted({**MESSAGES, **PROBLEMS}.keys() - raised) == []


def test_every_fact_of_a_sentence_is_given():
    known = {**MESSAGES, **PROBLEMS}
    lacking = [
        f"{made.place}: {made.code} lacks {', '.join(sorted(missing))}"
        for made in errors_made()
        if made.code in known and not made.has_more and (missing := facts_in(known[made.code]) - made.facts)
    ]
    assert lacking == []


def test_a_code_stands_in_one_catalogue():
    names = [module.name for module in pkgutil.iter_modules(ksdt_core.messages.__path__)]
    modules = [import_module(f"ksdt_core.messages.{name}") for name in names if name != "catalogue"]
    catalogues = [*(module.MESSAGES for module in modules if hasattr(module, "MESSAGES")), PROBLEMS]
    every = [code for catalogue in catalogues for code in catalogue]
    assert sorted(code for code in set(every) if every.count(code) > 1) == []
    assert set(every) == set(MESSAGES) | set(PROBLEMS)


def test_codes_and_sentences_are_well_formed():
    known = {**MESSAGES, **PROBLEMS}
    assert [code for code in known if not re.fullmatch(r"[a-z]+[0-9]*(-[a-z0-9]+)*", code)] == []
    assert [code for code, sentence in known.items() if not sentence.endswith((".", "?", ".}"))] == []
    assert [code for code, sentence in known.items() if "\n" in sentence] == []


def test_sentences_of_the_core_name_no_flag_and_no_page():
    assert [code for code, sentence in MESSAGES.items() if SURFACE.search(sentence)] == []


def texts_of(source: str) -> list[str]:
    """Every text in a module but its docstrings."""
    tree = ast.parse(source)
    loose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    return [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in loose
    ]


def test_modules_of_the_core_name_no_flag_and_no_page():
    """Texts, docstrings and comments alike: how an option is given belongs to the command line."""
    files = [path.relative_to(ROOT).as_posix() for path in (ROOT / "ksdt_core").rglob("*.py")]
    found = [
        f"{file}: {said.group()}"
        for file in sorted(files)
        if not file.startswith(MAY_NAME_THEM)
        for said in SURFACE.finditer((ROOT / file).read_text("utf-8"))
    ]
    assert found == []
