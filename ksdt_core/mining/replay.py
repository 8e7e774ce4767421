"""How a set grew, split by split, in the order of its miner."""

from __future__ import annotations

from dataclasses import dataclass

from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.trees.growth import grown_in_order, n_splits, split_node


@dataclass(frozen=True, slots=True)
class SplitMade:
    """One split of one tree, and how many splits every tree had before it."""

    tree: int
    node: int
    before: tuple[int, ...]


def splits_in_order(trees: TreeSet) -> tuple[SplitMade, ...]:
    """Every split of the set in the order in which it was made.

    `parallel`: trees take turns, and in its turn each tree that still can makes one split. `sequential` and `single`:
    one tree is finished before the next starts. A set whose nodes were renumbered (pruned, or of another program) has
    lost its order: it gives nothing.
    """
    if not all(grown_in_order(shared.tree) for shared in trees.trees):
        return ()
    totals = [n_splits(shared.tree) for shared in trees.trees]
    turns = [(split, tree) for tree, total in enumerate(totals) for split in range(total)]
    if trees.settings.method == "parallel":
        turns.sort()
    made, now = [], [0] * len(totals)
    for split, tree in turns:
        made.append(SplitMade(tree, split_node(trees.trees[tree].tree, split), tuple(now)))
        now[tree] += 1
    return tuple(made)
