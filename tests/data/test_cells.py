"""What is a number in a cell, and what only looks like one."""

from __future__ import annotations

import pytest

from ksdt_core.data.readers.cells import is_number


@pytest.mark.parametrize("text", ["7", "-0.5", ".5", "5.", "1e-3", "+1.E5", " 12\t", "inf", "-Infinity", "9" * 100_000])
def test_numbers(text):
    assert is_number(text)


@pytest.mark.parametrize("text", ["", ".", "1_000", "0x1F", "2020-01-02", "1,5", "e5", "1e", "٣", "nan", "1.2.3"])
def test_other_texts(text):
    assert not is_number(text)


def test_a_very_long_text_is_looked_at_once():
    for almost in ("9" * 1_000_000 + "x", "9" * 500_000 + "." + "9" * 500_000 + "x", "1e" + "9" * 1_000_000 + "x"):
        assert not is_number(almost), "a pattern that tries every way to cut the digits takes days"
