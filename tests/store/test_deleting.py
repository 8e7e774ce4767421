"""Tables and pairs that are deleted, named with what uses them, and brought back."""

from __future__ import annotations

import pytest

from ksdt_core.background.queue import put_job
from ksdt_core.store.deleting import (
    Users,
    delete_pairs,
    delete_uploads,
    list_pairs,
    restore_pairs,
    restore_uploads,
    users_of_pairs,
    users_of_uploads,
)
from ksdt_core.store.pair_request import PairRequest, TableRequest
from ksdt_core.store.pairs import keep_pair, kept_pair
from ksdt_core.store.problems import StoreError
from ksdt_core.store.runs import keep_run, kept_run, rename_run, run_result
from ksdt_core.store.uploads import keep_upload, list_uploads, upload_content
from tests.refusals import refused
from tests.store.kept_documents import document_of


@pytest.fixture
def tables(store) -> list[TableRequest]:
    names = ("a.csv", "b.csv", "c.csv")
    return [TableRequest("upload", keep_upload(store, name, content=b"x").id, name) for name in names]


@pytest.fixture
def pairs(store, tables) -> list[str]:
    """Pairs a : b, b : c and one of a bundled table that is called as the id of an upload."""
    a, b, c = tables
    bundled = TableRequest("catalogue", a.id, "odd")
    return [keep_pair(store, PairRequest(*sides)) for sides in ((a, b), (b, c), (bundled, c))]


@pytest.fixture
def run(store, pairs) -> str:
    run = keep_run(store, document_of(), pair=pairs[0])
    rename_run(store, run, "best")
    return run


def test_what_uses_a_table_is_named(store, tables, pairs, run):
    put_job(store, "atlas", subject="atlas", request={"tables": [{"id": tables[0].id}]})
    assert users_of_uploads(store, [tables[0].id]) == Users(("a.csv : b.csv",), ("best",), 1)
    assert set(users_of_uploads(store, [tables[1].id]).pairs) == {"a.csv : b.csv", "b.csv : c.csv"}
    assert users_of_uploads(store, []) == Users((), ())
    assert users_of_pairs(store, [pairs[0]]) == Users((), ("best",))
    assert users_of_pairs(store, [pairs[1]]) == Users((), ())


def test_a_deleted_table_takes_its_pairs_along_and_comes_back_with_them(store, tables, pairs, run):
    delete_uploads(store, [tables[0].id])
    assert {upload.id for upload in list_uploads(store)} == {tables[1].id, tables[2].id}
    assert [upload.id for upload in list_uploads(store, deleted=True)] == [tables[0].id]
    assert {pair.id for pair in list_pairs(store)} == set(pairs[1:])
    with refused("table-deleted", StoreError):
        upload_content(store, tables[0].id)
    with refused("pair-deleted", StoreError):
        kept_pair(store, pairs[0])
    assert kept_run(store, run).pair is None
    assert run_result(store, run).tree_set.trees, "the trees of a run stay"
    restore_uploads(store, [tables[0].id])
    assert upload_content(store, tables[0].id) == b"x"
    assert kept_run(store, run).pair == pairs[0]
    assert len(list_pairs(store)) == 3


def test_a_pair_that_was_deleted_before_its_table_does_not_come_back_with_it(store, tables, pairs):
    delete_pairs(store, [pairs[0]])
    delete_uploads(store, [tables[1].id])
    restore_uploads(store, [tables[1].id])
    assert [pair.id for pair in list_pairs(store, deleted=True)] == [pairs[0]]


def test_a_pair_comes_back_with_its_tables(store, tables, pairs):
    delete_uploads(store, [table.id for table in tables[:2]])
    restore_pairs(store, [pairs[0]])
    assert kept_pair(store, pairs[0]).left == tables[0]
    assert len(list_uploads(store)) == 3
    assert [pair.id for pair in list_pairs(store, deleted=True)] == [pairs[1]]


def test_what_is_uploaded_or_opened_again_is_back(store, tables, pairs):
    request = kept_pair(store, pairs[0])
    delete_uploads(store, [tables[0].id])
    keep_upload(store, "a.csv", content=b"x")
    assert len(list_uploads(store)) == 3
    keep_pair(store, request)
    assert kept_pair(store, pairs[0]) == request


def test_deleting_twice_does_not_start_the_month_again(store, tables):
    delete_uploads(store, [tables[0].id])
    with store.writing() as connection:
        connection.exec_driver_sql("UPDATE uploads SET deleted = 7.0 WHERE deleted IS NOT NULL")
    delete_uploads(store, [tables[0].id])
    with store.reading() as connection:
        assert connection.exec_driver_sql("SELECT max(deleted) FROM uploads").scalar_one() == 7.0
