"""The verdict: which sentence follows from which numbers."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from ksdt_core.evidence.answers import Answers, PairAnswers, TableAnswers
from ksdt_core.evidence.effects import Effects
from ksdt_core.evidence.pair_evidence import (
    AttributeEvidence,
    ClassNull,
    Evidence,
    EvidencePair,
    EvidenceTable,
    Pairing,
    SharedSignal,
)
from ksdt_core.evidence.verdict import (
    NewRows,
    direction_words,
    headline,
    is_shown,
    named,
    new_rows_of,
    pairing_sentence,
    paper_text,
    questions,
    verdict,
    verdict_and_detail,
)
from ksdt_core.text import percent


def attribute(name, p=0.002):
    return AttributeEvidence(name, p, 4.0, "ill", "higher", 1.5, 2.5, 0.8, (0.7, 0.9), 0.7, (0.6, 0.8), 1.0)


def made(p_left=0.001, p_right=0.001, *, attributes=(), pairing=None, scale="rank"):
    shared = SharedSignal(
        min(1.0, 2 * max(p_left, p_right)), ClassNull(p_left, 1.0, 2.0), ClassNull(p_right, 1.0, 2.0), 9.0
    )
    pair = EvidencePair(EvidenceTable("north", 60), EvidenceTable("south", 1200), 30, ("ill", "well"), scale)
    return Evidence(pair, 999, shared, pairing, attributes)


def test_shared_signal_names_the_attributes_and_their_number(approved):
    found = made(attributes=(*(attribute(f"gene{k}") for k in range(8)), attribute("no", p=0.4)))
    said = headline(found)
    assert is_shown(found)
    assert said.startswith("8 ")
    assert re.findall(r"gene\d", said) == [f"gene{k}" for k in range(6)]
    approved(said)


def test_one_attribute_is_one(approved):
    approved(headline(made(attributes=(attribute("age"),))))


def test_accuracy_on_new_rows_stands_beside_it_or_takes_it_back(approved):
    found = made(attributes=(attribute("age"),))
    useful, weak = NewRows(0.8, 0.75, 0.6, 0.55, (True, True)), NewRows(0.8, 0.55, 0.6, 0.55, (True, False))
    assert f"{percent(0.8, 1)} and {percent(0.75, 1)}" in verdict(found, useful)[1]
    assert f"{percent(0.6, 1)} and {percent(0.55, 1)}" in verdict(found, useful)[1]
    assert len(verdict(found, weak)) == 1
    approved("\n".join((*verdict(found, useful), *verdict(found, weak))))
    assert len(verdict(found)) == 1


def test_a_text_for_a_paper_says_what_was_compared_found_and_gained(approved):
    found = made(attributes=(attribute("age"), attribute("dose", 0.011)))
    useful, weak = NewRows(0.8, 0.75, 0.6, 0.55, (True, True)), NewRows(0.8, 0.55, 0.6, 0.55, (True, False))
    said = [paper_text(found, useful), paper_text(made(), weak), paper_text(made(0.4))]
    for number in ("60", "1,200", "30", "999", "p = 0.002", "p ≤ 0.011", percent(0.75, 1), percent(0.55, 1)):
        assert number in said[0]
    assert "clearly" not in said[0]
    assert [name in text for text in said for name in ("north", "south")] == [True] * 6
    approved("\n".join(said))


def test_long_names_leave_room_for_how_the_accuracy_was_measured():
    """Mine has two lines below its verdict: six names of 40 letters pushed the rest out of them."""
    entries = tuple(attribute(f"{letter}: " + 25 * "x") for letter in "abcdef")
    _, detail = verdict_and_detail(made(attributes=entries))
    assert detail.startswith("Strongest: a: ")
    assert detail.endswith(" and 4 more.")
    assert len(detail) < 115
    short = tuple(attribute(letter) for letter in "abcdefg")
    assert verdict_and_detail(made(attributes=short))[1] == "Strongest: a, b, c, d, e, f and 1 more."
    long = (attribute(90 * "x"),)
    assert verdict_and_detail(made(attributes=long))[1].startswith("Strongest: xxx")


def test_the_top_of_a_page_has_whole_percentages_and_names_below(approved):
    found = made(attributes=(attribute("age"), attribute("dose")))
    said, detail = verdict_and_detail(found, NewRows(0.804, 0.751, 0.6, 0.55, (True, True)))
    assert re.findall(r"(\d+)\s%", said) == ["80", "75", "60", "55"]
    assert "age" not in said
    approved(f"{said}\n{detail}")
    close, _ = verdict_and_detail(found, NewRows(0.604, 0.751, 0.6, 0.55, (True, True)))
    assert f"{percent(0.604, 1)} and {percent(0.751, 1)}" in close
    assert f"{percent(0.6, 1)} and {percent(0.55, 1)}" in close
    weak, _ = verdict_and_detail(found, NewRows(0.62, 0.58, 0.6, 0.55, (False, False)))
    approved(weak)
    approved(verdict_and_detail(found)[0])


def test_a_little_above_the_baseline_is_not_clearly_better_than_guessing():
    """Mine promised 73 % and 78 % against 69 % and 76 %, and the table of its report took that back."""

    def answers(correct: int) -> TableAnswers:
        """Of 100 rows 70 are of the first class; the answers to the others are all wrong, but for so many."""
        confusion = ((70, 0), (30 - correct, correct))
        return TableAnswers((Answers(confusion),), None)

    def expected(left: int, right: int) -> NewRows:
        found = new_rows_of(Effects(None, cross_validated=PairAnswers(answers(left), answers(right)), folds=5))
        assert found is not None
        return found

    assert expected(3, 20).is_clear == (False, True)
    assert not expected(3, 20).is_useful
    assert expected(20, 20).is_useful
    text = paper_text(made(), expected(20, 20))  # a paper says how an accuracy was measured
    assert "of new rows correctly (one tree, 5-fold cross-validation); always" in text


def test_the_top_of_a_page_says_what_limits_an_answer():
    said, detail = verdict_and_detail(made(0.3, 0.6))
    assert (said, detail) == (headline(made(0.3, 0.6)), " ".join(verdict(made(0.3, 0.6))[1:]))


def test_nothing_shown_names_the_rows_and_what_helps(approved):
    said = verdict(made(0.3, 0.6))
    assert not is_shown(made(0.3, 0.6))
    assert re.findall(r"[\d,]+\d", said[-1])[:2] == ["60", "1,200"]
    approved("\n".join((*said, verdict(made(0.3, 0.6, scale="none"))[-1])))


@pytest.mark.parametrize(("left", "right", "only"), [(0.001, 0.4, "north"), (0.4, 0.001, "south")])
def test_one_table_only(left, right, only, approved):
    assert [name for name in ("north", "south") if name in " ".join(verdict(made(left, right))[:-1])] == [only]
    approved("\n".join(verdict(made(left, right))))


def test_signal_without_a_single_attribute(approved):
    said = headline(made(attributes=(attribute("age", p=0.2),)))
    assert "age" not in said
    approved(said)


def test_attributes_claimed_without_the_headline_are_not_hidden(approved):
    said = headline(made(0.04, 0.04, attributes=(attribute("age", p=0.03),)))
    assert "age" in said
    approved(said)


def test_the_pairing_has_its_own_answer(approved):
    large = Pairing(0.34, 9.0, 1.0, 2.0)
    cases = (
        made(pairing=Pairing(0.001, 9.0, 1.0, 2.0)),
        made(pairing=large),
        made(0.5, 0.5, pairing=large),
        made(scale="none"),
        made(),
    )
    said = [pairing_sentence(each) for each in cases]
    assert len(set(said)) == len(said)
    approved("\n".join(said))


def test_what_the_tables_cannot_show_does_not_deny_the_test_of_the_trees():
    """ "Random pairing was not tested" stood beside the p-value of a set whose columns were paired at random."""
    for scale in ("none", "rank"):
        said = pairing_sentence(made(scale=scale))
        assert said.startswith("The tables alone")
        assert "not tested" not in said


def test_each_p_value_comes_with_its_question():
    assert [p for _, p, _ in questions(made())] == [0.002]
    assert [p for _, p, _ in questions(made(pairing=Pairing(0.34, 9.0, 1.0, 2.0)))] == [0.002, 0.34]


def test_long_names_are_cut():
    assert len(named((attribute("x" * 500),))) == 40
    assert named(tuple(replace(attribute("a"), attribute=name) for name in "ab")) == "a, b"


def test_no_direction_is_told_where_the_tables_disagree():
    """ "died: lower values" stood beside areas of 0.366 and 0.573."""
    assert "higher values" in direction_words(attribute("age"))
    assert "higher values" not in direction_words(replace(attribute("age"), score=-0.4))
