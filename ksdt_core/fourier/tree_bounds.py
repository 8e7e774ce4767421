"""When the construction of a tree from a spectrum stops early."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self, TypedDict

from ksdt_core.errors import InvalidParameterError

MAX_NODES = 500_000


class BoundOptions(TypedDict, total=False):
    """The bounds as keywords of the functions that build a tree; see `TreeBounds`."""

    max_depth: int
    confidence: float | None
    free_energy: float
    max_nodes: int


@dataclass(frozen=True, slots=True)
class TreeBounds:
    """When a schema is finished although the function still varies on it. A depth of 0 is no bound."""

    max_depth: int = 0
    confidence: float | None = None  # share of one class that is enough
    free_energy: float = 0.0  # variance within a schema that may be left
    max_nodes: int = MAX_NODES  # a tree that grows beyond is refused

    def __post_init__(self) -> None:
        if self.max_depth < 0:
            raise InvalidParameterError("not-whole", option="max_depth", value=self.max_depth, minimum=0)
        if self.confidence is not None and not 0 <= self.confidence <= 1:
            raise InvalidParameterError("out-of-range", option="confidence", value=self.confidence, low=0, high=1)
        if not self.free_energy >= 0:
            raise InvalidParameterError("below-minimum", option="free_energy", value=self.free_energy, minimum=0)

    def below(self, depth: int, n_nodes: int) -> Self:
        """The bounds for the branch of a node at a depth, when the tree has so many nodes already."""
        max_depth = self.max_depth - depth if self.max_depth else 0
        return replace(self, max_depth=max_depth, max_nodes=self.max_nodes - n_nodes + 1)

    def too_many_nodes(self) -> InvalidParameterError:
        return InvalidParameterError("tree-of-spectrum-too-large", limit=self.max_nodes)
