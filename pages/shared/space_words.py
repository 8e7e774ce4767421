"""Sentences of the Ensemble space page."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ksdt_core.percent import percent
from ksdt_core.studies.tree_space import SHARED, TreeSpace
from pages.shared.wording import as_markdown

CLOSE = 0.1  # distances that differ by less than this share are called about the same


def lead(space: TreeSpace, n_sets: int) -> str:
    """What is drawn."""
    n_shared = int(space.members(SHARED).size)
    forests = len(space.points) - n_shared
    trees = f"{n_shared} shared trees of {n_sets} sets" if n_sets > 1 else f"The {n_shared} trees of this set"
    more = f" and {forests} trees of forests" if forests else ""
    return f"{trees}{more}, each a point. Trees that answer alike lie close together, whatever they look like."


def redundancy(space: TreeSpace) -> str:
    """How much of the shared trees is new, in one number."""
    n_trees, needed = int(space.members(SHARED).size), space.components_for(0.9, source=SHARED)
    if needed == 0:
        return "All shared trees answer alike everywhere: one of them says what all say."
    directions = "one direction holds" if needed == 1 else f"**{needed}** directions hold"
    n_distinct = space.distinct(SHARED)
    same = f", of which {n_distinct} differ anywhere at all" if n_distinct < n_trees else ""
    return f"Redundancy: {directions} 90 % of what sets the {n_trees} shared trees apart{same}."


def domains_sentences(between: np.ndarray, sources: Sequence[str], names: tuple[str, str]) -> list[str]:
    """Do the two tables' own trees live near each other, and where do the shared trees sit? By answers on rows."""
    left, right = (next(i for i, source in enumerate(sources) if source == f"forest of {name}") for name in names)
    shared = sources.index(SHARED)
    own = float(np.nanmean([between[left, left], between[right, right]]))
    across = float(between[left, right])
    one, other = (as_markdown(name) for name in names)
    verdict = (
        "as near to each other as to their own kind: the tables teach much the same"
        if across <= own * (1 + CLOSE)
        else "further from each other than from their own kind: the tables teach different things"
    )
    to_left, to_right = float(between[shared, left]), float(between[shared, right])
    if abs(to_left - to_right) <= CLOSE * max(to_left, to_right):
        sits = f"about as far from those of {one} ({percent(to_left)}) as from those of {other} ({percent(to_right)})"
    else:
        nearer = (one, other) if to_left < to_right else (other, one)
        near, far = sorted((to_left, to_right))
        sits = f"nearer to those of {nearer[0]} ({percent(near)}) than to those of {nearer[1]} ({percent(far)})"
    return [
        f"A tree grown on {one} and one grown on {other} answer differently for **{percent(across)}** of the rows; two "
        f"trees of the same table for {percent(own)}. The forests are {verdict}.",
        f"A shared tree is {sits}.",
    ]
