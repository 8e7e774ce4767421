"""An atlas as its document holds it, to be written, read and shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ksdt_core.codec import PLAIN, TEXT, Derived, Field, many, record
from ksdt_core.studies.atlas.clustering import CLUSTERING, Clustering
from ksdt_core.studies.atlas.entry import PAIR_ENTRY, PairEntry
from ksdt_core.studies.atlas.other_tables import OtherTable


@dataclass(frozen=True, slots=True)
class AtlasView:
    """What figures and tables need of an atlas."""

    names: tuple[str, ...]
    entries: tuple[PairEntry, ...]
    clustering: Clustering
    settings: Mapping[str, Any]
    tables: tuple[Mapping[str, Any], ...]

    @property
    def is_whole(self) -> bool:
        """Whether no pair is left to be mined."""
        return len(self.entries) == len(self.names) * (len(self.names) - 1) // 2

    @property
    def is_balanced(self) -> bool:
        """Whether scores, accuracies and baselines count rows that balancing drew."""
        return bool(self.settings.get("balance"))

    @property
    def mined(self) -> tuple[PairEntry, ...]:
        """The pairs that have scores."""
        return tuple(entry for entry in self.entries if entry.found is not None)

    @property
    def checks(self) -> tuple[tuple[PairEntry, OtherTable], ...]:
        """Every pair with every other table that its best set was tried on, or could not be."""
        return tuple((entry, other) for entry in self.entries for other in entry.others)

    def entry(self, first: int, second: int) -> PairEntry | None:
        """The pair of two tables by their numbers, in either order."""
        wanted = (self.names[min(first, second)], self.names[max(first, second)])
        return next((entry for entry in self.entries if (entry.left, entry.right) == wanted), None)


ATLAS_FORMAT = "ksdt-atlas/1"
ATLAS = record(
    AtlasView,
    {
        "format": Derived(lambda _: ATLAS_FORMAT),
        "datasets": Field("names", many(TEXT)),
        "pairs": Field("entries", many(PAIR_ENTRY)),
        "settings": PLAIN,
        "tables": many(PLAIN),
        "clustering": CLUSTERING,
        "interrupted": Derived(lambda atlas: not atlas.is_whole, usual=False),
    },
)
"""The document of an atlas; it says nothing about how the work was done, only what was found."""
