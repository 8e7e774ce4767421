"""Pruning a set of shared trees: the set without the nodes that the evidence does not carry, and a report."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import get_args

from ksdt_core.data.model.pair import DatasetPair
from ksdt_core.errors import InvalidDataError, InvalidParameterError, Remedy
from ksdt_core.mining.finishing import scored_set
from ksdt_core.mining.holdout import Split, held_out_pair
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.pruning.collapsing import collapsed, subtree
from ksdt_core.pruning.cost_complexity import cost_complexity_cut
from ksdt_core.pruning.counting import NodeCounts, accuracies, check_same_rows, held_out_counts, mined_counts
from ksdt_core.pruning.cuts import TreeCut
from ksdt_core.pruning.description_length import description_length_cut
from ksdt_core.pruning.reduced_error import reduced_error_cut
from ksdt_core.pruning.report import Method, PruningReport, Removed, TreeChange, TreeState
from ksdt_core.trees.shared_tree import SharedTree
from ksdt_core.trees.tree import LEAF


@dataclass(frozen=True, slots=True, eq=False)
class Pruned:
    """A pruned set of trees, scored again, and what was done."""

    trees: TreeSet
    report: PruningReport


def prune(
    trees: TreeSet, pair: DatasetPair | None = None, *, method: Method = "reduced-error", alpha: float | None = None
) -> Pruned:
    """Prune every tree of a set separately, and score the set again on the same rows as before.

    `reduced-error` needs a set that was mined with held-out rows. `cost-complexity` and `mdl` use the training rows.
    The pair is needed where rows were held out, since a result does not hold them; `alpha` is for `cost-complexity`.
    """
    check_request(trees, method, alpha)
    split = _split(trees, pair)
    pruned, changes, removed = [], [], []
    for number, shared in enumerate(trees.trees):
        held_out = None if split is None else held_out_counts(shared, split)
        cut = _cut(trees, shared, held_out, method=method, alpha=alpha)
        scored_on = mined_counts(shared) if held_out is None else held_out
        smaller = collapsed(shared, cut.nodes, accuracies(shared.tree, scored_on, cut.nodes)) if cut.nodes else shared
        before, after = TreeState.of(shared, cut.before), TreeState.of(smaller, cut.after)
        pruned.append(smaller)
        changes.append(TreeChange(before, after, cut.alpha, cut.sequence))
        removed += [_removed(shared, number, node) for node in cut.nodes]
    tpd, scores = scored_set(tuple(pruned), trees.parameters.aus)
    report = PruningReport(
        method=method,
        rows="mined" if split is None else "held-out",
        alpha=alpha,
        left_name=trees.pair.left.name,
        right_name=trees.pair.right.name,
        before=trees.scores,
        after=scores,
        trees=tuple(changes),
        removed=tuple(removed),
    )
    return Pruned(replace(trees, trees=tuple(pruned), tpd=tpd, scores=scores), report)


def needs_pair(trees: TreeSet) -> bool:
    """Whether the tables are needed to prune this set: its accuracies are those of rows that no document holds."""
    return trees.settings.holdout > 0


def check_request(trees: TreeSet, method: str, alpha: float | None) -> None:
    """Raise where this set cannot be pruned like this, before any table is read."""
    if method not in get_args(Method):
        raise InvalidParameterError("not-a-choice", option="method", value=method, choices=get_args(Method))
    if alpha is not None and method != "cost-complexity":
        raise InvalidParameterError(
            "alpha-of-another-method", option="alpha", value=alpha, method=method, wanted="cost-complexity"
        )
    if alpha is not None and not (math.isfinite(alpha) and alpha >= 0):
        raise InvalidParameterError("below-minimum", option="alpha", value=alpha, minimum=0)
    if method == "reduced-error" and trees.settings.holdout == 0:
        raise InvalidParameterError(
            "no-held-out-rows", option="method", method=method, remedies=(Remedy("holdout", "0.3"),)
        )


def _split(trees: TreeSet, pair: DatasetPair | None) -> Split | None:
    """The rows held out when the set was mined, drawn again by the same seed; None where there are none."""
    if not needs_pair(trees):
        if pair is not None:
            check_same_rows(trees, pair)
        return None
    if pair is None:
        raise InvalidDataError("tables-of-result-needed", holdout=trees.settings.holdout)
    split = held_out_pair(pair, trees.settings.holdout)
    check_same_rows(trees, split.pair)
    for side, held in ((pair.left, split.left), (pair.right, split.right)):
        if held.classes.size == 0:
            raise InvalidDataError("no-held-out-row-left", table=side.name, remedies=(Remedy("missing", "common"),))
    return split


def _cut(
    trees: TreeSet, shared: SharedTree, held_out: NodeCounts | None, *, method: Method, alpha: float | None
) -> TreeCut:
    if method == "mdl":
        n_excluded = len(set(trees.settings.exclude))
        return description_length_cut(shared, n_attributes=trees.pair.n_attributes - n_excluded)
    if method == "cost-complexity":
        return cost_complexity_cut(shared, alpha=alpha, held_out=held_out)
    assert held_out is not None  # checked with the request
    return reduced_error_cut(shared.tree, held_out)


def _removed(shared: SharedTree, number: int, node: int) -> Removed:
    tree = shared.tree
    gone = sorted(subtree(tree, node))
    tests = [inner for inner in gone if tree.attribute[inner] != LEAF]
    column = int(tree.attribute[node])
    values = tree.categories[column]
    return Removed(
        tree=number,
        node=node,
        level=int(tree.levels[node]),
        attribute=tree.attributes[column],
        threshold_left=float(shared.threshold_left[node]) if values is None else None,
        threshold_right=float(shared.threshold_right[node]) if values is None else None,
        category=None if values is None else values[int(tree.category[node])],
        label=tree.class_names[int(tree.label[node])],
        nodes=len(gone) - 1,
        tests=len(tests),
        attributes=tuple(dict.fromkeys(tree.attributes[int(tree.attribute[inner])] for inner in tests)),
    )
