"""Where two tables part within similar trees."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ksdt_core.data.model.pair import Preparation
from ksdt_core.data.preparing.pairing import pair_datasets, prepare
from ksdt_core.data.samples.catalogue import load
from ksdt_core.errors import InvalidParameterError
from ksdt_core.mining import mine
from ksdt_core.rules.base_rate import remaining
from ksdt_core.rules.difference_words import difference_sentence, differences_frame, differences_headline, rows_text
from ksdt_core.rules.differences import alignable_differences
from ksdt_core.rules.evidence import mixes_p_value
from tests.mining.routing import answer
from tests.oracles.plain_differences import plain_remaining
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


def test_the_parting_node_by_hand(approved):
    pair = parting_pair()
    trees = mine(pair, k=2, max_depth=1)
    found = alignable_differences(trees, pair, min_rows=3)
    assert (found.n_checked, found.n_found) == (2, 2)
    only = found.found[0]
    assert [(each.attribute, each.op, each.value) for each in only.conditions] == [("a0", ">", 10.0)]
    assert only.trees == (0, 1)  # the same node of both trees is one difference
    assert only.is_leaf
    assert only.counts == ((0, 10), (5, 5))
    assert only.answer == "pos"
    assert only.log_odds == pytest.approx(math.log(10.5 / 0.5) - math.log(10.5 / 10.5) + math.log(5.5 / 15.5))
    left, right = only.responsible
    assert (left.classes, right.classes) == (("pos",), ("neg",))
    assert left.rows.tolist() == list(range(11, 21))
    assert right.rows.tolist() == [12, 14, 16, 18, 20]
    expected = 10 / (1 + (15.5 * 10.5) ** -1 * 5.5 * 10.5)  # odds of one half each in right, times the base ratio
    assert left.excess == pytest.approx(10 - expected)
    sentence = difference_sentence(only, found)
    assert "7.45" in sentence
    approved(sentence)
    frame = differences_frame(found)
    assert frame.loc[0, ["where", "kind", "counts_left", "rows_right"]].tolist() == ["a0 > 10", "rule", "0 | 10", 10]
    assert frame.loc[0, "odds_ratio"] == pytest.approx(21 * 5.5 / 15.5)
    assert frame.loc[0, "responsible_right"] == "12, 14, 16, 18, 20"


def mixed_pair(cells, n_classes=2):
    """A pair with so many rows of each value and class: cells[side][value] = counts by class."""
    tables = []
    for side in cells:
        rows = [([value], c) for value, counts in enumerate(side) for c, n in enumerate(counts) for _ in range(n)]
        tables.append(([row for row, _ in rows], [c for _, c in rows]))
    pair = pair_of(*tables, class_names=("pass", "fail", "gone")[:n_classes])
    return replace(pair, codes=(tuple(map(float, range(len(cells[0])))),))


def test_a_difference_in_base_rates_alone_is_told_once_and_at_no_node(approved):
    """Of each class the same share has each value in both tables; only how many fail differs."""
    pair = mixed_pair((((160, 40), (40, 160)), ((320, 20), (80, 80))))
    found = alignable_differences(mine(pair, k=1, max_depth=1), pair)
    assert found.base.differs
    assert (found.base.answer, found.n_checked, found.n_clear) == ("fail", 2, 0)
    approved(differences_headline(found))
    assert all(mixes_p_value(*each.counts) < 0.001 for each in found.found), "without the base rate both would differ"


def test_base_rates_that_are_alike_are_said_to_be(approved):
    pair = mixed_pair((((160, 40), (40, 160)), ((100, 100), (100, 100))))
    found = alignable_differences(mine(pair, k=1, max_depth=1), pair)
    assert not found.base.differs
    assert found.n_clear == 2
    approved(differences_headline(found))


def test_a_node_that_only_repeats_the_difference_above_it_is_left_out():
    """Above 1 the left table fails more; at 2 and 3 both, with three times the odds."""
    left = ((300, 20), (280, 40), (30, 90), (10, 190))
    right = ((300, 20), (280, 40), (60, 60), (30, 190))
    pair = mixed_pair((left, right))
    found = alignable_differences(mine(pair, k=1, max_depth=2), pair, limit=None)
    where = [differences_frame(found).loc[row, "where"] for row in range(found.n_clear)]
    assert "a0 in {2, 3}" in where
    assert not {"a0 = 2", "a0 = 3"} & set(differences_frame(found)["where"])
    assert found.n_checked > found.n_found


def test_a_node_that_differs_from_the_one_above_is_listed():
    """Of the values above 1 the left table fails at 3 alone."""
    left = ((300, 20), (280, 40), (90, 30), (5, 195))
    right = ((300, 20), (280, 40), (90, 30), (50, 100))
    pair = mixed_pair((left, right))
    found = alignable_differences(mine(pair, k=1, max_depth=2), pair, limit=None)
    assert "a0 = 3" in set(differences_frame(found)["where"][: found.n_clear])


CELLS = st.lists(st.integers(0, 30), min_size=3, max_size=3)


@given(st.tuples(CELLS, CELLS), st.tuples(CELLS, CELLS), st.sampled_from([2, 3]))
def test_what_remains_is_that_of_the_plain_definition(node, more, n_classes):
    node = tuple(counts[:n_classes] for counts in node)
    above = tuple([a + b for a, b in zip(one, two, strict=False)] for one, two in zip(node, more, strict=True))
    listed_node, listed_above = (
        tuple([c for c, n in enumerate(counts) for _ in range(n)] for counts in both) for both in (node, above)
    )
    difference, p = plain_remaining(listed_node, listed_above, n_classes)
    found = remaining(node, above)
    assert found.p_value == pytest.approx(p, abs=1e-9)
    if p < 1:
        assert abs(found.log_odds) == pytest.approx(abs(difference), abs=1e-9)


def test_the_test_is_honest_where_only_the_base_rates_differ():
    """Simulated tables in which only the share that fails differs: about one in twenty is below 0.05."""
    generator, below, tries = np.random.default_rng(0), 0, 2000
    for _ in range(tries):
        above, inside = [], []
        for n_rows, share in ((200, 0.5), (300, 0.2)):
            n_fail = int(generator.binomial(n_rows, share))
            above.append((n_rows - n_fail, n_fail))
            inside.append((int(generator.binomial(n_rows - n_fail, 0.3)), int(generator.binomial(n_fail, 0.7))))
        below += remaining((inside[0], inside[1]), (above[0], above[1])).p_value < 0.05
    assert 0.03 < below / tries < 0.07


@pytest.mark.parametrize(("n_rows", "said"), [(20, "(among its rows 1, 2, 3"), (21, "(among 21 such rows)")])
def test_many_rows_are_counted_and_not_listed(n_rows, said):
    found = alignable_differences(mine(pair := parting_pair(), k=1, max_depth=1), pair, min_rows=3)
    only = found.found[0]
    left = replace(only.responsible[0], rows=np.arange(1, n_rows + 1))
    assert said in difference_sentence(replace(only, responsible=(left, only.responsible[1])), found)


def test_too_few_rows_are_no_difference():
    pair = parting_pair()
    trees = mine(pair, k=1, max_depth=1)
    assert alignable_differences(trees, pair, min_rows=11).found == ()
    assert alignable_differences(trees, pair, min_share=0.51).found == ()
    assert len(alignable_differences(trees, pair, min_share=0.5).found) == 2
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
    only = alignable_differences(trees, dropped).found[0]
    assert only.responsible[1].rows.tolist() == [12, 14, 16, 18, 20]
    numbers = (np.arange(20) + 100, np.arange(20) + 200)
    only = alignable_differences(trees, dropped, row_numbers=numbers).found[0]
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
    assert [each.p_corrected for each in found.found] == sorted(each.p_corrected for each in found.found)
    assert found.n_clear == sum(each.is_clear for each in found.found)
    mean = sum(shared.ds for shared in trees.trees) / len(trees.trees)
    for each in found.found:
        shared = trees.trees[each.trees[0]]
        assert shared.ds >= mean - 1e-9
        assert each.dsn == float(shared.dsn[each.node])
        for table, domain in enumerate((pair.left, pair.right)):
            rows = rows_meeting(each, pair, table)
            assert len(rows) >= found.min_rows[table] >= max(2, 0.1 * domain.n_rows - 1e-9)
            classes = domain.classes[rows].tolist()
            assert each.counts[table] == tuple(classes.count(c) for c in range(len(pair.class_names)))
            more = pair.class_names.index(each.answer), (each.log_odds > 0) == (table == 0)
            responsible = [row + 1 for row in rows if (domain.classes[row] == more[0]) == more[1]]
            assert each.responsible[table].rows.tolist() == responsible
            side = ("left", "right")[table]
            if each.is_leaf:
                answers = {answer(shared, domain.original[row], side, attributes=pair.attributes) for row in rows}
                assert answers == {int(shared.tree.label[each.node])}


def test_each_is_tested_and_all_are_corrected_together():
    pair = pair_datasets(load("spect-train"), load("spect-test"))
    trees = mine(pair, k=3)
    every = alignable_differences(trees, pair, limit=None)
    assert every.n_found > 1
    base = tuple(np.bincount(side.classes).tolist() for side in (pair.left, pair.right))
    smallest = min(remaining(each.counts, base).p_value for each in every.found)
    assert every.found[0].p_corrected == pytest.approx(min(1.0, every.n_checked * smallest))
    first = alignable_differences(trees, pair, limit=1)
    assert first.found[0].p_corrected == every.found[0].p_corrected, "for all nodes, not only those listed"


def test_few_rows_do_not_differ_clearly(approved):
    pair = parting_pair()
    found = alignable_differences(mine(pair, k=1, max_depth=1), pair, min_rows=3)
    unsure = replace(found.found[0], p_corrected=0.4)
    told = difference_sentence(unsure, found)
    assert "0.400" in told
    approved(told)


def test_a_balanced_pair_is_tested_on_its_rows():
    pair = prepare(parting_pair().matched, Preparation(balance=True))
    assert pair.is_balanced
    found = alignable_differences(mine(pair, k=1, max_depth=1), pair, min_rows=3)
    plain = alignable_differences(mine(parting_pair(), k=1, max_depth=1), parting_pair(), min_rows=3)
    assert [each.counts for each in found.found] == [each.counts for each in plain.found]
    assert [each.p_corrected for each in found.found] == [each.p_corrected for each in plain.found]
    assert "balanced DS" in difference_sentence(found.found[0], found)


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
