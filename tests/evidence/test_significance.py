"""Significance: the three nulls, their p-values, the choice from a pool, workers and seeds."""

from __future__ import annotations

import json

import numpy as np
import pytest

from ksdt_core.data.model.pair import Preparation
from ksdt_core.data.preparing.pairing import prepare
from ksdt_core.evidence.sequential_p import STOP_AFTER
from ksdt_core.evidence.set_chance import NullSummary, Significance
from ksdt_core.evidence.significance import Trial, mean_tree_quality, nulls_of, shuffled_pair, significance
from ksdt_core.formats.result import parse_result
from ksdt_core.mining.cells.found import weight_cells
from ksdt_core.mining.miners import mine
from ksdt_core.mining.parameters import MiningParameters
from ksdt_core.mining.presorted import presort
from ksdt_core.mining.sweeps import Picked, sweep
from ksdt_core.mining.weights import WeightPool, weight_pool
from tests.evidence.choosing import chosen_by_cross_validation
from tests.mining.planted import planted_pair, with_seed
from tests.oracles import plain_significance
from tests.pairs_by_hand import pair_of
from tests.refusals import refused

OPTIONS = {"k": 3, "max_depth": 2}
SIGNAL = planted_pair(strength=2.5)


def one_shuffle(pair, null, number):
    """Shuffle `number` of a null, with the sorted columns that go with it."""
    shuffled, presorted, _ = shuffled_pair(Trial(pair, presort(pair), MiningParameters(), (), None), null, number)
    return shuffled, presorted


def test_p_counts_the_shuffles_that_reach_the_observed_value():
    found = significance(SIGNAL, mine(SIGNAL, **OPTIONS), permutations=9)
    document = found.to_document()
    assert document["permutations"] == 9
    assert set(document["nulls"]) == set(document["sdtsq"]) == {"left", "right", "matching"}
    for observed, nulls in ((found.statistic, found.nulls), (mine(SIGNAL, **OPTIONS).scores.sdtsq, found.sdtsq)):
        for _, null in nulls:
            assert len(null.values) == 9
            assert null.p == (1 + sum(value >= observed for value in null.values)) / 10
            assert null.mean == pytest.approx(np.mean(null.values))
            assert null.sd == pytest.approx(np.std(null.values))
            assert null.max == max(null.values)
    assert document["p_value"] == max(null["p"] for null in document["nulls"].values())


def test_a_choice_from_all_weights_is_repeated_in_every_shuffle():
    pair = planted_pair(strength=1.0, n_attributes=4)
    cells = weight_cells(pair, **OPTIONS)
    found = significance(pair, cells, permutations=3)
    best = [
        weight_cells(one_shuffle(pair, null, number)[0], **OPTIONS).best.tree_set
        for null in ("left", "right", "matching")
        for number in range(3)
    ]
    assert found.statistic == mean_tree_quality(cells.best.trees)
    assert [value for _, null in found.nulls for value in null.values] == [mean_tree_quality(t.trees) for t in best]
    assert [value for _, null in found.sdtsq for value in null.values] == [trees.scores.sdtsq for trees in best]


def test_the_statistic_is_the_mean_quality_of_the_trees():
    trees = mine(SIGNAL, **OPTIONS)
    found = significance(SIGNAL, trees, permutations=1)
    assert found.statistic == pytest.approx(np.mean([shared.sdtq for shared in trees.trees]))


def test_planted_signal_is_found():
    """Left, right and matching: no shuffle comes near two tables whose first attribute tells the class in both."""
    found = significance(SIGNAL, mine(SIGNAL, roots=["a0"], k=1, max_depth=1), permutations=19)
    assert found.p_value == 1 / 20


def test_noise_is_not_claimed():
    """Each p is at least chance's: of eight pairs of noise at most one may get a headline p of 0.1 or less."""
    claims = 0
    for seed in range(8):
        noise = planted_pair(strength=0.0, seed=seed, n_rows=40, n_attributes=6)
        claims += significance(noise, mine(noise, **OPTIONS), permutations=9).p_value <= 0.1
    assert claims <= 1


