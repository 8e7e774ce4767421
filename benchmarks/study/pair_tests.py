"""The pair test on planted and real pairs, and the old test on planted pairs that it was not tried on before."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.study.kinds import KINDS, planted_pair
from benchmarks.study.power import claims_of
from benchmarks.study.tumours import DEFAULTS, DEFAULTS_RANK, tumour_pair
from ksdt_core.data.model.pair import DatasetPair
from ksdt_core.data.preparing.pairing import pair_datasets
from ksdt_core.data.samples.catalogue import catalogue_pairs, load
from ksdt_core.evidence.pair_test import evidence

STEP = 100  # planted pairs of one task
NAMED = 12  # attributes of a real pair that are kept by name


@dataclass(frozen=True, slots=True)
class PairTask:
    """The pair test on some planted pairs of a kind."""

    kind: str
    start: int
    stop: int
    permutations: int

    @property
    def key(self) -> str:
        return f"pairs {self.permutations} {self.start} {self.stop} {plain(self.kind)}"

    def run(self, folder: Path) -> dict[str, Any]:
        found: dict[str, Any] = {"shared": [], "pairing": [], "true": [], "false": []}
        for number in range(self.start, self.stop):
            made = planted_pair(KINDS[self.kind], number)
            answer = evidence(made.pair, permutations=self.permutations)
            claimed = {attribute.attribute for attribute in answer.claimed}
            found["shared"].append(answer.shared.p)
            found["pairing"].append(None if answer.pairing is None else answer.pairing.p)
            found["true"].append(len(claimed & made.shared))
            found["false"].append(len(claimed - made.shared))
        return found


@dataclass(frozen=True, slots=True)
class OldTask:
    """The mean-SDTQ test on the first pairs of the same kind."""

    kind: str
    replicates: int
    permutations: int

    @property
    def key(self) -> str:
        return f"old {self.permutations} {self.replicates} {plain(self.kind)}"

    def run(self, folder: Path) -> dict[str, Any]:
        kind = KINDS[self.kind]
        claimed = sum(claims_of(planted_pair(kind, n).pair, self.permutations) for n in range(self.replicates))
        return {"claimed": claimed, "replicates": self.replicates}


@dataclass(frozen=True, slots=True)
class RealTask:
    """The pair test on two real tables: tumour studies, or tables that come with the program."""

    names: tuple[str, str]
    ranked: bool
    permutations: int
    tumour: bool = True

    @property
    def key(self) -> str:
        return f"real {self.permutations} {'rank' if self.ranked else 'own'} {' '.join(self.names)}"

    def run(self, folder: Path) -> dict[str, Any]:
        pair = self._pair(folder)
        answer = evidence(pair, permutations=self.permutations)
        return {
            "rows": [pair.left.n_rows, pair.right.n_rows],
            "attributes": pair.n_attributes,
            "scale": pair.preparation.scale,
            "shared": answer.shared.p,
            "left": answer.shared.left.p,
            "right": answer.shared.right.p,
            "pairing": None if answer.pairing is None else answer.pairing.p,
            "claimed": len(answer.claimed),
            "named": [attribute.attribute for attribute in answer.claimed[:NAMED]],
            "differ": sum(attribute.p_difference <= 0.05 for attribute in answer.claimed),
        }

    def _pair(self, folder: Path) -> DatasetPair:
        if self.tumour:
            return tumour_pair(folder, self.names, DEFAULTS_RANK if self.ranked else DEFAULTS)
        made = next(pair for pair in catalogue_pairs() if (pair.left, pair.right) == self.names)
        left, right = (load(name) for name in self.names)
        return pair_datasets(left, right, scale=made.scale, class_map=made.class_map, missing=made.missing)


def plain(name: str) -> str:
    """A name as part of a file's name."""
    return "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in name)
