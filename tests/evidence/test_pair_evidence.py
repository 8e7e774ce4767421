"""The evidence of a pair against its plain definition, and what must not change it."""

from __future__ import annotations

import math
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ksdt_core.data.model.dataset import Dataset
from ksdt_core.data.model.pair import Preparation
from ksdt_core.data.preparing.pairing import pair_datasets, prepare
from ksdt_core.evidence.pair_splits import codes_of_pair
from ksdt_core.evidence.pair_test import (
    evidence,
    observed_statistic,
    p_values,
    pairing_statistics,
    shuffles,
    shuffles_of_classes,
    trial_of,
)
from tests.oracles import plain_evidence as plain
from tests.pairs_by_hand import pair_of
from tests.refusals import refused
from tests.strategies import prepared_pairs


def prepared(*tables, scale="none", **options):
    """The same pair by hand, prepared by the product: it recognises codes."""
    return prepare(pair_of(*tables, **options).matched, Preparation(scale=scale))


def wide_pair(n_rows=(40, 50), n_attributes=24, *, seed=0, scale="rank", n_classes=2, effect=1.5):
    """A pair whose first attribute follows the class in both tables; some columns are codes, the last is constant."""
    random = np.random.default_rng(seed)
    tables = []
    for n in n_rows:
        classes = np.concatenate([np.arange(n_classes), random.integers(0, n_classes, n - n_classes)])
        values = random.normal(size=(n, n_attributes))
        values[:, 0] += effect * classes
        values[:, -3:-1] = random.integers(0, 3, (n, 2))
        values[:, -1] = 7.0
        tables.append((values, classes.tolist()))
    return prepared(tables[0], tables[1], scale=scale, class_names=tuple("abcde"[:n_classes]))


def trial(pair):
    return trial_of(pair, codes_of_pair(pair))


@settings(max_examples=150)
@given(prepared_pairs(max_rows=30))
def test_statistics_are_those_of_the_plain_definition(pair):
    made, problem = trial(pair), plain.problem_of(pair)
    assert made.splits.n_splits == len(problem.splits)
    assert observed_statistic(made) == pytest.approx(plain.shared_statistic(problem), rel=1e-9, abs=1e-9)
    found = {entry.attribute: entry.score for entry in evidence(pair, permutations=1).attributes}
    scores = dict(zip(pair.attributes, plain.attribute_scores(problem), strict=True))
    assert found == pytest.approx(scores, rel=1e-9, abs=1e-9)


