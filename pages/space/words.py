"""Sentences of the Ensemble space page."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ksdt_core.studies.orthogonal import OrthogonalStudy, TreePair
from ksdt_core.studies.orthogonal_choice import ComponentChoice, SizeStep
from ksdt_core.studies.tree_space import SHARED, TreePoint, TreeSpace, forest_of
from ksdt_core.text import counted, percent
from ksdt_core.trees.tree import LEAF

SAME_ANSWERS = 1e-12
MOST_NAMED = 3  # attributes of a tree in a sentence
MANY = 40  # trees
LEAST_GAIN = 0.01  # share of rows
CLOSE = 0.1  # distances that differ by less than this share are called about the same


def lead(space: TreeSpace, n_sets: int, n_trees_in_all: int = 0) -> str:
    """What is drawn; where not every tree of all weightings is, how many there are."""
    n_shared = int(space.members(SHARED).size)
    forests = len(space.points) - n_shared
    trees = f"{n_shared} shared trees of {n_sets} sets" if n_sets > 1 else f"The {n_shared} trees of this set"
    more = f" and {forests} trees of random forests" if forests else ""
    if n_trees_in_all > n_shared:
        trees = f"The {n_shared:,} of {n_trees_in_all:,} trees that the most weightings give, of {n_sets:,} sets"
    return f"{trees}{more}. Nearby trees make similar predictions."


ORTHOGONAL = (
    "Each leaf has a class. The prediction of each tree counts with its weight. The weights are fitted to the "
    "votes of the ensemble on the rows of both tables."
)
NOT_SMALLER = "no smaller than the ensemble; choose a smaller maximum depth"


def picked(n_trees: int, n_distinct: int) -> str:
    """How many trees were selected, and how many of these differ.

    >>> picked(1, 1), picked(10, 1), picked(10, 3)
    ('1 tree selected', '10 trees selected, all the same', '10 trees selected, 3 that differ')
    """
    said = f"{counted(n_trees, 'tree', 'trees')} selected"
    if n_distinct == n_trees:
        return said
    return f"{said}, all the same" if n_distinct == 1 else f"{said}, {n_distinct} that differ"


QUESTION = "Do trees of the two tables make similar predictions?"
STUDY = (
    "The study grows bagged trees and reduces them to fewer trees: trees rebuilt from their spectra, an "
    "aggregated tree, and orthogonal trees. It compares their errors and sizes on test rows. Numeric attributes "
    "are cut at their quartiles, and the maximum depth is 4, so that the spectra stay small."
)
METHODS = {
    "majority": "Always the largest class",
    "single": "One tree",
    "bagging": "Bagged trees, voting",
    "forest": "Random forest, voting",
    "rft": "Rebuilt trees (RFT), voting",
    "aft": "Aggregated tree (AFT)",
    "odt-1": "First orthogonal tree (ODT)",
    "odt-lr": "Orthogonal trees, weighted (ODT-LR)",
    "odt-lr-published": "ODT-LR fitted on the test rows (leaks)",
}
METHODS_READING = (
    "Errors are shares of the test rows. In the balanced error each class has the same weight, so always "
    f"predicting one of two classes gives {percent(0.5)}. Nodes are counted over all trees."
)
COORDINATES = (
    "Each point is a tree of the ensemble. Trees that are close along the first three orthogonal functions make "
    "similar predictions. Drag to rotate."
)
NO_FOLDS = "A class has too few rows to cross-validate the number of components."


def answer(space: TreeSpace, names: tuple[str, str], current: Sequence[int]) -> list[str]:
    """What the map shows, the most important sentence first; names need no escaping."""
    said = []
    if all(forest_of(name) in space.sources for name in names):
        said += _forests_alike(space.between(on_rows=True), space.sources, names)
    differing = space.differing if space.differing_rows is None else space.differing_rows
    own = sorted(current)
    if len(own) > 1:
        shares = differing[np.ix_(own, own)]
        first, second = (own[int(i)] for i in np.unravel_index(int(shares.argmax()), shares.shape))
        share = float(differing[first, second])
        where = "of the domain" if space.differing_rows is None else "of the rows"
        if share <= SAME_ANSWERS:
            said.append("All trees of this set make the same predictions.")
        else:
            one, other = (space.points[i] for i in (first, second))
            said.append(
                f"In this set, trees {one.number} and {other.number} differ most, on {percent(share)} {where}: "
                f"{_by_attributes(one, other)}."
            )
    return said or ["This set has one tree."]


def _forests_alike(between: np.ndarray, sources: Sequence[str], names: tuple[str, str]) -> list[str]:
    left, right = (sources.index(forest_of(name)) for name in names)
    shared = sources.index(SHARED)
    own = float(np.nanmean([between[left, left], between[right, right]]))
    across = float(between[left, right])
    one, other = names
    if across <= own * (1 + CLOSE):
        alike, same = "make similar predictions", "about as often as trees of the same table do"
    else:
        alike, same = "make different predictions", "more often than trees of the same table do"
    to_left, to_right = float(between[shared, left]), float(between[shared, right])
    if abs(to_left - to_right) <= CLOSE * max(to_left, to_right):
        lie = "about equally far from both forests"
    else:
        lie = f"nearer to the forest of {one if to_left < to_right else other}"
    return [
        f"The forests of {one} and {other} {alike}: trees of different tables differ on {percent(across)} of the rows, "
        f"{same} ({percent(own)}).",
        f"The shared trees are {lie}: they differ from trees of {one} on {percent(to_left)} of the rows, of {other} "
        f"on {percent(to_right)}.",
    ]


def _by_attributes(one: TreePoint, other: TreePoint) -> str:
    """Which attributes only one of two trees tests."""
    first, second = (_tested(point) for point in (one, other))
    only = [[name for name in own if name not in others] for own, others in ((first, second), (second, first))]
    parts = [
        f"only tree {point.number} tests {_listed(names)}"
        for point, names in ((one, only[0]), (other, only[1]))
        if names
    ]
    return "; ".join(parts) if parts else "they test the same attributes at different thresholds or levels"


def _tested(point: TreePoint) -> list[str]:
    """The attributes of a tree, from the root down."""
    tree = point.tree
    return list(dict.fromkeys(tree.attributes[a] for a in tree.attribute.tolist() if a != LEAF))


def _listed(names: Sequence[str]) -> str:
    shown, n_more = list(names[:MOST_NAMED]), len(names) - MOST_NAMED
    *before, last = [*shown, f"{n_more} more"] if n_more > 0 else shown
    return f"{', '.join(before)} and {last}" if before else last


def study_answer(study: OrthogonalStudy) -> str:
    """Which is best, and what the orthogonal trees cost and save."""
    rows = {row.method: row for row in study.rows if not row.leaks}
    best = min((row for row in rows.values() if row.method != "majority"), key=lambda row: (row.error, row.nodes))
    first, bags, base = rows["odt-1"], rows["bagging"], rows["majority"]
    name, wrong, guessing = METHODS[best.method], percent(best.error, 1), "always predicting the largest class"
    if best.error < base.error:
        told = f"{name} has the fewest errors ({wrong}; {guessing} {percent(base.error, 1)})."
    else:
        told = f"No method has fewer errors than {guessing} ({percent(base.error, 1)}); {name} has {wrong}."
    return (
        f"{told} The first orthogonal tree is wrong on {percent(first.error, 1)} with "
        f"{counted(first.nodes, 'node', 'nodes')}; the {bags.trees} bagged trees are wrong on "
        f"{percent(bags.error, 1)} with {bags.nodes:,}."
    )


def rebuilt(pairs: Sequence[TreePair]) -> str:
    """What cutting the spectrum to 90 % of its energy did to single trees."""
    better = sum(pair.rft_error < pair.error for pair in pairs)
    worse = sum(pair.rft_error > pair.error for pair in pairs)
    before, after = (float(np.mean([getattr(pair, name) for pair in pairs])) for name in ("nodes", "rft_nodes"))
    return (
        f"Each point is a tree: its error, and that of the tree rebuilt from {percent(0.9)} of its spectrum's energy. "
        f"{better} of {len(pairs)} became better, {worse} worse; "
        f"nodes went from {before:.1f} to {after:.1f} on average."
    )


def variance(shares: Sequence[float], n_kept: int) -> str:
    hold = "one function explains" if n_kept == 1 else f"{n_kept} functions explain"
    return (
        f"The first orthogonal function explains {percent(shares[0])} of the variance of the trees; {hold} "
        f"{percent(sum(shares[:n_kept]))}."
    )


def components(choice: ComponentChoice) -> str:
    best, one = choice.errors[choice.best - 1], choice.errors[0]
    if choice.best == 1:
        return f"the first function alone is best ({percent(best, 1)} wrong). More functions do not help."
    return (
        f"{choice.best} functions are best ({percent(best, 1)} wrong on held-out rows; one function alone: "
        f"{percent(one, 1)})."
    )


def more_trees(steps: Sequence[SizeStep]) -> str:
    """Whether more than 40 trees help."""
    small = [step for step in steps if step.trees <= MANY]
    large = [step for step in steps if step.trees > MANY]
    if not small or not large:
        return "Errors of ensembles of different sizes."
    gain = min(step.bagging for step in small) - min(step.bagging for step in large)
    verdict = (
        f"lower the error of the vote by {percent(gain, 1)} of the rows"
        if gain > LEAST_GAIN
        else "do not lower the error of the vote"
    )
    return (
        f"More than {MANY} trees {verdict}. This is one ensemble and one split of the rows, so small "
        "differences could be due to chance."
    )
