"""The Trees page: what it shows of a run, what a choice changes, what it says of a link that leads nowhere."""

from __future__ import annotations

import json
import re

import pytest

from ksdt_core.data.samples.catalogue import catalogue_pairs
from ksdt_core.evidence.set_chance import SeparateP
from ksdt_core.evidence.significance import mean_tree_quality
from ksdt_core.evidence.tree_chance import tree_sentence
from ksdt_core.mining.miners import mine
from ksdt_core.store.pair_request import PairRequest, requested_pair
from ksdt_core.store.pairs import keep_pair
from ksdt_core.store.runs import add_to_run, delete_runs, keep_run, run_document, run_result
from ksdt_core.text import percent
from pages.common.current import NO_TREES
from tests.app.conftest import words
from tests.app.saying import says
from tests.app.two_tables import kept_set, kept_tables

PAGE = "pages/trees/page.py"


def drawings(page) -> list[dict]:
    """What the drawing of the page was given: a tree each."""
    (component,) = (part for part in page.get("bidi_component") if "trees" in part.proto.json)
    return json.loads(component.proto.json)["trees"]


def test_without_a_run_the_page_says_what_to_do(opened):
    page = opened(PAGE)
    assert not page.exception
    assert NO_TREES in words(page)


def test_two_trees_are_drawn_with_both_tables_named(opened, run):
    page = opened(PAGE, run=run)
    assert not page.exception
    shown = drawings(page)
    assert [tree["number"] for tree in shown] == [1, 2]
    assert all("spect-train" in tree["notes"][0] and "spect-test" in tree["notes"][0] for tree in shown)


def test_a_node_of_the_address_is_explained_and_marked(opened, run, store):
    page = opened(PAGE, run=run, tree=2, node=0)
    assert not page.exception
    shared = run_result(store, run).tree_set.trees[1]
    root = shared.tree.attributes[int(shared.tree.attribute[0])]
    assert re.search(rf"\b{root}\b.* 2\b", words(page)), "the node and its tree"
    counts = page.dataframe[0].value
    assert counts.iloc[-1]["left"] == f"{shared.cdv_left[0].sum():,} (100 %)"
    alternatives = page.dataframe[1].value
    assert alternatives.iloc[0]["attribute"] == root
    assert list(alternatives["score"]) == sorted(alternatives["score"], reverse=True)
    assert all('class="selected"' in drawing["svg"] for drawing in drawings(page)[1]["drawings"])


@pytest.mark.parametrize(("p", "is_warned"), [(0.78, True), (0.01, False)])
def test_a_set_that_may_show_chance_is_read_with_a_warning(opened, run, store, p, is_warned):
    null = {"p": p, "mean": 0.5, "sd": 0.1, "max": 0.9}
    nulls = {"left": null, "right": null, "matching": None}
    statistic = mean_tree_quality(run_result(store, run).tree_set.trees)
    tested = {"permutations": 99, "statistic": statistic, "p_value": p, "nulls": nulls, "sdtsq": nulls}
    add_to_run(store, run, {"significance": tested})
    page = opened(PAGE, run=run)
    assert not page.exception
    warned = [warning.value for warning in page.warning if "chance" in warning.value]
    assert len(warned) == is_warned
    assert all(warning.count("p \\= 0\\.780") == 2 for warning in warned), "each p-value, not the largest alone"


def test_below_each_tree_stands_whether_it_predicts_beyond_chance(opened, run, store):
    trees = run_result(store, run).tree_set
    null = {"p": 0.01, "mean": 0.5, "sd": 0.1, "max": 0.9}
    nulls = {"left": null, "right": null, "matching": None}
    of_trees = [{"p_left": 0.01, "p_right": p, "p_matching": None} for p in (0.02, 0.5, 1.0)]
    tested = {"permutations": 99, "statistic": mean_tree_quality(trees.trees), "p_value": 0.01, "nulls": nulls}
    add_to_run(store, run, {"significance": {**tested, "sdtsq": nulls, "trees": of_trees}})
    page = opened(PAGE, run=run)
    assert not page.exception
    expected = [tree_sentence(SeparateP(0.01, p, None), "spect-train", "spect-test") for p in (0.02, 0.5)]
    assert [said in tree["notes"] for said, tree in zip(expected, drawings(page), strict=True)] == [True, True]


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
    traced = next(table.value for table in page.dataframe if "Its way" in table.value)
    assert len(traced) == 3


