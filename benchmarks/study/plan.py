"""What the study works out, and how many shuffles and pairs it takes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from benchmarks.study.keeping import Task
from benchmarks.study.nulls import NullTask
from benchmarks.study.power import EMPTY, VARIED, Cell, PowerTask
from benchmarks.study.tumours import PAIRS, PUBLISHED, SETTINGS, Setting
from benchmarks.study.variants import VariantTask

PARTS = ("variants", "nulls", "settings", "power")
TESTED: tuple[Setting, ...] = SETTINGS


@dataclass(frozen=True, slots=True)
class Plan:
    """The sizes of the study."""

    permutations: int = 99  # of each null, for every tumour pair
    power_permutations: int = 39  # of each null, for every planted pair
    variant_shuffles: int = 2  # of each table, for every comparison under the published settings
    replicates: int = 100  # planted pairs with something to find, of each kind
    empty_replicates: int = 200  # planted pairs with nothing to find
    names: tuple[tuple[str, str], ...] = PAIRS

    def variant(self, setting: Setting, names: tuple[str, str]) -> VariantTask:
        return VariantTask(setting.name, names, self.variant_shuffles if setting is PUBLISHED else 0)

    def null(self, setting: Setting, names: tuple[str, str]) -> NullTask:
        return NullTask(setting.name, names, self.permutations)

    def power(self, cell: Cell) -> PowerTask:
        return PowerTask(cell, self.empty_replicates if cell in EMPTY else self.replicates, self.power_permutations)

    def tasks(self, part: str) -> list[Task]:
        return list(dict.fromkeys(self._tasks(part)))

    def _tasks(self, part: str) -> Iterator[Task]:
        if part == "variants":
            yield from (self.variant(PUBLISHED, names) for names in self.names)
        elif part == "nulls":
            yield from (self.null(setting, names) for setting in TESTED for names in self.names)
        elif part == "settings":
            yield from (self.variant(setting, names) for setting in SETTINGS[1:] for names in self.names)
        else:
            yield from (self.power(cell) for cells in (EMPTY, *VARIED.values()) for cell in cells)
