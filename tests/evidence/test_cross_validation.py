"""Cross-validation: everything done again on the training rows, accuracies pooled over folds by tree."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from ksdt_core.data.model.pair import Preparation
from ksdt_core.data.preparing.folds import stratified_folds
from ksdt_core.data.preparing.pairing import prepare
from ksdt_core.errors import KsdtError
from ksdt_core.evidence.cross_validation import cross_validate
from ksdt_core.mining.miners import mine
from ksdt_core.mining.sweeps import sweep
from tests.evidence.choosing import chosen_by_cross_validation
from tests.mining.planted import planted_pair, with_seed
from tests.mining.routing import answer
from tests.oracles import plain_answers as plain
from tests.pairs_by_hand import pair_of
from tests.refusals import refused

OPTIONS = {"k": 3, "max_depth": 2}


def cross_validated_plainly(pair, folds, mine_training):
    """The definition: mine each training part again, count right answers of tree 1, 2, .. on all held-out rows."""
    seed, matched = pair.preparation.seed, pair.matched
    tables = {"left": matched.left, "right": matched.right}
    parts = {side: stratified_folds(table.classes, folds, seed) for side, table in tables.items()}
    hits, classes, said = ({"left": [], "right": []} for _ in range(3))
    for fold in range(folds):
        training = {side: table.take_rows(parts[side][fold][0]) for side, table in tables.items()}
        trees = mine_training(prepare(replace(matched, **training), pair.preparation))
        for side, table in tables.items():
            held_out = table.take_rows(parts[side][fold][1])
            for row, class_ in zip(held_out.values, held_out.classes.tolist(), strict=True):
                answers = [answer(shared, row, side, attributes=pair.attributes) for shared in trees.trees]
                hits[side].append([found == class_ for found in answers])
                classes[side].append(class_)
                said[side].append(answers)
    left, right = np.mean(hits["left"], axis=0), np.mean(hits["right"], axis=0)
    return {
        "folds": folds,
        "sa": np.minimum(left, right).mean(),
        "accuracy_left": left.mean(),
        "accuracy_right": right.mean(),
        "vote_left": voted_plainly(classes["left"], said["left"], len(pair.class_names)),
        "vote_right": voted_plainly(classes["right"], said["right"], len(pair.class_names)),
    }


def voted_plainly(classes, answers, n_classes):
    """Accuracy and balanced accuracy of the vote over all held-out rows, and AUC of the share for the second class."""
    voted = plain.vote(list(zip(*answers, strict=True)), n_classes)
    scores = [sum(a == 1 for a in row) / len(row) for row in answers]
    return [plain.accuracy(classes, voted), plain.balanced(classes, voted), plain.auc(classes, scores)]


def numbers(found):
    """The document without its counts, and what they give for the vote."""
    document = found.to_document()
    votes = {f"vote_{side}": [getattr(found, side).vote.accuracy, getattr(found, side).vote.balanced_accuracy,
                              getattr(found, side).vote.auc] for side in ("left", "right")}  # fmt: skip
    return {name: document[name] for name in ("folds", "sa", "accuracy_left", "accuracy_right")} | votes


def assert_same_numbers(found, expected):
    for name, value in numbers(found).items():
        assert value == pytest.approx(expected[name]), name


@pytest.mark.parametrize(("scale", "balance"), [("none", False), ("zscore", True), ("rank", False)])
def test_a_set_is_cross_validated_by_its_definition(scale, balance):
    pair = planted_pair(strength=1.2, n_rows=45, n_attributes=5, scale=scale, balance=balance)
    found = cross_validate(pair, mine(pair, **OPTIONS), folds=4)
    assert_same_numbers(found, cross_validated_plainly(pair, 4, lambda part: mine(part, **OPTIONS)))


def test_the_usual_least_size_is_that_of_the_training_rows():
    """min_size is 2 % of the smaller table: 3.0 of 150 rows, 2.4 of the 120 that are mined."""
    pair = planted_pair(strength=0.5, n_rows=150, n_attributes=3)
    options = {"k": 2, "max_depth": 0}
    found = cross_validate(pair, mine(pair, **options), folds=5)
    assert_same_numbers(found, cross_validated_plainly(pair, 5, lambda part: mine(part, **options)))


def test_the_choice_from_a_pool_is_made_on_the_training_rows():
    pair = planted_pair(strength=1.0, n_rows=45, n_attributes=5)
    swept = sweep(pair, pool="wvp2", **OPTIONS)
    found = cross_validate(pair, swept, folds=3)
    assert_same_numbers(found, cross_validated_plainly(pair, 3, lambda part: sweep(part, pool="wvp2", **OPTIONS).best))


def test_one_and_two_workers_find_the_same():
    pair = planted_pair(strength=1.0, n_rows=40, n_attributes=5, balance=True)
    result = sweep(pair, pool="grid:0.25", **OPTIONS)
    documents = [cross_validate(pair, result, folds=3, workers=workers).to_document() for workers in (1, 2)]
    assert documents[0] == documents[1]


def test_signal_holds_on_rows_not_mined_and_noise_does_not():
    signal, noise = (planted_pair(strength=strength, n_rows=100) for strength in (5.0, 0.0))
    options = {"k": 1, "max_depth": 0, "weights": (0.8, 0.1, 0.1)}
    # the class ratios differ, so the same rank cannot part both tables cleanly
    assert cross_validate(signal, mine(signal, **options)).sa > 0.85
    assert mine(noise, **options).scores.sa > 0.75
    assert cross_validate(noise, mine(noise, **options)).sa < 0.65


def test_the_seed_decides_the_folds():
    pair = planted_pair(strength=0.8, n_rows=60)
    one, same, other = (
        cross_validate(with_seed(pair, seed), mine(with_seed(pair, seed), **OPTIONS)) for seed in (1, 1, 2)
    )
    assert one == same
    assert one != other


def test_progress_counts_the_folds():
    pair = planted_pair(strength=1.0, n_rows=30, n_attributes=3)
    seen = []
    cross_validate(pair, mine(pair, k=1), folds=3, progress=lambda done, total: seen.append((done, total)))
    assert seen == [(1, 3), (2, 3), (3, 3)]


@pytest.mark.parametrize("folds", [1, 0, -2])
def test_at_least_two_folds(folds):
    pair = planted_pair(strength=1.0, n_rows=30, n_attributes=3)
    with refused("not-whole", option="folds", value=folds, minimum=2):
        cross_validate(pair, mine(pair, k=1), folds=folds)


def test_more_folds_than_rows_of_a_class():
    rows = [[float(i)] for i in range(6)]
    pair = prepare(
        pair_of((rows, [0, 0, 0, 1, 1, 1]), (rows, [0, 0, 0, 1, 1, 1])).matched, planted_pair(strength=1).preparation
    )
    with pytest.raises(KsdtError, match="folds"):
        cross_validate(pair, mine(pair, k=1), folds=4)


def pair_with_one_cell_in_a_column():
    table = ([[float(row), np.nan] for row in range(20)], [0, 1] * 10)
    table[0][0][1] = 1.0
    return prepare(pair_of(table, table).matched, Preparation(missing="common", max_missing=1))


def test_a_problem_of_a_fold_is_not_told_as_one_of_the_table():
    pair = pair_with_one_cell_in_a_column()
    with refused("fold-refused", folds=2):
        cross_validate(pair, mine(pair, k=1), folds=2)


def test_a_problem_of_the_rows_that_are_not_held_out_is_told_as_such():
    pair = pair_with_one_cell_in_a_column()
    with refused("held-out-rows-refused", share=0.9):
        mine(pair, k=1, holdout=0.9)


def test_the_best_of_a_pool_may_be_chosen_by_cross_validation():
    """Each vector's SA is that of its own cross-validation, and the first of the largest wins."""
    pair = planted_pair(strength=1.0, n_rows=45, n_attributes=5)
    swept = sweep(pair, pool="wvp2", **OPTIONS)
    chosen = chosen_by_cross_validation(pair, swept, folds=3)
    expected = [cross_validate(pair, entry, folds=3).sa for entry in swept.entries]
    assert chosen.cv_sa == pytest.approx(expected)
    assert (chosen.best_by, swept.best_by, chosen.folds) == ("cv", "sdtsq", 3)
    assert chosen.best is swept.entries[expected.index(max(expected))]


def test_a_choice_by_cross_validation_is_repeated_within_the_training_rows():
    """Nested: the held-out rows of a fold have no say in which weights are tried on them."""
    pair = planted_pair(strength=1.0, n_rows=45, n_attributes=4)
    swept = chosen_by_cross_validation(pair, sweep(pair, pool="grid:0.25", **OPTIONS), folds=3)

    def mine_training(part):
        inner = sweep(part, pool="grid:0.25", **OPTIONS)
        return chosen_by_cross_validation(part, inner, folds=3).best

    assert_same_numbers(cross_validate(pair, swept, folds=3), cross_validated_plainly(pair, 3, mine_training))
