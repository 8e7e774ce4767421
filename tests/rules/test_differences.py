"""Where two tables part within similar trees."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ksdt_core.data.catalogue import load
from ksdt_core.data.pair import Preparation
from ksdt_core.data.pairing import pair_datasets, prepare
from ksdt_core.errors import InvalidParameterError
from ksdt_core.mining import mine
from ksdt_core.rules import alignable_differences, difference_sentence, differences_frame
from ksdt_core.rules.difference_words import rows_text
from ksdt_core.rules.evidence import holm, mixes_p_value
from tests.mining.routing import answer
from tests.pairs_by_hand import pair_of
from tests.rules.test_full_paths import rows_meeting
from tests.strategies import mining_options, pairs


def parting_pair(**options):
    """Alike below x = 10, where both are neg, but above it the left table is pos and the right one mixed."""
    left = [*((x, 0) for x in range(10)), *((x, 1) for x in range(11, 21))]
    right = [*((x, 0) for x in range(10)), *((x, x % 2) for x in range(11, 21))]
    return pair_of(
        ([[x] for x, _ in left], [c for _, c in left]),
        ([[x] for x, _ in right], [c for _, c in right]),
        **options,
    )


def test_the_parting_node_by_hand():
    pair = parting_pair()
    trees = mine(pair, k=2, max_depth=1)
    found = alignable_differences(trees, pair, min_rows=3)
    (only,) = found.found
    assert [(each.attribute, each.op, each.value) for each in only.conditions] == [("a0", ">", 10.0)]
    assert only.trees == (0, 1)  # the same node of both trees is one difference
    assert only.is_leaf
    assert only.counts == ((0, 10), (5, 5))
    assert only.dsn == pytest.approx(0.5**0.5)
    assert only.dsn_above == float(trees.trees[0].dsn[0])
    left, right = only.responsible
    assert (left.classes, right.classes) == (("pos",), ("neg",))
    assert left.rows.tolist() == list(range(11, 21))
    assert right.rows.tolist() == [12, 14, 16, 18, 20]
    assert (left.excess, right.excess) == (5.0, 5.0)
    assert difference_sentence(only, found) == (
        f"In trees 1 and 2 (DS {trees.trees[0].ds:.3f}), of the rows with a0 above 10, left has 0 (0 %) of class neg "
        f"and 10 (100 %) of class pos, but right has 5 (50 %) of class neg and 5 (50 %) of class pos: DSN 0.707, one "
        f"node above {only.dsn_above:.3f}; more than the other table's shares would give are about 5.0 rows of class "
        "pos in left (among its rows 11, 12, 13, 14, 15, 16, 17, 18 and 2 more) and about 5.0 rows of class neg in "
        "right (among its rows 12, 14, 16, 18, 20); the mixes differ (Holm-corrected p = 0.033)."
    )
    assert only.p_corrected == pytest.approx(2 * math.comb(15, 10) / math.comb(20, 10))  # all ten pos, or all ten neg
    frame = differences_frame(found)
    assert frame.loc[0, ["where", "kind", "counts_left", "rows_right"]].tolist() == ["a0 > 10", "rule", "0 | 10", 10]
    assert frame.loc[0, "responsible_right"] == "12, 14, 16, 18, 20"


@pytest.mark.parametrize(("n_rows", "said"), [(20, "(among its rows 1, 2, 3"), (21, "(among 21 such rows)")])
def test_many_rows_are_counted_and_not_listed(n_rows, said):
    found = alignable_differences(mine(pair := parting_pair(), k=1, max_depth=1), pair, min_rows=3)
    (only,) = found.found
    left = replace(only.responsible[0], rows=np.arange(1, n_rows + 1))
    assert said in difference_sentence(replace(only, responsible=(left, only.responsible[1])), found)


def test_too_few_rows_are_no_difference():
    pair = parting_pair()
    trees = mine(pair, k=1, max_depth=1)
    assert alignable_differences(trees, pair, min_rows=11).found == ()
    assert alignable_differences(trees, pair, min_share=0.51).found == ()
    assert len(alignable_differences(trees, pair, min_share=0.5).found) == 1
    assert list(differences_frame(alignable_differences(trees, pair, min_rows=11)).columns)[:3] == [
        *("rank", "trees", "where")
    ]


def test_only_similar_trees_count():
    pair = parting_pair()
    trees = mine(pair, k=1, max_depth=1)
    assert alignable_differences(trees, pair, min_ds=1.0).n_trees == 0
    assert alignable_differences(trees, pair, min_ds=0.0).n_trees == 1


def test_row_numbers_are_those_of_the_table():
    pair = parting_pair()
    values = pair.matched.right.values.copy()
    values[0] = np.nan  # the first row is dropped on the way
    matched = pair.matched
    gone = type(matched.right)("right", ("a0",), values, (None,), matched.right.class_names, matched.right.classes)
    dropped = prepare(type(matched)(matched.left, gone, ("exact",), ("a0",)), Preparation(missing="drop-rows"))
    trees = mine(dropped, k=1, max_depth=1)
    (only,) = alignable_differences(trees, dropped).found
    assert only.responsible[1].rows.tolist() == [12, 14, 16, 18, 20]
    numbers = (np.arange(20) + 100, np.arange(20) + 200)
    (only,) = alignable_differences(trees, dropped, row_numbers=numbers).found
    assert only.responsible[1].rows.tolist() == [212, 214, 216, 218, 220]


@pytest.mark.parametrize("bad", [{"min_ds": 1.5}, {"min_share": -0.1}, {"min_rows": 0}, {"limit": 0}])
def test_parameters_out_of_range(bad):
    pair = parting_pair()
    with pytest.raises(InvalidParameterError, match=next(iter(bad))):
        alignable_differences(mine(pair, k=1), pair, **bad)


@settings(max_examples=40)
@given(st.data(), pairs())
def test_what_is_listed_is_what_the_rows_say(data, pair):
    trees = mine(pair, **data.draw(mining_options(pair, constraints=False)))
    found = alignable_differences(trees, pair, min_rows=2, min_share=0.1, limit=None)
    assert found.n_found == len(found.found)
    assert [each.dsn for each in found.found] == sorted(each.dsn for each in found.found)
    mean = sum(shared.ds for shared in trees.trees) / len(trees.trees)
    for each in found.found:
        shared = trees.trees[each.trees[0]]
        assert shared.ds >= mean - 1e-9
        assert each.dsn == float(shared.dsn[each.node]) < shared.ds
        for table, domain in enumerate((pair.left, pair.right)):
            rows = rows_meeting(each, pair, table)
            assert len(rows) >= found.min_rows[table] >= max(2, 0.1 * domain.n_rows - 1e-9)
            classes = domain.classes[rows].tolist()
            assert each.counts[table] == tuple(classes.count(c) for c in range(len(pair.class_names)))
            own, other = each.shares[table], each.shares[1 - table]
            responsible = [row + 1 for row in rows if own[domain.classes[row]] > other[domain.classes[row]] + 1e-12]
            assert each.responsible[table].rows.tolist() == responsible
            side = ("left", "right")[table]
            if each.is_leaf:
                assert {answer(shared, domain.original[row], side) for row in rows} == {
                    int(shared.tree.label[each.node])
                }


def test_each_is_tested_and_all_are_corrected_together():
    pair = pair_datasets(load("spect-train"), load("spect-test"))
    trees = mine(pair, k=3)
    every = alignable_differences(trees, pair, limit=None)
    assert every.n_found > 1
    plain = holm([mixes_p_value(*each.counts) for each in every.found])
    assert [each.p_corrected for each in every.found] == plain
    first = alignable_differences(trees, pair, limit=1)
    assert first.found[0].p_corrected == plain[0], "for all that were found, not only those listed"


def test_few_rows_do_not_differ_clearly():
    pair = parting_pair()
    found = alignable_differences(mine(pair, k=1, max_depth=1), pair, min_rows=3)
    unsure = replace(found.found[0], p_corrected=0.4)
    assert difference_sentence(unsure, found).endswith("; the mixes do not differ clearly (Holm-corrected p = 0.4).")


def test_a_balanced_pair_is_not_tested():
    """Rows that count once do not have the shares that were mined."""
    pair = prepare(parting_pair().matched, Preparation(balance=True))
    assert pair.left.n_gained + pair.right.n_gained > 0
    found = alignable_differences(mine(pair, k=1, max_depth=1), pair, min_rows=3)
    assert [each.p_corrected for each in found.found] == [None]
    assert "the mixes" not in difference_sentence(found.found[0], found)


@pytest.mark.parametrize(
    ("left", "right", "p"),
    [
        ((0, 10), (5, 5), 2 * math.comb(15, 10) / math.comb(20, 10)),
        ((0, 10, 0), (5, 5, 0), 2 * math.comb(15, 10) / math.comb(20, 10)),  # a class that nobody has
        ((3, 0), (5, 0), 1.0),
        ((10, 20, 30), (20, 40, 60), 1.0),
        ((30, 10, 10), (10, 30, 10), math.exp(-20 / 2)),  # χ² = 4 · 10²/20, two degrees of freedom
    ],
)
def test_mixes_by_hand(left, right, p):
    assert mixes_p_value(left, right) == pytest.approx(p)
    assert mixes_p_value(right, left) == pytest.approx(p)


def test_many_rows_are_counted():
    assert rows_text(np.arange(1, 12)) == "1, 2, 3, 4, 5, 6, 7, 8 and 3 more"
    assert rows_text(np.arange(1, 4)) == "1, 2, 3"
    assert rows_text(np.arange(1, 12), None).endswith("10, 11")