def test_signal_in_one_table_only_is_no_similarity():
    """The right table's classes are shuffled once and for all: its null is as good as what was observed."""
    broken, _ = one_shuffle(SIGNAL, "right", 77)
    found = significance(broken, mine(broken, **OPTIONS), permutations=19)
    assert dict(found.nulls)["right"].p > 0.05
    assert found.p_value > 0.05


def test_without_a_scale_the_matching_is_not_tried():
    pair = planted_pair(strength=2.5, scale="none")
    document = significance(pair, mine(pair, **OPTIONS), permutations=3).to_document()
    assert document["nulls"]["matching"] is None
    assert document["sdtsq"]["matching"] is None
    assert document["p_value"] == max(document["nulls"][side]["p"] for side in ("left", "right"))


@pytest.mark.parametrize("categories", [None, (None, ("no", "yes"), ("low", "mid", "top"))])
def test_where_no_columns_can_change_places_the_matching_is_not_tried(categories):
    """The only order left is the real one, which every shuffle would repeat: p would be 1 whatever the tables hold."""
    rows = [[0.0, 0.0, 0.0], [1.0, 1.0, 2.0]] * 10
    table = ([row if categories else row[:1] for row in rows], [0, 1] * 10)
    pair = pair_of(table, table, categories=categories, scale="rank")
    seen = []
    tested = significance(pair, mine(pair, k=1), permutations=19, progress=lambda done, total: seen.append(total))
    assert dict(tested.nulls)["matching"] is None
    assert tested.p_value == 1 / 20
    assert set(seen) == {38}


def pair_with_gaps(seed):
    """Noise in four columns, a third of the cells missing, filled by class."""
    random = np.random.default_rng(seed)
    tables = [(random.normal(size=(40, 4)), (np.arange(40) % 2).tolist()) for _ in range(2)]
    for values, _ in tables:
        values[random.random(values.shape) < 1 / 3] = np.nan
    return prepare(pair_of(*tables).matched, Preparation(missing="class-common", seed=seed, max_missing=1))


@pytest.mark.parametrize(("null", "other"), [("left", "right"), ("right", "left")])
def test_cells_filled_by_class_are_filled_again_in_a_shuffle(null, other):
    pair = pair_with_gaps(seed=3)
    shuffled, presorted = one_shuffle(pair, null, 0)
    before, after = getattr(pair, null), getattr(shuffled, null)
    raw = getattr(pair.matched, null).values
    assert not np.array_equal(before.classes, after.classes)
    np.testing.assert_array_equal(after.scaled[~np.isnan(raw)], raw[~np.isnan(raw)])
    for row, column in np.argwhere(np.isnan(raw)):
        assert after.scaled[row, column] == np.nanmedian(raw[after.classes == after.classes[row], column])
    np.testing.assert_array_equal(getattr(shuffled, other).scaled, getattr(pair, other).scaled)
    fresh = presort(shuffled)
    for name in ("left", "right"):
        np.testing.assert_array_equal(getattr(presorted, name).order, getattr(fresh, name).order)


@pytest.mark.slow
def test_cells_filled_by_class_are_no_evidence():
    """Filled by the real classes, shuffles included, 9 of these 20 pairs of noise would be claimed at 0.05."""
    claims = 0
    for seed in range(20):
        pair = pair_with_gaps(seed)
        claims += significance(pair, mine(pair, k=2), permutations=19).p_value <= 0.05
    assert claims <= 2


def test_choosing_from_a_pool_is_part_of_the_null():
    """In every shuffle the whole pool is mined again and the best by SDTSQ is taken."""
    pool = WeightPool("three", weight_pool("wvp2").vectors[::4])
    swept = sweep(SIGNAL, pool=pool, **OPTIONS)
    found = significance(SIGNAL, swept, permutations=4)
    alone = [significance(SIGNAL, entry, permutations=4) for entry in swept.entries]
    assert found.statistic == alone[swept.entries.index(swept.best)].statistic
    for null in ("left", "right", "matching"):
        of_pool = dict(found.sdtsq)[null].values
        of_vectors = [dict(single.sdtsq)[null].values for single in alone]
        assert list(of_pool) == [max(values) for values in zip(*of_vectors, strict=True)]


