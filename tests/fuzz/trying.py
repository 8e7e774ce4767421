"""How many inputs are tried, with what seed, and what must hold for each."""

from __future__ import annotations

import math
import os
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import hypothesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from ksdt_core.errors import KsdtError
from tests.effort import measured_effort
from tests.memory import measured_memory

SHORT, LONG = 5_000, 100_000  # inputs of all targets together
SEED = "KSDT_FUZZ_SEED"  # environment variable that repeats a long run
MOST_EFFORT = 100  # units, for one input
MOST_MEMORY = 400 << 20  # bytes more than before, for all inputs of a target
LONGEST_SENTENCE = 2_000


@dataclass(frozen=True)
class Target:
    """Something that takes what people bring: a reader, or a loader of documents."""

    inputs: st.SearchStrategy[Any]
    load: Callable[[Any], object]  # returns whatever it likes, or raises a KsdtError
    share: int  # of every hundred inputs or so


@dataclass
class Tried:
    """What became of the inputs of a target."""

    taken: int = 0
    refused: int = 0


def long_seed() -> int:
    """The seed of a long run; say it, so that it can be repeated."""
    return int(os.environ.get(SEED, random.SystemRandom().randrange(10**9)))


def part_of(total: int, target: Target, shares: int) -> int:
    return math.ceil(total * target.share / shares)


def try_inputs(target: Target, n_inputs: int, *, seed: int) -> Tried:
    """Give the target so many inputs; fails with the smallest that brings it down."""
    tried = Tried()

    @hypothesis.seed(seed)
    @settings(
        max_examples=n_inputs,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
        phases=(Phase.generate, Phase.shrink),
    )
    @given(target.inputs)
    def attempt(data: Any) -> None:
        with measured_effort() as effort:
            try:
                target.load(data)
            except KsdtError as error:
                tried.refused += 1
                assert_one_sentence(str(error))
            else:
                tried.taken += 1
        assert effort.units < MOST_EFFORT, "it takes too long"

    with measured_memory() as memory:
        attempt()
    assert memory.most < MOST_MEMORY, "it takes too much memory"
    return tried


def assert_one_sentence(message: str) -> None:
    assert message.endswith("."), message
    assert len(message.splitlines()) == 1, message
    assert len(message) <= LONGEST_SENTENCE, message[:500]
