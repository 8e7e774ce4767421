"""The start page: what it shows, what a choice changes, what it says when something is wrong."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from ksdt_core.data.dataset import Dataset
from ksdt_core.data.pairing import pair_datasets
from ksdt_core.errors import InvalidDataError
from pages.shared import chance, compute

APP = str(Path(__file__).resolve().parents[2] / "app.py")
SECONDS = 120  # the first run on a machine compiles
WEIGHTS = ("weight_ig", "weight_ds", "weight_atd")
HOSTILE = ("<script>alert(1)</script>", '"]; x [label="', "**bold** $x$ :red[a]", "a & b\n|c|")


def opened() -> AppTest:
    return AppTest.from_file(APP, default_timeout=SECONDS).run()


def drawings(page: AppTest) -> list[str]:
    return [element.proto.spec for element in page.get("graphviz_chart")]


def scores(page: AppTest) -> dict[str, str]:
    return {metric.label.split(",")[0]: metric.value for metric in page.metric}


def words(page: AppTest) -> str:
    return "\n".join(element.value for element in page.markdown)


def hostile_pair():
    random = np.random.default_rng(0)

    def table(name: str) -> Dataset:
        values = random.normal(size=(60, 4))
        classes = (values[:, 0] + values[:, 1] > 0).astype(np.intp)
        return Dataset(name, HOSTILE, values, (None,) * 4, ("</TABLE>>];", "<img src=x onerror=alert(1)>"), classes)

    return pair_datasets(table("<b>left</b>"), table('"right" & co'))


@pytest.fixture
def with_pair(monkeypatch) -> Callable[[object], None]:
    """Puts another pair in the place of the bundled ones."""

    def put(make: Callable[[], object]) -> None:
        monkeypatch.setattr(compute, "bundled_pair", lambda left, right: make())

    return put


def test_page_opens_with_scores_trees_and_rules():
    page = opened()
    assert not page.exception
    assert not page.error
    assert list(scores(page)) == ["SDTSQ", "SA", "DS", "TD"]
    assert all(0 < float(value) <= 1 for value in scores(page).values())
    assert all(metric.help for metric in page.metric)
    assert len(drawings(page)) == 2
    assert len(page.dataframe) >= 2
    assert "Not yet tested" in words(page)


def test_it_starts_with_the_wines():
    pairs = compute.bundled_pairs()
    assert (pairs[0].left, pairs[0].right) == compute.START_PAIR


def test_names_stand_in_the_place_of_sides():
    page = opened()
    first = compute.bundled_pairs()[0]
    shown = words(page) + "".join(drawings(page))
    for name in (first.left, first.right):
        assert name in shown.replace("\\", "")


@pytest.mark.parametrize(("moved", "value"), [("weight_ig", 0.9), ("weight_ds", 0.02), ("weight_atd", 0.98)])
def test_weights_always_sum_to_one(moved, value):
    page = opened()
    page.slider(key=moved).set_value(value).run()
    assert not page.exception
    parts = [page.slider(key=key).value for key in WEIGHTS]
    assert sum(parts) == pytest.approx(1)
    assert min(parts) >= 0.01
    assert page.slider(key=moved).value == pytest.approx(value)


def test_moving_one_weight_keeps_the_ratio_of_the_other_two():
    page = opened()
    page.slider(key="weight_atd").set_value(0.65).run()
    assert [page.slider(key=key).value for key in WEIGHTS] == pytest.approx([0.15, 0.2, 0.65])


def test_moving_a_weight_changes_scores_and_trees():
    page = opened()
    before = scores(page), drawings(page)
    page.slider(key="weight_ig").set_value(0.95).run()
    assert scores(page) != before[0]
    assert drawings(page) != before[1]


def test_trees_can_be_chosen():
    page = opened()
    page.button_group(key="trees").set_value([0, 2, 4]).run()
    assert len(drawings(page)) == 3
    page.button_group(key="trees").set_value([]).run()
    assert drawings(page) == []
    assert "Choose a tree" in page.info[0].value


def test_another_pair_is_mined_when_chosen():
    page = opened()
    before = drawings(page)
    page.selectbox(key="pair").select_index(1).run()
    assert not page.exception
    assert not page.error
    assert drawings(page) != before


def test_button_tests_against_chance_and_says_p_in_words(monkeypatch):
    monkeypatch.setattr(chance, "PERMUTATIONS", 4)
    page = opened()
    page.button[0].click().run()
    assert not page.exception
    assert not page.error
    assert "Not yet tested" not in words(page)
    assert len(page.get("plotly_chart")) == 1
    assert "Shuffling the classes of" in words(page)
    assert "Taken together p" in words(page)
    page.slider(key="weight_ig").set_value(0.5).run()
    assert "Not yet tested" in words(page), "another set has not been tested"


def test_a_set_that_was_tested_stays_tested(monkeypatch):
    monkeypatch.setattr(chance, "PERMUTATIONS", 2)
    page = opened()
    page.button[0].click().run()
    page.button_group(key="trees").set_value([1]).run()
    assert "Taken together p" in words(page)
    assert len(page.button) == 0


def test_hostile_names_stay_text(with_pair):
    with_pair(hostile_pair)
    page = opened()
    assert not page.exception
    assert not page.error
    for dot in drawings(page):
        assert "<script" not in dot.split("tooltip=")[0].replace("&lt;script", "")
        assert dot.count(" -> ") == dot.count("penwidth=")
    for element in page.get("html"):
        assert "<b>left" not in element.proto.body
        assert "<img" not in element.proto.body
    assert "\\<script\\>" in words(page) or "\\*\\*bold" in words(page) or "]; x" in words(page).replace("\\", "")


def test_bad_table_gives_its_sentence(with_pair):
    def fail() -> None:
        raise InvalidDataError("wine.csv: column 'class' is missing; name another with --target.")

    with_pair(fail)
    page = opened()
    assert not page.exception
    assert "column 'class' is missing" in page.error[0].value.replace("\\", "")


def test_fault_of_ours_gives_a_sentence_and_no_trace(with_pair):
    def fail() -> None:
        raise RuntimeError("secret detail")

    with_pair(fail)
    page = opened()
    assert not page.exception
    assert "fault in the app" in page.error[0].value
    assert "secret" not in page.error[0].value