def test_a_pool_of_one_vector_is_that_vector():
    pool = WeightPool("one", weight_pool("wvp2").vectors[5:6])
    swept = sweep(SIGNAL, pool=pool, **OPTIONS)
    expected = significance(SIGNAL, swept.best, permutations=3).to_document()
    assert significance(SIGNAL, swept, permutations=3).to_document() == expected


def test_one_and_two_workers_find_the_same():
    pair = planted_pair(strength=1.0, n_rows=30, n_attributes=5, balance=True)
    swept = sweep(pair, pool="grid:0.25", **OPTIONS)
    documents = [significance(pair, swept, permutations=5, workers=workers).to_document() for workers in (1, 2)]
    assert documents[0] == documents[1]


def test_the_seed_decides_the_shuffles():
    def values(pair):
        return dict(significance(pair, mine(pair, **OPTIONS), permutations=4).nulls)["left"].values

    assert values(with_seed(SIGNAL, 5)) == values(with_seed(SIGNAL, 5))
    assert values(with_seed(SIGNAL, 5)) != values(with_seed(SIGNAL, 6))


def test_progress_counts_all_shuffles():
    seen = []
    significance(
        SIGNAL, mine(SIGNAL, **OPTIONS), permutations=2, progress=lambda done, total: seen.append((done, total))
    )
    assert seen[-1] == (6, 6)
    assert seen == sorted(seen)


@pytest.mark.parametrize("permutations", [0, -1])
def test_at_least_one_permutation(permutations):
    with refused("not-whole", option="permutations", value=permutations, minimum=1):
        significance(SIGNAL, mine(SIGNAL, **OPTIONS), permutations=permutations)


@pytest.mark.parametrize("null", ["left", "right"])
def test_a_shuffle_of_classes_moves_nothing_but_classes(null):
    pair = planted_pair(strength=1.0, balance=True)
    shuffled, _ = one_shuffle(pair, null, 3)
    for side in ("left", "right"):
        before, after = getattr(pair, side), getattr(shuffled, side)
        assert after.scaled is before.scaled
        assert np.array_equal(np.sort(after.classes), np.sort(before.classes))
        assert np.array_equal(after.classes, before.classes) == (side != null)
        # balanced again: the same numbers of rows of each class, drawn among the rows that now carry it
        totals = [np.bincount(domain.classes, weights=domain.weights) for domain in (before, after)]
        assert np.array_equal(totals[0], totals[1])


def test_a_shuffle_of_the_matching_moves_the_right_columns_only():
    shuffled, presorted = one_shuffle(SIGNAL, "matching", 3)
    assert np.array_equal(shuffled.left.scaled, SIGNAL.left.scaled)
    assert np.array_equal(shuffled.right.classes, SIGNAL.right.classes)
    before, after = SIGNAL.right.scaled.T.tolist(), shuffled.right.scaled.T.tolist()
    assert sorted(before) == sorted(after)
    assert before != after
    fresh = presort(shuffled)
    for kept, renewed in zip((presorted.left, presorted.right), (fresh.left, fresh.right), strict=True):
        assert np.array_equal(kept.values, renewed.values)


def test_an_attribute_that_is_excluded_keeps_its_place_in_every_shuffle_of_the_matching():
    """Excluded because it decides the class: under another name it would be mined in the shuffles alone."""
    names = SIGNAL.attributes
    leak = names[0]
    trial = Trial(SIGNAL, presort(SIGNAL), MiningParameters(exclude=(leak,)), (), None)
    moved = set()
    for number in range(30):
        shuffled, _, _ = shuffled_pair(trial, "matching", number)
        assert np.array_equal(shuffled.right.scaled[:, 0], SIGNAL.right.scaled[:, 0])
        own = [column.tobytes() for column in SIGNAL.right.scaled.T]
        moved |= {
            name for name, column, at in zip(names, shuffled.right.scaled.T, own, strict=True) if column.tobytes() != at
        }
    assert moved == set(names) - {leak}


