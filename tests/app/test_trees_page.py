"""The Trees page: what it shows of a run, what a choice changes, what it says of a link that leads nowhere."""

from __future__ import annotations

import json
import re

import numpy as np
import pytest

from ksdt_core.data.samples.catalogue import catalogue_pairs
from ksdt_core.evidence.set_chance import SeparateP
from ksdt_core.evidence.significance import mean_tree_quality
from ksdt_core.evidence.tree_chance import tree_sentence
from ksdt_core.figures.node_html import similarity_sentence
from ksdt_core.mining.miners import mine
from ksdt_core.patterns.pattern_words import UNSAID
from ksdt_core.rules.differences import alignable_differences
from ksdt_core.store.pair_request import PairRequest, requested_pair
from ksdt_core.store.pairs import keep_pair
from ksdt_core.store.runs import add_to_run, delete_runs, keep_run, run_document, run_result
from ksdt_core.text import PERCENT_SIGN, percent
from ksdt_core.trees.text import TableNames
from pages.common.current import NO_TREES
from pages.common.tree_view import one_answer
from pages.trees.node_table import FILLED, _texts
from tests.app.conftest import words
from tests.app.saying import says
from tests.app.tree_parts import component, drawings, tabs, texts
from tests.app.two_tables import kept_set, kept_tables

PAGE = "pages/trees/page.py"


def test_without_a_run_the_page_says_what_to_do(opened):
    page = opened(PAGE)
    assert not page.exception
    assert NO_TREES in words(page)


def test_two_trees_are_drawn_with_both_tables_named(opened, run):
    page = opened(PAGE, run=run)
    assert not page.exception
    shown = drawings(page)
    assert [tree["number"] for tree in shown] == [1, 2]
    legend = component(page, "legend")["legend"]
    assert (legend["left"], legend["right"]) == ("spect-train", "spect-test")


def test_a_node_of_the_address_is_explained_and_marked(opened, run, store):
    page = opened(PAGE, run=run, tree=2, node=0)
    assert not page.exception
    shared = run_result(store, run).tree_set.trees[1]
    root = shared.tree.attributes[int(shared.tree.attribute[0])]
    assert root in words(page)
    assert "tree 2, level 1" in words(page)
    counts = " | ".join(map(str, shared.rows_left[0].tolist()))
    assert f"{counts} of {shared.rows_left[0].sum()}" in re.sub(r"\s+", " ", texts(page))
    splits = next(part.proto.body for part in page.get("html") if "Gain" in part.proto.body)
    assert re.search(r"<tbody><tr><td[^>]*><b>([^<]*)</b>", splits)[1] == root
    scores = [float(score) for score in re.findall(r"<td>([\d.]+)</td></tr>", splits)]
    assert 1 <= len(scores) <= 5
    assert scores == sorted(scores, reverse=True)
    assert component(page, "traced") == {"tree": 2, "node": 0, "traced": {}}
    assert "data:image/svg" in next(part.proto.body for part in page.get("html") if "Histograms of" in part.proto.body)


def test_a_click_draws_and_sends_no_tree_again(opened, run):
    """What is selected is sent apart from the drawings, which are the same before and after."""
    page = opened(PAGE, run=run)
    before = component(page, "legend")
    page.query_params |= {"tree": "1", "node": "1"}
    page.run()
    assert component(page, "traced")["node"] == 1
    assert component(page, "legend") == before


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
    assert [tree["number"] for tree in drawings(page)] == [1]


def test_a_traced_row_is_told_in_every_tree(opened, run):
    page = opened(PAGE, run=run)
    page.selectbox(key="trace_table").select("spect-test").run()
    page.number_input(key="trace_row").set_value(5).run()
    assert not page.exception
    traced = next(table.value for table in page.dataframe if "Path" in table.value)
    assert len(traced) == 3
    assert sorted(component(page, "traced")["traced"]) == ["1", "2", "3"]


@pytest.mark.parametrize("name", ["row", "class"])
def test_rows_are_listed_whatever_an_attribute_is_called(opened, store, name):
    request = kept_tables(store, (name, "v"))
    page = opened(PAGE, run=kept_set(store, request), tree=1, node=0)
    page.session_state["tree_tables"] = "Rows"
    page.run()
    assert (list(page.exception), list(page.error)) == ([], [])
    assert any(list(table.value.columns[:2]) == ["row", "class"] for table in page.dataframe)


def test_rows_have_the_numbers_of_the_table_that_was_read(opened, store):
    request = kept_tables(store, ("u", "v"), gaps=3, missing="drop-rows")
    page = opened(PAGE, run=kept_set(store, request), tree=1, node=0)
    page.session_state["tree_tables"] = "Rows"
    page.run()
    listed = [table.value["row"] for table in page.dataframe if "row" in table.value]
    assert [rows.iloc[0] for rows in listed] == [4, 1], "three rows of the first table were dropped"
    page.selectbox(key="trace_table").select("one").run()
    page.number_input(key="trace_row").set_value(2).run()
    assert len(page.info) == 1, "a row that was dropped"
    page.number_input(key="trace_row").set_value(120).run()
    assert not page.info


