"""The trees of a set as points, for a report: the drawing and what it says in words."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from ksdt_core.errors import KsdtError
from ksdt_core.figures.palette import Palette
from ksdt_core.figures.space_svg import space_svg
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.studies.tree_space import mined_points, tree_space

SHARE = 0.9


@dataclass(frozen=True, slots=True)
class SpaceView:
    """The ensemble space of a set, or the reason why it has none."""

    drawing: Markup
    n_distinct: int
    n_components: int  # that hold SHARE of the variance
    largest: float  # share of all possible rows on which two trees answer differently, at most
    trouble: str = ""


def space_view(tree_set: TreeSet, palette: Palette) -> SpaceView | None:
    """The space of the trees; None of a single tree, which has no distances."""
    points = mined_points([tree_set])
    if len(points) < 2:
        return None
    if all(point.root is None for point in points):
        return SpaceView(Markup(""), 1, 0, 0.0)
    try:
        space = tree_space(points)
    except KsdtError as error:  # trees too large for it
        return SpaceView(Markup(""), 0, 0, 0.0, trouble=str(error))
    n_components = space.components_for(SHARE)
    return SpaceView(
        drawing=Markup(space_svg(space, palette=palette)) if n_components else Markup(""),
        n_distinct=space.distinct(points[0].source),
        n_components=n_components,
        largest=float(space.differing.max()),
    )
