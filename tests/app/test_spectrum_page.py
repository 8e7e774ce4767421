"""The Spectrum page: what it says of a tree, what a choice changes, trees too large, hostile names."""

from __future__ import annotations

import re

import numpy as np
import pytest

from ksdt_core.fourier.importance import importance
from ksdt_core.mining.miners import mine
from ksdt_core.store.pair_request import requested_pair
from ksdt_core.store.runs import keep_run, run_result
from ksdt_core.text import percent, score
from pages.common.current import NO_TREES
from pages.spectrum.words import lead, set_sentence, without_effect
from tests.app.conftest import words
from tests.app.saying import says
from tests.app.test_diversity_page import HOSTILE, bodies, charts
from tests.app.tree_parts import tabs
from tests.pairs_by_hand import pair_of

PAGE = "pages/spectrum/page.py"


def metrics(page) -> dict[str, str]:
    return {metric.label: metric.value for metric in page.metric}


def run_of(store, *, attributes=None, n_classes=2, **options) -> str:
    """A run without its tables, of a rule on the first two of four attributes."""
    random = np.random.default_rng(1)
    tables = []
    for _ in range(2):
        values = random.normal(size=(90, 4))
        classes = (values[:, 0] > 0).astype(int) + ((values[:, 1] > 0) if n_classes == 3 else 0)
        tables.append((values.tolist(), classes.tolist()))
    pair = pair_of(*tables, attributes=attributes, class_names=("<b>no", "may be", "yes & <i>")[:n_classes])
    return keep_run(store, mine(pair, k=2, max_depth=2, **options).to_document(), pair=None)


def test_without_a_run_it_says_what_to_do(opened):
    page = opened(PAGE)
    assert not page.exception
    assert NO_TREES in words(page)
    assert charts(page) == []


def test_numbers_of_the_page_are_those_of_the_core(opened, spect, run, store):
    page = opened(PAGE, pair=spect.id, run=run)
    assert not page.exception
    assert not page.error
    pair = requested_pair(store, spect)
    trees = run_result(store, run).tree_set
    found = importance(trees, pair, measure="empirical")
    shown = bodies(page)
    for table in ("left", "right"):
        totals = found.total(0, table)
        assert all(f"<span>{score(value)}</span>" in shown for value in totals.values())
        assert all(score(value) in shown for value in found.first_order(0, table).values())
    page.segmented_control(key="spectrum_measure").set_value(False).run()
    assert page.query_params["spectrum"] == "90++all"
    uniform = importance(trees, pair, measure="uniform").total(0, "left")
    assert all(f"<span>{score(value)}</span>" in bodies(page) for value in uniform.values())
    assert not page.exception


def test_whole_energy_loses_nothing(opened, spect, store):
    trees = mine(requested_pair(store, spect), k=2, max_depth=4, weights=(0.8, 0.1, 0.1))
    run = keep_run(store, trees.to_document(), pair=spect.id)
    page = opened(PAGE, pair=spect.id, run=run)
    page.slider(key="spectrum_energy").set_value(100).run()
    assert list(metrics(page).values()).count(percent(1, 1)) == 3, "the energy, and answers in both tables"
    kept = n_kept(page)
    page.slider(key="spectrum_energy").set_value(0).run()
    assert percent(1, 1) not in metrics(page).values()
    page.slider(key="spectrum_energy").set_value(20).run()
    assert n_kept(page) < kept
    assert not page.exception


def test_tree_of_the_address_is_shown(opened, store):
    run = run_of(store)
    assert [tab["shown"] for tab in tabs(opened(PAGE, run=run, tree=2))][:2] == [False, True]
    assert tabs(opened(PAGE, run=run, tree=99))[0]["shown"]


def test_three_classes_have_a_spectrum_each(opened, store):
    page = opened(PAGE, run=run_of(store, n_classes=3))
    assert not page.error
    before = charts(page)
    shown = page.selectbox(key="spectrum_class").value
    page.selectbox(key="spectrum_class").set_value((shown + 1) % 3).run()
    assert not page.exception
    assert charts(page)[0] != before[0]


