"""The Trees page: what it shows of a run, what a choice changes, what it says of a link that leads nowhere."""

from __future__ import annotations

import json

from ksdt_core.store.runs import delete_runs, keep_run, run_document, run_result
from tests.app.conftest import words

PAGE = "pages/trees.py"


def drawings(page) -> list[dict]:
    """What the drawing of the page was given: a tree each."""
    (component,) = (part for part in page.get("bidi_component") if "trees" in part.proto.json)
    return json.loads(component.proto.json)["trees"]


def test_without_a_run_the_page_says_what_to_do(opened):
    page = opened(PAGE)
    assert not page.exception
    assert "No trees yet. Choose weights on Mine and press Mine." in words(page)


def test_two_trees_are_drawn_with_both_tables_named(opened, run):
    page = opened(PAGE, run=run)
    assert not page.exception
    shown = drawings(page)
    assert [tree["number"] for tree in shown] == [1, 2]
    assert all("spect-train" in tree["note"] and "spect-test" in tree["note"] for tree in shown)
    assert "Select a node to read its path and counts." in words(page)


def test_a_node_of_the_address_is_explained_and_marked(opened, run, store):
    page = opened(PAGE, run=run, tree=2, node=0)
    assert not page.exception
    shared = run_result(store, run).tree_set.trees[1]
    root = shared.tree.attributes[int(shared.tree.attribute[0])]
    assert f"Selected: {root} in tree 2" in words(page)
    counts = page.dataframe[0].value
    assert counts.iloc[-1]["left"] == f"{shared.cdv_left[0].sum():,} (100%)"
    alternatives = page.dataframe[1].value
    assert alternatives.iloc[0]["attribute"] == root
    assert list(alternatives["score"]) == sorted(alternatives["score"], reverse=True)
    assert 'class="selected"' in drawings(page)[1]["svg"]


def test_reading_one_tree_draws_one(opened, run):
    page = opened(PAGE, run=run)
    page.session_state["layout"] = "One"
    page.run()
    assert not page.exception
    assert len(drawings(page)) == 1


def test_a_traced_row_is_told_in_every_tree(opened, run):
    page = opened(PAGE, run=run, unfolded=["trace_open"])
    page.selectbox(key="trace_table").select("spect-test").run()
    page.number_input(key="trace_row").set_value(5).run()
    assert not page.exception
    assert "Row 5 of spect\\-test is" in words(page)
    traced = next(table.value for table in page.dataframe if "Its way" in table.value)
    assert len(traced) == 3


def test_a_node_that_is_not_there_is_a_sentence(opened, run):
    page = opened(PAGE, run=run, tree=1, node=999)
    assert not page.exception
    assert "has no node 999" in words(page)


def test_forged_and_deleted_runs_are_a_sentence(opened, run, store):
    for asked in ("nosuchrun", "../../etc/passwd", "' or 1=1 --"):
        page = opened(PAGE, run=asked)
        assert not page.exception
        assert "run of this link" in words(page)
    delete_runs(store, [run])
    page = opened(PAGE, run=run)
    assert not page.exception
    assert len(page.error) == 1


def test_an_imported_run_without_tables_shows_its_trees_but_no_rows(opened, run, store):
    document = json.loads(run_document(store, run)) | {"pair": {}}
    original = json.loads(run_document(store, run))
    document["pair"] = original["pair"] | {"fingerprint": "0" * 32}
    imported = keep_run(store, document, pair=None)
    page = opened(PAGE, run=imported, tree=1, node=0)
    assert not page.exception
    assert len(drawings(page)) == 2
    assert "not kept here" in words(page)


def test_mining_again_without_an_attribute_opens_a_run_that_does_not_use_it(opened, run, store):
    page = opened(PAGE, run=run, tree=1, node=0)
    button = next(button for button in page.button if button.label.startswith("Mine again without"))
    attribute = button.label.removeprefix("Mine again without ")
    button.click().run()
    assert not page.exception
    (new,) = [page.query_params["run"]] if isinstance(page.query_params["run"], str) else page.query_params["run"]
    assert new != run
    trees = run_result(store, new).tree_set
    assert trees.settings.exclude == (attribute,)
    assert attribute not in trees.attributes
