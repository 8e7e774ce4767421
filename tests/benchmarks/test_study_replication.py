"""The part of the study on settings that replicate: the walk of a third table, the choice, the section."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from benchmarks.study.replicating import DEPTHS, FRACTIONS, USUAL, third_answers
from benchmarks.study.replication_lines import Rotation, load_rotations, replication_lines
from ksdt_core.data.preparing.pairing import pair_datasets
from ksdt_core.data.samples.planted import plant
from ksdt_core.measures.answers import balanced_accuracy, n_answered_right
from ksdt_core.mining.miners import mine


def made(seed=0):
    tables = plant(rows=(90, 80), attributes=6, depth=2, noise=0.1, units="different", seed=seed)
    pair = pair_datasets(tables.left, tables.right, scale="rank")
    return tables, pair, mine(pair, k=3, max_depth=2)


@pytest.mark.parametrize("side", ["left", "right"])
def test_a_third_table_equal_to_a_mined_one_reproduces_its_accuracies(side):
    tables, pair, found = made()
    third = getattr(tables, side)
    there = third_answers(pair, found, third)
    right = [n_answered_right(tree.confusion) / third.n_rows for tree in there.trees]
    assert right == pytest.approx([getattr(tree, f"accuracy_{side}") for tree in found.trees])


def test_order_of_columns_and_classes_and_units_change_nothing():
    tables, pair, found = made()
    third = tables.right
    usual = third_answers(pair, found, third)
    turned = third.take_columns(range(third.n_attributes)[::-1])
    renamed = replace(third, class_names=third.class_names[::-1], classes=1 - third.classes)
    stretched = replace(third, values=np.asfortranarray(np.cbrt(third.values) * 7))
    for other in (turned, renamed, stretched):
        again = third_answers(pair, found, other)
        assert [tree.confusion for tree in again.trees] == [tree.confusion for tree in usual.trees]
    assert usual.vote is not None
    assert balanced_accuracy(usual.vote.confusion) > 0.7


def rotation(family, best, forest=0.8):
    """Cross-validation and the third table prefer `best`, by 0.1."""
    settings = {
        (share, depth): {
            "third": 0.6 + 0.1 * ((share, depth) == best),
            "inside": [0.5, 0.7 + 0.1 * ((share, depth) == best)],
        }
        for share in FRACTIONS
        for depth in DEPTHS
    }
    return Rotation(family, "third", settings, forest)


def test_the_best_by_cross_validation_is_chosen_and_ties_go_to_fewer():
    assert rotation("receptor", (0.1, 4)).chosen == (0.1, 4)
    assert rotation("receptor", None).chosen == (FRACTIONS[0], DEPTHS[0])
    assert rotation("receptor", (0.1, 4)).there(USUAL) == 0.6


def test_the_section_follows_the_numbers():
    text = "\n".join(replication_lines([rotation("receptor", (0.1, 4)), rotation("receptor", USUAL, None)]))
    assert "the usual settings reach 0.650" in text
    assert "auto 0.700 (ahead of the usual in 1, behind in 0)." in text
    assert "0.1 of all, depth 4 | 0.700 | 0.800" in text
    assert "Mean over 2 rotations" in text
    assert "+0.050 ± 0.050, not clear" in text
    assert "+0.100 ± 0.000, clear" in "\n".join(replication_lines([rotation("defects", (0.1, 4))] * 2))


def test_what_is_not_done_is_said(tmp_path):
    from benchmarks.study.keeping import Keeper
    from benchmarks.study.plan import Plan

    assert load_rotations(Plan(), Keeper(tmp_path)) == []
    assert "Not worked out in this run." in "\n".join(replication_lines([]))