def test_the_matching_is_not_tried_where_all_but_one_attribute_are_excluded():
    others = SIGNAL.attributes[1:]
    assert nulls_of(SIGNAL, others[1:]) == ("left", "right", "matching")
    assert nulls_of(SIGNAL, others) == ("left", "right")
    tested = significance(SIGNAL, mine(SIGNAL, k=1, exclude=others), permutations=3)
    assert dict(tested.nulls)["matching"] is None
    document = mine(SIGNAL, k=1, exclude=others).to_document() | {"significance": tested.to_document()}
    assert parse_result(json.dumps(document).encode()).significance is not None


def test_shuffles_differ_from_each_other():
    classes = [one_shuffle(SIGNAL, "left", number)[0].left.classes.tolist() for number in range(5)]
    assert len({tuple(c) for c in classes}) == 5


def test_wanted_roots_that_a_shuffle_cannot_use_do_not_stop_it():
    """Few rows, one wanted root: in some shuffle it parts nothing, which counts as a set of leaves."""
    pair = planted_pair(strength=3.0, n_rows=8, n_attributes=2, scale="rank")
    trees = mine(pair, roots=["a0"], k=2)
    assert significance(pair, trees, permutations=5).permutations == 5


def test_held_out_rows_judge_the_shuffles_too():
    """Deep trees of noise fit the rows they were mined from; on held-out rows they guess, in every shuffle too."""
    noise = planted_pair(strength=0.0, n_rows=100, n_attributes=8)
    options = {"k": 2, "max_depth": 0}
    mined, held = (significance(noise, mine(noise, holdout=share, **options), permutations=5) for share in (0.0, 0.5))
    for null in ("left", "right", "matching"):
        assert dict(mined.nulls)[null].mean > 0.6
        assert dict(held.nulls)[null].mean < 0.5


def test_a_shuffle_that_equals_the_observed_value_counts_against_it():
    """Nothing splits constant columns, so every shuffle gives the same leaves: p is 1."""
    rows = [[5.0]] * 6
    pair = pair_of((rows, [0, 0, 1, 1, 1, 0]), (rows, [0, 1, 1, 1, 0, 1]), scale="rank")
    assert significance(pair, mine(pair, k=2), permutations=4).p_value == 1.0


def test_a_test_survives_its_document():
    nulls = (
        ("left", NullSummary(0.5, 0.4, 0.1, 0.6, (0.3, 0.6))),
        ("right", NullSummary(1.0, 0.4, 0.0, 0.4, (0.4, 0.4))),
        ("matching", None),
    )
    tested = Significance(2, 0.5, 1.0, nulls, nulls, 3)
    assert Significance.of_document(json.loads(json.dumps(tested.to_document()))) == tested


def test_what_cross_validation_chose_is_compared_with_the_largest_of_each_shuffle():
    """Whatever cross-validation would have chosen in a shuffle, it reached no more than that."""
    swept = sweep(SIGNAL, pool="grid:0.25", **OPTIONS)
    chosen = chosen_by_cross_validation(SIGNAL, swept, folds=2)
    found = significance(SIGNAL, chosen, permutations=2)
    for null in ("left", "right"):
        for number, value in enumerate(dict(found.nulls)[null].values):
            shuffled, _ = one_shuffle(SIGNAL, null, number)
            sets = sweep(shuffled, pool="grid:0.25", **OPTIONS).entries
            assert value == pytest.approx(max(mean_tree_quality(each.trees) for each in sets))


