"""The distinct trees of the weight triangle, each once, with the area in which some set holds it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from ksdt_core.errors import InvalidParameterError
from ksdt_core.mining.cells.weight_cells import WeightCells
from ksdt_core.trees.shared_tree import SharedTree


@dataclass(frozen=True, slots=True, eq=False)
class TreeArea:
    """A tree, the share of all weightings under which its set is mined, and its largest region."""

    number: int  # among the distinct trees
    shared: SharedTree
    share: float
    region: int
    position: int  # of the tree in that region's set


def tree_areas(cells: WeightCells, *, most: int | None = None, and_also: Collection[int] = ()) -> tuple[TreeArea, ...]:
    """Every distinct tree, or the `most` of the largest areas and some by number; the largest first."""
    if cells.found is None:
        raise InvalidParameterError("cells-without-tables")
    shares: dict[int, float] = {}
    first_seen: dict[int, tuple[int, int]] = {}
    for region in cells.regions:
        grown = cells.found.trees[region.number]
        for tree in set(grown):
            shares[tree] = shares.get(tree, 0.0) + region.share
            first_seen.setdefault(tree, (region.number, grown.index(tree)))
    every = sorted(shares, key=lambda tree: (-shares[tree], tree))
    ranked = every if most is None else [tree for i, tree in enumerate(every) if i < most or tree in and_also]
    sets = {number: cells.found.shared_trees(number) for number in {first_seen[tree][0] for tree in ranked}}
    return tuple(
        TreeArea(tree, sets[number][position], shares[tree], number, position)
        for tree in ranked
        for number, position in (first_seen[tree],)
    )
