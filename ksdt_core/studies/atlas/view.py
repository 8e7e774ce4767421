"""An atlas read back from its document, to be shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from ksdt_core.studies.atlas.clustering import Clustering
from ksdt_core.studies.atlas.entry import PairEntry


@dataclass(frozen=True, slots=True)
class AtlasView:
    """What figures and tables need of an atlas."""

    names: tuple[str, ...]
    entries: tuple[PairEntry, ...]
    clustering: Clustering
    settings: Mapping[str, Any]
    tables: tuple[Mapping[str, Any], ...]

    @classmethod
    def of_document(cls, document: Mapping[str, Any]) -> Self:
        """The atlas of a document that `Atlas.to_document` wrote."""
        return cls(
            names=tuple(document["datasets"]),
            entries=tuple(PairEntry.of_document(pair) for pair in document["pairs"]),
            clustering=Clustering.of_document(document["clustering"]),
            settings=document["settings"],
            tables=tuple(document["tables"]),
        )

    @property
    def mined(self) -> tuple[PairEntry, ...]:
        """The pairs that have scores."""
        return tuple(entry for entry in self.entries if entry.found is not None)

    def entry(self, first: int, second: int) -> PairEntry | None:
        """The pair of two tables by their numbers, in either order."""
        wanted = (self.names[min(first, second)], self.names[max(first, second)])
        return next((entry for entry in self.entries if (entry.left, entry.right) == wanted), None)
