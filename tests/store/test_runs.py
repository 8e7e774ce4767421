"""Runs: kept once, found again, put away and brought back."""

from __future__ import annotations

import json
import threading
import time
from functools import partial

import numpy as np
import pytest
from sqlalchemy import event

from ksdt_core.data.samples.catalogue import catalogue_pairs
from ksdt_core.formats.result import parse_result
from ksdt_core.store import schema
from ksdt_core.store.database import open_store
from ksdt_core.store.pair_request import PairRequest
from ksdt_core.store.pairs import keep_pair
from ksdt_core.store.problems import StoreError
from ksdt_core.store.runs import (
    add_to_run,
    delete_runs,
    keep_run,
    kept_run,
    list_runs,
    note_run,
    pin_run,
    rename_run,
    restore_runs,
    run_document,
    run_result,
)
from tests.refusals import refused
from tests.store.kept_documents import document_of
from tests.waiting import PATIENCE, all_at_once

HOSTILE = ("<script>alert(1)</script>", '"]; x [label="', "'; DROP TABLE runs; --", "a\0b", "\udcff", "  ", "é" * 5000)


def test_run_comes_back_as_it_was_kept(store):
    document = document_of()
    run = keep_run(store, document, pair=None, seconds=1.5)
    found = run_result(store, run)
    assert found.document == document
    assert np.array_equal(found.tree_set.tpd, document["tpd"])
    listed = kept_run(store, run)
    assert (listed.seconds, listed.name, listed.note, listed.pinned) == (1.5, "", "", False)
    assert listed.summary["scores"] == document["scores"]
    assert listed.tables == "left : right"
    assert listed.title == "left : right, 0.3, 0.4, 0.3"


@pytest.mark.parametrize("odd", ["", "x", 10**400, [1], None])
def test_weights_that_are_not_ours_do_no_harm(store, odd):
    document = document_of()
    document["config"]["weights"]["more"] = odd
    assert kept_run(store, keep_run(store, document, pair=None)).title == "left : right, 0.3, 0.4, 0.3"


def test_same_run_is_kept_once_and_marked_as_used(store):
    run = keep_run(store, document_of(), pair=None)
    first = kept_run(store, run)
    rename_run(store, run, "mine")
    time.sleep(0.01)
    assert keep_run(store, document_of(), pair=None) == run
    (again,) = list_runs(store)
    assert again.used > first.used
    assert (again.created, again.name) == (first.created, "mine")


def test_other_settings_or_other_data_are_other_runs(store):
    ids = {keep_run(store, document_of(*seed, **options), pair=None) for seed, options in [((), {}), ((1,), {})]}
    ids.add(keep_run(store, document_of(max_depth=1), pair=None))
    assert len(ids) == len(list_runs(store)) == 3


def test_other_trees_under_the_same_settings_take_no_ones_place(store):
    """A document that was changed by hand, or mined by another version, must not stand for what is mined here."""
    changed = document_of()
    changed["trees"] = changed["trees"][::-1]
    theirs, ours = keep_run(store, changed, pair=None), keep_run(store, document_of(), pair=None)
    assert theirs != ours
    assert run_result(store, ours).document == document_of()
    assert keep_run(store, document_of(), pair=None) == ours
    assert keep_run(store, changed, pair=None) == theirs


def test_imported_run_gets_its_tables_when_it_is_mined(store):
    pair = keep_pair(store, PairRequest.of_catalogue(catalogue_pairs()[0]))
    run = keep_run(store, document_of(), pair=None)
    keep_run(store, document_of(), pair=pair)
    assert kept_run(store, run).pair == pair
    keep_run(store, document_of(), pair=None)
    assert kept_run(store, run).pair == pair


def test_significance_becomes_a_part_of_the_document(store):
    run = keep_run(store, document_of(), pair=None)
    note_run(store, run, "tested")
    add_to_run(store, run, {"significance": {"p_value": 0.01}})
    assert kept_run(store, run).summary["p_value"] == 0.01
    assert json.loads(run_document(store, run))["significance"] == {"p_value": 0.01}
    assert kept_run(store, run).summary["p_each"] == []
    nulls = {"left": {"p": 0.01}, "right": {"p": 0.02}, "matching": None}
    add_to_run(store, run, {"significance": {"p_value": 0.02, "nulls": nulls}})
    assert kept_run(store, run).summary["p_each"] == [0.01, 0.02]
    add_to_run(store, run, {"significance": {"p_value": 0.01}})
    keep_run(store, document_of(), pair=None)
    assert kept_run(store, run).summary["p_value"] == 0.01, "mining the same again loses nothing"
    assert kept_run(store, run).note == "tested"


