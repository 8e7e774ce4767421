"""Options outside their range are refused in one sentence that names them."""

from __future__ import annotations

import pytest

from ksdt_core.errors import InvalidParameterError, KsdtError
from ksdt_core.mining.miners import mine
from ksdt_core.mining.parameters import MiningParameters
from tests.pairs_by_hand import pair_of

PAIR = pair_of(([[1, 0], [2, 1], [3, 0], [4, 1]], [0, 0, 1, 1]), ([[1, 0], [2, 1], [3, 0], [4, 1]], [0, 0, 1, 1]))


@pytest.mark.parametrize(
    ("options", "culprit"),
    [
        ({"k": 0}, "k 0"),
        ({"k": -3}, "k -3"),
        ({"k": 2.5}, "k 2.5"),
        ({"k": True}, "k True"),
        ({"method": "random"}, "random"),
        ({"aus": "count"}, "count"),
        ({"atd": "max"}, "max"),
        ({"traversal": "widest"}, "widest"),
        ({"ell": 0}, "ell"),
        ({"max_depth": -1}, "max_depth"),
        ({"attr_fraction": 0}, "attr_fraction"),
        ({"attr_fraction": 1.1}, "attr_fraction"),
        ({"attr_fraction": float("nan")}, "attr_fraction"),
        ({"min_size": -1}, "min_size"),
        ({"min_size": float("inf")}, "min_size"),
        ({"holdout": 1.0}, "holdout"),
        ({"holdout": -0.1}, "holdout"),
        ({"exclude": ("a0",), "roots": ("a0",)}, "a0"),
        ({"exclude": ("nobody",)}, "nobody"),
        ({"roots": ("nobody",)}, "nobody"),
        ({"exclude": ("a0", "a1")}, "exclude"),
        ({"weights": (0.5, 0.5)}, "three weights"),
        ({"weights": (0.3, 0.4, 0.3), "method": "single"}, "two weights"),
        ({"weights": (0.3, 0.3, 0.3)}, "sum"),
        ({"depth": 3}, "depth"),
    ],
)
def test_a_bad_option_is_named(options, culprit):
    with pytest.raises(KsdtError, match=culprit) as caught:
        mine(PAIR, **options)
    text = str(caught.value)
    assert "\n" not in text
    assert text.endswith(".")


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
    assert mine(PAIR, method="single").settings.atd is None
