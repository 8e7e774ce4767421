"""What the study computes, and how many shuffles and pairs it takes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from benchmarks.study.keeping import Task
from benchmarks.study.kinds import FEW, MANY, SIGNAL, Kind
from benchmarks.study.nulls import NullTask
from benchmarks.study.pair_tests import STEP, OldTask, PairTask, RealTask
from benchmarks.study.power import EMPTY, VARIED, Cell, PowerTask
from benchmarks.study.readings import ExampleTask, ReadingTask
from benchmarks.study.replicating import JUDGED, TUNED, ForestTask, ReplicationTask
from benchmarks.study.third_tables import ThirdTask, third_tasks
from benchmarks.study.tumours import PAIRS, PUBLISHED, SETTINGS, Setting, Units
from benchmarks.study.variants import VariantTask
from ksdt_core.data.samples.catalogue import catalogue_pairs

PARTS = ("variants", "readings", "nulls", "settings", "power", "pairs", "real", "old", "replication", "third")
WIDE = 1000  # kinds with as many attributes come last: they take as long as all others
TESTED: tuple[Setting, ...] = SETTINGS


@dataclass(frozen=True, slots=True)
class Plan:
    """The sizes of the study."""

    permutations: int = 99  # of each null, for every tumour pair
    power_permutations: int = 39  # of each null, for every planted pair
    variant_shuffles: int = 2  # of each table, for every comparison under the published settings
    example_shuffles: int = 10  # of each table, for the example of two trees
    replicates: int = 100  # planted pairs with something to find, of each kind
    empty_replicates: int = 200  # planted pairs with nothing to find
    names: tuple[tuple[str, str], ...] = PAIRS
    pair_permutations: int = 199  # of each null, the pair test on planted pairs
    real_permutations: int = 999  # of each null, the pair test on real pairs
    many_pairs: int = 1000  # planted pairs of each of six kinds with nothing to find
    few_pairs: int = 200  # of each other kind
    old_pairs: int = 40  # of each kind that the old test was not tried on before
    old_wide_pairs: int = 20  # the same with 1,000 attributes, where each pair takes seconds

    def variant(self, setting: Setting, names: tuple[str, str]) -> VariantTask:
        return VariantTask(setting.name, names, self.variant_shuffles if setting is PUBLISHED else 0)

    def reading(self, names: tuple[str, str], units: Units = "log2") -> ReadingTask:
        return ReadingTask(names, units, self.variant_shuffles)

    def example(self, units: Units) -> ExampleTask:
        return ExampleTask(units, self.example_shuffles)

    def null(self, setting: Setting, names: tuple[str, str]) -> NullTask:
        return NullTask(setting.name, names, self.permutations)

    def power(self, cell: Cell) -> PowerTask:
        return PowerTask(cell, self.empty_replicates if cell in EMPTY else self.replicates, self.power_permutations)

    def pair(self, kind: Kind) -> list[PairTask]:
        n = self.many_pairs if kind in MANY else self.few_pairs
        return [PairTask(kind.name, start, min(start + STEP, n), self.pair_permutations) for start in range(0, n, STEP)]

    def tumours(self, *, ranked: bool) -> list[RealTask]:
        return [RealTask(names, ranked, self.real_permutations) for names in self.names]

    def bundled(self) -> list[RealTask]:
        return [
            RealTask((pair.left, pair.right), pair.scale == "rank", self.real_permutations, tumour=False)
            for pair in catalogue_pairs()
        ]

    def old(self, kind: Kind) -> OldTask:
        n = self.old_pairs if kind.attributes < WIDE else self.old_wide_pairs
        return OldTask(kind.name, n, self.power_permutations)

    def replication(self, family: str, third: int) -> ReplicationTask:
        return ReplicationTask(family, third)

    def thirds(self) -> list[ThirdTask]:
        return third_tasks()

    def forest(self, family: str, third: int) -> ForestTask:
        return ForestTask(family, third)

    def tasks(self, part: str) -> list[Task]:
        return list(dict.fromkeys(self._tasks(part)))

    def _tasks(self, part: str) -> Iterator[Task]:
        if part == "variants":
            yield from (self.variant(PUBLISHED, names) for names in self.names)
        elif part == "readings":
            yield from (self.example(units) for units in ("log2", "linear"))
            yield from (self.reading(names, "linear") for names in self.names if "LM" in names)
            yield self.reading(("BC", "LM"), "ratio")
            yield from (self.reading(names) for names in self.names)
        elif part == "nulls":
            yield from (self.null(setting, names) for setting in TESTED for names in self.names)
        elif part == "settings":
            yield from (self.variant(setting, names) for setting in SETTINGS[1:] for names in self.names)
        elif part == "pairs":
            kinds = sorted((*MANY, *FEW, *SIGNAL), key=lambda kind: kind.attributes >= WIDE)
            yield from (task for kind in kinds for task in self.pair(kind))
        elif part == "real":
            yield from (*self.tumours(ranked=True), *self.bundled(), *self.tumours(ranked=False))
        elif part == "replication":
            for name in (*TUNED, *JUDGED):
                for third in range(3):
                    yield self.replication(name, third)
                    yield self.forest(name, third)
        elif part == "third":
            yield from self.thirds()
        elif part == "old":
            yield from (self.old(kind) for kind in (*SIGNAL, *FEW, *MANY) if untried(kind))
        else:
            yield from (self.power(cell) for cells in (EMPTY, *VARIED.values()) for cell in cells)


def untried(kind: Kind) -> bool:
    """Whether the older run has no figures of the old test for this kind."""
    tried = (cell for cells in (EMPTY, *VARIED.values()) for cell in cells)
    return kind.cell not in tuple(tried)
