"""Stability by complementary halves: the halves, the plain definition, planted attributes and the bound."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ksdt_core.data.preparing.pairing import prepare
from ksdt_core.formats.csv_tables import attributes_csv
from ksdt_core.formats.json_text import document_text
from ksdt_core.mining.miners import mine
from ksdt_core.studies.attributes.attribute_view import ATTRIBUTES, attribute_view
from ksdt_core.studies.attributes.halves import complementary_rows, halves_of, stability_by_halves
from tests.mining.planted import planted_pair
from tests.oracles import plain_halves
from tests.pairs_by_hand import pair_of
from tests.refusals import refused

PAIR = planted_pair(strength=2.0, n_rows=40, n_attributes=8)
MINED = mine(PAIR, k=2, max_depth=2)


@given(st.lists(st.integers(0, 3), min_size=2, max_size=40), st.integers(0, 99))
def test_halves_are_disjoint_and_hold_half_of_every_class(classes, seed):
    found = np.array(classes)
    halves = complementary_rows(found, np.random.default_rng(seed))
    assert not set(halves[0].tolist()) & set(halves[1].tolist())
    for half in halves:
        counts = np.bincount(found[half], minlength=4)
        assert counts.tolist() == [classes.count(position) // 2 for position in range(4)]


@pytest.mark.parametrize("scale", ["none", "rank"])
@pytest.mark.parametrize("balance", [False, True])
def test_a_half_is_prepared_as_a_pair_of_its_rows(scale, balance):
    pair = planted_pair(strength=1.0, n_rows=31, n_attributes=4, scale=scale, balance=balance)
    first, second = halves_of(pair, 2)
    for half, other in ((first, second), (second, first)):
        plain = prepare(half.matched, replace(pair.preparation, seed=half.preparation.seed))
        for side in ("left", "right"):
            np.testing.assert_array_equal(getattr(half, side).scaled, getattr(plain, side).scaled)
            rows, others = ({tuple(row) for row in getattr(each, side).original.tolist()} for each in (half, other))
            assert not rows & others
            assert rows | others <= {tuple(row) for row in getattr(pair, side).original.tolist()}


@settings(max_examples=12, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 99), st.sampled_from([0.55, 0.75, 1.0]), st.integers(1, 3), st.sampled_from([(), ("a1",)]))
def test_shares_and_bound_are_those_of_the_plain_definition(seed, tau, k, exclude):
    pair = planted_pair(strength=1.0, n_rows=24, n_attributes=5, seed=seed)
    trees = mine(pair, k=k, max_depth=2, exclude=exclude)
    found = stability_by_halves(pair, trees, pairs=3, tau=tau)
    shares, q, stable, bound = plain_halves.stability(pair, trees, 3, tau)
    assert {name: found.share(name) for name in pair.attributes} == shares
    assert set(found.stable) == stable
    assert (found.mean_selected, found.bound) == pytest.approx((q, bound))


def test_one_and_two_workers_find_the_same():
    found = [stability_by_halves(PAIR, MINED, pairs=3, workers=workers) for workers in (1, 2)]
    assert found[0] == found[1]


def test_the_planted_attribute_is_stable_and_noise_is_not():
    found = stability_by_halves(PAIR, mine(PAIR, k=1, max_depth=1), pairs=20, tau=0.9)
    assert found.stable == ("a0",)
    assert found.bound == pytest.approx(1 / (0.8 * 8))


@pytest.mark.parametrize("strength", [0.0, 2.0])
def test_the_bound_holds_in_a_simulation(strength):
    """40 pairs of 20 attributes, of which none or the first tells the class: stable noise beside its bound."""
    false, bounds, hits = [], [], 0
    for seed in range(40):
        pair = planted_pair(strength=strength, n_rows=30, n_attributes=20, seed=seed)
        found = stability_by_halves(pair, mine(pair, k=2, max_depth=1), pairs=6, tau=0.75)
        false.append(len(set(found.stable) - {"a0"}))
        hits += "a0" in found.stable
        bounds.append(found.bound)
    spread = 2 * np.std(false) / np.sqrt(len(false))
    assert np.mean(false) <= np.mean(bounds) + spread
    assert hits >= 36 if strength else hits <= 8


@pytest.mark.parametrize("tau", [0.5, 0.2, 1.01, float("nan"), "high"])
def test_tau_lies_above_one_half(tau):
    with refused("tau-out-of-range", option="tau"):
        stability_by_halves(PAIR, MINED, pairs=1, tau=tau)


def test_a_class_of_one_row_is_refused():
    table = ([[float(n)] for n in range(9)], [0, 1, 0, 1, 0, 1, 0, 1, 0])
    lonely = ([[float(n)] for n in range(9)], [0, 0, 0, 0, 0, 0, 0, 0, 1])
    pair = pair_of(table, lonely)
    with refused("one-row-for-halves"):
        stability_by_halves(pair, mine(pair, k=1), pairs=1)


def test_the_view_carries_the_halves_and_comes_back():
    seen = []
    view = attribute_view(PAIR, MINED, replicates=2, halves=3, tau=0.6, progress=lambda *told: seen.append(told))
    document = json.loads(document_text(view.to_document()))
    assert document["halves"]["bound"] == pytest.approx(view.halves.bound)
    assert document["halves"]["stable"] == list(view.halves.stable)
    assert ATTRIBUTES.read(document) == view
    assert seen[-1] == (8, 8)
    assert {entry.name for entry in view.entries} >= set(view.halves.stable)
    rows = [line.split(",") for line in attributes_csv(view).splitlines()]
    column = rows[0].index("chosen_by_halves")
    assert {row[0]: float(row[column]) for row in rows[1:]} == {
        entry.name: view.halves.share(entry.name) for entry in view.entries
    }
    without = {key: part for key, part in document.items() if key != "halves"}
    assert ATTRIBUTES.read(without) == replace(view, halves=None)
