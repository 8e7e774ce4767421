"""What the Diversity page says of a set."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from types import SimpleNamespace

import numpy as np
import pytest

from ksdt_core.measures.diversity import difference_matrix, tree_diversity
from ksdt_core.measures.usage import attribute_usages
from ksdt_core.text import score
from pages.diversity.words import adds_sentence, basis, groups_sentence, lead, measures_sentence, nearest_pair
from tests.figures.handmade import small_tree


@dataclass
class Set:
    trees: tuple
    tpd: np.ndarray
    scores: SimpleNamespace


def set_of(*names: tuple[str, str, str]) -> Set:
    """Trees of one shape that test these attributes."""
    every = tuple(dict.fromkeys(name for each in names for name in each))
    trees = tuple(retold(each, every) for each in names)
    tpd = difference_matrix(attribute_usages([shared.tree for shared in trees], "lnc"))
    return Set(trees, tpd, SimpleNamespace(td=tree_diversity(tpd)))


def retold(names: tuple[str, str, str], every: tuple[str, ...]):
    shared = small_tree()
    tree = shared.tree
    positions = np.array([*(every.index(name) for name in names), -1, -1, -1, -1], dtype=np.int32)
    return replace(
        shared,
        tree=replace(
            tree, attributes=every, categories=(None,) * len(every), attribute=positions,
            threshold=np.array([1.0, 2.0, 3.0, *[np.nan] * 4]), category=np.full(7, -1, dtype=np.int32),
        ),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("names", "numbers", "counts"),
    [
        (["abc", "def", "ghi"], (), ("9", "9")),
        (["abc", "abc"], (), ("6", "3")),
        (["abc", "abc", "abc"], (), ("9", "3")),
        (["abc", "axy"], ("1", "0.333"), ("6", "5")),
        (["abc", "ade", "afg"], ("0.333",), ("9", "7")),
        (["abc", "def", "abx"], ("2", "3", "1", "3", "0.167"), ("9", "7")),
    ],
)
def test_lead(names, numbers, counts, approved):
    """What the set is like, then how many splits and attributes it has."""
    trees = set_of(*(tuple(each) for each in names))
    said, below = lead(trees), basis(trees)
    assert re.findall(r"\d[\d.]*(?<!\.)", said) == [*numbers]
    assert re.findall(r"\d[\d.]*(?<!\.)", below)[:3] == [*counts, score(trees.scores.td)]
    approved(f"{said} {below}")


def test_nearest_pair_may_be_asked_for_one_tree():
    trees = set_of(tuple("abc"), tuple("def"), tuple("abx"))
    assert nearest_pair(trees) == (0, 2)
    assert nearest_pair(trees, 1) == (0, 1)


@pytest.mark.parametrize(
    ("td", "without", "numbers"),
    [
        (1.0, [None, None], []),
        (1.0, [1.0, 1.0, 1.0], []),
        (0.5, [0.9, 0.4, 0.2], ["3", "1", "0.900"]),
        (0.5, [0.4, 0.3, 0.4], ["2", "1"]),
    ],
)
def test_additions(td, without, numbers, approved):
    said = adds_sentence(td, without)
    assert re.findall(r"\d[\d.]*(?<!\.)", said) == numbers
    approved(said)


def test_groups_and_measures(approved):
    sets = [set_of(*map(tuple, names)) for names in (("abc", "def", "ghi"), ("abc", "def", "abx"))]
    said = [
        *map(groups_sentence, sets),
        *(measures_sentence(*each) for each in ((0.5, 0.5, "lnc"), (0.4, 0.5, "llc"), (0.6, 0.5, "llc"))),
    ]
    assert len(set(said)) == 5
    approved("\n".join(said))
