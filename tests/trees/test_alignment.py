"""Two trees laid upon each other."""

from __future__ import annotations

from ksdt_core.trees.alignment import aligned, has_same_shape, names_tested
from tests.figures.handmade import cut_short, small_tree


def test_tree_with_itself_has_every_node_once():
    tree = small_tree().tree
    places = aligned(tree, tree)
    assert sorted(place.first for place in places) == list(range(tree.n_nodes))
    assert all(place.first == place.second for place in places)
    assert [place.way for place in places][:4] == [(), (True,), (True, True), (True, False)]
    assert [place.level for place in places] == [tree.levels[place.first] for place in places]


def test_positions_of_either_tree_are_kept():
    whole, cut = small_tree().tree, cut_short(small_tree()).tree
    places = aligned(whole, cut)
    assert len(places) == 7
    assert sum(place.second is None for place in places) == 4
    assert [(place.second, place.first) for place in aligned(cut, whole)] == [(p.first, p.second) for p in places]


def test_shape_is_where_trees_split_not_what_they_ask():
    whole, cut = small_tree().tree, cut_short(small_tree()).tree
    assert has_same_shape(whole, small_tree(attributes=("x", "y", "z")).tree)
    assert not has_same_shape(whole, cut)
    assert not has_same_shape(cut, whole)


def test_names_that_a_tree_tests():
    assert names_tested(small_tree().tree) == {"alcohol", "volatile acidity", "colour"}
    assert names_tested(cut_short(small_tree()).tree) == {"alcohol"}
