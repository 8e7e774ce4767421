"""The start page: what it shows, what one click opens, what it does not load."""

from __future__ import annotations

import subprocess
import sys

import pytest

from ksdt_core.data.samples.catalogue import catalogue_pairs
from ksdt_core.store.pair_request import PairRequest
from ksdt_core.store.pairs import kept_pair
from pages.common.example import COHORT
from pages.start.blocks import EXAMPLES, PICTURES, QUESTION, TRY_COHORTS, TRY_WINE
from tests.app.conftest import ROOT, words
from tests.app.example_pictures import drawn, large
from tests.app.two_tables import side_box
from tests.waiting import PATIENCE

HEAVY = ("sklearn", "scipy", "numba", "pandas", "ksdt_core.mining")


def test_it_says_what_this_does_and_shows_a_tree(opened):
    page = opened("app.py")
    assert not page.exception
    assert not page.error
    assert page.title[0].value == QUESTION
    assert any("data:image/svg+xml" in element.proto.body for element in page.get("html"))


def test_every_natural_pair_has_a_card_with_its_size(opened):
    page = opened("app.py")
    shown = words(page)
    for entry in catalogue_pairs():
        assert entry.title in shown.replace("\\", "")
        assert page.button(key=f"start_open_{entry.left}_{entry.right}").label == f"Open {entry.left} : {entry.right}"
    assert "1,599 and 4,898 rows · 11 attributes" in shown


def test_one_click_opens_a_pair_and_keeps_it(opened, store):
    page = opened("app.py")
    entry = next(entry for entry in catalogue_pairs() if entry.left == "spect-train")
    page.button(key="start_open_spect-train_spect-test").click().run()
    assert not page.exception
    request = PairRequest.of_catalogue(entry)
    assert kept_pair(store, request.id) == request
    assert request.id in page.query_params["pair"]


def test_the_first_example_is_mined_in_one_click(opened, monkeypatch):
    wine = [entry for entry in catalogue_pairs() if entry.left == "wine-red"]
    monkeypatch.setattr("ksdt_core.data.samples.catalogue.catalogue_pairs", lambda: tuple(wine))
    monkeypatch.setattr("pages.start.blocks.catalogue_pairs", lambda: tuple(wine))
    monkeypatch.setattr("pages.common.example.catalogue_pairs", lambda: tuple(wine))
    page = opened("app.py")
    assert page.button(key="try_example").label == TRY_WINE
    page.button(key="try_example").click().run()
    assert not page.exception
    assert page.title[0].value == "Mine"


def test_the_cohorts_are_offered_first_where_they_are_installed(opened):
    has_cohorts = any(entry.left == "gse1992" for entry in catalogue_pairs())
    wanted = TRY_COHORTS if has_cohorts else TRY_WINE
    assert opened("app.py").button(key="try_example").label == wanted


def test_what_was_done_last_is_resumed_where_there_is_a_run(opened, spect):
    assert not [button for button in opened("app.py").button if button.label == "Resume"]


def test_the_last_run_is_resumed(opened, run):
    page = opened("app.py")
    page.button(key="resume").click().run()
    assert not page.exception
    assert page.title[0].value == "Mine"
    assert run in page.query_params["run"]


def test_own_tables_begin_with_nothing_chosen(opened, spect):
    page = opened("app.py", pair=spect.id)
    page.button(key="own_tables").click().run()
    assert not page.exception
    assert page.title[0].value == "Data"
    assert side_box(page.selectbox, "table", "left").value is None


def test_what_mines_is_not_loaded_for_it():
    script = (
        "import sys; from streamlit.testing.v1 import AppTest; page = AppTest.from_file('app.py').run(timeout=150); "
        f"assert not page.exception; print([name for name in {HEAVY!r} if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True, timeout=PATIENCE
    )
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("pair", ["nosuchpair", "<script>alert(1)</script>"])
def test_a_stale_link_does_not_spoil_the_start(opened, pair):
    page = opened("app.py", pair=pair)
    assert not page.exception
    assert page.title[0].value == QUESTION


@pytest.mark.parametrize("entry", catalogue_pairs(), ids=lambda entry: f"{entry.left}-{entry.right}")
def test_the_miniatures_are_those_of_the_trees_that_are_mined(store, entry):
    for name, svg in drawn(store, entry).items():
        assert (EXAMPLES / name).read_text(encoding="utf-8") == svg, "python -m tests.app.example_pictures draws them"


def test_the_large_tree_is_drawn_as_trees_are_today(store):
    """Regression: it showed percentiles long after drawings had the units of the tables."""
    cohorts = [entry for entry in catalogue_pairs() if entry.left == COHORT]
    if not cohorts:
        pytest.skip("the breast-cancer cohorts are not installed")
    for name, svg in large(store, cohorts[0]).items():
        assert (PICTURES / name).read_text(encoding="utf-8") == svg, "python -m tests.app.example_pictures draws it"
