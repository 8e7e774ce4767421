"""Sentences of the Ensemble space page."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ksdt_core.studies.tree_space import SHARED, TreeSpace
from ksdt_core.text import counted, percent
from pages.common.wording import as_markdown

CLOSE = 0.1  # distances that differ by less than this share are called about the same


def lead(space: TreeSpace, n_sets: int) -> str:
    """What is drawn."""
    n_shared = int(space.members(SHARED).size)
    forests = len(space.points) - n_shared
    trees = f"{n_shared} shared trees of {n_sets} sets" if n_sets > 1 else f"The {n_shared} trees of this set"
    more = f" and {forests} trees of forests" if forests else ""
    return f"{trees}{more}, each a point. Trees that answer alike lie close together, whatever they look like."


def picked(n_trees: int, n_distinct: int) -> str:
    """How many trees were picked, and how many of these differ.

    >>> picked(1, 1), picked(10, 1), picked(10, 3)
    ('1 tree picked', '10 trees picked, all alike', '10 trees picked, 3 that differ')
    """
    said = f"{counted(n_trees, 'tree', 'trees')} picked"
    if n_distinct == n_trees:
        return said
    return f"{said}, all alike" if n_distinct == 1 else f"{said}, {n_distinct} that differ"


def orthogonal(class_names: Sequence[str]) -> str:
    """How orthogonal trees are read."""
    if len(class_names) == 2:
        held, share = "Leaves hold numbers", f"share of the votes for “{as_markdown(class_names[1])}”"
    else:
        held, share = (
            "Leaves hold a number for each class, of which the largest is shown",
            "share of the votes of a class",
        )
    return f"{held}. Times the weights of their trees and summed over these they are the {share}."


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
