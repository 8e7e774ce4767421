"""The statistics of the study."""

from __future__ import annotations

import math

import pytest

from benchmarks.study.effect_lines import best_by_parallel, best_vectors
from benchmarks.study.effects import COMPARISONS, effect_of, effects_of
from benchmarks.study.null_lines import claimed, largest_p, reached_by_null, unmatched
from benchmarks.study.numbers import Mean, area_under_curve, chance_of, interval, p_value, percent_over
from benchmarks.study.scores import separations
from benchmarks.study.variants import WVP1, WVP2, of_wvp2
from tests.benchmarks.made_up import battery, nulls, numbers, variants


def test_a_mean_has_its_standard_error():
    mean = Mean.of([1.0, 2.0, 3.0])
    assert (mean.value, mean.error) == (2.0, pytest.approx(1 / math.sqrt(3)))
    assert mean.clearly_above
    assert not Mean.of([-1.0, 2.0]).clearly_above
    assert Mean.of([-1.0, -1.1]).clearly_below


def test_small_statistics():
    assert percent_over(1.1, 1.0) == pytest.approx(10)
    assert percent_over(1.0, 0.0) is None
    assert area_under_curve(2.0, [1.0, 2.0, 3.0, 4.0]) == 0.375
    assert p_value(2.0, [1.0, 2.0, 3.0]) == 0.75
    assert chance_of(0, 15, 0.05) == 1
    assert chance_of(1, 15, 0.05) == pytest.approx(1 - 0.95**15)
    low, high = interval(0, 200)
    assert low == 0
    assert high == pytest.approx(1 - 0.005 ** (1 / 200))


def test_the_second_pool_is_part_of_the_first():
    sets = [numbers(float(place)) for place in range(len(WVP1))]
    assert [WVP1[int(found["sdtsq"])] for found in of_wvp2(sets)] == list(WVP2)


def test_an_effect_is_judged_beside_its_null(approved):
    """The usual miner scores 0.9 and the others 0.5; with shuffled classes just as much, a little more, or nothing."""
    by_null = {lot: effects_of(variants(0.9, lot))["parallel"] for lot in (0.9, 0.5, None)}
    opposite = effects_of(variants(0.3, None))["parallel"].verdict
    approved("\n".join([*(effect.verdict for effect in by_null.values()), opposite]))
    assert by_null[None].verdict == "holds"
    assert by_null[0.9].real["AA:BB"] == pytest.approx(100 * ((9 * 0.9 + 0.45) / 10 / 0.5 - 1))


def test_best_over_worst_and_pairs_without_a_split():
    worst = next(comparison for comparison in COMPARISONS if comparison.key == "worst")
    found = variants(0.9, None)
    assert effect_of(worst, found).real["AA:BB"] == pytest.approx(100)
    found["AA:CC"]["real"] = battery(0.0)
    assert set(effect_of(worst, found).real) == {"AA:BB", "BB:CC"}


def test_the_best_miner_and_the_best_weights_of_each_pair_are_counted():
    """One pair to each miner, one tie, one without a split; two pairs have the same best weights."""
    known = [(0.8, 0.7, 3), (0.6, 0.7, 3), (0.7, 0.7, 5), (0.0, 0.0, 0)]  # PKSDT, SKSDT, place of the best weights
    found = {}
    for name, (parallel, sequential, place) in zip(("a", "b", "c", "d"), known, strict=True):
        sets = [numbers(parallel)] * len(WVP1)
        sets[place] = numbers(parallel + 0.01 * (parallel > 0))
        found[name] = {"real": {"wvp1": sets, "sequential": [numbers(sequential)] * len(WVP2)}}
    vectors = [WVP1[place] for place in (3, 5)]
    assert not set(vectors) & set(WVP2), "the second pool has none of these vectors"
    assert best_by_parallel(found) == (1, 1)
    assert best_vectors(found) == {vectors[0].parts: 2, vectors[1].parts: 1}


def test_claims_need_every_null():
    found = nulls(0.9, 0.6)
    assert claimed(found, "sdtq") == list(found)
    assert claimed(found, "sdtsq") == []
    beaten = [numbers(0.5, sdtq=0.95)] * 19
    found["AA:BB"]["nulls"] = found["AA:BB"]["nulls"] | {"matching": beaten}
    assert largest_p(found["AA:BB"], "sdtq") == 1
    assert claimed(found, "sdtq") == ["AA:CC", "BB:CC"]
    assert unmatched(found, "sdtq") == ["AA:BB"]
    assert reached_by_null(found, "sdtq") == {"left": 3, "right": 3, "matching": 2}


def test_scores_that_separate():
    areas = {one.score: one for one in separations(nulls(0.9, 0.6))}
    assert areas["SDTSQ"].classes == 0
    assert areas["mean"].classes == 0.5
    assert areas["harmonic mean"].matching == 0.5
    (ours,) = (areas[name] for name in areas if name.startswith("mean SDTQ"))
    assert ours.classes == 1


def test_claims_of_another_kind_than_better(approved):
    """Two pools are alike when they differ by less than a percent; that a choice matters only the null can deny."""
    effects = effects_of(variants(0.9, 0.9))
    assert effects["wvp1"].verdict == "holds"
    approved(effects["worst"].verdict)
    assert effects_of(variants(0.9, None))["worst"].verdict == "–"
