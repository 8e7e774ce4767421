"""Options outside their range are refused in one sentence that names them."""

from __future__ import annotations

import pytest

from ksdt_core.errors import InvalidParameterError, KsdtError
from ksdt_core.mining.miners import mine
from ksdt_core.mining.parameters import MiningParameters
from tests.mining.planted import planted_pair
from tests.pairs_by_hand import pair_of
from tests.refusals import refused

PAIR = pair_of(([[1, 0], [2, 1], [3, 0], [4, 1]], [0, 0, 1, 1]), ([[1, 0], [2, 1], [3, 0], [4, 1]], [0, 0, 1, 1]))


@pytest.mark.parametrize(
    ("options", "code", "facts"),
    [
        ({"k": 0}, "not-whole", {"option": "k", "value": 0, "minimum": 1}),
        ({"k": -3}, "not-whole", {"option": "k", "value": -3}),
        ({"k": 2.5}, "not-whole", {"option": "k", "value": 2.5}),
        ({"k": True}, "not-whole", {"option": "k", "value": True}),
        ({"k": 10_001}, "too-large", {"option": "k", "maximum": 10_000}),
        ({"method": "random"}, "not-a-choice", {"option": "method", "choices": ("parallel", "sequential", "single")}),
        ({"method": ["single"]}, "not-a-choice", {"option": "method", "value": ["single"]}),
        ({"aus": "count"}, "not-a-choice", {"option": "aus", "value": "count"}),
        ({"atd": "max"}, "not-a-choice", {"option": "atd", "value": "max"}),
        ({"traversal": "widest"}, "not-a-choice", {"option": "traversal", "value": "widest"}),
        ({"ell": 0}, "not-whole", {"option": "ell"}),
        ({"max_depth": -1}, "not-whole", {"option": "max_depth", "minimum": 0}),
        ({"attr_fraction": 0}, "not-above", {"option": "attr_fraction", "bound": 0}),
        ({"attr_fraction": 1.1}, "too-large", {"option": "attr_fraction", "maximum": 1}),
        ({"attr_fraction": float("nan")}, "not-a-number", {"option": "attr_fraction"}),
        ({"min_size": -1}, "too-small", {"option": "min_size", "minimum": 0}),
        ({"min_size": float("inf")}, "not-a-number", {"option": "min_size"}),
        ({"holdout": 1.0}, "not-below", {"option": "holdout", "bound": 1}),
        ({"holdout": -0.1}, "too-small", {"option": "holdout"}),
        ({"cost_weight": 1.5}, "out-of-range", {"option": "cost_weight", "low": 0, "high": 1}),
        ({"exclude": ("a0",), "roots": ("a0",)}, "excluded-root", {"name": "a0"}),
        ({"weights": (0.5, 0.5)}, "three-weights-needed", {"given": 2}),
        ({"weights": (0.3, 0.4, 0.3), "method": "single"}, "two-weights-needed", {"given": 3}),
        ({"weights": (0.3, 0.3, 0.3)}, "weights-sum", {"weights": (0.3, 0.3, 0.3)}),
        ({"depth": 3}, "unknown-option", {"name": "depth"}),
    ],
)
def test_a_bad_option_is_named(options, code, facts):
    with refused(code, InvalidParameterError, **facts):
        mine(PAIR, **options)


@pytest.mark.parametrize("options", [{"exclude": ("nobody",)}, {"roots": ("nobody",)}, {"exclude": ("a0", "a1")}])
def test_attributes_that_are_not_there(options):
    with pytest.raises(KsdtError, match=next(iter(options))):
        mine(PAIR, **options)


def test_defaults_depend_on_the_tables():
    parameters = MiningParameters()
    assert [parameters.fraction_of(n) for n in (1, 100, 101)] == [1.0, 1.0, 0.2]
    assert parameters.min_size_of(50, 300) == pytest.approx(1.0)
    assert MiningParameters(attr_fraction=0.7, min_size=4).fraction_of(500) == 0.7
    assert MiningParameters(attr_fraction=0.7, min_size=4).min_size_of(50, 300) == 4.0


def test_a_single_tree_is_one_tree_whatever_k_says():
    assert MiningParameters(method="single", k=5).k == 1


def test_the_published_settings():
    published = MiningParameters(k=7, max_depth=3, aus="llc", method="sequential").published()
    assert published == MiningParameters(k=7, attr_fraction=0.2, max_depth=0)


def test_parameters_are_values():
    assert hash(MiningParameters(exclude=("a",))) == hash(MiningParameters(exclude=("a",)))
    with pytest.raises(InvalidParameterError):
        MiningParameters(k=0)


def test_a_set_says_what_it_was_mined_with():
    settings = mine(PAIR, k=2, exclude=["a1"], weights=(0.2, 0.3, 0.5), max_depth=1).settings
    assert (settings.k, settings.exclude, settings.max_depth) == (2, ("a1",), 1)
    assert settings.weights.parts == (0.2, 0.3, 0.5)
    assert settings.min_size == pytest.approx(0.08)
    assert settings.attr_fraction == 1.0
    assert mine(PAIR, method="single", atd="min").settings.to_document()["atd"] is None


def test_a_child_holds_the_minimum_share_of_each_table():
    """Of 40 rows a share of 0.2 is 8 in each table; without it the best split of this pair leaves fewer."""
    pair = planted_pair(strength=0.3, n_rows=40, n_attributes=4)
    free, bound = (mine(pair, k=2, max_depth=3, min_leaf_share=share) for share in (0.0, 0.2))
    smallest = [
        min(int(cdv[node].sum()) for each in trees.trees for cdv in (each.cdv_left, each.cdv_right)
            for node in range(each.tree.n_nodes))
        for trees in (free, bound)
    ]  # fmt: skip
    assert smallest[0] < 8 <= smallest[1]
    assert bound.to_document()["config"]["min_leaf_share"] == 0.2
    assert "min_leaf_share" not in free.to_document()["config"]
    assert bound.parameters.min_leaf_share == 0.2
    with refused("out-of-range", option="min_leaf_share"):
        MiningParameters(min_leaf_share=0.6)
