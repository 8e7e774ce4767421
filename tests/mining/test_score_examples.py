"""Help texts end with a number of the set that is looked at, and it is the right one."""

from __future__ import annotations

import re

import numpy as np
import pytest

from ksdt_core.data.preparing.pairing import pair_datasets
from ksdt_core.data.samples.catalogue import load
from ksdt_core.glossary import GLOSSARY
from ksdt_core.mining.miners import mine
from ksdt_core.mining.score_examples import EXPLAINED, help_with_number
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.text import score


@pytest.fixture(scope="module")
def trees() -> TreeSet:
    return mine(pair_datasets(load("spect-train"), load("spect-test")), k=3, max_depth=2)


@pytest.fixture(scope="module")
def one_tree() -> TreeSet:
    return mine(pair_datasets(load("spect-train"), load("spect-test")), k=1, max_depth=2, method="single")


def numbers(acronym: str, trees: TreeSet) -> list[float]:
    """The numbers of the example, in their order."""
    meaning, _, example = help_with_number(acronym, trees).partition(" Here: ")
    assert meaning == GLOSSARY[acronym].help
    return [float(found.replace(",", "")) for found in re.findall(r"\d[\d,]*(?:\.\d+)?", example)]


@pytest.mark.parametrize("acronym", sorted({"SDTSQ", "SA", "DS", "TD"}))
def test_the_first_number_is_the_score_of_the_set(trees, acronym):
    assert numbers(acronym, trees)[0] == float(score(getattr(trees.scores, acronym.lower())))


def test_what_is_said_of_a_score_gives_the_score(trees, one_tree):
    for some in (trees, one_tree):
        quality, smallest, mean = numbers("SDTSQ", some)
        assert quality == pytest.approx(smallest * mean, abs=2e-3)
        quality, smallest, mean, _ = numbers("SDTQ", some)
        assert quality == pytest.approx(smallest * mean, abs=2e-3)
        *_, left, right = numbers("SA", some)
        assert min(left, right) / 100 == pytest.approx(some.trees[0].sa, abs=6e-4)
    assert numbers("DS", one_tree)[0] == float(score(float(one_tree.trees[0].dsn.mean())))


def test_the_similarity_of_the_root_is_the_cosine_of_the_counts_that_are_named(trees):
    dsn, tree, *counts = numbers("DSN", trees)
    left, right = np.array(counts[:2]), np.array(counts[2:])
    assert tree == 1
    assert dsn == float(score(left @ right / np.linalg.norm(left) / np.linalg.norm(right)))


def test_copies_that_balancing_drew_are_not_called_counts_of_the_table(trees):
    balanced = mine(pair_datasets(load("spect-train"), load("spect-test"), balance=True), k=2, max_depth=2)
    for acronym in ("DSN", "SA"):
        assert "balanced" in help_with_number(acronym, balanced).partition(" Here: ")[2]
        assert "balanced" not in help_with_number(acronym, trees).partition(" Here: ")[2]


def test_diversity_names_its_pairs_of_trees_and_one_tree_has_none(trees, one_tree):
    td, pairs = numbers("TD", trees)
    assert (td, pairs) == (float(score(float(np.mean(trees.tpd[np.triu_indices(3, 1)])))), 3)
    assert numbers("TPD", trees)[0] == float(score(float(trees.tpd[0, 1])))
    for acronym in ("TD", "TPD"):
        assert help_with_number(acronym, one_tree) == GLOSSARY[acronym].help


def test_every_score_of_a_set_has_an_example(trees):
    assert {"SDTSQ", "SDTQ", "SA", "DS", "DSN", "TD", "TPD"} == EXPLAINED
    assert all(" Here: " in help_with_number(acronym, trees) for acronym in EXPLAINED)