def test_a_person_who_chose_by_cross_validation_is_compared_as_a_sweep_that_did():
    swept = sweep(SIGNAL, pool="grid:0.25", **OPTIONS)
    chosen = chosen_by_cross_validation(SIGNAL, swept, folds=2)
    vectors = tuple(entry.settings.weights for entry in swept.entries)
    by_cv = significance(SIGNAL, Picked(chosen.best, vectors, "cv"), permutations=2)
    assert by_cv == significance(SIGNAL, chosen, permutations=2)
    assert by_cv.takes_largest
    assert Significance.of_document(by_cv.to_document()) == by_cv
    assert not significance(SIGNAL, Picked(chosen.best, vectors), permutations=2).takes_largest


SMALL = planted_pair(strength=1.0, n_rows=24, n_attributes=5)


@pytest.mark.parametrize("early_stop", [False, True])
@pytest.mark.parametrize("pair", [SMALL, planted_pair(strength=0.0, n_rows=24, n_attributes=4, scale="none", seed=3)])
def test_every_p_is_that_of_the_plain_definition(pair, early_stop):
    trees = mine(pair, **OPTIONS)
    found = significance(pair, trees, permutations=30, early_stop=early_stop)
    plain = plain_significance.significance(pair, trees, 30, STOP_AFTER if early_stop else None)
    assert dict(found.shuffles) == {null: n for null, (_, n) in plain.items()}
    for null in ("left", "right", "matching"):
        ps, n = plain.get(null, ([None] * 5, None))
        summaries = (dict(found.nulls)[null], dict(found.sdtsq)[null])
        assert [summary and summary.p for summary in summaries] == ps[:2]
        assert [getattr(tree, null) for tree in found.trees] == ps[2:]
        assert all(summary is None or len(summary.values) == n for summary in summaries)


def test_clear_cases_stop_early_and_the_document_says_so():
    pair = planted_pair(strength=0.0, n_rows=24, n_attributes=4, scale="none", seed=3)
    seen = []
    found = significance(
        pair, mine(pair, **OPTIONS), permutations=300, early_stop=True, progress=lambda *told: seen.append(told)
    )
    document = found.to_document()
    assert document["stop_after"] == STOP_AFTER
    assert document["shuffles"]["left"] == len(document["nulls"]["left"]["values"]) < 300
    assert document["shuffles"]["matching"] is None
    assert seen == sorted(seen)
    assert seen[-1] == (600, 600)
    assert Significance.of_document(json.loads(json.dumps(document))) == found


def test_stopping_early_gives_the_same_on_one_and_two_workers():
    found = [
        significance(SMALL, mine(SMALL, **OPTIONS), permutations=50, early_stop=True, workers=workers)
        for workers in (1, 2)
    ]
    assert found[0] == found[1]


def test_the_best_tree_is_no_less_sure_than_any_other():
    """All trees of a null are compared with the same shuffles, so a better tree has no larger p."""
    trees = mine(SMALL, **OPTIONS)
    found = significance(SMALL, trees, permutations=20)
    ordered = sorted(zip((shared.sdtq for shared in trees.trees), found.trees, strict=True), key=lambda each: -each[0])
    for null in ("left", "right", "matching"):
        ps = [getattr(tree, null) for _, tree in ordered]
        assert ps == sorted(ps)


def test_an_earlier_test_is_kept_with_what_it_was_corrected_for():
    trees = mine(SMALL, **OPTIONS)
    alone = significance(SMALL, trees, permutations=3)
    vectors = weight_pool("wvp2").vectors
    few = significance(SMALL, Picked(trees, (trees.settings.weights, vectors[0])), permutations=3).after(alone)
    more = significance(SMALL, Picked(trees, (trees.settings.weights, *vectors[:2])), permutations=3).after(few)
    assert [test.n_vectors for test in more.earlier] == [1, 2]
    assert [test.p for test in more.earlier] == [alone.p, few.p]
    assert alone.after(alone).earlier == ()
    assert Significance.of_document(json.loads(json.dumps(more.to_document()))) == more