@pytest.mark.parametrize("name", ["row", "class"])
def test_rows_are_listed_whatever_an_attribute_is_called(opened, store, name):
    request = kept_tables(store, (name, "v"))
    page = opened(PAGE, run=kept_set(store, request), tree=1, node=0)
    assert (list(page.exception), list(page.error)) == ([], [])
    assert any(list(table.value.columns[:2]) == ["row", "class"] for table in page.dataframe)


def test_rows_have_the_numbers_of_the_table_that_was_read(opened, store):
    request = kept_tables(store, ("u", "v"), gaps=3, missing="drop-rows")
    page = opened(PAGE, run=kept_set(store, request), tree=1, node=0, unfolded=["trace_open"])
    listed = [table.value["row"] for table in page.dataframe if "row" in table.value]
    assert [rows.iloc[0] for rows in listed] == [4, 1], "three rows of the first table were dropped"
    page.selectbox(key="trace_table").select("one").run()
    page.number_input(key="trace_row").set_value(2).run()
    assert len(page.info) == 1, "a row that was dropped"
    page.number_input(key="trace_row").set_value(120).run()
    assert not page.info


def test_a_row_that_was_held_out_is_not_traced(opened, store):
    request = kept_tables(store, ("u", "v"))
    page = opened(PAGE, run=kept_set(store, request, holdout=0.3), unfolded=["trace_open"])
    page.selectbox(key="trace_table").select("one").run()
    told = []
    for row in range(1, 11):
        page.number_input(key="trace_row").set_value(row).run()
        told.append(len(page.info))
    assert set(told) == {0, 1}


def test_a_node_that_is_not_there_is_a_sentence(opened, run):
    page = opened(PAGE, run=run, tree=1, node=999)
    assert not page.exception
    assert says("no-such-node", tree=1, node=999) in words(page)


def test_forged_and_deleted_runs_are_a_sentence(opened, run, store):
    for asked in ("nosuchrun", "../../etc/passwd", "' or 1=1 --"):
        page = opened(PAGE, run=asked)
        assert not page.exception
        assert page.error[0].value == says("run-not-saved")
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
    assert page.info, "why there are no rows"
    assert not any("row" in table.value for table in page.dataframe)


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


def test_notes_name_what_no_tree_at_all_would_reach(opened, run, store):
    page = opened(PAGE, run=run)
    for tree, shared in zip(drawings(page), run_result(store, run).tree_set.trees, strict=False):
        shares = [counts[0].max() / counts[0].sum() for counts in (shared.cdv_left, shared.cdv_right)]
        assert tree["notes"][1].startswith("baseline (always “")
        assert tree["notes"][1].endswith(" | ".join(f"{100 * share:.1f} %" for share in shares))


def test_a_tree_whose_leaves_all_answer_alike_is_told(opened, store):
    request = PairRequest.of_catalogue(next(entry for entry in catalogue_pairs() if entry.left == "cm1"))
    keep_pair(store, request)
    trees = mine(requested_pair(store, request), k=3, max_depth=2)
    page = opened(PAGE, run=keep_run(store, trees.to_document(), pair=request.id))
    page.session_state["layout"] = "All"
    page.run()
    told = [any("Every leaf answers “clean”" in note for note in tree["notes"]) for tree in drawings(page)]
    assert told == [len(set(shared.tree.label[shared.tree.is_leaf].tolist())) == 1 for shared in trees.trees]
    assert any(told)


