"""What the miners make passes every check of a document and comes back as it was."""

from __future__ import annotations

import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

from ksdt_core.data.model.pair import DatasetPair
from ksdt_core.data.preparing.pairing import pair_datasets
from ksdt_core.data.samples.catalogue import find_dataset
from ksdt_core.errors import InvalidDataError
from ksdt_core.evidence.cross_validation import cross_validate
from ksdt_core.evidence.significance import significance
from ksdt_core.formats.json_text import document_text
from ksdt_core.formats.result import parse_result, result_document
from ksdt_core.mining import TreeSet, mine, sweep
from tests.formats.same import assert_same
from tests.strategies import mining_options, prepared_pairs


def pair_of(left: str, right: str, **how) -> DatasetPair:
    return pair_datasets(find_dataset(left), find_dataset(right), **how)


PAIRS = {
    "heart scans": lambda **how: pair_of("spect-train", "spect-test", **how),
    "three classes": lambda **how: pair_of("cmc-working", "cmc-at-home", **how),
    "numbers": lambda **how: pair_of("cm1", "pc1", **how),
}
WAYS = {
    "plain": ({}, {}),
    "ranked": ({"scale": "rank"}, {"aus": "llc", "atd": "min"}),
    "z-scores, balanced": ({"scale": "zscore", "balance": True, "seed": 3}, {"method": "sequential", "atd": "avg"}),
    "single": ({"balance": True}, {"method": "single", "max_depth": 0}),
    "held out": ({"scale": "rank"}, {"holdout": 0.3, "traversal": "breadth"}),
    "published": ({"balance": True}, {"attr_fraction": 0.2, "max_depth": 0}),
}


def assert_comes_back(made: TreeSet) -> None:
    document = made.to_document()
    text = document_text(document)
    again = parse_result(text.encode())
    assert_same(again.tree_set, made)
    assert again.tree_set.to_document() == document
    assert document_text(again.tree_set.to_document()) == text


@given(st.data())
def test_whatever_is_mined_comes_back(data):
    pair = data.draw(prepared_pairs())
    try:
        mined = mine(pair, **data.draw(mining_options(pair)))
    except InvalidDataError:  # no split by the roots that were asked for
        reject()
    assert_comes_back(mined)


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
@pytest.mark.parametrize("make", PAIRS.values(), ids=PAIRS)
def test_a_mined_set_comes_back(make, way):
    preparation, options = way
    assert_comes_back(mine(make(**preparation), **options))


def test_constraints_come_back():
    pair = pair_of("cm1", "pc1", scale="rank")
    first, second, third, *_ = pair.attributes
    assert_comes_back(mine(pair, exclude=(first,), roots=(second, third), attr_fraction=0.3))


def test_a_table_with_filled_cells_and_categories_comes_back():
    votes = find_dataset("votes")
    made = mine(pair_datasets(votes, votes, missing="class-common"))
    assert made.pair.left.filled > 0
    assert made.to_document()["pair"]["values"]
    assert_comes_back(made)


def test_a_whole_study_comes_back():
    pair = pair_of("spect-train", "spect-test", scale="rank")
    swept = sweep(pair, pool="wvp2", k=3)
    document = result_document(
        swept.best,
        sweep=swept,
        significance=significance(pair, swept, permutations=5),
        cross_validated=cross_validate(pair, swept, folds=3),
    )
    result = parse_result(document_text(document).encode())
    assert result.document == document
    assert [entry.weights for entry in result.sweep] == list(swept.pool.vectors)
    assert result.tree_set.parameters == swept.best.parameters


def test_the_same_call_gives_the_same_bytes():
    texts = {
        document_text(mine(pair_of("cm1", "pc1", scale="rank", balance=True, seed=5)).to_document()) for _ in range(2)
    }
    assert len(texts) == 1
