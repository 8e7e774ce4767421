"""Sentences about scores and chance."""

from __future__ import annotations

import re

import pytest

from ksdt_core.evidence.chance_level import UNSCALED, headline, only_matching_fails, why_no_matching
from ksdt_core.evidence.set_chance import NullSummary, Significance
from ksdt_core.trees.text import TableNames
from pages.common import wording

NAMES = TableNames("red wine", "white wine")


def outcome(n_left: int, n_right: int, *, tries: int = 60, matching: int | None = None) -> Significance:
    def null(n_reached: int) -> NullSummary:
        return NullSummary(p=(n_reached + 1) / (tries + 1), mean=0.6, sd=0.1, max=0.7916, values=(0.6,) * tries)

    nulls = (
        ("left", null(n_left)),
        ("right", null(n_right)),
        ("matching", None if matching is None else null(matching)),
    )
    largest = max(summary.p for _, summary in nulls if summary is not None)
    return Significance(tries, 0.8457, largest, nulls, nulls, 1)


def test_each_null_has_a_sentence_with_its_numbers(approved):
    for tested, numbers in ((outcome(0, 0), ("0.846", "1/61")), (outcome(0, 2), ("0.846", "3/61"))):
        sentences = wording.null_sentences(tested, NAMES, scale="none")
        assert NAMES.left in sentences[0]
        assert NAMES.right in sentences[1]
        assert all(number in " ".join(sentences) for number in numbers)
        approved("\n".join(sentences))


def test_null_that_was_not_tried_says_why(approved):
    untried = [wording.null_sentences(outcome(0, 0), NAMES, scale=scale)[2] for scale in ("none", "rank")]
    tried = wording.null_sentences(outcome(0, 0, matching=0), NAMES, scale="none")[2]
    assert ["1/61" in sentence for sentence in (*untried, tried)] == [False, False, True]
    approved("\n".join((*untried, tried)))


def test_values_that_are_not_scaled_may_be_converted():
    """ "Both tables are in their original units" stood beside trees of tables with converted units."""
    for said in (
        wording.null_sentences(outcome(0, 0), NAMES, scale="none")[2],
        wording.nulls_sentence(outcome(0, 0), NAMES, scale="none"),
        why_no_matching("none"),
    ):
        assert UNSCALED in said
        assert "original" not in said


def test_all_nulls_in_one_sentence(approved):
    together = wording.nulls_sentence(outcome(0, 0, matching=0), NAMES, scale="rank")
    untried = wording.nulls_sentence(outcome(0, 0), NAMES, scale="none")
    assert together.count("1/61") == untried.count("1/61") == 1
    approved(f"{together}\n{untried}")


def test_the_null_that_decides_speaks_for_all(approved):
    sentence = wording.nulls_sentence(outcome(1, 5, matching=2), NAMES, scale="rank")
    assert [p in sentence for p in ("2/61", "6/61", "3/61")] == [False, True, False]
    approved(sentence)


def test_headlines_differ_by_what_was_found(approved):
    """Who leaves both tables in their units must not look better: p is smaller without the null of the matching."""
    found = (
        outcome(0, 30),
        outcome(0, 0, matching=0),
        outcome(0, 0),
        outcome(0, 0, tries=9),
        outcome(0, 1, tries=9),
        outcome(0, 0, matching=9),
    )
    said = [headline(tested) for tested in found]
    assert said[0] == said[4], "shuffles do as well too often, however many were tried"
    assert len(set(said)) == 5
    approved("\n".join(said))


def test_only_the_matching_is_blamed_where_only_it_fails(approved):
    assert only_matching_fails(outcome(0, 0, matching=9))
    assert not only_matching_fails(outcome(9, 0, matching=9))
    assert not only_matching_fails(outcome(0, 0))
    assert wording.matching_advice(4) != wording.matching_advice(4000)
    approved("\n".join(wording.matching_advice(n_attributes) for n_attributes in (4, 4000)))


def test_repeated_trees_are_named(approved):
    approved(wording.repeated_sentence([(0, 4)]))


def test_choosing_among_weightings_is_part_of_each_try(approved):
    approved("\n".join(wording.repeat_sentence(n_vectors) for n_vectors in (4, 1)))


def test_a_set_that_does_not_beat_its_nulls_is_told_so_with_a_way_on(approved):
    said = [wording.advice(max_depth) for max_depth in (0, 3, 2, 1)]
    assert said[0] == said[1]
    assert len(set(said)) == 3
    approved("\n".join(said))


def test_accuracy_on_new_rows_stands_beside_that_on_mined_ones(approved):
    alone = wording.unseen_sentence(0.71, 0.88, folds=5, n_vectors=1)
    assert "0.71" in alone
    assert "0.88" in alone
    chosen = wording.unseen_sentence(0.71, 0.54, folds=5, n_vectors=36)
    assert "36" in chosen
    approved(f"{alone}\n{chosen}")


def test_an_earlier_test_says_what_it_did_not_know(approved):
    approved("\n".join(wording.more_weightings_sentence(n_tested, 10) for n_tested in (1, 3)))


STREAMLIT_REPLACES = [rf"(^|\s){sign}(\s|$)" for sign in ("<->", "->", "<-", "--", ">=", "<=", "~=")] + [r":[\w+-]+:"]


@pytest.mark.parametrize(
    "name", [">= 6", "a -> b", "<- x", "<->", "x -- y", "~= 3", "<=", ":smile:", ":+1:", "12:30:40"]
)
def test_streamlit_finds_nothing_to_replace_in_names(name):
    shown = re.sub(r"\\(.)", r"\1", wording.as_markdown(name))
    assert not any(re.search(pattern, shown) for pattern in STREAMLIT_REPLACES)
    assert shown.replace("\u200c", "") == name


@pytest.mark.parametrize("text", ["**b** [x](y) $a$ :red[z] `c` <i>", "_a_ b__c _d*e", "# t", "1. one", "back\\slash"])
def test_markdown_shows_names_verbatim(text):
    escaped = wording.as_markdown(text)
    assert re.sub(r"\\(.)", r"\1", escaped) == text
    assert not re.search(r"(?<!\\)(?:\\\\)*[*_\[\]$`<#]", escaped)


def test_a_line_within_a_word_is_not_escaped():
    """Regression: screen readers heard the escapes, since a label is read as it was written."""
    assert wording.as_markdown("age_at_first_diagnosis") == "age_at_first_diagnosis"


def test_headings_begin_with_a_capital_and_signs_stay():
    assert [wording.heading(name) for name in ("best SDTSQ", "p", "SA")] == ["Best SDTSQ", "p", "SA"]
