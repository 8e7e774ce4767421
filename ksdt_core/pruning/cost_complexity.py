"""Cost-complexity pruning: errors against leaves, the weakest link first."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from ksdt_core.pruning.collapsing import leaves_of, subtree, topmost
from ksdt_core.pruning.counting import NodeCounts, mined_counts, n_right
from ksdt_core.pruning.cuts import Link, TreeCut, cheapest_cut
from ksdt_core.trees.shared_tree import SharedTree
from ksdt_core.trees.tree import LEAF, Tree

DEFAULT_ALPHA = 0.01
"""Where neither an alpha nor held-out rows are given: a leaf must spare one error in a hundred rows."""

_SLACK = Fraction(1, 10**12)  # an alpha of the sequence, printed and given back, still cuts its link


def cost_complexity_cut(shared: SharedTree, *, alpha: float | None, held_out: NodeCounts | None) -> TreeCut:
    """Cost-complexity pruning [BFOS84, chapter 3]: the smallest subtree T with the smallest R(T) + α · leaves(T).

    R(T) = (error rate on D1 + error rate on D2) / 2 on the training rows: a sum over leaves, unlike 1 − SA, so that the
    subtrees for growing α are nested. Without an α, it is the one of the sequence whose tree has the highest SA on
    the held-out rows (of equals the smallest tree); without these, `DEFAULT_ALPHA`.
    """
    tree, errors = shared.tree, node_errors(shared)
    sequence = weakest_links(tree, errors)
    if alpha is None and held_out is not None:
        chosen = sequence[_best_link(tree, sequence, held_out)]
        alpha, nodes = chosen.alpha, chosen.nodes
    else:
        alpha = DEFAULT_ALPHA if alpha is None else alpha
        nodes = cheapest_at(tree, errors, Fraction(alpha) + _SLACK)
    before, after = (_penalised(tree, errors, alpha, cut) for cut in ((), nodes))
    return TreeCut(nodes, before=before, after=after, alpha=alpha, sequence=sequence)


def node_errors(shared: SharedTree) -> list[Fraction]:
    """What each node adds to R(T) where it is a leaf: (wrong_1 / N_1 + wrong_2 / N_2) / 2, exactly."""
    tree, counts = shared.tree, mined_counts(shared)
    nodes = np.arange(tree.n_nodes)
    wrong = [side.sum(axis=1) - side[nodes, tree.label] for side in (counts.left, counts.right)]
    n_left, n_right = counts.n_rows
    pairs = zip(wrong[0].tolist(), wrong[1].tolist(), strict=True)
    return [Fraction(left * n_right + right * n_left, 2 * n_left * n_right) for left, right in pairs]


def cheapest_at(tree: Tree, errors: list[Fraction], alpha: Fraction) -> tuple[int, ...]:
    """What to cut for the smallest tree of smallest penalised cost at this alpha."""
    return cheapest_cut(tree, [error + alpha for error in errors], [Fraction(0)] * tree.n_nodes)


def weakest_links(tree: Tree, errors: list[Fraction]) -> tuple[Link, ...]:
    """The nested trees for growing alpha, from alpha 0 to the root alone.

    The weakest links are the nodes with the smallest g(V) = (R(V) − R(T_V)) / (leaves(T_V) − 1): the alpha at which
    the subtree below V is no longer worth its leaves. The first tree may be smaller than the one given: labels are
    majorities of all rows, and where the tables differ in size a split may raise the mean of their error rates.
    """
    cut = set(cheapest_at(tree, errors, Fraction(0)))
    found = [_link(tree, errors, Fraction(0), cut)]
    while (weakest := _weakest(tree, errors, cut)) is not None:
        alpha, nodes = weakest
        cut = set(topmost(tree, cut | set(nodes)))
        found.append(_link(tree, errors, alpha, cut))
    return tuple(found)


def _weakest(tree: Tree, errors: list[Fraction], cut: set[int]) -> tuple[Fraction, list[int]] | None:
    """The smallest g of the tree that is left and the topmost nodes that have it; None for a single leaf."""
    kept = list(subtree(tree, 0, leaves=cut))
    total: dict[int, tuple[Fraction, int]] = {}  # error and leaves of the subtree at each node
    strength: dict[int, Fraction] = {}
    for node in reversed(kept):  # parents come first in `kept`
        if node in cut or tree.attribute[node] == LEAF:
            total[node] = (errors[node], 1)
            continue
        left, right = total[int(tree.left[node])], total[int(tree.right[node])]
        total[node] = (left[0] + right[0], left[1] + right[1])
        strength[node] = (errors[node] - total[node][0]) / (total[node][1] - 1)
    if not strength:
        return None
    smallest = min(strength.values())
    weak = {node for node, value in strength.items() if value == smallest}
    return smallest, [node for node in subtree(tree, 0, leaves=cut | weak) if node in weak]


def _link(tree: Tree, errors: list[Fraction], alpha: Fraction, cut: set[int]) -> Link:
    leaves = leaves_of(tree, cut)
    error = sum((errors[leaf] for leaf in leaves), Fraction(0))
    return Link(float(alpha), len(leaves), float(error), tuple(sorted(cut)))


def _best_link(tree: Tree, sequence: tuple[Link, ...], held_out: NodeCounts) -> int:
    """The link with the highest SA on held-out rows, the smallest tree of equals."""
    n_left_rows, n_right_rows = held_out.n_rows
    reached = []
    for link in sequence:
        left, right = n_right(tree, held_out, link.nodes)
        reached.append(min(left * n_right_rows, right * n_left_rows))
    return max(range(len(sequence)), key=lambda number: (reached[number], number))


def _penalised(tree: Tree, errors: list[Fraction], alpha: float, cut: tuple[int, ...]) -> float:
    leaves = leaves_of(tree, cut)
    return float(sum((errors[leaf] for leaf in leaves), Fraction(0)) + Fraction(alpha) * len(leaves))
