"""What the ensemble space shows, as the address says it, and what is worked out for it, kept between runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import streamlit as st

from ksdt_core.errors import KsdtError
from ksdt_core.figures.space_scatter import COLOUR_NAMES, ColourBy
from ksdt_core.mining.miners import mine_each
from ksdt_core.mining.parameters import MiningParameters
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.mining.weights import weight_pool
from ksdt_core.store.pair_request import PairRequest
from ksdt_core.studies.ensemble_summary import Summary, aggregated_summary, orthogonal_summary
from ksdt_core.studies.tree_space import (
    SHARED,
    AxisShares,
    SpaceMeasure,
    TreePoint,
    TreeSpace,
    forest_points,
    mined_points,
    tree_space,
)
from ksdt_core.trees.tree import Tree
from pages.shared import kept, mine_map, mine_state, place
from pages.shared.current import Current

POOLS = {"wvp1": "36 weightings (WVP1)", "wvp2": "10 weightings (WVP2)"}


@dataclass(frozen=True, slots=True)
class Shown:
    """What the reader wants to see: the sets of which pool, with or without forests, and what counts for distances."""

    pool: str | None
    forests: bool = False
    measure: SpaceMeasure = "domain"

    def to_text(self) -> str | None:
        more = ("+forests" if self.forests else "") + ("+rows" if self.measure == "rows" else "")
        return f"{self.pool or ''}{more}" or None


@dataclass(frozen=True, slots=True)
class Look:
    """How the reader wants to see it."""

    colour: ColourBy = "sdtsq"
    dimensions: int = 2

    def to_text(self) -> str:
        return (f"+{self.colour}" if self.colour != "sdtsq" else "") + ("+3d" if self.dimensions == 3 else "")


def shown(current: Current) -> Shown:
    """What the address asks for; else the pool whose map was asked for on Mine."""
    text = place.here().space
    if text is not None:
        pool, *more = text.split("+")
        measure: SpaceMeasure = "rows" if "rows" in more else "domain"
        return Shown(pool if pool in POOLS else None, "forests" in more, measure)
    if current.request is None:
        return Shown(None)
    asked = mine_map.chosen_pool(current.request, mine_state.usual_again(current.trees))
    return Shown("wvp1" if asked == mine_map.GRID else asked)


def look() -> Look:
    """How the address asks for it."""
    _, *more = (place.here().space or "").split("+")
    colour: ColourBy = next((name for name in COLOUR_NAMES if name in more), "sdtsq")
    return Look(colour, 3 if "3d" in more else 2)


def choose(wanted: Shown, look: Look) -> None:
    """The reader asks for something else."""
    place.go(space=f"{wanted.to_text() or ''}{look.to_text()}" or None)


@dataclass(frozen=True, slots=True, eq=False)
class Space:
    """The space of a run, and where the trees of its set are in it."""

    space: TreeSpace
    current: frozenset[int]
    n_sets: int
    n_components: int  # that hold 90 % of what sets the trees of the set apart; 0 where they do not differ
    key: str  # names exactly this space


def space_of(current: Current, wanted: Shown) -> Space:
    """All trees that are asked for on one domain; the set of the run is always among them."""
    has_tables = current.request is not None
    return _space(current.run, wanted if has_tables else Shown(None), has_tables, current)


@st.cache_resource(show_spinner="Placing the trees …", max_entries=12)
def _space(run: str, wanted: Shown, has_tables: bool, _current: Current) -> Space:
    trees, pool = _current.trees, wanted.pool
    sets = [trees]
    if pool is not None and _current.request is not None:
        parameters = mine_state.usual_again(trees)
        others = _swept(_current.request, _current.request.id, parameters, pool)
        sets += [entry for entry in others if entry.settings.weights != trees.settings.weights]
    points: list[TreePoint] = mined_points(sets)
    if wanted.forests and _current.request is not None:
        points += _forests(
            _current.request, _current.request.id, trees.settings.holdout, trees.settings.max_depth, _current
        )
    pair, n_own = _current.mined_pair, len(trees.trees)
    space = tree_space(points, pair=pair, measure=wanted.measure)
    # On a domain of their own, as those of the sources: cuts of other trees would weigh its parts anew.
    varies = n_own > 1 and any(point.root is not None for point in points[:n_own])
    alone = tree_space(points[:n_own], pair=pair, measure=wanted.measure).components_for() if varies else 0
    return Space(space, frozenset(range(n_own)), len(sets), alone, f"{run}_{wanted.to_text()}_{has_tables}")


@st.cache_resource(show_spinner="Mining one set for every weighting …", max_entries=8)
def _swept(_request: PairRequest, pair_id: str, parameters: MiningParameters, pool: str) -> tuple[TreeSet, ...]:
    vectors = weight_pool(pool, single=parameters.method == "single").vectors
    return tuple(mine_each(kept.pair_of(_request), parameters, vectors))


@st.cache_resource(show_spinner="Growing forests on both tables …", max_entries=8)
def _forests(_request: PairRequest, pair_id: str, holdout: float, max_depth: int, _current: Current) -> list[TreePoint]:
    pair = _current.mined_pair
    assert pair is not None
    return forest_points(pair, max_depth=max_depth)


@st.cache_resource(show_spinner="Working out the axes …", max_entries=12)
def axis_shares(key: str, n_axes: int, _space: TreeSpace) -> tuple[AxisShares, ...]:
    """What the first axes are made of."""
    return _space.axis_attributes(n_axes)


def summaries(found: Space, source: str, current: Current, *, max_depth: int) -> tuple[Summary | str, Summary | str]:
    """The aggregated tree and the orthogonal trees of the current set or of a forest of the space, or why not."""
    points = found.space.points
    chosen = sorted(found.current) if source == SHARED else found.space.members(source).tolist()
    trees = [points[position].tree for position in chosen]
    return _summaries(found.key, source, max_depth, trees, current)


@st.cache_resource(show_spinner="Putting the ensemble into fewer trees …", max_entries=32)
def _summaries(
    key: str, source: str, max_depth: int, _trees: list[Tree], _current: Current
) -> tuple[Summary | str, Summary | str]:
    pair = _current.mined_pair
    assert pair is not None

    def found_by(summary_of: Callable[..., Summary]) -> Summary | str:
        try:
            return summary_of(_trees, pair, max_depth=max_depth)
        except KsdtError as error:
            return str(error)

    return found_by(aggregated_summary), found_by(orthogonal_summary)