def test_a_document_is_read_without_a_part_that_nobody_looks_at(store):
    run = keep_run(store, document_of(), pair=None)
    add_to_run(store, run, {"evidence": {"shared": {"p": 0.25}, "attributes": ["µ", 1e-300, 0.1]}})
    whole = json.loads(run_document(store, run))
    assert whole["evidence"]["attributes"] == ["µ", 1e-300, 0.1]
    assert kept_run(store, run).summary["shared_p"] == 0.25
    del whole["evidence"]
    assert json.loads(run_document(store, run, without=("evidence",))) == whole == json.loads(json.dumps(document_of()))


def test_parts_that_are_added_at_the_same_time_are_all_kept(tmp_path):
    """Reading and writing in two steps lost one of two parts."""
    stores = [open_store(tmp_path) for _ in range(4)]
    run = keep_run(stores[0], document_of(), pair=None)
    together = threading.Barrier(4, timeout=PATIENCE)

    def add(number: int) -> None:
        together.wait()
        for part in range(5):
            add_to_run(stores[number], run, {f"part {number} {part}": part})

    all_at_once(*(partial(add, number) for number in range(4)))
    parts = [name for name in json.loads(run_document(stores[0], run)) if name.startswith("part")]
    assert len(parts) == 20


def test_pinned_runs_come_first_then_the_one_used_last(store):
    ids = [keep_run(store, document_of(seed), pair=None) for seed in range(3)]
    assert [run.id for run in list_runs(store)] == ids[::-1]
    pin_run(store, ids[0], pinned=True)
    assert [run.id for run in list_runs(store)] == [ids[0], ids[2], ids[1]]
    pin_run(store, ids[0], pinned=False)
    assert [run.id for run in list_runs(store)] == ids[::-1]


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_names_and_notes_stay_text(store, text):
    run = keep_run(store, document_of(), pair=None)
    rename_run(store, run, text)
    note_run(store, run, text)
    found = kept_run(store, run)
    assert found.name == text.encode("utf-8", "replace").decode().strip()
    assert found.note == text.encode("utf-8", "replace").decode()
    assert len(list_runs(store)) == 1


def test_hostile_attributes_come_back_verbatim(store):
    document = document_of()
    for tree in document["trees"]:
        for node in tree["nodes"]:
            if node["attribute"] is not None:
                node["attribute"] = HOSTILE[0] + node["attribute"]
    run = keep_run(store, document, pair=None)
    assert parse_result(run_document(store, run)).tree_set.attributes[0].startswith(HOSTILE[0])


def test_deleted_runs_are_gone_until_they_are_brought_back(store):
    first, second = (keep_run(store, document_of(seed), pair=None) for seed in range(2))
    delete_runs(store, [first])
    assert [run.id for run in list_runs(store)] == [second]
    assert [run.id for run in list_runs(store, deleted=True)] == [first]
    for find in (kept_run, run_document):
        with refused("run-deleted", StoreError, run=first):
            find(store, first)
    restore_runs(store, [first])
    assert {run.id for run in list_runs(store)} == {first, second}


def test_mining_a_deleted_run_again_brings_it_back(store):
    run = keep_run(store, document_of(), pair=None)
    rename_run(store, run, "old friend")
    delete_runs(store, [run])
    keep_run(store, document_of(), pair=None)
    assert kept_run(store, run).name == "old friend"


def test_stale_link_gives_a_sentence(store):
    for find in (kept_run, run_document, run_result):
        with refused("run-not-saved", StoreError, run="nowhere"):
            find(store, "nowhere")


def test_a_thousand_runs_are_listed_by_one_question_and_without_their_trees(store):
    run = keep_run(store, document_of(), pair=None)
    with store.writing() as connection:
        row = dict(connection.execute(schema.runs.select()).mappings().one())
        connection.execute(schema.runs.insert(), [{**row, "id": f"{number:016x}"} for number in range(999)])
    asked = []
    event.listen(store.engine, "before_cursor_execute", lambda *given: asked.append(given[2]))
    listed = list_runs(store)
    assert ["document" in question for question in asked if "runs" in question] == [False]
    assert len(listed) == 1000
    assert run in {each.id for each in listed}
