"""Do trees hold where they were not mined? Two tables of three are mined with the defaults, the third is tried."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.study.table_families import tables_of
from ksdt_core.data.preparing.pairing import pair_datasets
from ksdt_core.evidence.pair_test import evidence
from ksdt_core.evidence.replication import replicate
from ksdt_core.mining.miners import mine

FAMILIES = ("receptor", "outcome", "recurrence", "tumours", "defects", "wine", "choice")


@dataclass(frozen=True, slots=True)
class ThirdTask:
    """Two tables of a family tested and mined, and their trees tried on the third."""

    family: str
    third: int
    permutations: int = 9999
    pair_permutations: int = 199

    @property
    def key(self) -> str:
        return f"third {self.permutations} {self.pair_permutations} {self.family} {self.third}"

    def run(self, folder: Path) -> dict[str, Any]:
        tables = tables_of(self.family, folder)
        left, right = (table for place, table in enumerate(tables) if place != self.third)
        pair = pair_datasets(left, right, scale="rank", missing="common")
        answer = evidence(pair, permutations=self.pair_permutations)
        trees = mine(pair, k=5)
        found = replicate(trees, tables[self.third], self.permutations, missing="common")
        statuses = [node.status for tree in found.trees for node in tree.nodes if node.level == 1]
        return {
            "pair": pair.name,
            "third": found.table.name,
            "rows": found.table.rows,
            "attributes": pair.n_attributes,
            "shared": answer.shared.p,
            "named": len(answer.claimed),
            "balanced": found.vote.balanced_accuracy,
            "accuracy": found.vote.accuracy,
            "baseline": found.vote.baseline,
            "p": found.vote.p_classes,
            "p_pairing": found.vote.p_pairing,
            "roots": [statuses.count("holds"), len(statuses)],
        }


def third_tasks() -> list[ThirdTask]:
    return [ThirdTask(name, third) for name in FAMILIES for third in range(3)]
