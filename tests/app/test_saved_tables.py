"""Data: saved tables and pairs are deleted, with what uses them named, and brought back."""

from __future__ import annotations

import pytest

from ksdt_core.store.deleting import Users, delete_uploads, list_pairs
from ksdt_core.store.pair_request import PairRequest, TableRequest
from ksdt_core.store.pairs import keep_pair
from ksdt_core.store.runs import keep_run, rename_run
from ksdt_core.store.uploads import keep_upload, list_uploads
from pages.data.saved import users_words
from tests.app.conftest import words
from tests.app.saying import says
from tests.store.kept_documents import document_of
from tests.store.test_uploads_and_pairs import LEFT

PAGE = "pages/data/page.py"


@pytest.fixture
def pair(store) -> str:
    """A pair of two uploads with a run of it."""
    tables = [
        TableRequest("upload", keep_upload(store, f"{name}.csv", content=LEFT).id, name, target="class")
        for name in ("left", "<b>right</b>")
    ]
    pair = keep_pair(store, PairRequest(*tables))
    rename_run(store, keep_run(store, document_of(), pair=pair), "best *set*")
    return pair


def tick(page, *rows: int):
    """Ticks rows of the table that is shown last; AppTest has no clicks for it."""
    key = page.dataframe[-1].proto.id.removesuffix("-None").rsplit("-", 1)[-1]
    page.session_state[key] = {"selection": {"rows": list(rows), "columns": [], "cells": []}}
    return page.run()


def button(page, label: str):
    return next(button for button in page.button if button.label == label)


def test_a_table_is_deleted_after_its_users_were_named_and_comes_back(opened, store, pair, approved):
    page = tick(opened(PAGE, unfolded=["saved_open"], pair=pair), 1)
    assert not page.exception
    said = page.warning[-1].value.replace("\\", "")
    assert ["1 pair (left : <b>right</b>)" in said, "1 run (best *set*)" in said] == [True, True]
    approved(said)
    assert "\\<b\\>" in page.warning[-1].value
    button(page, "Delete 1 table").click().run()
    assert not page.exception
    assert not page.error, "the pair of the address went with its table"
    assert [upload.file_name for upload in list_uploads(store)] == ["<b>right</b>.csv"]
    assert list_pairs(store) == []
    assert "1 table deleted" in words(page)
    button(page, "Undo").click().run()
    assert len(list_uploads(store)) == 2
    assert [each.id for each in list_pairs(store)] == [pair]
    assert "deleted" not in words(page)


def test_a_pair_is_deleted_and_its_tables_stay(opened, store, pair):
    page = opened(PAGE, unfolded=["saved_open"])
    page.button_group(key="saved_which").set_value("Pairs").run()
    button(tick(page, 0), "Delete 1 pair").click().run()
    assert list_pairs(store) == []
    assert len(list_uploads(store)) == 2


def test_what_was_deleted_earlier_is_brought_back_from_its_list(opened, store, pair):
    delete_uploads(store, [upload.id for upload in list_uploads(store)])
    page = opened(PAGE, unfolded=["saved_open"])
    page.button_group(key="saved_which").set_value("Deleted").run()
    button(tick(page, 0), "Restore 1 pair").click().run()
    assert not page.exception
    assert len(list_uploads(store)) == 2
    assert len(list_pairs(store)) == 1


def test_a_table_that_another_reader_deleted_is_not_read_from_memory(opened, store, pair):
    other = opened(PAGE, pair=pair)
    assert not other.error
    page = tick(opened(PAGE, unfolded=["saved_open"]), 0, 1)
    button(page, "Delete 2 tables").click().run()
    other.run()
    assert says("pair-deleted") in words(other)
    assert not other.exception


def test_an_empty_list_says_so(opened):
    assert "No saved tables." in words(opened(PAGE, unfolded=["saved_open"]))


def test_many_users_are_counted(approved):
    titles = tuple(f"t{number}" for number in range(7))
    many = users_words(Users((), titles))
    assert ["7 runs" in many, "t4" in many, "t5" in many, "2 more" in many] == [True, True, False, True]
    approved("\n".join((many, users_words(Users((), ())), users_words(Users((), (), 2)))))
