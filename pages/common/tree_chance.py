"""Whether a tree is better than trees of shuffled tables, as pages say it."""

from __future__ import annotations

from ksdt_core.evidence.set_chance import Significance
from ksdt_core.evidence.tree_chance import tree_sentence
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.text import printable
from pages.common import kept


def of_run(run: str) -> Significance | None:
    """The test of a run's set, where it was made with p-values for its trees."""
    part = kept.document(run).get("significance")
    tested = Significance.of_document(part) if part else None
    return tested if tested is not None and tested.trees else None


def captions(tested: Significance | None, trees: TreeSet, tree: int) -> tuple[str, ...]:
    """What is below the drawing of a tree."""
    if tested is None:
        return ()
    return (printable(tree_sentence(tested.trees[tree], trees.pair.left.name, trees.pair.right.name)),)
