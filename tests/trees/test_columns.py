"""Trees name their attributes, whatever columns the table at hand has."""

from __future__ import annotations

import numpy as np
import pytest

from ksdt_core.errors import InvalidDataError
from ksdt_core.mining.miners import mine
from ksdt_core.pruning.prune import prune
from ksdt_core.trees.columns import cells_of, columns_in, on_tested_attributes
from ksdt_core.trees.tree import LEAF, Tree
from ksdt_core.trees.walk import predicted_classes
from tests.mining.planted import planted_pair

ROWS = np.array([[5.0, 0.0, 1.0], [1.0, 1.0, 9.0], [7.0, 2.0, 9.0]])
COLUMNS = ("size", "colour", "age")


def stump(attributes: tuple[str, ...], tested: str, at: float) -> Tree:
    return Tree(
        attributes=attributes,
        categories=(None,) * len(attributes),
        class_names=("no", "yes"),
        attribute=np.array([attributes.index(tested), LEAF, LEAF], dtype=np.int32),
        threshold=np.array([at, np.nan, np.nan]),
        category=np.array([-1, -1, -1], dtype=np.int32),
        left=np.array([1, LEAF, LEAF], dtype=np.int32),
        right=np.array([2, LEAF, LEAF], dtype=np.int32),
        label=np.array([0, 0, 1], dtype=np.int32),
    )


def test_trees_of_a_set_point_into_what_they_test_in_sorted_order():
    first, second = on_tested_attributes([stump(COLUMNS, "size", 4.0), stump(("age", "size"), "age", 5.0)])
    assert first.attributes == second.attributes == ("age", "size")
    assert (first.attribute[0], second.attribute[0]) == (1, 0)


@pytest.mark.parametrize("attributes", [COLUMNS, ("age", "size"), ("size",)])
def test_a_tree_answers_the_same_whichever_attributes_it_knows(attributes):
    tree = stump(attributes, "size", 4.0)
    assert predicted_classes(tree, cells_of(tree, ROWS, COLUMNS)).tolist() == [1, 0, 1]


def test_a_table_without_a_tested_attribute_is_refused():
    with pytest.raises(InvalidDataError) as refused:
        columns_in(stump(("weight",), "weight", 1.0), COLUMNS)
    assert (refused.value.code, refused.value.facts) == ("tested-attribute-missing", {"attribute": "weight"})


def test_every_set_names_what_its_trees_test_and_nothing_else():
    """Mined from many columns or pruned to fewer: a set that was read back used to name other columns."""
    mined = mine(planted_pair(strength=1.5), k=3, max_depth=4)
    for trees in (mined, prune(mined, method="mdl").trees):
        tested = {
            shared.tree.attributes[column]
            for shared in trees.trees
            for column in shared.tree.attribute.tolist()
            if column != LEAF
        }
        assert trees.attributes == tuple(sorted(tested))
        assert all(shared.tree.attributes == trees.attributes for shared in trees.trees)


def test_a_tree_that_was_just_mined_stands_on_the_columns_of_its_table_without_looking_up_a_name():
    """On wide tables the look-up of every name took a quarter of the time of a sweep."""

    class Named(str):
        def __hash__(self) -> int:
            raise AssertionError("looked up")

    names = (Named("age"), Named("height"))
    assert columns_in(stump(names, names[1], 1.0), names).tolist() == [0, 1]
