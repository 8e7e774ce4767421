"""Two sets side by side."""

from __future__ import annotations

import copy
import json
from dataclasses import replace

from ksdt_core.formats.result import parse_result
from ksdt_core.mining.comparison import compare_sets, differing_settings, repeated_trees
from ksdt_core.mining.tree_set import TreeSet
from tests.store.kept_documents import document_of


def set_of(document: dict) -> TreeSet:
    return parse_result(json.dumps(document).encode()).tree_set


def test_set_with_itself_shares_everything():
    trees = set_of(document_of(k=3))
    found = compare_sets(trees, trees)
    assert found.same_trees == ((0, 0), (1, 1), (2, 2))
    assert found.same_attributes == ()
    assert found.common == trees.attributes
    assert (found.only_first, found.only_second, found.settings) == ((), (), ())


def test_order_of_trees_does_not_matter():
    document = document_of(k=3)
    turned = copy.deepcopy(document)
    turned["trees"] = document["trees"][::-1]
    turned["tpd"] = [row[::-1] for row in document["tpd"]][::-1]
    assert compare_sets(set_of(document), set_of(turned)).same_trees == ((0, 2), (1, 1), (2, 0))


def test_other_thresholds_are_only_the_same_attributes():
    document = document_of()
    moved = copy.deepcopy(document)
    for key in ("threshold", "threshold_left", "threshold_right"):
        moved["trees"][0]["nodes"][0][key] += 0.001
    found = compare_sets(set_of(document), set_of(moved))
    assert found.same_trees == ((1, 1),)
    assert found.same_attributes == ((0, 0),)


def test_names_tell_trees_apart_not_positions():
    """Documents know only the attributes that are tested, so the same number may mean another attribute."""
    document = document_of()
    renamed = copy.deepcopy(document)
    for tree in renamed["trees"]:
        for node in tree["nodes"]:
            if node["attribute"] is not None:
                node["attribute"] = f"z{node['attribute']}"
    found = compare_sets(set_of(document), set_of(renamed))
    assert found.same_trees == found.same_attributes == ()
    assert found.common == ()
    assert len(found.only_first) == len(found.only_second) > 0


def test_settings_that_differ():
    found = compare_sets(set_of(document_of()), set_of(document_of(max_depth=1)))
    assert found.settings == (("max_depth", 2, 1),)
    assert differing_settings({"a": 1}, {"b": None, "c": 2}) == (("a", 1, None), ("c", None, 2))


def test_a_set_of_more_trees_than_it_has_stories_repeats_one():
    trees = set_of(document_of(k=3))
    assert repeated_trees(trees) == ()
    assert repeated_trees(replace(trees, trees=(*trees.trees, trees.trees[1]))) == ((1, 3),)
