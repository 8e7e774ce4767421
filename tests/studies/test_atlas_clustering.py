"""Clustering of domains by hand, and the tables of the study."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ksdt_core.data.preparing.balancing import balance_weights
from ksdt_core.mining.tree_set import SetScores
from ksdt_core.mining.weights import DEFAULT_WEIGHTS
from ksdt_core.studies.atlas.clustering import cluster_domains, domain_distances
from ksdt_core.studies.atlas.entry import Choice, Found, PairEntry, TreeChoice
from ksdt_core.studies.atlas.study_tables import (
    ONE_CLASS,
    one_class_accuracy,
    relative,
    sets_table,
    trees_table,
    weights_table,
)
from ksdt_core.studies.atlas.view import AtlasView

NAMES = ("a", "b", "c")


def found(best: float, worst: float = 0.5, tree: float = 0.8) -> Found:
    choices = (Choice(DEFAULT_WEIGHTS, SetScores(0.9, 0.9, 0.9, score)) for score in (best, worst))
    return Found(*choices, TreeChoice(DEFAULT_WEIGHTS, 0.9, 0.9, tree))


def entries(ab: float | None, ac: float | None, bc: float | None) -> tuple[PairEntry, ...]:
    pairs = (("a", "b", ab), ("a", "c", ac), ("b", "c", bc))
    return tuple(
        PairEntry(x, y, 3, None, problem="no.") if s is None else PairEntry(x, y, 3, found(s)) for x, y, s in pairs
    )


def view(*pairs: PairEntry) -> AtlasView:
    return AtlasView(NAMES, pairs, cluster_domains(NAMES, pairs), {"method": "parallel", "permutations": 0}, ())


def test_tables_that_share_the_best_trees_are_joined_first():
    clustering = cluster_domains(NAMES, entries(0.5, 0.9, 0.7))
    first, second = clustering.merges
    assert {first.first, first.second} == {0, 2}
    assert first.distance == pytest.approx(0.1)
    assert {second.first, second.second} == {1, 3}
    assert second.distance == pytest.approx((0.5 + 0.3) / 2), "the mean of 1 - SDTSQ of b:a and b:c"
    assert second.size == 3
    assert clustering.order in ((0, 2, 1), (1, 2, 0)), "c stands beside b, which it is more like than a is"


def test_pairs_without_scores_are_as_far_as_can_be():
    distances = domain_distances(NAMES, entries(None, 0.9, None))
    assert distances[0, 1] == distances[1, 2] == 1.0
    assert cluster_domains(NAMES, entries(None, None, None)).merges[-1].distance == 1.0


def test_weights_table_says_how_much_the_best_is_better():
    table = weights_table(view(*entries(0.6, None, 0.5)))
    gains = [row[table.header.index("best over worst")] for row in table.rows]
    assert gains == [pytest.approx(0.2), None, 0.0]
    assert table.mean("best over worst") == pytest.approx(0.1)
    assert table.rows[1][-1] == "no."
    assert len({len(row) for row in table.rows} | {len(table.header)}) == 1


def test_weights_table_has_what_one_class_reaches_beside_the_accuracy():
    classes = ({"clean": 449, "defect": 49}, {"clean": 1032, "defect": 77}, {"defect": 3, "clean": 1})
    tables = tuple({"name": name, "classes": counts} for name, counts in zip(NAMES, classes, strict=True))
    plain = replace(view(*entries(0.6, None, 0.5)), tables=tables)
    table = weights_table(plain)
    at = table.header.index(ONE_CLASS)
    assert table.header[at - 1] == "SA"
    assert [row[at] for row in table.rows] == [pytest.approx(449 / 498), None, pytest.approx(1 / 4)]
    dropping = replace(plain, settings={**plain.settings, "missing": "drop-rows"})
    assert [row[at] for row in weights_table(dropping).rows] == [None] * 3


@given(st.lists(st.integers(1, 60), min_size=2, max_size=4), st.lists(st.integers(1, 60), min_size=4, max_size=4))
def test_one_class_reaches_what_a_leaf_reaches_on_the_rows_as_mined(left, right):
    """Beside the rows themselves, balanced by what balances them for mining."""
    n_classes = len(left)
    rows = [np.repeat(np.arange(n_classes), counts[:n_classes]) for counts in (left, right)]
    weights = balance_weights(*rows, n_classes=n_classes, seed=0)
    for balance, of_rows in ((False, [np.ones(each.size) for each in rows]), (True, weights)):
        shares = [np.bincount(each, of, n_classes) / of.sum() for each, of in zip(rows, of_rows, strict=True)]
        counts = [{str(c): int((each == c).sum()) for c in range(n_classes)} for each in rows]
        assert one_class_accuracy(*counts, balance=balance) == pytest.approx(np.minimum(*shares).max())


def test_contests_of_miners():
    pairs = [
        PairEntry("a", "b", 3, found(0.6), compared=(("sequential", found(0.5)), ("single", found(0.5, tree=0.4)))),
        PairEntry("b", "c", 3, found(0.5), compared=(("sequential", found(0.5)), ("single", found(0.5, tree=0.9)))),
    ]
    sets, trees = sets_table(view(*pairs)), trees_table(view(*pairs))
    assert [row[-1] for row in sets.rows] == ["PKSDT", "equal"]
    assert sets.rows[0][4] == pytest.approx(0.2)
    assert [row[-1] for row in trees.rows] == ["KSDT", "SDT-Miner"]
    assert trees.rows[0][4] == pytest.approx(1.0)
    assert sets_table(view(*entries(0.5, 0.5, 0.5))) is None
    assert trees_table(view(*entries(0.5, 0.5, 0.5))) is None


def test_relative_to_nothing_is_no_number():
    assert relative(0.5, 0.0) is None
    assert Found(found(0.5).best, found(0.5, 0.0).worst, found(0.5).best_tree).gain is None
