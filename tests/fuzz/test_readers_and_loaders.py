"""Thousands of damaged inputs: each is taken, or refused in one sentence; none brings a reader or a loader down."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fuzz.loaders import loader_targets
from tests.fuzz.tables import table_targets
from tests.fuzz.trying import LONG, SEED, SHORT, Target, long_seed, part_of, try_inputs

NAMES = [*table_targets(), *loader_targets(Path())]
pytestmark = [
    pytest.mark.filterwarnings("ignore:File contains an invalid specification"),
    pytest.mark.filterwarnings("ignore:Cannot parse header or footer"),
]


@pytest.fixture(scope="module")
def targets(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Target]:
    return table_targets() | loader_targets(tmp_path_factory.mktemp("fuzz"))


@pytest.mark.parametrize("name", NAMES)
def test_damaged_inputs_are_taken_or_refused_in_one_sentence(name, targets):
    n_inputs = part_of(SHORT, targets[name], _shares(targets))
    tried = try_inputs(targets[name], n_inputs, seed=0)
    assert tried.taken + tried.refused >= n_inputs
    assert tried.refused, "the damage is none"
    assert tried.taken, "nothing gets past the first look"


@pytest.mark.soak
@pytest.mark.parametrize("name", NAMES)
def test_many_damaged_inputs(name, targets):
    seed, n_inputs = long_seed(), part_of(LONG, targets[name], _shares(targets))
    print(f"\n{name}: {n_inputs:,} inputs, {SEED}={seed}", end=" ", flush=True)
    tried = try_inputs(targets[name], n_inputs, seed=seed)
    print(f"taken {tried.taken:,}, refused {tried.refused:,}")
    assert tried.taken + tried.refused >= n_inputs


def test_there_are_enough(targets):
    for total in (SHORT, LONG):
        assert sum(part_of(total, target, _shares(targets)) for target in targets.values()) >= total


def _shares(targets: dict[str, Target]) -> int:
    return sum(target.share for target in targets.values())
