"""Thresholds as people read them still part the rows of both tables the same way."""

from __future__ import annotations

import re
from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ksdt_core.data.model.dataset import Dataset
from ksdt_core.data.preparing.pairing import midpoint, pair_datasets
from ksdt_core.formats.json_text import document_text
from ksdt_core.formats.result import parse_result
from ksdt_core.mining.miners import mine
from ksdt_core.text import separating
from ksdt_core.trees.paths import walk
from ksdt_core.trees.reading import codes_of, last_test, path_tests, question, threshold_texts

ANY = st.floats(allow_nan=False, allow_infinity=False, width=32)


@given(ANY, ANY)
def test_the_shown_threshold_parts_its_neighbours(one, other):
    below, above = sorted((one, other))
    if below < above:
        shown = float(separating(midpoint(below, above), below, above).replace("−", "-"))
        assert below <= shown < above


@given(st.floats(1e-3, 1e6), st.floats(1e-9, 1))
def test_no_digit_is_shown_that_is_not_needed(below, gap):
    above = below * (1 + gap)
    threshold = midpoint(below, above)
    if not below < above:
        return
    digits = Decimal(separating(threshold, below, above)).normalize().as_tuple().digits
    fewer = float(f"{threshold:.{len(digits) - 1}g}") if len(digits) > 3 else None
    assert fewer is None or not below <= fewer < above


def tables(seed: int, n_rows: int = 60):
    """A measured column in two units, and integer codes from 1 to 4."""
    generator = np.random.default_rng(seed)
    made = []
    for factor in (1.0, 38.67):
        classes = generator.integers(0, 2, n_rows)
        classes[:2] = 0, 1
        codes = np.clip(generator.integers(1, 4, n_rows) + classes, 1, 4)
        codes[:4] = 1, 2, 3, 4
        measured = (generator.gamma(4, 1.3, n_rows) + classes) * factor
        cells = np.column_stack([measured, codes.astype(float)])
        made.append(Dataset(f"t{factor}", ("measured", "pain"), cells, (None, None), ("neg", "pos"), classes))
    return made


@given(seed=st.integers(0, 300), scale=st.sampled_from(["none", "rank", "zscore"]), depth=st.integers(1, 4))
def test_shown_thresholds_part_all_rows_as_the_tree_does(seed, scale, depth):
    pair = pair_datasets(*tables(seed), scale=scale)
    for shared in mine(pair, k=2, max_depth=depth).trees:
        for node in np.flatnonzero(~shared.tree.is_leaf).tolist():
            column = pair.attributes.index(shared.tree.attributes[shared.tree.attribute[node]])
            for side, text in zip((pair.left, pair.right), threshold_texts(shared, node), strict=True):
                cells, mined = side.original[:, column], side.scaled[:, column]
                assert np.array_equal(cells <= float(text), mined <= shared.tree.threshold[node])


@given(seed=st.integers(0, 300), scale=st.sampled_from(["none", "rank"]))
def test_a_path_of_codes_names_just_the_codes_that_reach_its_end(seed, scale):
    pair = pair_datasets(*tables(seed), scale=scale)
    for shared in mine(pair, k=2, max_depth=4, exclude=("measured",)).trees:
        for _, path in walk(shared.tree):
            if not path or not all(codes_of(shared, at) for at, _ in path):
                continue
            named = set(map(float, re.findall(r"\d+", path_tests(shared, path)[0])))
            for side, units in ((pair.left, shared.threshold_left), (pair.right, shared.threshold_right)):
                cells = side.original[:, 1]
                here = np.all([(cells <= units[at]) == left for at, left in path], axis=0)
                assert set(cells[here]) <= named
                assert not set(cells[~here]) & named


@given(seed=st.integers(0, 60))
def test_a_node_names_only_the_codes_that_can_reach_it(seed):
    """Below `pain in {1, 2, 3}` the child of `pain = 1` read `pain in {2, 3, 4}`."""
    (shared,) = mine(pair_datasets(*tables(seed)), method="single", weights=(0.9, 0.1), max_depth=3).trees
    for _, path in walk(shared.tree):
        column = [test for test in path if shared.tree.attributes[shared.tree.attribute[test[0]]] == "pain"]
        if column and column[-1] == path[-1] and codes_of(shared, path[-1][0]):
            cuts = [(shared.threshold_left[node], goes_left) for node, goes_left in column]
            reach = [code for code in (1, 2, 3, 4) if all((code <= cut) == left for cut, left in cuts)]
            assert [int(code) for code in re.findall(r"\d", last_test(shared, path))] == reach


@pytest.mark.parametrize("scale", ["none", "rank"])
def test_a_document_read_back_reads_alike(scale):
    trees = mine(pair_datasets(*tables(5), scale=scale), k=2)
    again = parse_result(document_text(trees.to_document()).encode()).tree_set
    for shared, other in zip(trees.trees, again.trees, strict=True):
        splits = np.flatnonzero(~shared.tree.is_leaf).tolist()
        assert [question(shared, node) for node in splits] == [question(other, node) for node in splits]
