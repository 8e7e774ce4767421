"""Sentences about scores and chance."""

from __future__ import annotations

import re

import pytest

from ksdt_core.mining.significance import NullSummary, Significance
from ksdt_core.trees.text import TableNames
from pages.shared import wording
from pages.shared.controls import share_out
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
    sentence = wording.null_sentences(outcome(0, 0), NAMES)[0]
    assert sentence == (
        "Shuffling the classes of red wine reached 0.8457 or more in 0 of 60 tries; the best try reached 0.7916. "
        "So p = 1/61, about 0.016, the smallest value that 60 tries can give."
    )


def test_some_shuffles_reached_the_set():
    sentence = wording.null_sentences(outcome(0, 2), NAMES)[1]
    assert (
        sentence
        == "Shuffling the classes of white wine reached 0.8457 or more in 2 of 60 tries, so p = 3/61, about 0.049."
    )


def test_null_that_was_not_tried_says_why():
    assert "was not tried" in wording.null_sentences(outcome(0, 0), NAMES)[2]
    assert "at random reached" in wording.null_sentences(outcome(0, 0, matching=0), NAMES)[2]


def test_many_shuffles_mean_chance():
    assert "may show chance" in wording.headline(outcome(0, 30))
    assert "rarely" in wording.headline(outcome(0, 0))


def test_choosing_among_weightings_is_told():
    assert "looked at 4 weightings" in wording.choice_sentence(4)
    assert "looked at" not in wording.choice_sentence(1)


@pytest.mark.parametrize(
    ("scores", "limit"), [((0.6, 0.9, 1.0), "(SA)"), ((0.9, 0.6, 1.0), "(DS)"), ((0.9, 0.9, 0.2), "(TD)")]
)
def test_the_score_that_limits_is_named(scores, limit):
    assert limit in wording.limit_sentence(*scores)


def test_one_tree_has_no_diversity():
    assert "no diversity" in wording.limit_sentence(0.9, 0.9, None)


def test_the_larger_class_is_the_comparison():
    sentence = wording.majority_sentence(small_tree(), NAMES)
    assert "“poor wine” is right for 56.5% of red wine and 57.6% of white wine" in sentence


@pytest.mark.parametrize("text", ["**b** [x](y) $a$ :red[z] `c` <i>", "a_b*c", "# title", "1. one", "back\\slash"])
def test_markdown_shows_names_verbatim(text):
    escaped = wording.as_markdown(text)
    assert re.sub(r"\\(.)", r"\1", escaped) == text
    assert not re.search(r"(?<!\\)(?:\\\\)*[*_\[\]$`<#]", escaped)


@pytest.mark.parametrize(
    ("total", "first", "second", "parts"),
    [(40, 30, 30, (20, 20)), (2, 1, 97, (1, 1)), (99, 1, 1, (50, 49)), (70, 3, 4, (30, 40))],
)
def test_weights_are_shared_out_in_whole_parts(total, first, second, parts):
    assert share_out(total, first, second) == parts
