"""Every number of a learned tree: they are those that its learner chose by, also where cells are missing."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings

from ksdt_core.data.samples.catalogue import load
from ksdt_core.studies.learning.run import learn_table, training_rows
from ksdt_core.studies.learning.settings import LearnSettings
from ksdt_core.studies.learning.worked import worked_nodes
from ksdt_core.trees.learned_tree import branches
from tests.strategies import datasets


@pytest.fixture
def tennis():
    """The fourteen days of which one, overcast, lost its outlook: the example of [Q93, chapter 3]."""
    table = load("play-tennis")
    values = np.array(table.values)
    day = int(np.flatnonzero((values[:, 0] == 0) & (values[:, 2] == 0) & (values[:, 3] == 0))[0])
    values[day, 0] = np.nan
    return replace(table, values=values)


def test_the_book_s_numbers_with_a_missing_cell(tennis):
    """13/14 · (0.961 − 0.747) = 0.199, split information 1.809 with the missing day as a child, ratio 0.110."""
    root = worked_nodes(learn_table(tennis, LearnSettings(prune="none")), tennis)[0]
    outlook = next(each for each in root.attributes if each.attribute == "outlook")
    assert (outlook.gain, outlook.split_information, outlook.gain_ratio) == (
        pytest.approx(0.199, abs=5e-4),
        pytest.approx(1.809, abs=5e-4),
        pytest.approx(0.110, abs=5e-4),
    )
    assert (outlook.children, outlook.unknown) == (((0, 3), (2, 3), (3, 2)), 1)
    assert root.average_gain == pytest.approx(np.mean([each.gain for each in root.attributes]))


def test_filled_cells_are_those_of_the_learner(tennis):
    """The missing day plays; most days that play are overcast or rainy, and of all days most are rainy or sunny."""
    for way in ("common", "class-common"):
        learned = learn_table(tennis, LearnSettings(method="id3", missing=way))
        root = worked_nodes(learned, tennis)[0]
        chosen = next(each for each in root.attributes if each.attribute == root.chosen)
        assert sum(map(sum, chosen.children)) == 14
        assert chosen.unknown == 0


def test_dropped_and_held_out_rows_play_no_part():
    """Rows are held out of those that are left after others were dropped."""
    table = load("votes")
    asked = LearnSettings(missing="drop-rows", holdout=0.3, prune="none")
    learned = learn_table(table, asked)
    root = worked_nodes(learned, training_rows(table, asked, "class"))[0]
    assert list(root.counts) == learned.tree.counts[0].tolist()
    assert sum(root.counts) == learned.table.rows < table.n_rows


WAYS = [
    ("id3", "common"), ("id3", "class-common"), ("c45", "fractions"), ("c45", "common"), ("c45", "class-common"),
    ("cart", "common"), ("cart", "class-common"),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("method", "missing"), WAYS)
@settings(max_examples=25, deadline=None)
@given(table=datasets(missing=True))
def test_the_chosen_attribute_is_worth_most_and_its_children_are_those_of_the_tree(method, missing, table):
    if np.unique(table.classes).size < 2 or (method == "cart" and np.abs(np.nan_to_num(table.values)).max() > 1e6):
        return
    asked = LearnSettings(method=method, missing=missing, prune="none")
    learned = learn_table(table, asked)
    children = branches(learned.tree)
    for node in worked_nodes(learned, table):
        assert list(node.counts) == pytest.approx(learned.tree.counts[node.node].tolist())
        chosen = next(each for each in node.attributes if each.attribute == node.chosen)
        least = 0.0 if node.average_gain is None else node.average_gain
        eligible = [each for each in node.attributes if each.gain >= least - 1e-8]
        by = asked.valuing.criterion
        if method != "cart":  # which breaks ties at random, and compares in 32 bits
            assert chosen.value(by) == pytest.approx(max(each.value(by) for each in eligible), abs=1e-8)
        below = learned.tree.counts[list(children[node.node])]
        known = np.array(chosen.children)
        share = known.sum(axis=1) / known.sum()
        if method != "cart":
            parts = below[below.sum(axis=1) > 0]
            assert parts.sum(axis=1) == pytest.approx(known.sum(axis=1) + share * chosen.unknown)
            assert (parts - known >= -1e-8).all()
