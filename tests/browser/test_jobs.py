"""A job in a real Chromium: it outlives a reload, can be cancelled, and a cancelled one leaves a way on."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from ksdt_core.background.queue import kept_job, open_jobs
from ksdt_core.data.samples.catalogue import catalogue_pairs
from ksdt_core.store.database import open_store
from ksdt_core.store.pair_request import PairRequest
from ksdt_core.store.pairs import keep_pair
from tests.browser.conftest import Visit

pytestmark = pytest.mark.browser


def test_a_test_against_chance_outlives_a_reload_and_is_cancelled(server, kept_folder, visit: Visit):
    store = open_store(kept_folder)
    # A test of these tables takes a minute: it has not ended by itself when the page has been loaded twice.
    entry = next(entry for entry in catalogue_pairs() if entry.left == "gse1992")
    pair = keep_pair(store, PairRequest.of_catalogue(entry))
    page = visit.page
    cancel = page.locator(".st-key-tab_shuffled").get_by_role("button", name="Cancel")  # the pair's test has one, too
    page.goto(f"{server}/mine?pair={pair}&weights=0.2,0.2,0.6")
    page.get_by_role("tab", name="Shuffled tables").click()
    expect(cancel).to_be_visible()
    (job,) = [job for job in open_jobs(store) if job.request.get("pair") == pair]
    page.reload()
    page.get_by_role("tab", name="Shuffled tables").click()
    expect(cancel).to_be_visible()
    assert kept_job(store, job.id).is_open, "the reload did not end it"
    cancel.click()
    expect(page.get_by_text("cancelled")).to_be_visible()
    assert kept_job(store, job.id).state == "cancelled"
