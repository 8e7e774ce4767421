"""Other criteria and costs in everything that mines: sets, sweeps, shuffles, folds."""

from __future__ import annotations

import numpy as np
import pytest

from ksdt_core.errors import InvalidParameterError
from ksdt_core.evidence.cross_validation import cross_validate
from ksdt_core.evidence.significance import significance
from ksdt_core.measures.valuing import Valuing
from ksdt_core.mining import mine, sweep
from tests.pairs_by_hand import pair_of
from tests.refusals import refused

DEAR = {"costs": {"signal": 1_000_000}, "weights": (0.9, 0.05, 0.05), "k": 1, "max_depth": 1}


def signal_and_noise(seed=0, n_rows=60):
    """Two tables in which one attribute tells the class and the other nothing."""
    random = np.random.default_rng(seed)
    tables = []
    for _ in range(2):
        classes = np.arange(n_rows) % 2
        values = np.stack([classes + random.normal(0, 0.1, n_rows), random.random(n_rows)], axis=1)
        tables.append((values.tolist(), classes.tolist()))
    return pair_of(*tables, attributes=("signal", "noise"))


def test_options_of_a_set_can_be_used_again():
    options = {"criterion": "gini", "costs": {"noise": 2.5}, "cost_rule": "exponential", "cost_weight": 0.25}
    trees = mine(signal_and_noise(), **options)
    parameters = trees.parameters
    assert parameters.valuing == Valuing("gini", (("noise", 2.5),), "exponential", 0.25)
    assert trees.to_document()["config"]["costs"] == {"noise": 2.5}


def test_sweeps_mine_every_vector_by_the_criterion():
    swept = sweep(signal_and_noise(), pool="wvp2", criterion="gain-ratio", k=2)
    assert {entry.settings.valuing.criterion for entry in swept.entries} == {"gain-ratio"}


def test_folds_and_shuffles_pay_the_costs():
    """With the signal out of reach folds are answered at random, and the set is no better than shuffled ones."""
    pair = signal_and_noise()
    free, dear = mine(pair, **{**DEAR, "costs": {}}), mine(pair, **DEAR)
    roots = [trees.attributes[trees.trees[0].tree.attribute[0]] for trees in (free, dear)]
    assert roots == ["signal", "noise"]
    assert cross_validate(pair, free, folds=3).sa > 0.95
    assert cross_validate(pair, dear, folds=3).sa < 0.7
    assert significance(pair, free, permutations=19).p_value == pytest.approx(0.05)
    assert significance(pair, dear, permutations=19).p_value > 0.05


def test_the_ranking_of_attributes_stays_that_of_information_gain():
    """AttrSet is chosen before any split is scored: by gain, whatever the splits cost."""
    pair = signal_and_noise()
    trees = mine(pair, attr_fraction=0.5, **DEAR)
    assert trees.attributes[trees.trees[0].tree.attribute[0]] == "signal"


def test_costs_of_an_attribute_that_is_not_there_are_refused():
    with refused("unknown-attribute", InvalidParameterError, option="costs", name="signl", nearest="signal"):
        mine(signal_and_noise(), costs={"signl": 3})
