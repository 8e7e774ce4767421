"""Something in the store is damaged: pages name it, and show all the rest."""

from __future__ import annotations

import pytest

from ksdt_core.errors import KsdtError
from ksdt_core.mining.miners import mine
from ksdt_core.store.pair_request import requested_pair
from ksdt_core.store.runs import keep_run, rename_run
from ksdt_core.store.uploads import keep_upload
from pages.common.messages import for_page
from tests.app.test_data_page import NORTH
from tests.app.test_unwritable_store import said
from tests.app.two_tables import side_box
from tests.store.damaging import change_value


@pytest.mark.parametrize("value", [b"\xff", b"{}"])
def test_runs_names_a_damaged_run_and_lists_the_others(opened, store, spect, run, value, approved):
    other = keep_run(store, mine(requested_pair(store, spect), k=2, max_depth=1).to_document(), pair=spect.id)
    rename_run(store, other, "<b>mine</b>")
    change_value(store.folder, "runs", "summary", value, row=other)
    page = opened("pages/runs/page.py")
    assert said(page) == []
    (warning,) = page.warning
    assert other in warning.value
    approved(warning.value.replace(other, "RUN"))
    assert "<b>" not in warning.value
    assert page.dataframe[0].value["id"].tolist() == [run]


@pytest.mark.parametrize(
    "script", ["app.py", "pages/mine/page.py", "pages/trees/page.py", "pages/runs/page.py", "pages/data/page.py"]
)
@pytest.mark.parametrize("column", ["summary", "document"])
def test_a_link_to_a_damaged_run_is_a_sentence(opened, store, spect, run, script, column):
    change_value(store.folder, "runs", column, b"{", row=run)
    found = said(opened(script, pair=spect.id, run=run))
    assert all(text == for_page(KsdtError("run-damaged", run=run)) for text in found)


def test_data_names_a_damaged_table_and_offers_the_others(opened, store):
    upload = keep_upload(store, "north.csv", content=NORTH)
    other = keep_upload(store, "south.csv", content=NORTH)
    change_value(store.folder, "uploads", "file_name", b"nor\xff.csv", row=upload.id)
    page = opened("pages/data/page.py")
    assert said(page) == []
    assert any(upload.id in warning.value for warning in page.warning)
    box = side_box(page.selectbox, "table", "left")
    assert any("south" in option for option in box.options)
    assert said(box.set_value(("upload", other.id)).run()) == []


def test_a_table_that_was_altered_is_not_read(opened, store):
    upload = keep_upload(store, "north.csv", content=NORTH)
    page = opened("pages/data/page.py")
    change_value(store.folder, "uploads", "content", NORTH.replace(b"1", b"2"), row=upload.id)
    box = side_box(page.selectbox, "table", "left")
    (sentence,) = said(box.set_value(("upload", upload.id)).run())
    assert sentence == for_page(KsdtError("table-damaged", table="north.csv"))


def test_every_page_is_shown_though_a_job_is_damaged(opened, store, spect):
    from ksdt_core.background.queue import put_job

    job = put_job(store, "null", subject="run", request={})
    change_value(store.folder, "jobs", "request", b"\xff", row=job.id)
    assert said(opened("pages/data/page.py", pair=spect.id)) == []
