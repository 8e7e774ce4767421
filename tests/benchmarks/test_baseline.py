"""Ratios are compared with those kept; seconds are not."""

from __future__ import annotations

import pytest

from benchmarks import baseline
from benchmarks.harness import Measured, ratio


@pytest.fixture(autouse=True)
def own_file(tmp_path, monkeypatch):
    monkeypatch.setattr(baseline, "FILE", tmp_path / "baseline.json")


def measured(ours: float) -> Measured:
    return ratio("mining", ours, 1.0, limit=9.0, peer="somebody")


def test_a_ratio_that_grew_by_more_than_half_has_regressed():
    baseline.keep([measured(2.0), Measured("page", 0.5, 0.7, " s", "")])
    kept = baseline.kept_ratios()
    assert kept == {"mining": 2.0}
    assert not baseline.has_regressed(measured(3.0), kept)
    assert baseline.has_regressed(measured(3.01), kept)
    assert not baseline.has_regressed(Measured("mining", 99, 100, " s", ""), kept)


def test_the_table_says_what_is_too_slow_and_what_has_regressed():
    baseline.keep([measured(1.0)])
    lines = baseline.table([measured(1.2), measured(4.0), measured(10.0)], baseline.kept_ratios())[2:]
    assert [line.split(" | ")[-1] for line in lines] == ["ok |", "REGRESSED |", "TOO SLOW |"]


def test_nothing_kept_is_no_regression():
    assert not baseline.has_regressed(measured(5.0), baseline.kept_ratios())
