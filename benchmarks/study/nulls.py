"""One set a pair with the usual weights, beside its three nulls."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.study.shuffles import Shuffler, mined_numbers
from benchmarks.study.tumours import SETTINGS, tumour_pair
from ksdt_core.mining.weights import DEFAULT_WEIGHTS


@dataclass(frozen=True, slots=True)
class NullTask:
    """One pair under one setting and its shuffles."""

    setting: str
    names: tuple[str, str]
    permutations: int

    @property
    def key(self) -> str:
        return f"nulls {self.permutations} {self.setting} {' '.join(self.names)}"

    def run(self, folder: Path) -> dict[str, Any]:
        setting = next(s for s in SETTINGS if s.name == self.setting)
        shuffler = Shuffler.of(tumour_pair(folder, self.names, setting), setting.parameters)
        return {
            "real": mined_numbers(shuffler.observed(), setting.parameters, DEFAULT_WEIGHTS),
            "nulls": {
                null: [
                    mined_numbers(shuffler.shuffled(null, number), setting.parameters, DEFAULT_WEIGHTS)
                    for number in range(self.permutations)
                ]
                for null in shuffler.nulls
            },
        }
