"""The trees of a set as points, for a report: the drawing and what it says in words."""

from __future__ import annotations

from ksdt_core.errors import KsdtError
from ksdt_core.figures.palette import Palette
from ksdt_core.figures.space_svg import space_svg
from ksdt_core.messages.templates import problem
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.reports.report_blocks import Block, Drawing, Section, Whole, paragraph
from ksdt_core.studies.tree_space import TreeSpace, mined_points, tree_space
from ksdt_core.text import percent

SHARE = 0.9  # of the variance
_ALIKE = "All trees make the same predictions, so they are one point."
_CAPTION = "Principal components of the trees' spectra. Numbers are the tree numbers."


def space_section(tree_set: TreeSet, palette: Palette) -> Section:
    """The space of the trees, or the reason why they have none."""
    return Section("space", "Ensemble space", (_space(tree_set, palette),))


def _space(tree_set: TreeSet, palette: Palette) -> Block:
    points = mined_points([tree_set])
    if len(points) < 2:
        return paragraph("A map needs two or more trees.")
    if all(point.root is None for point in points):
        return paragraph(_ALIKE)
    try:
        space = tree_space(points)
    except KsdtError as error:  # trees too large for it
        return paragraph(f"The map of the trees could not be computed: {problem(error)}", "muted")
    if not space.components_for(SHARE):
        return paragraph(_ALIKE)
    drawing = Drawing(space_svg(space, palette=palette), f"{len(points)} trees as points", _CAPTION)
    return Whole((paragraph(_words(space, n_distinct=space.distinct(points[0].source))), drawing))


def _words(space: TreeSpace, *, n_distinct: int) -> str:
    n_components = space.components_for(SHARE)
    hold = "component explains" if n_components == 1 else "components explain"
    return (
        "Each point is a tree [KPD06]. The closer two points, the more possible rows get the same prediction "
        f"from both trees. {_distinct(n_distinct, len(space.points))}; two trees differ on at most "
        f"{percent(float(space.differing.max()), 1)} of these rows. {n_components} {hold} {percent(SHARE)} of the "
        "variance."
    )


def _distinct(n_distinct: int, n_trees: int) -> str:
    if n_distinct == n_trees:
        return f"No two of the {n_trees} trees make the same predictions for all rows"
    return f"The {n_trees} trees give {n_distinct} different sets of predictions"
