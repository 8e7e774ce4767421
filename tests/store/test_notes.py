"""Names and notes of runs that several people edit."""

from __future__ import annotations

import contextlib
import threading
from functools import partial

import pytest

from ksdt_core.store.database import open_store
from ksdt_core.store.notes import About, AboutChangedError, RunGoneError, save_about
from ksdt_core.store.runs import delete_runs, keep_run, kept_run
from tests.refusals import refused
from tests.store.kept_documents import document_of
from tests.waiting import PATIENCE, all_at_once

EMPTY = About("", "")


@pytest.fixture
def run(store) -> str:
    return keep_run(store, document_of(), pair=None)


def about(store, run: str) -> About:
    found = kept_run(store, run)
    return About(found.name, found.note)


def test_a_text_that_nobody_changed_is_replaced(store, run):
    assert save_about(store, run, About(" a ", "b\n"), edited_from=EMPTY) == About("a", "b\n")
    assert save_about(store, run, EMPTY, edited_from=About("a", "b\n")) == EMPTY == about(store, run)


def test_a_text_that_somebody_changed_stays_and_is_named(store, run):
    save_about(store, run, About("", "theirs"), edited_from=EMPTY)
    with pytest.raises(AboutChangedError) as error:
        save_about(store, run, About("new name", "mine"), edited_from=EMPTY)
    assert error.value.saved == About("", "theirs") == about(store, run)


def test_fields_that_only_one_of_two_editors_changed_are_joined(store, run):
    save_about(store, run, About("", "theirs"), edited_from=EMPTY)
    assert save_about(store, run, About("mine", ""), edited_from=EMPTY) == About("mine", "theirs")


def test_the_same_text_twice_is_no_conflict(store, run):
    save_about(store, run, About("", "same"), edited_from=EMPTY)
    assert save_about(store, run, About("", "same"), edited_from=EMPTY).note == "same"


@pytest.mark.parametrize("gone", ["deleted", "unknown"])
def test_a_run_that_is_gone_is_told(store, run, gone):
    if gone == "deleted":
        delete_runs(store, [run])
    with refused("run-gone", RunGoneError):
        save_about(store, run if gone == "deleted" else "nowhere", About("", "x"), edited_from=EMPTY)


def test_of_many_who_save_at_once_only_one_is_told_that_it_is_saved(tmp_path):
    stores = [open_store(tmp_path) for _ in range(6)]
    run, saved = keep_run(stores[0], document_of(), pair=None), []
    together = threading.Barrier(6, timeout=PATIENCE)

    def save(number: int) -> None:
        together.wait()
        with contextlib.suppress(AboutChangedError):
            saved.append(save_about(stores[number], run, About("", f"text {number}"), edited_from=EMPTY))

    all_at_once(*(partial(save, number) for number in range(6)))
    assert saved == [about(stores[0], run)]