def test_a_row_that_was_held_out_is_not_traced(opened, store):
    request = kept_tables(store, ("u", "v"))
    page = opened(PAGE, run=kept_set(store, request, holdout=0.3))
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
    button = next(button for button in page.button if button.label.startswith("Mine without"))
    attribute = button.label.removeprefix("Mine without ")
    button.click().run()
    assert not page.exception
    (new,) = [page.query_params["run"]] if isinstance(page.query_params["run"], str) else page.query_params["run"]
    assert new != run
    trees = run_result(store, new).tree_set
    assert trees.settings.exclude == (attribute,)
    assert attribute not in trees.attributes


def test_notes_and_tabs_name_the_accuracy_in_both_tables(opened, run, store):
    page = opened(PAGE, run=run)
    trees = run_result(store, run).tree_set.trees
    for tree, shared in zip(drawings(page), trees, strict=False):
        assert tree["notes"][0].startswith(f"training accuracy {100 * shared.accuracy_left:.1f} | ")
        assert f"lowest similarity {shared.dsn.min():.3f}" in tree["notes"][0]
    for tab, shared in zip(tabs(page), trees, strict=True):
        assert tab["below"] == f"{100 * shared.accuracy_left:.0f} | {100 * shared.accuracy_right:.0f}{PERCENT_SIGN}"


def test_what_screen_readers_hear_has_no_markup(opened, run):
    """Regression: the names of trees were read aloud as \\*\\*Tree 1\\*\\*."""
    page = opened(PAGE, run=run, tree=1, node=0)
    heard = [tab["label"] for tab in tabs(page)] + [tree["title"] for tree in drawings(page)]
    for tree in drawings(page):
        heard += re.findall('aria-label="([^"]*)"', tree["drawings"][0]["svg"]) + [
            line["words"] for line in tree["outline"]
        ]
    assert len(heard) > 10
    assert not [text for text in heard if re.search(r"\*\*|\\|\$|<", text)]


def test_a_tree_whose_leaves_all_answer_alike_is_told(opened, store):
    request = PairRequest.of_catalogue(next(entry for entry in catalogue_pairs() if entry.left == "cm1"))
    keep_pair(store, request)
    trees = mine(requested_pair(store, request), k=3, max_depth=2)
    page = opened(PAGE, run=keep_run(store, trees.to_document(), pair=request.id))
    page.session_state["layout"] = "All"
    page.run()
    told = [one_answer("clean") in tree["notes"] for tree in drawings(page)]
    assert told == [len(set(shared.tree.label[shared.tree.is_leaf].tolist())) == 1 for shared in trees.trees]
    assert any(told)


def test_rules_of_the_selected_node_are_shaded_and_know_their_leaf(opened, run, store):
    page = opened(PAGE, run=run, tree=1, node=1, unfolded=["rule_numbers"])
    table = next(part.proto.body for part in page.get("html") if "ksdt-ru" in part.proto.body)
    assert 'class="here"' in table
    shared = run_result(store, run).tree_set.trees[0]
    leaves = {int(leaf) for leaf in re.findall(r'data-tree="1" data-leaf="(\d+)"', table)}
    assert leaves == set(shared.tree.is_leaf.nonzero()[0].tolist())
    assert table.count("<b>") >= len(leaves), "the names of attributes stand out"
    assert table.count('class="bar') == 2 * len(leaves), "the classes of the rows of both tables"
    (numbers,) = (frame.value for frame in page.dataframe if "lift_left" in frame.value)
    assert len(numbers) == table.count("<tr") - 1


def test_differences_are_a_table_with_the_names_of_the_tables(opened, run, store, spect):
    page = opened(PAGE, run=run)
    page.session_state["tree_tables"] = "Differences"
    page.run()
    table = next(part.proto.body for part in page.get("html") if "ksdt-di" in part.proto.body)
    listed = alignable_differences(run_result(store, run).tree_set, requested_pair(store, spect)).found
    assert table.count("<details>") == table.count('class="says"') == len(listed) > 0
    assert table.count('class="bar') == 2 * len(listed), "the rows of both tables by class"
    heads = re.findall(r"<th [^>]*>([^<]+)", table)
    assert [name[2:] for name in heads if name[0] in "■●"] == ["spect-train", "spect-test"]
    assert page.get("download_button")


