"""The evidence of a pair on pages: before any mining on Data, then on Mine and Trees; large pairs are a job."""

from __future__ import annotations

import html

import pytest

from ksdt_core.background.queue import jobs_about
from ksdt_core.background.worker import work
from ksdt_core.evidence.pair_evidence import AttributeEvidence
from ksdt_core.evidence.pair_test import evidence
from ksdt_core.evidence.verdict import headline
from ksdt_core.formats import check_evidence
from ksdt_core.store.pair_request import requested_pair
from ksdt_core.store.runs import document_of, list_runs
from pages.common import pair_evidence
from pages.common.wording import as_markdown
from pages.data.distributions import effect_words
from tests.app.conftest import words


@pytest.fixture
def said(store, spect):
    """The verdict on the pair, as pages write it."""
    return as_markdown(headline(evidence(requested_pair(store, spect))))


def test_data_has_the_verdict_before_anything_is_mined(opened, spect, said):
    page = opened("pages/data/page.py", tab="Shared attributes", pair=spect.id)
    assert not page.exception
    assert said in words(page)
    table = next(element.value for element in page.dataframe if "p_difference" in element.value.columns)
    assert len(table) == 22
    assert table["p"].is_monotonic_increasing


def test_the_strip_says_what_data_found_also_for_a_run_that_does_not_know_it(opened, spect, run):
    """Regression: the strip said "pending" above the verdict."""
    page = opened("pages/data/page.py", pair=spect.id, run=run)
    (strip,) = (element.proto.body for element in page.get("html") if "shared signal <b>" in element.proto.body)
    assert "p = 0.004" in html.unescape(strip)


def test_mine_shows_it_and_keeps_it_with_the_run_so_that_trees_has_it(opened, store, spect, said):
    page = opened("pages/mine/page.py", pair=spect.id)
    assert not page.exception
    shown = "\n".join(html.unescape(element.proto.body) for element in page.get("html"))
    first = said.partition(":")[0].replace("\\", "")
    assert first in shown.replace("\u202f", " ")
    (run,) = (found.id for found in list_runs(store))
    assert document_of(store, run)["evidence"]["format"] == "ksdt-evidence/1"
    trees = opened("pages/trees/page.py", run=run)
    assert not trees.exception
    assert said in words(trees)


def test_a_set_without_evidence_is_shown_as_before(opened, run):
    page = opened("pages/trees/page.py", run=run)
    assert not page.exception
    assert "in both tables" not in words(page)


def test_a_large_pair_is_tested_by_a_job(opened, store, spect, said, monkeypatch):
    monkeypatch.setattr(pair_evidence, "MOST_AT_ONCE", 3)
    page = opened("pages/data/page.py", pair=spect.id)
    assert not page.exception
    assert said not in words(page)
    (job,) = jobs_about(store, spect.id, "evidence")
    assert job.is_open
    work(store, idle_seconds=0)
    assert said in words(opened("pages/data/page.py", pair=spect.id))
    assert len(jobs_about(store, spect.id, "evidence")) == 1


def test_evidence_of_a_job_is_read_once_for_all_pages_and_sets(opened, store, spect, monkeypatch):
    """Evidence on thousands of genes was read and written again at every click on the triangle."""
    monkeypatch.setattr(pair_evidence, "MOST_AT_ONCE", 3)
    opened("pages/data/page.py", pair=spect.id)
    work(store, idle_seconds=0)
    read, real = [], check_evidence.evidence_of_document
    monkeypatch.setattr(check_evidence, "evidence_of_document", lambda document: read.append(1) or real(document))
    opened("pages/data/page.py", pair=spect.id)
    for weights in ("0.3,0.4,0.3", "0.5,0.25,0.25"):
        assert not opened("pages/mine/page.py", pair=spect.id, weights=weights).exception
    assert len(read) == 1
    assert {document_of(store, run.id)["evidence"]["format"] for run in list_runs(store)} == {"ksdt-evidence/1"}
    assert len(list_runs(store)) == 2


@pytest.mark.parametrize(
    ("left", "right", "direction", "said"),
    [
        (0.926, 0.839, "higher", "“ill” has higher values, area under the curve (AUC) 0.926 | 0.839"),
        (0.074, 0.161, "lower", "“well” has higher values, area under the curve (AUC) 0.926 | 0.839"),
        (
            0.074,
            0.839,
            "lower",
            "area under the curve (AUC) 0.074 | 0.839 for “ill”: opposite directions in the two tables",
        ),
        (0.2, 0.3, "other", "area under the curve (AUC) 0.800 | 0.700 for “well”"),
    ],
)
def test_an_attribute_that_predicts_well_is_not_given_a_small_area(left, right, direction, said):
    """Data said "predicts the class best in both tables; area under the curve (AUC) 0.074 | 0.161"."""
    each = AttributeEvidence("a", 0.01, 4.0, "ill", direction, 1.5, 2.5, left, (0, 1), right, (0, 1), 1.0)
    assert effect_words(each, ("ill", "well")) == said
    assert effect_words(each, ("ill", "well", "dead")) == f"Cramér’s V {left:.3f} | {right:.3f}"
