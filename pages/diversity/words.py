"""What the Diversity page says about a set, computed from its trees."""

from __future__ import annotations

from collections.abc import Sequence

from ksdt_core.figures.aligned_html import AlignedTrees
from ksdt_core.figures.difference_matrix import difference_text
from ksdt_core.measures.usage import common_attributes, used_attributes
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.text import counted, in_letters, score
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
    pairs, k = tree_pairs(trees), in_letters(len(trees.trees))
    tpds = [float(trees.tpd[pair]) for pair in pairs]
    low, high = min(tpds), max(tpds)
    common = common_attributes([shared.tree for shared in trees.trees])
    n_apart = sum(not common[pair] for pair in pairs)
    if n_apart == len(pairs):
        return f"No two of the {k} trees share an attribute."
    if high < TOLERANCE:
        return f"{'Both' if len(pairs) == 1 else f'All {k}'} trees use the same attributes."
    if len(pairs) == 1:
        return f"The two trees share {_number(int(common[0, 1]))}; their difference is {difference_text(low)}."
    if high - low < TOLERANCE:
        return f"Every two of the {k} trees differ by {difference_text(low)}."
    i, j = nearest_pair(trees)
    apart = (
        f"{n_apart} of {len(pairs)} pairs of trees share no attribute"
        if n_apart
        else "Every two trees share an attribute"
    )
    return f"{apart}; trees {i + 1} and {j + 1} are the most similar (difference {difference_text(low)})."


def basis(trees: TreeSet) -> str:
    """What the finding is based on: how many splits and attributes, and the mean difference."""
    plain = [shared.tree for shared in trees.trees]
    splits = sum(tree.n_nodes - tree.n_leaves for tree in plain)
    return (
        f"{counted(splits, 'split')} on {_number(len(used_attributes(plain)))}. Diversity of the set (TD): "
        f"{difference_text(trees.scores.td or 0.0)}, the mean difference of two trees. 1 = no attribute in common, "
        "0 = the same attributes."
    )


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
        return "With two trees, neither can be removed: a single tree has no diversity."
    (low, best), (high, worst) = min(known), max(known)
    best, worst = -best, -worst
    if high - low < TOLERANCE:
        return "Every tree adds the same amount of diversity."
    found = f"Tree {best} adds most"
    if high > td + TOLERANCE:
        return f"{found}. Without tree {worst} the set would be more diverse ({score(high)})."
    return f"{found}, tree {worst} least."


def groups_sentence(trees: TreeSet) -> str:
    """How to read the joined trees, or that there is nothing to see."""
    tpds = [float(trees.tpd[pair]) for pair in tree_pairs(trees)]
    if len(tpds) > 1 and max(tpds) - min(tpds) < TOLERANCE:
        return "All trees join at the same difference, so no two are more similar than the others."
    return "Trees that join near 0 use the same attributes. Trees that join at 1 share none."


def measures_sentence(lnc: float, llc: float, used: str) -> str:
    """How the two summaries of use compare."""
    if abs(lnc - llc) < TOLERANCE:
        found = "Both give the same diversity."
    elif llc > lnc:
        found = "Trees share attributes, but rarely at the same level. Compared level by level, they differ more."
    else:
        found = "Trees use shared attributes at the same levels. Compared level by level, they are more similar."
    return f"{found} This set was mined with {used}."
