"""Numbers and names given from Python: those of NumPy count, wrong ones get a sentence."""

from __future__ import annotations

import json

import numpy as np
import pytest

import ksdt_core as ksdt
from ksdt_core.errors import KsdtError
from tests.mining.planted import planted_pair

PAIR = planted_pair(strength=2.0, n_rows=30, n_attributes=4)
TREES = ksdt.mine(PAIR, k=2)


def test_numbers_of_numpy_are_numbers():
    given = {"k": np.int64(2), "max_depth": np.int32(2), "ell": np.uint8(1), "min_size": np.float32(3)}
    trees = ksdt.mine(PAIR, **given, attr_fraction=np.float64(1), weights=np.array([0.3, 0.4, 0.3]))
    plain = ksdt.mine(PAIR, k=2, max_depth=2, ell=1, min_size=3.0, attr_fraction=1.0, weights=(0.3, 0.4, 0.3))
    assert json.dumps(trees.to_document()) == json.dumps(plain.to_document())


@pytest.mark.parametrize(
    ("call", "named"),
    [
        (lambda: ksdt.mine(PAIR, k=2.5), "k 2.5"),
        (lambda: ksdt.mine(PAIR, k=True), "k True"),
        (lambda: ksdt.mine(PAIR, min_size="x"), "min_size 'x'"),
        (lambda: ksdt.mine(PAIR, min_size=float("nan")), "min_size nan"),
        (lambda: ksdt.mine(PAIR, attr_fraction="a"), "attr_fraction 'a'"),
        (lambda: ksdt.mine(PAIR, holdout="x"), "holdout 'x'"),
        (lambda: ksdt.mine(PAIR, weights=5), "weights 5"),
        (lambda: ksdt.mine(PAIR, weights="abc"), "weights 'abc'"),
        (lambda: ksdt.mine(PAIR, exclude="a1"), "exclude 'a1'"),
        (lambda: ksdt.mine(PAIR, roots=5), "roots 5"),
        (lambda: ksdt.mine(PAIR, costs=5), "costs 5"),
        (lambda: ksdt.mine(PAIR, costs={"a1": "dear"}), "'dear'"),
        (lambda: ksdt.sweep(PAIR, pool=[(0.5, 0.6, 0.1)]), "sum to 1.2"),
        (lambda: ksdt.sweep(PAIR, pool=7), "pool 7"),
        (lambda: ksdt.significance(PAIR, TREES, permutations=1.5), "permutations 1.5"),
        (lambda: ksdt.spectrum(TREES, energy="x"), "'x'"),
        (lambda: ksdt.spectrum(TREES, max_order=1.5), "max_order 1.5"),
        (lambda: ksdt.project(TREES, n_components=1.5), "n_components 1.5"),
        (lambda: ksdt.significance(planted_pair(strength=0.0), TREES), "not the pair"),
    ],
)
def test_what_cannot_be_used_is_named_in_a_sentence(call, named):
    with pytest.raises(KsdtError) as error:
        call()
    assert named in str(error.value)
    assert str(error.value).endswith(".")


def test_vectors_themselves_are_a_pool():
    swept = ksdt.sweep(PAIR, k=2, pool=[(0.3, 0.4, 0.3), np.array([0.1, 0.1, 0.8])])
    assert [entry.settings.weights.parts for entry in swept.entries] == [(0.3, 0.4, 0.3), (0.1, 0.1, 0.8)]