@pytest.mark.parametrize(("text", "percents", "number"), [("40+3", 40, 2), ("0", 0, None), ("100+1", 100, 0)])
def test_address_says_energy_and_class(opened, store, text, percents, number):
    page = opened(PAGE, run=run_of(store, n_classes=3), spectrum=text)
    assert page.slider(key="spectrum_energy").value == percents
    assert number in (None, page.selectbox(key="spectrum_class").value)
    page.slider(key="spectrum_energy").set_value(55).run()
    assert page.query_params["spectrum"] == ("55" if number is None else f"55+{number + 1}")
    assert not page.exception


@pytest.mark.parametrize("text", ["101", "-1", "x+y", "+", "9" * 5000, "40+9", "40+0", "٣"])
def test_address_that_says_no_energy_or_class_gives_the_usual(opened, store, text):
    page = opened(PAGE, run=run_of(store, n_classes=3), spectrum=text)
    assert not page.exception
    assert not page.error
    assert page.slider(key="spectrum_energy").value == (40 if text.startswith("40") else 90)


def n_kept(page) -> int:
    """Coefficients kept: the first number of the page that is no share."""
    return next(int(value.replace(",", "")) for value in metrics(page).values() if "%" not in value)


def test_single_tree_is_told_that_it_has_none_to_be_compared_with(opened, spect, store):
    trees = mine(requested_pair(store, spect), k=1, max_depth=3)
    page = opened(PAGE, pair=spect.id, run=keep_run(store, trees.to_document(), pair=spect.id))
    assert not page.exception
    assert "ksdt-am" not in bodies(page), "no matrix"


def test_hostile_names_stay_text(opened, store):
    page = opened(PAGE, run=run_of(store, attributes=HOSTILE))
    assert not page.exception
    assert not page.error
    for chart in charts(page):
        assert "<script" not in str(chart)
    assert "<script" not in bodies(page)


def test_tree_too_large_for_a_spectrum_still_says_what_it_relies_on(opened, spect, run, monkeypatch):
    monkeypatch.setattr("pages.spectrum.state.MOST_COEFFICIENTS", 0)
    page = opened(PAGE, pair=spect.id, run=run)
    assert charts(page) == []
    assert "ksdt-ib" in bodies(page)
    assert not page.exception


def test_set_without_a_split_is_told(opened, store, approved):
    tables = ([[0.0], [0.0]], [0, 1])
    run = keep_run(store, mine(pair_of(tables, tables), k=2).to_document(), pair=None)
    page = opened(PAGE, run=run)
    approved(page.info[0].value)


@pytest.mark.parametrize("query", [{"run": "nowhere"}, {"run": "nowhere", "tree": "x"}])
def test_stale_link_gives_a_sentence(opened, query):
    page = opened(PAGE, **query)
    assert not page.exception
    assert page.error[0].value == says("run-not-saved")


def test_a_small_difference_between_the_tables_is_no_finding():
    """An index of 0.924 in 180 rows and of 0.954 in 240 was told as "more in"."""
    names = ("here", "there")
    assert "about equally" in lead("Tree 1", ({"age": 0.924}, {"age": 0.954}), names)
    assert "more in there (0.954) than in here (0.824)" in lead("Tree 1", ({"age": 0.824}, {"age": 0.954}), names)


def test_what_all_trees_depend_on_is_said_for_each_table(approved):
    """It named the attribute with the largest number of both tables, though another was larger in one of them."""
    names = ("here", "there")
    apart = set_sentence(5, ({"age": 0.483, "dose": 0.441}, {"age": 0.3, "dose": 0.527}), names)
    assert re.findall(r"(\w+) in (\w+) \(([\d.]+)\)", apart) == [("age", "here", "0.483"), ("dose", "there", "0.527")]
    alike = set_sentence(5, ({"age": 0.5, "dose": 0.4}, {"age": 0.6, "dose": 0.2}), names)
    assert re.findall(r"age|dose|[\d.]+\d in \w+", alike) == ["age", "0.500 in here", "0.600 in there"]
    approved(f"{apart}\n{alike}")
    assert set_sentence(5, ({"age": 0.5}, {"age": 0.5}), names).endswith("on age (0.500).")
    assert set_sentence(5, ({"age": 0.0}, {"age": 0.5}), names) == ""


def test_what_no_effect_means_is_said_where_an_attribute_has_none_in_both_tables():
    assert without_effect(({"a": 1.0, "b": 0.0}, {"a": 1.0, "b": 0.0}))
    assert not without_effect(({"a": 1.0, "b": 0.0}, {"a": 0.9, "b": 0.1}))
