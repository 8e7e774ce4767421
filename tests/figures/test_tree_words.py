"""How numbers and names are written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ksdt_core.figures.tree_words import dsn_text, name_lines, short_class_names, shorten, threshold_text


@pytest.mark.parametrize(
    ("dsn", "text"),
    [(1.0, "1.000"), (0.99951, ".9995"), (0.99996, "1.000"), (0.9994, ".999"), (0.0, ".000"), (0.8844, ".884")],
)
def test_similarity_below_one_is_not_written_as_one(dsn, text):
    assert dsn_text(dsn) == text


@pytest.mark.parametrize(
    ("threshold", "scale", "text"),
    [(10.25, "none", "10.25"), (0.992355, "none", "0.992355"), (0.413, "rank", "P41.3"), (-0.5, "zscore", "−0.50 sd")],
)
def test_threshold(threshold, scale, text):
    assert threshold_text(threshold, scale) == text


def test_long_name_keeps_both_ends():
    assert shorten("interleukin receptor 17A") == "interle…or 17A"
    assert shorten("alcohol") == "alcohol"


@given(st.text(max_size=60))
def test_shortened_name_fits(name):
    assert len(shorten(name)) <= 14


@given(st.text(max_size=60))
def test_name_is_on_one_or_two_lines_that_fit(name):
    lines = name_lines(name)
    assert 1 <= len(lines) <= 2
    assert all(len(line) <= 14 for line in lines)


def test_name_breaks_between_words():
    assert name_lines("total sulfur dioxide") == ("total sulfur", "dioxide")


@pytest.mark.parametrize(
    ("names", "short"),
    [
        (("ER negative", "ER positive"), ("negative", "positive")),
        (("poor wine", "good wine"), ("poor", "good")),
        (("yes", "no"), ("yes", "no")),
        (("grade 1 tumour", "grade 2 tumour"), ("1", "2")),
        (("wine", "wine good"), ("wine", "wine good")),
        (("a b a", "a c a"), ("b", "c")),
        (("same", "same"), ("same", "same")),
        (("", "x"), ("", "x")),
        (("< 6", ">= 6"), ("< 6", ">= 6")),
    ],
)
def test_words_that_all_classes_share_are_left_out(names, short):
    assert short_class_names(names) == short
