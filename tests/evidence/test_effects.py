"""What a set predicts: counted on original rows, each once, on training, held-out and cross-validated rows."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings

from ksdt_core.errors import InvalidDocumentError
from ksdt_core.evidence.answers import PAIR_ANSWERS, Answers, PairAnswers, TableAnswers, Vote, table_answers
from ksdt_core.evidence.cross_validation import CROSS_VALIDATION, cross_validate
from ksdt_core.evidence.effect_text import baseline_words, expected_words, short_verdict, verdict_words
from ksdt_core.evidence.effects import EFFECTS, Effects, TreeVerdict, effects_of, measure_effects
from ksdt_core.formats.result import parse_result, result_document
from ksdt_core.mining.holdout import held_out_pair
from ksdt_core.mining.miners import mine
from tests.mining.planted import planted_pair
from tests.mining.routing import answer
from tests.oracles import plain_answers as plain
from tests.strategies import prepared_pairs

OPTIONS = {"k": 3, "max_depth": 2}


def answers_row_by_row(trees, values, side, attributes):
    return [[answer(shared, row, side, attributes=attributes) for row in values] for shared in trees.trees]


def assert_counted(found, classes, answers, n_classes):
    """A table's numbers are those of its rows, counted one by one."""
    rows = classes.tolist()
    for tree, said in zip(found.trees, answers, strict=True):
        assert tree.n_rows == len(rows)
        assert tree.accuracy == pytest.approx(plain.accuracy(rows, said))
        assert tree.balanced_accuracy == pytest.approx(plain.balanced(rows, said))
        assert tree.baseline == pytest.approx(plain.baseline(rows))
        assert tree.p_value == pytest.approx(plain.at_least(tree.correct, len(rows), plain.baseline(rows)), abs=1e-9)
    voted = plain.vote(answers, n_classes)
    assert found.vote.accuracy == pytest.approx(plain.accuracy(rows, voted))
    if n_classes == 2:
        scores = [sum(a == 1 for a in row) / len(row) for row in zip(*answers, strict=True)]
        assert found.vote.auc == pytest.approx(plain.auc(rows, scores))


@settings(max_examples=40, deadline=None)
@given(prepared_pairs(max_rows=12, max_attributes=4, max_classes=3))
def test_training_rows_are_original_rows_each_once_whatever_was_balanced(pair):
    trees = mine(pair, k=2, max_depth=2)
    found = measure_effects(pair, trees)
    for side, domain, table in (
        ("left", pair.left, found.training.left),
        ("right", pair.right, found.training.right),
    ):
        answers = answers_row_by_row(trees, domain.original, side, pair.attributes)
        assert_counted(table, pair.matched.left.classes if side == "left" else pair.matched.right.classes, answers,
                       len(pair.class_names))  # fmt: skip
    assert EFFECTS.read(json.loads(json.dumps(EFFECTS.write(found)))) == found


@pytest.mark.parametrize("balance", [False, True])
def test_held_out_rows_are_counted_apart(balance):
    pair = planted_pair(strength=1.5, n_rows=80, n_attributes=4, balance=balance)
    trees = mine(pair, holdout=0.3, **OPTIONS)
    found, split = measure_effects(pair, trees), held_out_pair(pair, 0.3)
    for side, held, table in (
        ("left", split.left, found.held_out.left),
        ("right", split.right, found.held_out.right),
    ):
        answers = answers_row_by_row(trees, held.values, side, pair.attributes)
        assert_counted(table, held.classes, answers, 2)
    assert [tree.accuracy for tree in found.held_out.left.trees] == [each.accuracy_left for each in trees.trees]
    assert found.training.left.trees[0].n_rows == split.pair.left.n_rows
    assert found.judged_on[0] == "held_out"


def test_each_table_has_its_own_baseline(approved):
    """Not the other table's class: 7 of 10 rows are a here, 6 of 10 are b there."""
    left = table_answers(np.array([0] * 7 + [1] * 3), np.zeros((1, 10), dtype=np.int32), 2)
    right = table_answers(np.array([0] * 4 + [1] * 6), np.zeros((1, 10), dtype=np.int32), 2)
    assert (left.baseline, left.baseline_class) == (0.7, 0)
    assert (right.baseline, right.baseline_class) == (0.6, 1)
    said = baseline_words(PairAnswers(left, right), ("a", "b"))
    assert re.findall(r"“(\w)”|([\d.]+)\s%", said) == [("a", ""), ("b", ""), ("", "70.0"), ("", "60.0")]
    both = baseline_words(PairAnswers(left, left), ("positive", "b"))
    assert re.findall(r"“(\w+)”|([\d.]+)\s%", both) == [("positive", ""), ("", "70.0"), ("", "70.0")]
    approved(f"{said}\n{both}")


def test_a_tree_predicts_a_table_where_its_count_beats_the_baseline():
    weak = Answers(((45, 5), (42, 8)))  # 53 of 100 against 50 %
    strong = Answers(((40, 10), (10, 40)))
    assert (weak.beats_baseline, strong.beats_baseline) == (False, True)
    alone = Answers(((90, 0), (10, 0)))  # always the larger class
    assert alone.accuracy == alone.baseline
    assert not alone.beats_baseline


def test_verdicts_say_which_table_and_on_which_rows():
    signal = planted_pair(strength=3.0, n_rows=100, n_attributes=3)
    noise = planted_pair(strength=0.0, n_rows=100, n_attributes=3)
    for pair, predicts in ((signal, True), (noise, False)):
        trees = mine(pair, k=1, max_depth=1, weights=(0.8, 0.1, 0.1))
        checked = cross_validate(pair, trees)
        found = effects_of(trees, {"cross_validated": checked.to_document()}, pair)
        verdict = found.verdict(0)
        assert verdict.rows == "cross_validated"
        assert verdict.predicts == (predicts, predicts)
        assert found.without_predictive() == (() if predicts else (0,))
        said = verdict_words(verdict, "A", "B", folds=found.folds)
        assert ("both tables" in said) == predicts
        assert "5 folds" in said


