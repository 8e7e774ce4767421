"""Learned trees and imported models are kept as mined sets are: listed, named, deleted, exported, in a study."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from ksdt_core.data.samples.catalogue import load
from ksdt_core.errors import InvalidDocumentError
from ksdt_core.learners.imported import sum_of_trees
from ksdt_core.store.database import Store, open_store
from ksdt_core.store.deleting import delete_uploads, users_of_uploads
from ksdt_core.store.exchange import exported, exported_zip, file_name, import_runs
from ksdt_core.store.last_run import last_run
from ksdt_core.store.pair_request import TableRequest, requested_table
from ksdt_core.store.run_documents import PAGE, LearnPage, page_of
from ksdt_core.store.runs import (
    OF_ONE_TABLE,
    add_to_run,
    delete_runs,
    document_of,
    keep_run,
    kept_run,
    learned_run,
    list_runs,
    rename_run,
    restore_runs,
    run_id,
)
from ksdt_core.store.study import keep_study, study_of
from ksdt_core.store.study_file import read_study, study_bytes
from ksdt_core.store.uploads import keep_upload, upload_content
from ksdt_core.store.verifying import verified
from ksdt_core.studies.learning.learned import LEARNED
from ksdt_core.studies.learning.model import MODEL, Model
from ksdt_core.studies.learning.run import learn_table
from ksdt_core.studies.learning.settings import LearnSettings
from tests.refusals import refused
from tests.store.kept_documents import document_of as mined_document
from tests.store.test_study import TABLE

SETTINGS = LearnSettings(method="c45", holdout=0.3, seed=3)


def learned_document(store: Store) -> dict[str, Any]:
    """A tree of an uploaded table, as the page Learn keeps it."""
    upload = keep_upload(store, "yes or no.csv", content=TABLE)
    request = TableRequest("upload", upload.id, "yes or no", target="class")
    learned = learn_table(requested_table(store, request), SETTINGS, target="class")
    page = LearnPage(request, None, replace(SETTINGS, prune="error-based"), leaves=1)
    return LEARNED.write(learned) | {PAGE: page.to_part()}


@cache
def model_document() -> dict[str, Any]:
    from sklearn.ensemble import GradientBoostingClassifier

    table = load("wine-red")
    fitted = GradientBoostingClassifier(n_estimators=2, max_depth=2, random_state=0).fit(table.values, table.classes)
    found = sum_of_trees(fitted, attributes=table.attributes, class_names=table.class_names)
    document: dict[str, Any] = MODEL.write(Model("wine", "sklearn", found))
    return document


def kept(store: Store) -> tuple[str, str]:
    return (
        keep_run(store, learned_document(store), pair=None),
        keep_run(store, model_document(), pair=None),
    )


def test_both_are_listed_apart_from_mined_sets(store):
    mined = keep_run(store, mined_document(), pair=None)
    tree, model = kept(store)
    assert [run.id for run in list_runs(store)] == [mined]
    assert {run.id: run.kind for run in list_runs(store, kinds=OF_ONE_TABLE)} == {tree: "learned", model: "model"}
    assert last_run(store) == mined, "the pages of shared trees go on with a shared set"
    titles = [kept_run(store, run).title for run in (tree, model)]
    assert titles[0].startswith("C4.5, ")
    assert titles[0].endswith(": class of yes or no")
    assert titles[1] == "wine (sklearn, 2 trees)"
    assert kept(store) == (tree, model), "the same is kept once"


def test_what_was_kept_comes_back_the_same(store):
    document = learned_document(store)
    run = keep_run(store, document, pair=None)
    assert learned_run(store, run) == LEARNED.read(document)
    page = page_of(document_of(store, run))
    assert page is not None
    assert (page.settings, page.leaves) == (replace(SETTINGS, prune="error-based"), 1)
    assert page.table is not None
    assert requested_table(store, page.table).n_rows == 30
    assert learned_run(store, keep_run(store, model_document(), pair=None)) == MODEL.read(model_document())


def test_they_are_named_deleted_and_restored(store):
    for run in kept(store):
        rename_run(store, run, "mine")
        assert kept_run(store, run).title == "mine"
        delete_runs(store, [run])
        assert run not in [each.id for each in list_runs(store, kinds=OF_ONE_TABLE)]
        assert run in [each.id for each in list_runs(store, deleted=True, kinds=OF_ONE_TABLE)]
        restore_runs(store, [run])
        assert run in [each.id for each in list_runs(store, kinds=OF_ONE_TABLE)]


def test_exported_documents_are_imported_elsewhere_with_their_names(store, tmp_path):
    tree, model = kept(store)
    rename_run(store, tree, "best tree")
    (tmp_path / "other").mkdir()
    other = open_store(tmp_path / "other")
    assert import_runs(other, "run.json", content=exported(store, tree)) == [tree]
    assert kept_run(other, tree).name == "best tree"
    assert set(import_runs(other, "runs.zip", content=exported_zip(store, [tree, model]))) == {tree, model}
    assert learned_run(other, tree) == learned_run(store, tree)
    assert file_name(kept_run(store, model)) == f"wine-sklearn-2-trees-{model}.json"


def test_a_document_of_the_command_names_its_bundled_table(store):
    learned = learn_table(load("votes"), SETTINGS, target="party", facts={"file": "votes"})
    data = json.dumps(LEARNED.write(learned)).encode()
    (run,) = import_runs(store, "votes.json", content=data)
    page = page_of(document_of(store, run))
    assert page is not None
    assert page.table == TableRequest("catalogue", "votes", "votes", target="party")
    assert page.settings == SETTINGS


def test_a_table_from_a_path_cannot_be_opened_and_says_so(store):
    learned = learn_table(load("votes"), SETTINGS, facts={"file": "folder/votes.csv"})
    (run,) = import_runs(store, "votes.json", content=json.dumps(LEARNED.write(learned)).encode())
    assert page_of(document_of(store, run)) is None


@pytest.mark.parametrize(
    "page",
    [
        3,
        {},
        {"table": None, "lecture": "none such", "config": {}, "leaves": None},
        {"table": {"origin": "path", "id": "x", "name": "x", "cut": None}, "lecture": None, "config": {}, "leaves": 1},
        {"table": None, "lecture": "sunburn", "config": {"method": "c99"}, "leaves": None},
        {"table": None, "lecture": "sunburn", "config": {}, "leaves": "many"},
    ],
)
def test_a_page_that_makes_no_sense_is_dropped_and_the_tree_kept(store, page):
    document = learned_document(store) | {PAGE: page}
    (run,) = import_runs(store, "tree.json", content=json.dumps(document).encode())
    assert PAGE not in document_of(store, run)
    assert learned_run(store, run).tree.n_leaves == document["size"]["leaves"]


def test_a_damaged_tree_is_refused(store):
    document = learned_document(store)
    document["nodes"][0]["counts"] = [1]
    with refused("document-refused", InvalidDocumentError):
        import_runs(store, "tree.json", content=json.dumps(document).encode())
    assert not list_runs(store, kinds=OF_ONE_TABLE)


def test_a_study_takes_the_table_of_a_learned_tree_along(store, tmp_path):
    tree, model = kept(store)
    data = study_bytes(study_of(store))
    assert data == study_bytes(study_of(store))
    (tmp_path / "other").mkdir()
    other = open_store(tmp_path / "other")
    opened = keep_study(other, read_study("study.ksdt", data))
    assert set(opened.runs) == {tree, model}
    assert not opened.known
    page = page_of(document_of(other, tree))
    assert page is not None
    assert page.table is not None
    assert upload_content(other, page.table.id) == TABLE
    assert learned_run(other, tree) == learned_run(store, tree)


def test_a_study_without_the_deleted_table_still_has_the_tree(store, tmp_path):
    tree, _ = kept(store)
    upload = kept_run(store, tree).summary["upload"]
    assert users_of_uploads(store, [upload]).runs == (kept_run(store, tree).title,)
    delete_uploads(store, [upload])
    study = read_study("study.ksdt", study_bytes(study_of(store, [tree])))
    assert not study.tables
    (run,) = study.runs
    assert page_of(run.document) is None
    assert run_id(run.document) == tree


def test_verify_finds_a_changed_tree(store, tmp_path):
    tree, _ = kept(store)
    assert not verified(tmp_path).problems
    nodes = document_of(store, tree)["nodes"]
    nodes[0]["label"] = "yes" if nodes[0]["label"] == "no" else "no"
    text = json.dumps(document_of(store, tree) | {"nodes": nodes})
    with store.writing() as connection:
        connection.exec_driver_sql("UPDATE runs SET document = ? WHERE id = ?", (text, tree))
    (problem,) = verified(tmp_path).problems
    assert tree in problem


def test_names_for_the_classes_of_a_model_are_kept_with_it(store):
    _, model = kept(store)
    add_to_run(store, model, {"shown_classes": ["poor", "good"]})
    again = study_of(open_store(store.folder), [model])
    (run,) = read_study("s.ksdt", study_bytes(again)).runs
    assert run.document["shown_classes"] == ["poor", "good"]
    assert run.id == model
