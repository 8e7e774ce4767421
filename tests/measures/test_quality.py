"""SDTQ and SDTSQ by hand."""

from __future__ import annotations

import pytest

from ksdt_core.measures.quality import set_quality, tree_quality


def test_the_set_printed_in_the_paper():
    """DH14, section 5.2: SA 0.963, DS 0.977 and TD 1 give SDTSQ 0.944."""
    assert round(set_quality(0.963, 0.977, 1.0), 3) == 0.944


def test_quality_by_hand():
    assert tree_quality(0.8, 0.6) == pytest.approx(0.6 * 0.7)
    assert set_quality(0.8, 0.6, 0.4) == pytest.approx(0.4 * 0.6)


def test_one_tree_is_worth_its_own_quality():
    assert set_quality(0.8, 0.6, None) == tree_quality(0.8, 0.6)