@pytest.mark.parametrize("correct", [85, 91, 98, 110])
def test_a_share_above_the_baseline_is_never_called_no_better(correct):
    """Of 118 rows 98 were right and 91 by guessing (p = 0.07): that was "no better than guessing"."""
    weak, strong = Answers(((correct - 20, 111 - correct), (7, 20))), Answers(((91, 0), (0, 27)))
    verdict = TreeVerdict("training", strong, weak)
    assert (weak.n_rows, weak.correct, weak.baseline) == (118, correct, 91 / 118)
    said = (verdict_words(verdict, "A", "B"), short_verdict(verdict, "A", "B"))
    for each in said:
        lowered = each.lower()
        assert ("no better" in lowered) == (correct <= 91)
        assert ("not clearly better" in lowered) == (correct == 98)
        assert ("B" in each) == (correct < 110)


def test_without_a_check_on_new_rows_nothing_is_promised(approved):
    pair = planted_pair(strength=3.0, n_rows=100, n_attributes=3)
    trees = mine(pair, k=1, max_depth=1)
    found = measure_effects(pair, trees).verdict(0)
    assert found.rows == "training"
    assert not found.on_new_rows
    approved(verdict_words(found, "A", "B"))


def test_a_document_carries_the_counts_and_old_ones_still_open():
    pair = planted_pair(strength=1.5, n_rows=60, n_attributes=4)
    trees = mine(pair, **OPTIONS)
    measured, checked = measure_effects(pair, trees), cross_validate(pair, trees, folds=3)
    document = result_document(trees, effects=measured, cross_validated=checked)
    read = parse_result(json.dumps(document).encode())
    found = effects_of(read.tree_set, read.document)
    assert found.training == measured.training
    assert found.cross_validated == PairAnswers(checked.left, checked.right)
    assert CROSS_VALIDATION.read(document["cross_validated"]) == checked
    old = {name: part for name, part in document.items() if name not in ("effects", "cross_validated")}
    derived = effects_of(parse_result(json.dumps(old).encode()).tree_set, old)
    assert [t.confusion for t in derived.training.left.trees] == [t.confusion for t in measured.training.left.trees]
    assert derived.training.left.vote is None
    short = old | {"cross_validated": {k: checked.to_document()[k] for k in ("folds", "sa", "accuracy_left",
                                                                             "accuracy_right")}}  # fmt: skip
    assert Effects.of_document(parse_result(json.dumps(short).encode()).document) is None


def test_balanced_copies_are_not_taken_for_observations():
    pair = planted_pair(strength=1.5, n_rows=60, n_attributes=4, balance=True)
    trees = mine(pair, **OPTIONS)
    assert trees.pair.left.gained + trees.pair.right.gained > 0
    counted = effects_of(trees, {}).training
    own = measure_effects(pair, trees).training
    for side in ("left", "right"):
        found, expected = (getattr(each, side).trees for each in (counted, own))
        assert [tree.confusion for tree in found] == [tree.confusion for tree in expected]
    unknown = replace(trees, trees=tuple(replace(each, rows_known=False) for each in trees.trees))
    assert effects_of(unknown, {}).judged_on is None
    assert effects_of(trees, {}, pair).training.left.trees[0].n_rows == 60


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("effects", "training", "left", "trees", 0, "confusion", 0, 0), 1000),
        (("effects", "training", "left", "trees"), []),
        (("effects", "training", "right", "vote", "confusion"), [[1]]),
        (("cross_validated", "accuracy_left"), 0.01),
    ],
)
def test_counts_that_cannot_be_are_refused(place, value):
    pair = planted_pair(strength=1.5, n_rows=60, n_attributes=4)
    trees = mine(pair, **OPTIONS)
    checked = cross_validate(pair, trees, folds=3)
    document = json.loads(
        json.dumps(result_document(trees, effects=measure_effects(pair, trees), cross_validated=checked))
    )
    inner = document
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = value
    if place[-1] == "accuracy_left":
        document["cross_validated"]["sa"] = 0.0
    with pytest.raises(InvalidDocumentError, match=r"confusion|trees|accuracy_left"):
        parse_result(json.dumps(document).encode())


def test_answers_of_both_tables_come_back_from_a_document():
    pair = planted_pair(strength=1.0, n_rows=40, n_attributes=3)
    found = measure_effects(pair, mine(pair, **OPTIONS)).training
    assert PAIR_ANSWERS.read(PAIR_ANSWERS.write(found)) == found


def test_what_to_expect_names_the_tables_in_which_guessing_does_about_as_well():
    """A report said "Expect 73.6 % and 83.9 %" beside 68.1 % and 83.9 % by guessing, and no more."""
    weak, strong = Vote(((45, 5), (42, 8))), Vote(((40, 10), (10, 40)))
    found = PairAnswers(TableAnswers((weak,), weak), TableAnswers((strong,), strong))
    said = expected_words(Effects(training=None, cross_validated=found, folds=5), "north", "south")
    assert said.partition(" This ")[2].rstrip(".").endswith("guessing in north")
    clear = PairAnswers(TableAnswers((strong,), strong), TableAnswers((strong,), strong))
    assert " This " not in expected_words(Effects(training=None, cross_validated=clear, folds=5), "north", "south")