def test_rules_of_the_selected_node_are_shaded_and_their_numbers_unfold(opened, run):
    page = opened(PAGE, run=run, tree=1, node=1, unfolded=["rule_numbers"])
    table = next(part.proto.body for part in page.get("html") if "ksdt-ru" in part.proto.body)
    assert 'class="here"' in table
    (numbers,) = (frame.value for frame in page.dataframe if "lift_left" in frame.value)
    assert len(numbers) == table.count("<tr") - 1


def test_where_the_tables_part_is_a_table_with_their_names(opened, run):
    page = opened(PAGE, run=run)
    page.session_state["rules_or_parts"] = "Where the tables part"
    page.run()
    (table,) = (frame for frame in page.dataframe if "dsn_above" in frame.value)
    shown = json.loads(table.proto.columns)
    labels = {shown[name]["label"] for name in table.value.columns}
    for name in ("spect-train", "spect-test"):
        assert sum(name in label for label in labels) >= 2, "rows, and rows responsible"
    assert not [label for label in labels if "_" in label]


def test_a_node_is_put_beside_the_others_by_its_similarity(opened, run, store):
    every = sorted(float(dsn) for shared in run_result(store, run).tree_set.trees for dsn in shared.dsn)
    shared = run_result(store, run).tree_set.trees[0]
    n_lower = sum(dsn < float(shared.dsn[0]) for dsn in every)
    page = opened(PAGE, run=run, tree=1, node=0)
    said = f"{n_lower} of the set’s {len(every)} nodes have a lower one" if n_lower else "the lowest of"
    assert said in words(page)


def test_the_replay_says_where_it_is_in_every_run(opened, run):
    page = opened(PAGE, ("replay_open",), run=run)
    slider = next(slider for slider in page.slider if slider.label == "Splits made")
    assert slider.proto.set_value, "the browser may be a step ahead of the page"


def test_trees_ticked_in_one_set_are_not_ticked_in_another(opened, run, store, spect):
    """Regression: ticks were remembered as numbers of trees, whatever set they were ticked in."""
    other = keep_run(store, mine(requested_pair(store, spect), k=4, max_depth=1).to_document(), pair=spect.id)
    page = opened(PAGE, run=run)
    cards(page)[2].check().run()
    page.query_params["run"] = other
    page.run()
    assert not page.exception
    assert [card.value for card in cards(page)] == [True, True, False, False], "as when a set is opened first"


def cards(page) -> list:
    """The boxes of the trees, in their order."""
    return [box for box in page.checkbox if box.key.startswith("chosen_")]


def test_the_panel_of_a_balanced_pair_counts_rows_and_says_what_is_balanced(opened, store):
    request = kept_tables(store, ("a", "b"), seed=3, balance=True)
    run = kept_set(store, request)
    pair, shared = requested_pair(store, request), run_result(store, run).tree_set.trees[0]
    assert pair.is_balanced
    page = opened(PAGE, run=run, tree=1, node=1)
    assert not page.exception
    below = [
        (side.original[:, pair.attributes.index(shared.tree.attributes[shared.tree.attribute[0]])] <= cut)
        for side, cut in ((pair.left, shared.threshold_left[0]), (pair.right, shared.threshold_right[0]))
    ]
    counts = page.dataframe[0].value
    for column, side, here in zip(("left", "right"), (pair.left, pair.right), below, strict=True):
        found = [int((side.classes[here] == c).sum()) for c in (0, 1)]
        shown = [int(text.partition(" ")[0].replace(",", "")) for text in counts[column]]
        assert shown == [*found, sum(found)]
    assert "Balanced DSN" in words(page)
    leaves = [node for node in range(shared.tree.n_nodes) if shared.tree.is_leaf[node]]
    for name, rows in zip((pair.left.name, pair.right.name), shared.rows, strict=True):
        right = sum(int(rows[leaf, shared.tree.label[leaf]]) for leaf in leaves)
        assert f"{name} {percent(right / rows[0].sum(), 1)}" in drawings(page)[0]["notes"][0]
