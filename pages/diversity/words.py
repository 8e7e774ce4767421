"""What the Diversity page says about a set, worked out from its trees."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ksdt_core.figures.aligned_html import AlignedTrees
from ksdt_core.figures.difference_matrix import difference_text
from ksdt_core.figures.diversity_map import count_word
from ksdt_core.measures.usage import common_attributes, used_attributes
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.trees.alignment import has_same_shape

TOLERANCE = 1e-9
Pair = tuple[int, int]


def tree_pairs(trees: TreeSet) -> list[Pair]:
    """Every two trees, counted from 0."""
    k = len(trees.trees)
    return [(i, j) for i in range(k) for j in range(i + 1, k)]


def nearest_pair(trees: TreeSet, of: int | None = None) -> Pair:
    """The two trees that differ least; the first of them on a tie. `of` names one that must be among them."""
    pairs = [pair for pair in tree_pairs(trees) if of is None or of in pair]
    return min(pairs, key=lambda pair: (round(float(trees.tpd[pair]), 9), pair))


def lead(trees: TreeSet) -> str:
    """The finding in one sentence."""
    tpds = [float(trees.tpd[pair]) for pair in tree_pairs(trees)]
    k, low, high = count_word(len(trees.trees)), min(tpds), max(tpds)
    counts = _counts(trees)
    common = common_attributes([shared.tree for shared in trees.trees])
    if not np.triu(common, 1).any() and low > 1 - TOLERANCE:
        return f"No two of the {k} trees share an attribute: {counts}."
    if high < TOLERANCE:
        return f"{'Both' if len(tpds) == 1 else f'All {k}'} trees use the same attributes alike: {counts}."
    if len(tpds) == 1:
        n_common = int(common[0, 1])
        return f"The two trees differ by TPD {difference_text(low)} and share {_number(n_common)}: {counts}."
    if high - low < TOLERANCE:
        return f"Every two of the {k} trees differ alike, by TPD {difference_text(low)}: {counts}."
    i, j = nearest_pair(trees)
    return (
        f"Trees {i + 1} and {j + 1} are the most alike (TPD {difference_text(low)}, {int(common[i, j])} shared "
        f"attribute{'' if common[i, j] == 1 else 's'}): {counts}."
    )


def _counts(trees: TreeSet) -> str:
    plain = [shared.tree for shared in trees.trees]
    splits = sum(tree.n_nodes - tree.n_leaves for tree in plain)
    td = trees.scores.td
    return f"{splits} splits, {_number(len(used_attributes(plain)))}, tree diversity TD = {difference_text(td or 0.0)}"


def _number(n: int) -> str:
    return f"{n} attribute" if n == 1 else f"{n} attributes"


def pair_sentence(aligned: AlignedTrees) -> str:
    """What two trees have in common; names as they stand."""
    shape = "Same shape" if has_same_shape(aligned.first.tree, aligned.second.tree) else "Different shapes"
    common = aligned.common
    if not common:
        return f"{shape}, no attribute in common."
    return f"{shape}, {_number(len(common))} in common: {', '.join(common)}."


def adds_sentence(td: float, without: Sequence[float | None]) -> str:
    """Which tree makes the set more diverse, and which less."""
    known = [(rest, -number) for number, rest in enumerate(without, start=1) if rest is not None]
    if not known:
        return "With two trees neither can be left out: one tree has no diversity."
    (low, best), (high, worst) = min(known), max(known)
    best, worst = -best, -worst
    if high - low < TOLERANCE:
        return "Every tree adds the same: leaving any one out leaves TD where it is."
    found = f"Tree {best} adds most"
    if high > td + TOLERANCE:
        return f"{found}. Without tree {worst} the set would be more diverse, TD {high:.3f}."
    return f"{found}, tree {worst} least."


def groups_sentence(trees: TreeSet) -> str:
    """How to read the joined trees, or that there is nothing to see."""
    tpds = [float(trees.tpd[pair]) for pair in tree_pairs(trees)]
    if len(tpds) > 1 and max(tpds) - min(tpds) < TOLERANCE:
        return "All trees join at the same difference: no two stand closer than others."
    return "Trees that join far to the left use the same attributes alike; at 1 they share none."


def measures_sentence(lnc: float, llc: float, used: str) -> str:
    """How the two summaries of use compare."""
    if abs(lnc - llc) < TOLERANCE:
        found = "Both say the same of this set."
    elif llc > lnc:
        found = "Trees share attributes, but less often at the same level: listed by level they look more different."
    else:
        found = "Trees use shared attributes at the same levels: listed by level they look more alike."
    return f"{found} This set was mined with {used}."
