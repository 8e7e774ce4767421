"""What the ensemble space shows, as the address says it, and what is computed for it, kept between runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Self

import streamlit as st

from ksdt_core.errors import KsdtError
from ksdt_core.figures.space_scatter import COLOUR_NAMES, ColourBy
from ksdt_core.mining.cells.weight_cells import WeightCells
from ksdt_core.studies.ensemble_summary import Summary, aggregated_summary, orthogonal_summary
from ksdt_core.studies.tree_space import (
    SHARED,
    AxisShares,
    SpaceMeasure,
    TreePoint,
    TreeSpace,
    area_points,
    forest_points,
    mined_points,
    tree_space,
)
from ksdt_core.trees.tree import Tree
from pages.common import kept, place, triangle, weight_map
from pages.common.current import Current
from pages.common.messages import for_page

EXACT = weight_map.EXACT
MOST_TREES = 3000  # of all weights so many distinct trees are placed at most, in some seconds and 100 MB
CURRENT_SET = "set"  # in the address: no pool
POOLS = {EXACT: "all weightings", "wvp1": "36 weightings (WVP1)", "wvp2": "10 weightings (WVP2)"}


@dataclass(frozen=True, slots=True)
class Placed:
    """Which trees are placed: the sets of a pool, with or without forests; and what counts for distances."""

    pool: str | None = None
    forests: bool = False
    measure: SpaceMeasure = "rows"


@dataclass(frozen=True, slots=True)
class Shown:
    """What the page shows: which trees, and how.

    In the address `wvp1+forests+uniform+root+3d`. Without any of it forests are shown, and rows count.
    """

    placed: Placed = Placed()
    colour: ColourBy = "sdtsq"
    dimensions: int = 2

    @classmethod
    def of_text(cls, text: str) -> Self:
        """What an address asks for; words that are not known say nothing."""
        pool, *more = text.split("+")
        placed = Placed(pool if pool in POOLS else None, "forests" in more, "uniform" if "uniform" in more else "rows")
        colour: ColourBy = next((name for name in COLOUR_NAMES if name in more), "sdtsq")
        return cls(placed, colour, 3 if "3d" in more else 2)

    def to_text(self) -> str:
        """What `of_text` reads."""
        placed = self.placed
        said = {
            "forests": placed.forests,
            "uniform": placed.measure == "uniform",
            self.colour: self.colour != "sdtsq",
            "3d": self.dimensions == 3,
        }
        return "+".join([placed.pool or CURRENT_SET, *(word for word, is_said in said.items() if is_said)])


def shown(current: Current) -> Shown:
    """What the address asks for, as far as the run has it; else the pool whose map was asked for on Mine."""
    if current.request is None:
        return Shown(colour="root")
    text = place.here().space
    if text is None:
        asked = weight_map.chosen_pool(current.request, current.parameters)
        return Shown(Placed("wvp1" if asked == weight_map.GRID else asked, forests=True), "source")
    wanted = Shown.of_text(text)
    return wanted if wanted.colour in colours_of(current) else replace(wanted, colour="sdtsq")


def colours_of(current: Current) -> list[ColourBy]:
    """By what trees can be coloured: a single tree has no other to differ from."""
    has_atd = current.trees.settings.weights.atd is not None
    return [name for name in COLOUR_NAMES if name != "atd" or has_atd]


def choose(wanted: Shown) -> None:
    """The reader asks for something else."""
    place.go(space=wanted.to_text())


@dataclass(frozen=True, slots=True, eq=False)
class Space:
    """The space of a run, and where the trees of its set are in it."""

    space: TreeSpace
    current: frozenset[int]
    n_sets: int
    n_components: int  # that hold 90 % of what sets the trees of the set apart; 0 where they do not differ
    key: str  # names exactly this space
    root_shares: tuple[tuple[str, float], ...] = ()  # of all weightings: how many start a tree with each attribute
    n_trees_in_all: int = 0  # of all weightings, placed or not


def space_of(current: Current, wanted: Placed) -> Space:
    """All trees that are asked for on one domain; the set of the run is always among them."""
    has_tables = current.request is not None
    return _space(current.run, wanted if has_tables else Placed(measure="uniform"), has_tables, current)


@st.cache_resource(show_spinner="Computing the map …", max_entries=6)
def _space(run: str, wanted: Placed, has_tables: bool, _current: Current) -> Space:
    trees, pool = _current.trees, wanted.pool
    sets = [trees]
    cells = triangle.solved(_current.request, _current.parameters) if pool == EXACT and _current.request else None
    if pool == EXACT and cells is None:
        pool = "wvp1"
    if pool is not None and cells is None and _current.request is not None:
        others = kept.swept(_current.request, _current.parameters, pool)
        sets += [entry for entry in others if entry.settings.weights != trees.settings.weights]
    points = mined_points(sets) if cells is None else area_points(cells, trees, most=MOST_TREES)
    if wanted.forests and _current.request is not None:
        settings = trees.settings
        points += _forests(_current.request.id, settings.holdout, settings.max_depth, tuple(settings.exclude), _current)
    pair, n_own = _current.mined_pair, len(trees.trees)
    space = tree_space(points, pair=pair, measure=wanted.measure)
    # On their own domain, as those of the sources: cuts of other trees would change the weights of its parts.
    varies = n_own > 1 and any(point.root is not None for point in points[:n_own])
    alone = tree_space(points[:n_own], pair=pair, measure=wanted.measure).components_for() if varies else 0
    return Space(
        space,
        frozenset(range(n_own)),
        len(sets) if cells is None else len(cells.regions),
        alone,
        f"{run}_{Shown(wanted).to_text() or None}_{has_tables}",
        () if cells is None else _root_shares(cells),
        0 if cells is None or cells.found is None else len(cells.found.shelf.trees),
    )


def _root_shares(cells: WeightCells) -> tuple[tuple[str, float], ...]:
    """The attributes that trees start with, by the share of all weightings, the largest first."""
    shares: dict[str, float] = {}
    for region in cells.regions:
        for root in set(region.roots):
            shares[root or "no split"] = shares.get(root or "no split", 0.0) + region.share
    return tuple(sorted(shares.items(), key=lambda item: -item[1]))


@st.cache_resource(show_spinner="Growing forests on both tables …", max_entries=8)
def _forests(
    pair_id: str, holdout: float, max_depth: int, exclude: tuple[str, ...], _current: Current
) -> list[TreePoint]:
    pair = _current.mined_pair
    assert pair is not None
    return forest_points(pair, max_depth=max_depth, exclude=exclude)


@st.cache_resource(show_spinner="Computing the axes …", max_entries=12)
def axis_shares(key: str, n_axes: int, _space: TreeSpace) -> tuple[AxisShares, ...]:
    """What the first axes are made of."""
    return _space.axis_attributes(n_axes)


def summaries(found: Space, source: str, current: Current, *, max_depth: int) -> tuple[Summary | str, Summary | str]:
    """The aggregated tree and the orthogonal trees of the current set or of a forest of the space, or why not."""
    points = found.space.points
    chosen = sorted(found.current) if source == SHARED else found.space.members(source).tolist()
    trees = [points[position].tree for position in chosen]
    return _summaries(found.key, source, max_depth, trees, current)


@st.cache_resource(show_spinner="Building fewer trees …", max_entries=32)
def _summaries(
    key: str, source: str, max_depth: int, _trees: list[Tree], _current: Current
) -> tuple[Summary | str, Summary | str]:
    pair = _current.mined_pair
    assert pair is not None

    def found_by(summary_of: Callable[..., Summary]) -> Summary | str:
        try:
            return summary_of(_trees, pair, max_depth=max_depth)
        except KsdtError as error:
            return for_page(error)

    return found_by(aggregated_summary), found_by(orthogonal_summary)
