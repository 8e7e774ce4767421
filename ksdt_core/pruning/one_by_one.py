"""Pruning split after split, always the one that comes first by some measure of its subtree."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ksdt_core.trees.learned_tree import Branches


@dataclass(frozen=True, slots=True)
class Subtree:
    """What hangs from a split: its errors, its size, and the errors of the split as a leaf."""

    own: float
    errors: float
    leaves: int
    nodes: int  # below the split


def pruned_one_by_one(
    children: Branches, errors: Sequence[float], key: Callable[[Subtree], tuple[Any, ...]]
) -> Iterator[tuple[Subtree, int]]:
    """The splits in the order in which they become leaves, each with its subtree before that.

    The split with the smallest key is next, of equals the first node. Splits below one that became a leaf are gone, and
    those above it are measured again, so each step costs no more than the depth of the tree.
    """
    parents = {child: node for node, below in children.items() for child in below}
    state: dict[int, Subtree] = {}
    for node in reversed(list(children)):
        below = [state.get(child) for child in children[node]]
        state[node] = Subtree(
            own=errors[node],
            errors=sum(
                errors[child] if each is None else each.errors
                for child, each in zip(children[node], below, strict=True)
            ),
            leaves=sum(1 if each is None else each.leaves for each in below),
            nodes=sum(1 if each is None else each.nodes + 1 for each in below),
        )
    heap = [(key(each), node) for node, each in state.items()]
    heapq.heapify(heap)
    while heap:
        measured, node = heapq.heappop(heap)
        if node not in state or key(state[node]) != measured:
            continue
        gone = state[node]
        yield gone, node
        waiting = [node]
        while waiting:
            at = waiting.pop()
            if state.pop(at, None) is not None:
                waiting += children[at]
        above = parents.get(node)
        while above is not None:
            each = state[above]
            state[above] = replace(
                each,
                errors=each.errors - gone.errors + gone.own,
                leaves=each.leaves - gone.leaves + 1,
                nodes=each.nodes - gone.nodes,
            )
            heapq.heappush(heap, (key(state[above]), above))
            above = parents.get(above)