@settings(max_examples=60)
@given(prepared_pairs(max_rows=20, max_attributes=4), st.integers(0, 1000))
def test_a_shuffle_of_classes_is_the_plain_statistic_of_the_pair_with_these_classes(pair, start):
    made, problem = trial(pair), plain.problem_of(pair)
    for null in ("left", "right"):
        statistics, largest = shuffles(made, (null, start, start + 3))
        drawn = shuffles_of_classes(made, start, start + 3, is_left=null == "left")
        for k, classes in enumerate(drawn):
            sides = (classes, problem.right_classes) if null == "left" else (problem.left_classes, classes)
            again = plain.Problem(problem.splits, *sides, problem.classes, problem.n_attributes)
            assert sorted(classes) == sorted(pair.left.classes if null == "left" else pair.right.classes)
            assert statistics[k] == pytest.approx(plain.shared_statistic(again), rel=1e-9, abs=1e-9)
            assert largest[k] == pytest.approx(max(plain.attribute_scores(again)), rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("scale", ["rank", "zscore"])
@pytest.mark.parametrize("n_classes", [2, 3])
@pytest.mark.parametrize("seed", range(3))
def test_the_pairing_is_the_plain_statistic_of_the_pair_and_of_its_permuted_columns(scale, n_classes, seed):
    pair = wide_pair(scale=scale, n_classes=n_classes, seed=seed)
    made, problem = trial(pair), plain.problem_of(pair)
    assert pairing_statistics(made, -1, 0)[0] == pytest.approx(plain.pairing_statistic(problem), rel=1e-9)
    movable = made.columns
    groups = [
        set(movable.members[start:stop].tolist())
        for start, stop in zip(movable.groups, movable.groups[1:], strict=False)
    ]
    assert {frozenset(group) for group in groups} == {frozenset({*range(21), 23}), frozenset({21, 22})}


def test_a_re_paired_statistic_is_the_plain_one_of_the_columns_in_that_order():
    """The kernel is told to exchange two groups of columns, as a shuffle would."""
    pair = wide_pair()
    made = trial(pair)
    order = np.array([*range(1, 21), 23, 0])  # what stands beside the numeric columns 0 … 20 and 23
    partner = np.arange(24)
    partner[[*range(21), 23]] = order
    values = pair.right.original[:, partner]
    moved = prepared(
        (pair.left.original, pair.left.classes), (values, pair.right.classes), scale="rank", class_names=("a", "b")
    )
    plain_value = plain.pairing_statistic(plain.problem_of(moved))
    assert pairing_statistics(trial(moved), -1, 0)[0] == pytest.approx(plain_value, rel=1e-9)
    nulls = pairing_statistics(made, 0, 30)
    assert nulls.std() > 0
    assert np.median(nulls) < pairing_statistics(made, -1, 0)[0]


def test_p_counts_what_reaches_the_observed_value_within_one_part_in_a_billion():
    null = np.array([1.0, 2.0, 3.0 - 1e-12, 4.0])
    assert p_values(3.0, null) == 3 / 5
    assert p_values(4.1, null) == 1 / 5
    assert p_values(0.0, null) == 1.0


def test_by_hand_one_attribute_two_rows_of_each_class():
    """Codes 0 and 1 that are the class itself: a = 0 of n₁ = 2, z = −1 / √(2·2·2·2 / (16·3)) = −√3 in both tables."""
    rows = ([[0.0], [0.0], [1.0], [1.0]], [0, 0, 1, 1])
    found = evidence(prepared(rows, rows), permutations=99)
    delta, kappa = math.sqrt(math.log(3)), math.sqrt(2 * math.log(2))
    term = math.exp(delta * 2 * kappa * (1 + math.log(math.sqrt(3) / kappa)))
    other = math.exp(-delta * 2 * math.sqrt(3))
    assert found.shared.statistic == pytest.approx(math.log((term + other) / 2))
    (entry,) = found.attributes
    assert entry.score == pytest.approx(math.sqrt(3))
    assert (entry.direction, entry.class_name, entry.split_left, entry.split_right) == ("higher", "pos", 0.5, 0.5)
    assert (entry.effect_left, entry.effect_right) == (1.0, 1.0)
    assert 0.08 < found.shared.left.p < 0.3  # one of the six orders of four rows
    assert found.pairing is None


def test_signal_in_both_tables_is_found_and_named():
    found = evidence(wide_pair((80, 90)), permutations=199)
    assert found.shared.p == 2 / 200
    assert found.shared.p == min(1.0, 2 * max(found.shared.left.p, found.shared.right.p))
    assert [entry.attribute for entry in found.claimed] == ["a0"]
    assert found.attributes[0].direction == "higher"
    assert found.pairing.p < 0.1  # a0 stays with itself in one of 22 shuffles
    assert [entry.p for entry in found.attributes] == sorted(entry.p for entry in found.attributes)


def as_bytes(found):
    return found.to_document() | {
        "attributes": {entry["attribute"]: entry for entry in found.to_document()["attributes"]}
    }


def close(first, second):
    """The same document, but for the last digits of sums that run in another order."""
    if isinstance(first, dict):
        assert first.keys() == second.keys()
        for key, value in first.items():
            close(value, second[key])
    elif isinstance(first, list):
        for one, other in zip(first, second, strict=True):
            close(one, other)
    else:
        assert first == (pytest.approx(second, rel=1e-9) if isinstance(first, float) else second)


def datasets(pair):
    return pair.matched.left, pair.matched.right


def test_order_of_rows_and_columns_changes_nothing():
    left, right = datasets(wide_pair(seed=5, effect=0.8))
    random = np.random.default_rng(1)
    columns = random.permutation(left.n_attributes).tolist()
    moved = [
        table.take_rows(random.permutation(table.n_rows)).take_columns(order)
        for table, order in ((left, columns), (right, columns[::-1]))
    ]
    first = evidence(pair_datasets(left, right, scale="rank"), permutations=99)
    again = evidence(pair_datasets(moved[0], moved[1], scale="rank"), permutations=99)
    close(as_bytes(again), as_bytes(first))


def test_swapping_the_tables_swaps_the_sides_and_nothing_else():
    left, right = datasets(wide_pair(seed=6, effect=0.8))
    there = evidence(pair_datasets(left, right, scale="rank"), permutations=99)
    back = evidence(pair_datasets(right, left, scale="rank"), permutations=99)
    assert back.shared.left == there.shared.right
    assert back.shared.right == there.shared.left
    assert (back.shared.p, back.pairing) == (there.shared.p, there.pairing)
    for what in ("p", "p_difference", "score"):
        wanted = {entry.attribute: getattr(entry, what) for entry in there.attributes}
        assert {entry.attribute: getattr(entry, what) for entry in back.attributes} == pytest.approx(wanted)


@pytest.mark.parametrize("n_classes", [2, 3])
def test_names_of_classes_change_nothing(n_classes):
    left, right = datasets(wide_pair(seed=7, effect=0.8, n_classes=n_classes))
    renamed = [dict(zip("abc", names, strict=True)) for names in ("zyx", "bca")]
    first = evidence(pair_datasets(left, right, scale="rank"), permutations=99)
    for names in renamed:
        again = evidence(
            pair_datasets(*(with_class_names(table, names) for table in (left, right)), scale="rank"), permutations=99
        )
        close(again.to_document()["shared"], first.to_document()["shared"])
        close(again.to_document()["pairing"], first.to_document()["pairing"])
        ps = {entry.attribute: entry.p for entry in first.attributes}
        assert {entry.attribute: entry.p for entry in again.attributes} == ps


def with_class_names(table: Dataset, names: dict[str, str]) -> Dataset:
    called = [names[name] for name in table.class_names]
    order = sorted(range(len(called)), key=called.__getitem__)
    place = np.argsort(order)
    return Dataset(
        table.name, table.attributes, table.values, table.categories, tuple(called[c] for c in order),
        place[table.classes].astype(np.intp),
    )  # fmt: skip


@pytest.mark.parametrize("missing", [False, True])
def test_the_same_on_two_workers(missing):
    pair = wide_pair((30, 30))
    if missing:
        pair = with_gaps(pair)
    assert evidence(pair, permutations=25, workers=2).to_document() == evidence(pair, permutations=25).to_document()


def with_gaps(pair, treatment="class-common", scale="rank"):
    left, right = datasets(pair)
    holes = np.random.default_rng(3).random(left.values.shape) < 0.2
    holes[:, 5:] = False
    gone = Dataset(
        left.name,
        left.attributes,
        np.where(holes, np.nan, left.values),
        left.categories,
        left.class_names,
        left.classes,
    )
    return pair_datasets(gone, right, missing=treatment, scale=scale, max_missing=1.0)


@pytest.mark.parametrize("scale", ["none", "zscore", "rank"])
def test_cells_filled_by_class_are_filled_again_in_every_shuffle(scale):
    """Each shuffle is the plain statistic of the pair prepared from the tables with the shuffled classes."""
    pair = with_gaps(wide_pair((40, 30), n_attributes=8, effect=0.5), scale=scale)
    made = trial(pair)
    statistics, largest = shuffles(made, ("left", 0, 3))
    for k, classes in enumerate(shuffles_of_classes(made, 0, 3, is_left=True)):
        left, right = datasets(pair)
        table = Dataset(left.name, left.attributes, left.values, left.categories, left.class_names, classes)
        again = pair_datasets(table, right, missing="class-common", scale=scale, max_missing=1.0)
        problem = plain.problem_of(again)
        assert statistics[k] == pytest.approx(plain.shared_statistic(problem), rel=1e-9)
        assert largest[k] == pytest.approx(max(plain.attribute_scores(problem)), rel=1e-9)


def test_filling_by_class_alone_is_not_taken_for_signal():
    """Half of the cells of pure noise are filled by class: the real classes would be told by the filled cells."""
    claimed = 0
    for seed in range(20):
        random = np.random.default_rng(seed)
        tables = []
        for name in ("l", "r"):
            values = np.where(random.random((40, 6)) < 0.5, np.nan, random.normal(size=(40, 6)))
            classes = np.arange(40) % 2
            tables.append(Dataset(name, tuple("abcdef"), values, (None,) * 6, ("n", "p"), classes.astype(np.intp)))
        pair = pair_datasets(tables[0], tables[1], missing="class-common", scale="rank", max_missing=1.0)
        claimed += evidence(pair, permutations=39).shared.p <= 0.05
    assert claimed <= 3


EDGES = {
    "constant columns": ([[1.0, 2.0]] * 6, [0, 1] * 3),
    "two rows": ([[1.5, 2.0], [2.5, 1.0]], [0, 1]),
    "all columns equal": ([[x * 0.7] * 25 for x in range(30)], [0, 1] * 15),
    "more attributes than rows": (np.arange(200.0).reshape(4, 50).tolist(), [0, 1, 1, 0]),
    "three classes": ([[x % 7 * 0.3, x] for x in range(30)], [0, 1, 2] * 10),
}


@pytest.mark.parametrize("case", EDGES)
@pytest.mark.parametrize("scale", ["none", "rank", "zscore"])
def test_edges(case, scale):
    rows, classes = EDGES[case]
    pair = prepared((rows, classes), (rows, classes), scale=scale, class_names=tuple("abc"[: max(classes) + 1]))
    found, problem = evidence(pair, permutations=19), plain.problem_of(pair)
    assert found.shared.statistic == pytest.approx(plain.shared_statistic(problem), abs=1e-9)
    assert all(math.isfinite(value) for entry in found.attributes for value in (entry.effect_left, entry.p_difference))
    assert len(found.attributes) == pair.n_attributes
    if case == "constant columns":
        assert found.shared.statistic == 0
        assert found.shared.p == 1
        assert all(entry.direction is None and entry.split_left is None for entry in found.attributes)
    if case == "all columns equal" and scale != "none":
        assert found.pairing.p == 1


def test_a_single_class_has_no_signal():
    rows = ([[float(x)] for x in range(12)], [0] * 12)
    found = evidence(prepared(rows, rows, class_names=("only",)), permutations=9)
    assert (found.shared.statistic, found.shared.p) == (0, 1)


def test_categorical_attributes_alone():
    colours = ("blue", "green", "red")
    rows = ([[x % 3, (x // 2) % 2] for x in range(60)], [int(x % 3 == 1) for x in range(60)])
    pair = prepared(rows, rows, categories=(colours, ("no", "yes")), attributes=("colour", "flag"))
    found = evidence(pair, permutations=199)
    best = found.attributes[0]
    assert (best.attribute, best.direction, best.split_left, best.split_right) == ("colour", "equal", "green", "green")
    assert (best.effect_left, best.p) == (1.0, 2 / 200)
    assert found.shared.statistic == pytest.approx(plain.shared_statistic(plain.problem_of(pair)))


def test_the_pairing_needs_a_scale_and_twenty_columns():
    assert evidence(wide_pair(scale="none"), permutations=3).pairing is None
    assert evidence(wide_pair(n_attributes=19), permutations=3).pairing is None
    assert evidence(wide_pair(n_attributes=20), permutations=3).pairing is not None


def test_effects_that_differ_are_told():
    random = np.random.default_rng(0)
    classes = np.arange(600) % 2
    left, right = random.normal(size=(600, 3)), random.normal(size=(600, 3))
    left[:, 0] += 3 * classes
    right[:, 0] += 0.6 * classes
    found = evidence(prepared((left, classes), (right, classes), scale="rank"), permutations=99)
    entry = next(entry for entry in found.attributes if entry.attribute == "a0")
    assert entry.differs
    assert entry.effect_left > 0.95 > 0.75 > entry.effect_right
    assert entry.interval_left[0] > entry.interval_right[1]
    assert not any(other.differs for other in found.attributes if other.attribute != "a0")


def test_the_same_pair_and_seed_give_the_same_document():
    pair = wide_pair()
    assert evidence(pair, permutations=49).to_document() == evidence(pair, permutations=49).to_document()
    other = prepare(pair.matched, Preparation(scale="rank", seed=9))
    assert evidence(other, permutations=49).shared.left.mean != evidence(pair, permutations=49).shared.left.mean


@pytest.mark.parametrize("permutations", [0, -1, 2.5, True])
def test_a_number_of_shuffles_that_makes_no_sense_is_refused(permutations):
    with refused("not-whole", option="permutations"):
        evidence(wide_pair(), permutations=permutations)


def test_the_package_has_it_as_a_function_whatever_was_imported_before():
    code = (
        "import ksdt_core as ksdt\n"
        "{}\n"
        "from tests.evidence.test_pair_evidence import wide_pair\n"
        "found = ksdt.evidence(wide_pair(), permutations=3, workers=1)\n"
        "assert ksdt.evidence(wide_pair(), permutations=3) == found\n"
        "assert found.shared.p >= 0.25 and found.attributes[0].attribute and found.shared.statistic\n"
    )
    for first in ("", "import ksdt_core.evidence.significance", "ksdt.evidence"):
        subprocess.run([sys.executable, "-c", code.format(first)], check=True, cwd=Path(__file__).parents[2])
