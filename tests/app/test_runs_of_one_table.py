"""Runs lists learned trees and imported models beside mined sets: opened, named, exported, deleted."""

from __future__ import annotations

import json

from ksdt_core.store.deleting import delete_uploads
from ksdt_core.store.runs import OF_ONE_TABLE, keep_run, kept_run, list_runs, rename_run
from pages.runs import table
from tests.app.conftest import words
from tests.app.saying import line_with
from tests.app.test_runs_page import HOSTILE, PAGE, button, choose, shown
from tests.store.kept_documents import document_of as mined_document
from tests.store.test_one_table import kept, learned_document, model_document


def said(page) -> str:
    return words(page).replace("\\", "")


def test_both_lists_are_offered_and_each_shows_its_own(opened, store, approved):
    mined = keep_run(store, mined_document(), pair=None)
    both = kept(store)
    page = opened(PAGE)
    assert shown(page) == [mined]
    page = page.button_group(key="runs_kind").set_value(table.OF_ONE_TABLE).run()
    assert not page.exception
    assert set(shown(page)) == set(both)
    row = page.dataframe[-1].value.set_index("id").loc[both[0]]
    assert (row["table"], row["target"]) == ("yes or no", "class")
    assert row["method"].startswith("C4.5, ")
    approved(row["method"])
    assert row["training"].endswith("%)")


def test_without_mined_sets_learned_trees_are_shown(opened, store):
    both = kept(store)
    page = opened(PAGE)
    assert not page.exception
    assert set(shown(page)) == set(both)
    page = page.text_input(key="runs_search").set_value("sklearn").run()
    assert shown(page) == [both[1]]


def test_an_open_tree_says_what_it_predicts_and_leads_to_learn(opened, store):
    document = learned_document(store)
    run = keep_run(store, document, pair=None)
    page = choose(opened(PAGE), 0)
    assert not page.exception
    assert "is correct for" in said(page)
    settings = " ".join(block.proto.body for block in page.get("html"))
    facts = document["table"]
    data = f"{facts['rows']} training rows of yes or no, {facts['held_out']} held out, 2 attributes"
    for cell in ("Column to predict", data, "Held-out share"):
        assert cell in settings
    assert button(page, f"runs_learn_{run}").label == "Open in Learn"
    assert not any(str(each.key).startswith("compare") for each in page.button)


def test_a_tree_without_its_table_is_shown_and_exported(opened, store):
    run = keep_run(store, learned_document(store), pair=None)
    delete_uploads(store, [kept_run(store, run).summary["upload"]])
    page = choose(opened(PAGE), 0)
    assert not page.exception
    assert not any(str(each.key).startswith("runs_learn") for each in page.button)
    assert "not saved here" in said(page)
    assert page.get("download_button")


def test_an_open_model_leads_to_learn(opened, store, approved):
    run = keep_run(store, model_document(), pair=None)
    page = choose(opened(PAGE), 0)
    assert not page.exception
    approved(line_with(page, "(sklearn, 2 trees)", "2 classes"))
    assert button(page, f"runs_learn_{run}").label == "Open in Learn"


def test_trees_are_deleted_and_come_back(opened, store):
    both = kept(store)
    page = choose(opened(PAGE), 0, 1)
    button(page, "delete_runs").click().run()
    assert not page.exception
    assert not list_runs(store, kinds=OF_ONE_TABLE)
    button(page, "undo_delete").click().run()
    assert {run.id for run in list_runs(store, kinds=OF_ONE_TABLE)} == set(both)
    button(choose(page, 0), "delete_runs").click().run()
    page = page.button_group(key="runs_one_table_which").set_value("Deleted").run()
    button(choose(page, 0), "bring_back").click().run()
    assert len(list_runs(store, kinds=OF_ONE_TABLE)) == 2


def test_a_document_of_ksdt_learn_is_imported(opened, store, tmp_path):
    document = learned_document(store)
    page = opened(PAGE)
    box = page.file_uploader(key="runs_files_0")
    box.upload("tree.json", json.dumps(document).encode(), "application/json").run()
    page = button(page, "import_runs").click().run()
    assert not page.exception
    assert page.success[0].value == "1 run imported."
    assert len(list_runs(store, kinds=OF_ONE_TABLE)) == 1


def test_hostile_names_are_text(opened, store):
    run = keep_run(store, learned_document(store), pair=None)
    rename_run(store, run, HOSTILE)
    page = choose(opened(PAGE), 0)
    assert not page.exception
    assert HOSTILE not in " ".join(each.value for each in page.markdown)
