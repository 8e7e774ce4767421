"""Every word of the glossary leads to the one function that computes it."""

from __future__ import annotations

import importlib
import inspect
import re

import pytest

from ksdt_core.glossary import GLOSSARY, SOURCES

ACRONYMS = {"CDV", "DSN", "AUS", "TPD", "TD", "ATD", "IDT", "IG", "SA", "DS", "SDTQ", "SDTSQ", "WVP"} | {
    "RFT",
    "AFT",
    "ODT",
    "TCFS",
    "MDL",
}
WORDS = {"spectrum", "energy", "partition", "schema", "projection", "stability"} | {
    "reduced-error pruning",
    "cost-complexity pruning",
    "selection frequency",
    "rule post-pruning",
    "wilson interval",
    "holm correction",
    "alignable difference",
    "gain ratio",
    "gini reduction",
    "attribute cost",
    "error-based pruning",
    "q-value",
    "average linkage",
    "row measure",
    "sobol index",
    "shapley value",
}
TERMS = sorted(ACRONYMS | WORDS)


def follow(path: str) -> object:
    module, _, name = path.rpartition(".")
    return getattr(importlib.import_module(module), name)


def test_every_acronym_of_the_method_is_explained():
    assert set(GLOSSARY) == ACRONYMS | WORDS


@pytest.mark.parametrize("acronym", TERMS)
def test_link_leads_to_a_function_that_cites_its_definition(acronym):
    term = GLOSSARY[acronym]
    function = follow(term.computed_by)
    assert inspect.isfunction(function)
    assert function.__module__ == term.computed_by.rpartition(".")[0], "the link names the place of definition"
    key = term.source.split(",")[0]
    assert key in SOURCES
    assert f"[{key}, " in (function.__doc__ or "")


@pytest.mark.parametrize("acronym", TERMS)
def test_meaning_is_one_or_two_sentences(acronym):
    term = GLOSSARY[acronym]
    assert re.fullmatch(r"([^.]*(\.\d[^.]*)*\.){1,2}", term.meaning), term.meaning
    assert term.title == (term.name if acronym in WORDS else f"{term.name} ({acronym})")
    assert term.help.startswith(f"{term.name}: ")


def test_no_two_terms_are_computed_by_the_same_function():
    links = [term.computed_by for term in GLOSSARY.values()]
    assert len(set(links)) == len(links)
