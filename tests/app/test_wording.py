"""Sentences about scores and chance."""

from __future__ import annotations

import re

import pytest

from ksdt_core.evidence.chance_level import headline, only_matching_fails
from ksdt_core.evidence.set_chance import NullSummary, Significance
from ksdt_core.trees.text import TableNames
from pages.common import wording
from tests.figures.handmade import small_tree

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


def test_no_shuffle_reached_the_set():
    sentence = wording.null_sentences(outcome(0, 0), NAMES, scale="none")[0]
    assert sentence == (
        "Shuffling the classes of red wine reached 0.8457 or more in 0 of 60 tries; the best try reached 0.7916. "
        "So p = 1/61, about 0.016, the smallest value that 60 tries can give."
    )


def test_some_shuffles_reached_the_set():
    sentence = wording.null_sentences(outcome(0, 2), NAMES, scale="none")[1]
    assert (
        sentence
        == "Shuffling the classes of white wine reached 0.8457 or more in 2 of 60 tries, so p = 3/61, about 0.049."
    )


def test_null_that_was_not_tried_says_why():
    assert (
        "was not tried: both tables keep their units" in wording.null_sentences(outcome(0, 0), NAMES, scale="none")[2]
    )
    lone = wording.null_sentences(outcome(0, 0), NAMES, scale="rank")[2]
    assert lone.endswith("was not tried: no two attributes can change places.")
    assert "at random reached" in wording.null_sentences(outcome(0, 0, matching=0), NAMES, scale="none")[2]


def test_all_nulls_in_one_sentence():
    together = wording.nulls_sentence(outcome(0, 0, matching=0), NAMES, scale="rank")
    assert together == (
        "Shuffling the classes of either table, or matching the attributes at random, reached 0.8457 or more in 0 of "
        "60 tries each; the best try reached 0.7916. So p = 1/61, about 0.016, the smallest value that 60 tries can "
        "give."
    )
    untried = wording.nulls_sentence(outcome(0, 0), NAMES, scale="none")
    assert untried.endswith("can give. Attributes were not matched at random: both tables keep their units.")


def test_the_null_that_decides_speaks_for_all():
    assert wording.nulls_sentence(outcome(1, 5, matching=2), NAMES, scale="rank") == (
        "Shuffling the classes of white wine reached 0.8457 or more in 5 of 60 tries, so p = 6/61, about 0.098."
    )


def test_many_shuffles_mean_chance():
    assert "may show chance" in headline(outcome(0, 30))
    assert headline(outcome(0, 0, matching=0)) == "Shuffled tables rarely do as well"


def test_a_null_that_was_not_tried_is_told_in_the_verdict():
    """Without it p is smaller: who leaves both tables in their units must not look better for it."""
    assert "whether these attributes belong together was not tested" in headline(outcome(0, 0))
    assert "was not tested" not in headline(outcome(0, 30))


def test_few_shuffles_that_never_do_as_well_prove_nothing():
    assert "too few to tell" in headline(outcome(0, 0, tries=9))
    assert "may show chance" in headline(outcome(0, 1, tries=9))


def test_only_the_matching_is_blamed_where_only_it_fails():
    tested = outcome(0, 0, matching=9)
    assert headline(tested).startswith("Both tables carry signal")
    assert only_matching_fails(tested)
    assert not only_matching_fails(outcome(9, 0, matching=9))
    assert not only_matching_fails(outcome(0, 0))
    assert "With 4 attributes" in wording.matching_advice(4)
    assert "more shared attributes" not in wording.matching_advice(4000)


def test_repeated_trees_are_named():
    assert wording.repeated_sentence([(0, 4)]).startswith("Tree 5 repeats tree 1: ask for fewer trees")


def test_choosing_among_weightings_is_part_of_each_try():
    assert "picks the best of the same 4 vectors" in wording.repeat_sentence(4)
    assert wording.repeat_sentence(1) == "Each try mines the set again with these weights."


@pytest.mark.parametrize(("max_depth", "advised"), [(0, "Depth 2"), (3, "Depth 2"), (2, "Depth 1"), (1, "as can be")])
def test_a_set_that_does_not_beat_its_nulls_is_told_so_with_a_way_on(max_depth, advised):
    assert "does not beat its nulls" in wording.advice(max_depth)
    assert advised in wording.advice(max_depth)
    assert "tries many settings" in wording.advice(max_depth)


def test_accuracy_on_new_rows_stands_beside_that_on_mined_ones():
    sentence = wording.unseen_sentence(0.71, 0.88, folds=5, n_vectors=1)
    assert "0.7100" in sentence
    assert "0.8800" in sentence


def test_folds_that_choose_say_so():
    assert "choose among the 36 vectors" in wording.unseen_sentence(0.71, 0.54, folds=5, n_vectors=36)


def test_an_earlier_test_says_what_it_did_not_know():
    assert "these weights alone" in wording.more_weightings_sentence(1, 10)
    assert "among 3" in wording.more_weightings_sentence(3, 10)


@pytest.mark.parametrize(
    ("scores", "limit"), [((0.6, 0.9, 1.0), "(SA)"), ((0.9, 0.6, 1.0), "(DS)"), ((0.9, 0.9, 0.2), "(TD)")]
)
def test_the_score_that_limits_is_named(scores, limit):
    assert limit in wording.limit_sentence(*scores)


def test_one_tree_has_no_diversity():
    assert "no diversity" in wording.limit_sentence(0.9, 0.9, None)


def test_the_baseline_is_the_larger_class_of_each_table():
    assert wording.majority_words(small_tree()) == "baseline (always “poor wine”): 56.5 % | 57.6 %"
    shared = small_tree()
    object.__setattr__(shared, "rows_left", shared.rows_left[:, ::-1].copy())
    assert wording.majority_words(shared) == "baseline (always “good wine” | “poor wine”): 56.5 % | 57.6 %"


STREAMLIT_REPLACES = [rf"(^|\s){sign}(\s|$)" for sign in ("<->", "->", "<-", "--", ">=", "<=", "~=")] + [r":[\w+-]+:"]


@pytest.mark.parametrize(
    "name", [">= 6", "a -> b", "<- x", "<->", "x -- y", "~= 3", "<=", ":smile:", ":+1:", "12:30:40"]
)
def test_streamlit_finds_nothing_to_replace_in_names(name):
    shown = re.sub(r"\\(.)", r"\1", wording.as_markdown(name))
    assert not any(re.search(pattern, shown) for pattern in STREAMLIT_REPLACES)
    assert shown.replace("\u200c", "") == name


@pytest.mark.parametrize("text", ["**b** [x](y) $a$ :red[z] `c` <i>", "a_b*c", "# title", "1. one", "back\\slash"])
def test_markdown_shows_names_verbatim(text):
    escaped = wording.as_markdown(text)
    assert re.sub(r"\\(.)", r"\1", escaped) == text
    assert not re.search(r"(?<!\\)(?:\\\\)*[*_\[\]$`<#]", escaped)


def test_headings_begin_with_a_capital_and_signs_stay():
    assert [wording.heading(name) for name in ("best SDTSQ", "p", "SA")] == ["Best SDTSQ", "p", "SA"]
