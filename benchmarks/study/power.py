"""How often the test finds a planted tree, and how often it claims one that is not there."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.study.shuffles import Shuffler, mined_numbers
from ksdt_core.data.model.pair import DatasetPair
from ksdt_core.data.preparing.pairing import pair_datasets
from ksdt_core.data.samples.planted import Signal, plant
from ksdt_core.mining.parameters import MiningParameters
from ksdt_core.mining.weights import DEFAULT_WEIGHTS

LEVEL = 0.05
SETTINGS = MiningParameters(k=5)


@dataclass(frozen=True, slots=True)
class Cell:
    """One kind of planted pair."""

    rows: int = 100  # of each table
    attributes: int = 30
    noise: float = 0.25
    depth: int = 2
    signal: Signal = "both"


USUAL = Cell()
VARIED: dict[str, tuple[Cell, ...]] = {
    "rows": tuple(Cell(rows=n) for n in (30, 60, 100, 200)),
    "attributes": tuple(Cell(attributes=n) for n in (10, 30, 100)),
    "noise": tuple(Cell(noise=share) for share in (0.0, 0.15, 0.25, 0.35)),
    "depth": tuple(Cell(depth=n) for n in (1, 2, 3, 4)),
}
EMPTY = (
    Cell(signal="none", noise=0.0),
    Cell(signal="left", noise=0.0),
    Cell(signal="right", noise=0.0),
    Cell(signal="disjoint", noise=0.0),
    Cell(signal="disjoint"),
)


@dataclass(frozen=True, slots=True)
class PowerTask:
    """Many planted pairs of one kind."""

    cell: Cell
    replicates: int
    permutations: int

    @property
    def key(self) -> str:
        cell = self.cell
        shape = f"{cell.rows} {cell.attributes} {cell.noise:g} {cell.depth} {cell.signal}"
        return f"power {self.permutations} {self.replicates} {shape}"

    def run(self, folder: Path) -> dict[str, Any]:
        claimed = sum(claims(self.cell, seed, self.permutations) for seed in range(self.replicates))
        return {"claimed": claimed, "replicates": self.replicates}


def claims(cell: Cell, seed: int, permutations: int) -> bool:
    """Whether the test claims similarity of this planted pair."""
    planted = plant(
        rows=(cell.rows, cell.rows),
        attributes=cell.attributes,
        noise=cell.noise,
        depth=cell.depth,
        signal=cell.signal,
        seed=seed,
    )
    return claims_of(pair_datasets(planted.left, planted.right, scale="rank", seed=seed), permutations)


def claims_of(pair: DatasetPair, permutations: int) -> bool:
    """Whether p ≤ 0.05 in all nulls. Once too many shuffles of one null reach the pair, the answer is no."""
    shuffler = Shuffler.of(pair, SETTINGS)
    observed = mined_numbers(shuffler.observed(), SETTINGS, DEFAULT_WEIGHTS)["sdtq"]
    allowed = int(LEVEL * (1 + permutations) + 1e-9) - 1
    reached = dict.fromkeys(shuffler.nulls, 0)
    for number in range(permutations):
        for null in shuffler.nulls:
            reached[null] += (
                mined_numbers(shuffler.shuffled(null, number), SETTINGS, DEFAULT_WEIGHTS)["sdtq"] >= observed
            )
            if reached[null] > allowed:
                return False
    return allowed >= 0
