"""A table that is not on the server, though a page or a browser counts on it, is one sentence and never a trace."""

from __future__ import annotations

import pytest
from sqlalchemy import delete
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager

from ksdt_core.errors import KsdtError
from ksdt_core.mining.miners import mine
from ksdt_core.store.pair_request import PairRequest, TableRequest, requested_pair
from ksdt_core.store.pairs import keep_pair
from ksdt_core.store.runs import keep_run
from ksdt_core.store.schema import uploads
from ksdt_core.store.uploads import keep_upload
from pages.common.messages import for_page
from tests.app.test_data_page import NORTH, dropped
from tests.app.test_runs_page import button
from tests.app.test_unwritable_store import said
from tests.app.two_tables import side_box

NOT_HERE = for_page(KsdtError("file-not-arrived"))
NOT_KEPT = for_page(KsdtError("table-not-saved"))


@pytest.fixture
def lose_files(monkeypatch):
    """The server has none of the files that the browser says it has sent, as after a restart."""
    return lambda: monkeypatch.setattr(MemoryUploadedFileManager, "get_files", lambda *given, **named: [])


def forget_uploads(store) -> None:
    with store.writing() as connection:
        connection.execute(delete(uploads))


def test_a_dropped_table_that_did_not_arrive(opened, lose_files):
    page = opened("pages/data/page.py")
    lose_files()
    assert said(dropped(page, "left", ("north.csv", NORTH))) == [NOT_HERE]


@pytest.mark.parametrize(
    ("script", "kind"), [("pages/atlas/page.py", "atlas"), ("pages/data/page.py", "attribute_map")]
)
def test_other_files_that_did_not_arrive(opened, spect, lose_files, script, kind):
    page = opened(script, tab="Matching", pair=spect.id)
    lose_files()
    uploader = next(box for box in page.file_uploader if box.key.startswith(kind))
    file = ("north.csv", NORTH, "text/csv")
    assert said(uploader.set_value([file] if kind == "atlas" else file).run()) == [NOT_HERE]


def test_runs_that_did_not_arrive(opened, lose_files):
    page = opened("pages/runs/page.py")
    uploader = page.file_uploader[0]
    page = uploader.set_value([("run.json", b"{}", "application/json")]).run()
    lose_files()
    assert said(button(page, "import_runs").click().run()) == [NOT_HERE]


def test_a_table_that_is_gone_when_it_is_chosen(opened, store):
    upload = keep_upload(store, "north.csv", content=NORTH)
    page = opened("pages/data/page.py")
    forget_uploads(store)
    box = side_box(page.selectbox, "table", "left")
    assert said(box.set_value(("upload", upload.id)).run()) == [NOT_KEPT]


@pytest.mark.parametrize(
    "script",
    [
        "app.py",
        *(f"pages/{name}/page.py" for name in ("data", "mine", "trees", "diversity", "space", "stability", "runs")),
    ],
)
def test_every_page_of_a_pair_whose_table_is_gone(opened, store, script):
    table = TableRequest("upload", keep_upload(store, "north.csv", content=NORTH).id, "north", target="diagnosis")
    request = PairRequest(table, table, missing="common")
    pair = keep_pair(store, request)
    run = keep_run(store, mine(requested_pair(store, request), k=2, max_depth=2).to_document(), pair=pair)
    forget_uploads(store)
    assert set(said(opened(script, pair=pair, run=run))) <= {NOT_KEPT}
