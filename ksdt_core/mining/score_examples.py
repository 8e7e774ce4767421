"""Help texts of the scores, each with one number of the set that is looked at."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from ksdt_core.glossary import GLOSSARY
from ksdt_core.measures.usage import common_attributes
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.text import counted, in_letters, percent, score
from ksdt_core.trees.shared_tree import SharedTree
from ksdt_core.trees.text import balanced


def help_with_number(acronym: str, trees: TreeSet) -> str:
    """What a score means, and the number that this set has; what a single tree has no number of has no example."""
    said = f"{GLOSSARY[acronym].help} {_EXAMPLES[acronym](trees)}"
    return said.rstrip()


def _quality(trees: TreeSet) -> str:
    """SDTSQ = min(SA, DS, TD) · mean(SA, DS, TD)."""
    scores = trees.scores
    parts = [part for part in (scores.sa, scores.ds, scores.td) if part is not None]
    return f"Here: {score(scores.sdtsq)} = {score(min(parts))} × {score(sum(parts) / len(parts))}."


def _tree_quality(trees: TreeSet) -> str:
    """SDTQ = min(SA, DS) · mean(SA, DS)."""
    first = trees.trees[0]
    parts = (first.sa, first.ds)
    return f"Here: {score(first.sdtq)} = {score(min(parts))} × {score(sum(parts) / 2)} in tree 1."


def _accuracy(trees: TreeSet) -> str:
    """SA = mean over trees of min(accuracy left, accuracy right)."""
    first = trees.trees[0]
    where = " on balanced rows" if trees.pair.is_balanced and not trees.settings.holdout else ""
    smaller = f"the smaller of {percent(first.accuracy_left, 1)} and {percent(first.accuracy_right, 1)}{where}"
    return _mean(trees, trees.scores.sa, first.sa, smaller)


def _similarity(trees: TreeSet) -> str:
    """DS = mean over trees of the mean DSN of all nodes."""
    first = trees.trees[0]
    return _mean(trees, trees.scores.ds, first.ds, f"the mean DSN of its {counted(first.tree.n_nodes, 'node')}")


def _mean(trees: TreeSet, of_set: float, of_first: float, made: str) -> str:
    if len(trees.trees) == 1:
        return f"Here: {score(of_set)} = {made}."
    k = in_letters(len(trees.trees))
    return f"Here: {score(of_set)} = the mean over {k} trees; tree 1 has {score(of_first)}, {made}."


def _node_similarity(trees: TreeSet) -> str:
    first = trees.trees[0]
    counts = f"{balanced(first)}class counts {_root_counts(first)}"
    return f"Here: {score(float(first.dsn[0]))} at the root of tree 1, with {counts}."


def _root_counts(shared: SharedTree) -> str:
    """The two class distribution vectors of the root."""
    sides = (" | ".join(f"{count:,}" for count in counts[0].tolist()) for counts in (shared.cdv_left, shared.cdv_right))
    return " and ".join(sides)


def _diversity(trees: TreeSet) -> str:
    """TD = mean TPD over all pairs of trees."""
    k = len(trees.trees)
    if trees.scores.td is None:
        return ""
    return f"Here: {score(trees.scores.td)} = the mean TPD of {counted(k * (k - 1) // 2, 'pair', 'pairs')} of trees."


def _difference(trees: TreeSet) -> str:
    if len(trees.trees) == 1:
        return ""
    common = int(common_attributes([shared.tree for shared in trees.trees])[0, 1])
    shared = f"share {counted(common, 'attribute')}" if common else "share no attribute"
    return f"Here: {score(float(trees.tpd[0, 1]))} for trees 1 and 2, which {shared}."


_EXAMPLES: Mapping[str, Callable[[TreeSet], str]] = MappingProxyType(
    {
        "SDTSQ": _quality,
        "SDTQ": _tree_quality,
        "SA": _accuracy,
        "DS": _similarity,
        "DSN": _node_similarity,
        "TD": _diversity,
        "TPD": _difference,
    }
)
EXPLAINED = frozenset(_EXAMPLES)
