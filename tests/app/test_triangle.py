"""The triangle on Mine: points until it is there, then regions; what would take too long stays sampled."""

from __future__ import annotations

import threading

import pytest

from ksdt_core.background import kernels
from ksdt_core.mining.parameters import MiningParameters
from pages.common import triangle

PAGE = "pages/mine/page.py"


def shown(page) -> str:
    assert not page.exception
    return page.button_group(key="map_pool").value


def test_a_triangle_that_takes_long_is_shown_by_points(opened, spect, monkeypatch):
    monkeypatch.setattr(triangle, "MOST_SECONDS", -1)
    assert shown(opened(PAGE, pair=spect.id, unfolded=["weight_menu"])) == "wvp1"
    assert triangle.solved(spect, MiningParameters()) is None


def test_a_triangle_that_comes_later_replaces_the_points(opened, spect, monkeypatch):
    compiled = threading.Event()
    monkeypatch.setattr(kernels, "is_ready", lambda stage: compiled.is_set())
    monkeypatch.setattr(kernels, "wait_for", lambda stage: stage != "triangle" or compiled.wait())
    page = opened(PAGE, pair=spect.id, unfolded=["weight_menu"])
    assert shown(page) == "wvp1"
    compiled.set()
    assert triangle.solved(spect, MiningParameters()) is not None
    assert shown(page.run()) == "exact"


def test_the_budget_is_work_and_not_time_of_day(opened, spect, monkeypatch):
    """A machine that is busy for an hour takes nothing from the budget."""
    hours = iter(range(0, 10**9, 3600))
    monkeypatch.setattr(triangle.time, "monotonic", lambda: float(next(hours)))
    monkeypatch.setattr(triangle.time, "perf_counter", lambda: float(next(hours)))
    assert shown(opened(PAGE, pair=spect.id, unfolded=["weight_menu"])) == "exact"


def test_tables_that_cannot_be_mined_have_no_triangle(opened, spect, monkeypatch):
    solving = triangle.Solving()
    solving.run(triangle.kept.pair_of(spect), MiningParameters(roots=("no such attribute",)))
    assert solving.done.is_set()
    assert solving.cells is None


def evidence_table(page):
    page.session_state["data_tabs"] = "Shared attributes"
    assert not page.run().exception
    return next(table.value for table in page.dataframe if "p_difference" in table.value)


def test_data_says_under_how_many_weightings_attributes_are_used_once_that_is_known(opened, spect):
    assert "weightings" not in evidence_table(opened("pages/data/page.py", pair=spect.id))
    assert shown(opened(PAGE, pair=spect.id, unfolded=["weight_menu"])) == "exact"
    shares = dict(triangle.solved(spect, MiningParameters()).attributes)
    table = evidence_table(opened("pages/data/page.py", pair=spect.id))
    assert dict(zip(table["attribute"], table["weightings"], strict=True)) == {
        name: pytest.approx(100 * shares.get(name, 0.0)) for name in table["attribute"]
    }


@pytest.fixture(autouse=True)
def nothing_compiles(monkeypatch):
    monkeypatch.setattr(kernels, "_running", [])
