"""What a reader should be warned of at a node: an answer that a table does not share, rows that go different ways.

*A minority answer.* At a leaf, a table has more rows of some other class than of the class that the leaf answers.

*Uneven ways.* At a split with n₁ and n₂ rows of the two tables, of which the shares s₁ and s₂ pass the test, the shares
differ by at least 0.2, and by more than chance: with s the share of all n₁ + n₂ rows and

    z = (s₁ − s₂) / √(s (1 − s) (1/n₁ + 1/n₂))

the two-sided normal p of z, times the number of splits of the tree (Bonferroni), is below 0.05.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from ksdt_core.text import percent, printable
from ksdt_core.trees.shared_tree import SharedTree
from ksdt_core.trees.tree import LEAF

LEAST_DIFFERENCE = 0.2
LEVEL = 0.05


@dataclass(frozen=True, slots=True)
class NodeWarning:
    """What is wrong at one node."""

    minority: tuple[bool, bool] = (False, False)  # for each table whether the answer of a leaf is not its majority
    passing: tuple[float, float] | None = None  # for each table the share that passes the test, where these differ


@lru_cache(maxsize=32)
def node_warnings(shared: SharedTree) -> Mapping[int, NodeWarning]:
    """The nodes with something to warn of; a drawing asks for them node by node.

    Copies that balancing drew are no rows: where the rows are not known nothing is said about them.
    """
    if not shared.rows_known:
        return {}
    tree = shared.tree
    n_splits = int(np.count_nonzero(tree.attribute != LEAF))
    found = {}
    for node in range(tree.n_nodes):
        if tree.attribute[node] == LEAF:
            left, right = (bool(rows[node].max() > rows[node, tree.label[node]]) for rows in shared.rows)
            if left or right:
                found[node] = NodeWarning(minority=(left, right))
        elif (passing := _uneven(shared, node, n_splits)) is not None:
            found[node] = NodeWarning(passing=passing)
    return found


def _uneven(shared: SharedTree, node: int, n_splits: int) -> tuple[float, float] | None:
    below = int(shared.tree.left[node])
    n_left, n_right = (int(rows[node].sum()) for rows in shared.rows)
    if not n_left or not n_right:
        return None
    k_left, k_right = (int(rows[below].sum()) for rows in shared.rows)
    passing = (k_left / n_left, k_right / n_right)
    difference, together = abs(passing[0] - passing[1]), (k_left + k_right) / (n_left + n_right)
    spread = math.sqrt(together * (1 - together) * (1 / n_left + 1 / n_right))
    if difference < LEAST_DIFFERENCE or not spread:
        return None
    p = math.erfc(difference / spread / math.sqrt(2))
    return passing if p * n_splits < LEVEL else None


def warning_words(warning: NodeWarning, shared: SharedTree, node: int, tables: tuple[str, str]) -> tuple[str, ...]:
    """The warnings of a node in words."""
    words = []
    for table, is_minority, rows in zip(tables, warning.minority, shared.rows, strict=True):
        if is_minority:
            majority = printable(shared.tree.class_names[int(rows[node].argmax())])
            words.append(f"the most common class of {printable(table)} here is {majority}")
    if warning.passing is not None:
        shares = " and ".join(
            f"{percent(share)} of {printable(table)}" for share, table in zip(warning.passing, tables, strict=True)
        )
        tested = printable(shared.tree.attributes[int(shared.tree.attribute[node])])
        words.append(f"the split by {tested} divides the tables in different proportions: {shares} meet the condition")
    return tuple(words)
