"""How often the pair test claims what is not there, and finds what is. The long form is measured in `make soak`."""

from __future__ import annotations

import math

import numpy as np
import pytest

from ksdt_core.data.preparing.pairing import pair_datasets
from ksdt_core.data.samples.planted import plant
from ksdt_core.evidence.pair_test import evidence

LEVEL = 0.05


def planted(seed, *, scale="rank", **options):
    made = plant(seed=seed, **options)
    return pair_datasets(made.left, made.right, scale=scale)


def claims(seeds, *, permutations, **options):
    """The shares of pairs whose shared signal is claimed, in which an attribute is claimed, and of pairings claimed."""
    found = [evidence(planted(seed, **options), permutations=permutations) for seed in seeds]
    pairings = [one.pairing.p <= LEVEL for one in found if one.pairing is not None]
    return (
        float(np.mean([one.shared.p <= LEVEL for one in found])),
        float(np.mean([bool(one.claimed) for one in found])),
        float(np.mean(pairings)) if pairings else 0.0,
    )


def largest_share(n, level=LEVEL):
    """What a true level gives in 998 of 1,000 such studies at most."""
    return level + 3 * math.sqrt(level * (1 - level) / n)


NULLS = {
    "no signal": {"signal": "none"},
    "left only": {"signal": "left"},
    "right only": {"signal": "right"},
    "disjoint": {"signal": "disjoint"},
    "three classes": {"signal": "disjoint", "classes": 3},
    "unscaled": {"signal": "disjoint", "scale": "none"},
}


@pytest.mark.parametrize("kind", NULLS)
def test_pairs_with_nothing_in_common_are_rarely_claimed(kind):
    """Tables of 60 rows and 8 attributes, trees of depth 2 and 10 % noise."""
    n = 150
    shared, attributes, _ = claims(
        range(1000, 1000 + n), permutations=79, rows=(60, 60), attributes=8, depth=2, noise=0.1, **NULLS[kind]
    )
    assert shared <= largest_share(n)
    assert attributes <= largest_share(n)


def test_the_pairing_of_noise_is_rarely_claimed():
    n = 150
    *_, pairing = claims(
        range(2000, 2000 + n), permutations=39, rows=(40, 40), attributes=22, depth=2, noise=0.1, signal="none"
    )
    assert pairing <= largest_share(n)


def test_shared_signal_is_found():
    """Two tables of 100 rows and 30 attributes, a tree of depth 2, 25 % noise: three of four pairs are found."""
    shared, _, _ = claims(
        range(3000, 3040), permutations=199, rows=(100, 100), attributes=30, depth=2, noise=0.25, units="different"
    )
    assert shared >= 0.5


@pytest.mark.soak
@pytest.mark.parametrize("kind", NULLS)
def test_level_of_many_pairs(kind):
    n = 1000
    shared, attributes, pairing = claims(
        range(10_000, 10_000 + n), permutations=199, rows=(100, 100), attributes=30, depth=2, noise=0.1, **NULLS[kind]
    )
    print(f"{kind}: shared {shared:.3f}, attributes {attributes:.3f}, pairing {pairing:.3f}")
    assert max(shared, attributes) <= largest_share(n)
    assert pairing <= largest_share(n) or kind != "no signal"


@pytest.mark.soak
@pytest.mark.parametrize(
    ("options", "least"),
    [({}, 0.65), ({"depth": 1}, 0.9), ({"rows": (200, 200)}, 0.9), ({"attributes": 10}, 0.7)],
)
def test_power_of_many_pairs(options, least):
    setting = {"rows": (100, 100), "attributes": 30, "depth": 2, "noise": 0.25, "units": "different", **options}
    shared, _, _ = claims(range(20_000, 20_200), permutations=199, **setting)
    print(f"{options}: {shared:.3f}")
    assert shared >= least