def test_patterns_say_how_many_the_trees_hold_and_can_leave_these_out(opened, run):
    def listed(page) -> str:
        return next(part.proto.body for part in page.get("html") if "ksdt-unseen'>Patterns" in part.proto.body)

    page = opened(PAGE, run=run)
    page.session_state["tree_tables"] = "Patterns"
    page.run()
    page.number_input(key="patterns_length").set_value(1).run()
    assert not page.exception
    said = next(each.value for each in page.markdown if "The 3 trees contain" in each.value)
    n_said = int(re.search(r"trees contain ([\d,]+) of these patterns", said)[1])
    assert 0 < n_said == listed(page).count(">in tree ")
    n_new = listed(page).count(UNSAID)
    page.toggle(key="patterns_new").set_value(True).run()
    assert ">in tree " not in listed(page)
    assert 0 < n_new == listed(page).count(UNSAID)


def test_graphviz_lays_out_a_tree_and_shows_its_source(opened, run):
    page = opened(PAGE, run=run, unfolded=["graphviz_source"])
    page.session_state["tree_tables"] = "Graphviz"
    page.run()
    assert not page.exception
    (chart,) = page.get("graphviz_chart")
    assert chart.proto.spec.startswith("digraph tree {")
    assert page.code[0].value == chart.proto.spec.strip()


def test_present_shows_a_slide_for_every_tree_with_its_verdict(opened, run):
    page = opened(PAGE, run=run)
    page.button(key="present_now").click().run()
    assert not page.exception
    slides = component(page, "slides")["slides"]
    assert [slide["title"].partition(" ·")[0] for slide in slides] == ["Tree 1", "Tree 2", "Tree 3"]
    assert all(slide["caption"] for slide in slides)
    assert all(min(slide["levels"].values()) == 1 for slide in slides)


def test_the_similarity_of_a_node_is_a_sentence_with_the_shares_of_both_tables(opened, run, store):
    shared = run_result(store, run).tree_set.trees[0]
    page = opened(PAGE, run=run, tree=1, node=1)
    left, right = (percent(rows[1, 1] / rows[1].sum()) for rows in shared.rows)
    said = similarity_sentence(shared, 1, TableNames("spect-train", "spect-test"))
    assert (left in said, right in said, shared.tree.class_names[1] in said) == (True, True, True)
    assert said in texts(page)
    assert f"{shared.dsn[1]:.3f}" in texts(page)


def test_the_replay_says_where_it_is_in_every_run(opened, run):
    page = opened(PAGE, ("replay_open",), run=run)
    slider = next(slider for slider in page.slider if slider.label == "Splits shown")
    assert slider.proto.set_value, "the browser may be a step ahead of the page"


def test_trees_chosen_in_one_set_are_not_chosen_in_another(opened, run, store, spect):
    """Regression: choices were remembered as numbers of trees, whatever set they were made in."""
    other = keep_run(store, mine(requested_pair(store, spect), k=4, max_depth=1).to_document(), pair=spect.id)
    page = opened(PAGE, run=run, tree=3)
    assert [tab["shown"] for tab in tabs(page)] == [True, False, True]
    page.query_params.clear()
    page.query_params["run"] = other
    page.run()
    assert not page.exception
    assert [tab["shown"] for tab in tabs(page)] == [True, True, False, False], "as when a set is opened first"


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
    shown = re.sub(r"\s+", " ", texts(page))
    for side, here in zip((pair.left, pair.right), below, strict=True):
        found = [int((side.classes[here] == c).sum()) for c in (0, 1)]
        assert f"{found[0]} | {found[1]} of {side.classes.size}" in shown
    assert "Balanced similarity" in shown
    leaves = [node for node in range(shared.tree.n_nodes) if shared.tree.is_leaf[node]]
    rights = [sum(int(rows[leaf, shared.tree.label[leaf]]) for leaf in leaves) / rows[0].sum() for rows in shared.rows]
    assert f"accuracy {100 * rights[0]:.1f} | {percent(rights[1], 1)} (training rows" in drawings(page)[0]["notes"][0]


def test_the_empty_inspector_offers_the_nodes_that_are_least_alike(opened, run, store):
    page = opened(PAGE, run=run)
    trees = run_result(store, run).tree_set.trees
    offered = [button for button in page.button if str(button.key).startswith("least_")]
    assert 0 < len(offered) <= 6
    shown = [float(button.label.split()[0]) for button in offered]
    assert shown == sorted(shown)
    _, position, node = offered[0].key.split("_")
    assert shown[0] == pytest.approx(trees[int(position)].dsn[int(node)], abs=5e-4)
    offered[0].click().run()
    assert not page.exception
    assert (page.query_params["tree"], page.query_params["node"]) == (str(int(position) + 1), node)
    assert not [button for button in page.button if str(button.key).startswith("least_")]


def test_long_numbers_beside_filled_cells_are_listed_whole():
    """1234567 was listed as 1.23457e+06 wherever another cell of its column was filled."""
    assert _texts(np.array([1234567.0, 0.1234567, 3.0]), None, np.array([False, False, True])) == [
        "1234567", "0.1234567", f"3 {FILLED}",
    ]  # fmt: skip
