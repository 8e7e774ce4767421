"""What the Diversity page says of a set."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import SimpleNamespace

import numpy as np
import pytest

from ksdt_core.measures.diversity import difference_matrix, tree_diversity
from ksdt_core.measures.usage import attribute_usages
from pages.diversity.words import adds_sentence, groups_sentence, lead, measures_sentence, nearest_pair
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
    ("names", "finding", "counts"),
    [
        (["abc", "def", "ghi"], "No two of the three trees share an attribute", "9 splits, 9 attributes"),
        (["abc", "abc"], "Both trees use the same attributes alike", "6 splits, 3 attributes"),
        (["abc", "abc", "abc"], "All three trees use the same attributes alike", "9 splits, 3 attributes"),
        (["abc", "axy"], "The two trees differ by TPD 0.33 and share 1 attribute", "6 splits, 5 attributes"),
        (["abc", "ade", "afg"], "Every two of the three trees differ alike, by TPD 0.33", "9 splits, 7 attributes"),
        (
            ["abc", "def", "abx"],
            "Trees 1 and 3 are the most alike (TPD 0.17, 2 shared attributes)",
            "9 splits, 7 attributes",
        ),
    ],
)
def test_lead(names, finding, counts):
    trees = set_of(*(tuple(each) for each in names))
    assert lead(trees) == f"{finding}: {counts}, tree diversity TD = {trees.scores.td:.2f}."


def test_nearest_pair_may_be_asked_for_one_tree():
    trees = set_of(tuple("abc"), tuple("def"), tuple("abx"))
    assert nearest_pair(trees) == (0, 2)
    assert nearest_pair(trees, 1) == (0, 1)


def test_additions():
    assert "neither can be left out" in adds_sentence(1.0, [None, None])
    assert "adds the same" in adds_sentence(1.0, [1.0, 1.0, 1.0])
    assert (
        adds_sentence(0.5, [0.9, 0.4, 0.2])
        == "Tree 3 adds most. Without tree 1 the set would be more diverse, TD 0.900."
    )
    assert adds_sentence(0.5, [0.4, 0.3, 0.4]) == "Tree 2 adds most, tree 1 least."


def test_groups_and_measures():
    assert "no two stand closer" in groups_sentence(set_of(tuple("abc"), tuple("def"), tuple("ghi")))
    assert "far to the left" in groups_sentence(set_of(tuple("abc"), tuple("def"), tuple("abx")))
    assert measures_sentence(0.5, 0.5, "lnc") == "Both say the same of this set. This set was mined with lnc."
    assert "more different" in measures_sentence(0.4, 0.5, "llc")
    assert "more alike" in measures_sentence(0.6, 0.5, "llc")
