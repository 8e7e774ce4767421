"""C4.5 with missing cells beside its plain definition, and a table of twelve rows traced by hand."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ksdt_core.data.model.dataset import Dataset
from ksdt_core.learners.c45 import c45_grown
from ksdt_core.trees.learned_tree import LearnedTree, branches, links
from ksdt_core.trees.tree import LEAF
from tests.oracles import plain_c45
from tests.oracles.plain_c45 import Node, Row

COLOURS = ("blue", "green", "red")
Cells = tuple[float | None, ...]


def table_of(rows: list[tuple[Cells, int]], numeric: list[bool]) -> Dataset:
    return Dataset(
        name="drawn",
        attributes=tuple(f"a{i}" for i in range(len(numeric))),
        values=np.array([[np.nan if cell is None else cell for cell in cells] for cells, _ in rows], dtype=float),
        categories=tuple(None if is_numeric else COLOURS for is_numeric in numeric),
        class_names=("x", "y", "z"),
        classes=np.array([class_ for _, class_ in rows], dtype=np.intp),
    )


def plain_tree(rows: list[tuple[Cells, int]], numeric: list[bool]) -> Node:
    whole: list[Row] = [(cells, class_, Fraction(1)) for cells, class_ in rows]
    return plain_c45.grow(whole, numeric, [len(COLOURS)] * len(numeric), 3)


def assert_same(learned: LearnedTree, plain: Node) -> None:
    """The same splits, parts of rows and answers, node by node."""
    children, tree = branches(learned), learned.tree
    waiting = [(0, plain, 0)]
    while waiting:
        at, node, answer = waiting.pop()
        counts = [float(count) for count in node.counts]
        assert learned.counts[at].tolist() == pytest.approx(counts, abs=1e-9)
        label = int(tree.label[at])
        if any(counts):
            assert counts[label] >= max(counts) - 1e-9
        else:
            assert label == answer, "without a row a leaf answers as the node above it"
        if not node.children:
            assert tree.attribute[at] == LEAF
            continue
        assert int(tree.attribute[at]) == node.attribute
        if node.cut is not None:
            assert tree.threshold[at] == node.cut
        else:
            tests = [int(tree.category[link]) for link in links(learned, at)]
            assert tests == list(node.values[: len(tests)])
        assert len(children[at]) == len(node.children)
        waiting += [(*both, label) for both in zip(children[at], node.children, strict=True)]


N = None
BRANCHES_OF_ONE_SIZE: list[tuple[Cells, int]] = [  # in parts of rows that add up to the same in another order
    ((1.0, 1.0, 0.0), 2), ((0.0, 2.0, N), 0), ((0.0, 2.0, 2.0), 1), ((N, 1.0, 0.0), 0), ((N, 0.0, 3.0), 2),
    ((2.0, 3.0, N), 0), ((N, 2.0, 0.0), 0), ((N, N, 3.0), 1), ((0.0, 1.0, 2.0), 1), ((N, 1.0, 0.0), 2),
    ((0.0, 0.0, N), 0), ((1.0, 3.0, 2.0), 2), ((1.0, 3.0, N), 0), ((1.0, 3.0, 3.0), 1), ((2.0, 2.0, 2.0), 0),
    ((N, 0.0, 1.0), 1), ((N, 3.0, 0.0), 1), ((0.0, N, 1.0), 0), ((1.0, 2.0, 3.0), 2), ((0.0, N, 1.0), 0),
    ((2.0, 3.0, N), 0), ((1.0, 2.0, 0.0), 1), ((2.0, 0.0, 0.0), 0), ((2.0, 3.0, 2.0), 1),
]  # fmt: skip


RAISED: list[tuple[Cells, int]] = [  # colour and size; the split by size is raised over the one by colour
    ((1.0, 2.0), 0), ((N, 1.0), 1), ((0.0, 3.0), 0), ((2.0, N), 1), ((0.0, 2.0), 0), ((0.0, 0.0), 0), ((1.0, N), 0),
    ((0.0, 0.0), 1), ((N, N), 1),
]  # fmt: skip


@st.composite
def drawn(draw: st.DrawFn) -> tuple[list[tuple[Cells, int]], list[bool]]:
    """Few values, so that splits and parts of rows meet often; about one cell in four is missing."""
    numeric = draw(st.lists(st.booleans(), min_size=1, max_size=4))
    cells = [st.sampled_from([None, *map(float, range(4 if is_numeric else 3))]) for is_numeric in numeric]
    return draw(st.lists(st.tuples(st.tuples(*cells), st.integers(0, 2)), min_size=1, max_size=24)), numeric


@pytest.mark.slow
@settings(max_examples=100, deadline=None)
@given(drawn(), st.sampled_from([0.05, 0.25, 0.5]))
@example((BRANCHES_OF_ONE_SIZE, [False, True, True]), 0.25)
@example((RAISED, [False, True]), 0.25)
def test_it_grows_and_prunes_as_the_plain_definition_does(given, confidence):
    rows, numeric = given
    found = c45_grown(table_of(rows, numeric), confidence=confidence)
    plain = plain_tree(rows, numeric)
    assert_same(found.grown, plain)
    assert_same(found.pruned, plain_c45.pruned(plain, confidence))


TRACED: list[tuple[Cells, int]] = [
    # colour, size
    ((0.0, 1.0), 0), ((0.0, 1.0), 0), ((0.0, 2.0), 0), ((0.0, N), 0), ((N, 1.0), 0),
    ((1.0, 3.0), 1), ((1.0, 3.0), 1), ((1.0, 4.0), 1), ((1.0, 4.0), 1), ((1.0, N), 1), ((1.0, 1.0), 0), ((N, 4.0), 1),
]  # fmt: skip


def test_a_table_of_twelve_rows_by_hand():
    """Two attributes, each known in ten of twelve rows; class x six times, y six times.

    colour: 4 blue (4 x), 6 green (1 x, 5 y). Known: 5 x, 5 y, 1 bit. After: 6/10 · H(1/6) = 0.6 · 0.650 = 0.390.
    Gain 10/12 · 0.610 = 0.508. Split information of 4, 6 and 2 of 12: 1.459. Ratio 0.348.
    size ≤ 2.5: 5 below (5 x), 5 above (5 y): gain 10/12 · 1 = 0.833. Split information of 5, 5 and 2 of 12: 1.483.
    Ratio 0.562. The average gain is 0.671: only size reaches it. Cut at 2.5.
    The two rows without a size go both ways by half: 5.5 x + 0.5 y below, 0.5 x + 5.5 y above. Both are blue or green,
    so colour is tried below: blue 3 + 0.5 (x), green 1 x + 0.5 y, unknown 1 x. Green has 1.5 rows, fewer than 2: leaf.
    Above: blue 0.5, green 4 + 0.5, unknown 1: leaf. Errors of a leaf of 6 with 0.5 wrong: 6 · U(0.5, 6).
    """
    numeric = [False, True]
    rows = [(cells, class_, Fraction(1)) for cells, class_ in TRACED]
    colour = [[row for row in rows if row[0][0] == value] for value in (0.0, 1.0)]
    size = [[row for row in rows if row[0][1] is not None and (row[0][1] <= 2.5) == below] for below in (True, False)]
    numbers = [
        (plain_c45.gain(parts, Fraction(12)), plain_c45.gain_ratio(parts, Fraction(12))) for parts in (colour, size)
    ]
    assert numbers == [
        (pytest.approx(0.508, abs=5e-4), pytest.approx(0.348, abs=5e-4)),
        (pytest.approx(0.833, abs=5e-4), pytest.approx(0.562, abs=5e-4)),
    ]
    found = c45_grown(table_of(TRACED, numeric))
    tree = found.grown.tree
    assert (tree.n_nodes, int(tree.attribute[0]), tree.threshold[0]) == (3, 1, 2.5)
    assert found.grown.counts[1:].tolist() == [[5.5, 0.5, 0], [0.5, 5.5, 0]]
    assert found.pruned.n_nodes == 3
    assert_same(found.grown, plain_tree(TRACED, numeric))


def test_a_raised_branch_divides_rows_anew_by_hand():
    """Three sizes are known up to 1.5 (x y y) and three above (x x x), so the three unknown ones go by half each way.

    They are x y y: half of them is 0.5 x and 1 y.
    """
    pruned = c45_grown(table_of(RAISED, [False, True])).pruned
    assert (pruned.tree.attribute[0], pruned.tree.threshold[0]) == (1, 1.5)
    assert pruned.counts[1:].tolist() == [[1.5, 3, 0], [3.5, 1, 0]]
