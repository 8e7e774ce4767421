"""Replication: do the trees of a set hold in a third table that they never saw?

Every row of the table walks every tree by the scaled threshold. Where the table does not have the attribute of a node,
its rows stop there and take the label of that node.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.matching.value_matching import ValueMap
from ksdt_core.data.model.dataset import Dataset
from ksdt_core.data.model.preparation import Missing, ThirdPreparation
from ksdt_core.data.preparing.missing import MissingRule, complete
from ksdt_core.data.preparing.scaling import scale_columns
from ksdt_core.evidence.answers import TableAnswers, table_answers
from ksdt_core.evidence.replicated import (
    ReplicatedNode,
    ReplicatedResult,
    ReplicatedTable,
    ReplicatedTree,
    ReplicatedVote,
    Replication,
)
from ksdt_core.evidence.replication_columns import exchangeable_columns
from ksdt_core.evidence.replication_nulls import forest_of, p_value, permuted_columns, shuffled_classes
from ksdt_core.evidence.split_holding import one_sided_p, split_direction, verdict_of
from ksdt_core.evidence.third_table import ThirdTable, third_table
from ksdt_core.given import names, whole
from ksdt_core.measures.answers import balanced_accuracy, confusion_matrix, majority_vote
from ksdt_core.measures.distribution import distribution_similarity
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.trees.reading import question
from ksdt_core.trees.shared_tree import SharedTree
from ksdt_core.trees.tree import LEAF, Tree
from ksdt_core.trees.walk import leaf_of_rows, predicted_classes


def replicate(
    trees: TreeSet,
    third: Dataset,
    permutations: int = 9999,
    *,
    class_map: Mapping[str, str] | None = None,
    attribute_map: Mapping[str, str] | None = None,
    value_map: ValueMap | None = None,
    missing: Missing = "fail",
    max_missing: float = 1.0,
    convert: Sequence[str] = (),
    seed: int = 0,
) -> Replication:
    """The trees on a third table, with p-values of the vote and of each tree.

    `attribute_map` maps attributes of the third table to attributes of the left one; `value_map` maps its values, for
    each attribute, to values of the left table. `class_map` renames its classes.
    An attribute of which more than `max_missing` is missing counts as not measured. `convert` changes units of its
    columns, as `chol=*38.67`. Which attributes are categories or codes is known from the trees.
    """
    how = ThirdPreparation(missing=missing, max_missing=max_missing, convert=names("convert", convert), seed=seed)
    permutations = whole("permutations", permutations, smallest=1, usual="9999")
    table = third_table(
        trees,
        third,
        class_map=class_map or {},
        attribute_map=attribute_map or {},
        value_map=value_map or {},
        missing=missing,
        max_missing=how.max_missing,
        convert=how.convert,
    )
    stopped = [stopped_tree(shared.tree, table.measured) for shared in trees.trees]
    reached = [leaf_of_rows(tree, table.scaled.T) for tree in stopped]
    answers = np.stack([tree.label[nodes] for tree, nodes in zip(stopped, reached, strict=True)])
    counted = table_answers(table.classes, answers, len(trees.pair.class_names))
    p_vote, p_trees = _class_p_values(trees, table, stopped, answers, counted, permutations=permutations, seed=seed)
    assert counted.vote is not None
    return Replication(
        result=_result(trees),
        table=ReplicatedTable(table.name, table.n_rows),
        permutations=permutations,
        seed=seed,
        missing=missing,
        filled=table.n_filled,
        dropped=third.n_rows - table.n_rows,
        not_measured=tuple(name for name, has in zip(trees.attributes, table.measured, strict=True) if not has),
        max_missing=float(how.max_missing),
        sparse=table.sparse,
        convert=how.convert,
        vote=ReplicatedVote(
            counted.vote.confusion,
            p_classes=p_vote,
            p_pairing=_pairing_p_value(trees, table, stopped, permutations=permutations, seed=seed),
        ),
        trees=tuple(
            ReplicatedTree(one.confusion, p_classes=p, nodes=_nodes(shared, tree, nodes, table))
            for one, p, shared, tree, nodes in zip(counted.trees, p_trees, trees.trees, stopped, reached, strict=True)
        ),
    )


def stopped_tree(tree: Tree, measured: NDArray[np.bool_]) -> Tree:
    """The tree as a table can walk it: a node whose attribute is not measured answers its own label."""
    tests = tree.attribute != LEAF
    blind = tests.copy()
    blind[tests] = ~measured[tree.attribute[tests]]
    return replace(tree, attribute=np.where(blind, LEAF, tree.attribute).astype(np.int32)) if blind.any() else tree


def node_counts(tree: Tree, reached: NDArray[np.int32], classes: NDArray[np.intp], n_classes: int) -> NDArray[np.int64]:
    """For each node the rows of each class that pass it, (n_nodes, n_classes)."""
    cells = np.bincount(reached * np.intp(n_classes) + classes, minlength=tree.n_nodes * n_classes)
    counts = cells.reshape(tree.n_nodes, n_classes).astype(np.int64)
    for node in range(tree.n_nodes - 1, -1, -1):  # children come after their parents
        if tree.attribute[node] != LEAF:
            counts[node] = counts[tree.left[node]] + counts[tree.right[node]]
    return counts


def _result(trees: TreeSet) -> ReplicatedResult:
    pair = trees.pair
    left, right = (ReplicatedTable(side.name, side.rows) for side in (pair.left, pair.right))
    return ReplicatedResult(left, right, pair.class_names, trees.settings.scale, pair.fingerprint)


def _class_p_values(
    trees: TreeSet,
    table: ThirdTable,
    stopped: list[Tree],
    answers: NDArray[np.int32],
    counted: TableAnswers,
    *,
    permutations: int,
    seed: int,
) -> tuple[float, list[float]]:
    """p of the vote, and of each tree against the best tree of every shuffle."""
    n_classes = len(trees.pair.class_names)
    assert counted.vote is not None
    if table.is_filled_by_class:
        null = refilled_classes(trees, table, stopped, permutations=permutations, seed=seed)
    else:
        voted = majority_vote(answers, n_classes).astype(np.int32)
        both = np.concatenate([answers, voted[None]])
        null = shuffled_classes(table.classes, both, n_classes, permutations=permutations, seed=seed)
    best = null[:, :-1].max(axis=1)
    of_trees = [p_value(balanced_accuracy(tree.confusion), best) for tree in counted.trees]
    return p_value(balanced_accuracy(counted.vote.confusion), null[:, -1]), of_trees


def _pairing_p_value(
    trees: TreeSet, table: ThirdTable, stopped: list[Tree], *, permutations: int, seed: int
) -> float | None:
    if trees.settings.scale == "none":
        return None
    columns = exchangeable_columns(trees, table)
    if not columns.can_change:
        return None
    forest, n_classes = forest_of(stopped), len(trees.pair.class_names)
    reached = np.stack([tree.label[leaf_of_rows(tree, table.scaled.T)] for tree in stopped])
    voted = table_answers(table.classes, reached, n_classes).vote
    assert voted is not None
    null = permuted_columns(
        forest,
        columns,
        table.classes,
        n_attributes=len(trees.attributes),
        n_classes=n_classes,
        permutations=permutations,
        seed=seed,
    )
    return p_value(balanced_accuracy(voted.confusion), null)


def _nodes(
    shared: SharedTree, stopped: Tree, reached: NDArray[np.int32], table: ThirdTable
) -> tuple[ReplicatedNode, ...]:
    tree = shared.tree
    counts = node_counts(stopped, reached, table.classes, len(tree.class_names))
    similar = [distribution_similarity(counts, rows).tolist() for rows in shared.rows]
    levels, parents = tree.levels.tolist(), [None, *tree.parents.tolist()[1:]]
    found = []
    for node in range(tree.n_nodes):
        column = int(tree.attribute[node])
        measured = column == LEAF or bool(table.measured[column])
        holds, p = None, None
        if column != LEAF and measured:
            children = counts[[tree.left[node], tree.right[node]]]
            direction = split_direction(*(rows[[tree.left[node], tree.right[node]]] for rows in shared.rows))
            holds, p = verdict_of(children, one_sided_p(children, direction))
        found.append(
            ReplicatedNode(
                id=node,
                parent=parents[node],
                level=levels[node],
                attribute=None if column == LEAF else tree.attributes[column],
                split=None if column == LEAF else question(shared, node),
                label=tree.class_names[int(tree.label[node])],
                cdv=tuple(counts[node].tolist()),
                dsn_left=float(similar[0][node]),
                dsn_right=float(similar[1][node]),
                measured=measured,
                holds=holds,
                p=p,
            )
        )
    return tuple(found)


def refilled_classes(
    trees: TreeSet, table: ThirdTable, stopped: list[Tree], *, permutations: int, seed: int
) -> NDArray[np.float64]:
    """Balanced accuracies of the trees and of their vote under shuffled classes, (permutations, k + 1)."""
    generator = np.random.default_rng(np.random.SeedSequence([seed, 3]))
    n_classes = len(trees.pair.class_names)
    gaps = np.flatnonzero(np.isnan(table.matched.values).any(axis=0))
    holed = table.matched.take_columns(gaps.tolist())
    codes = tuple(table.codes[column] for column in gaps.tolist())
    cells, found = np.array(table.scaled), np.empty((permutations, len(stopped) + 1))
    for number in range(permutations):
        classes = generator.permutation(table.classes)
        drawn = replace(holed, classes=classes)
        filled = complete(drawn, MissingRule("class-common", tuple(range(drawn.n_attributes)), drawn, drawn, codes))
        cells[table.columns[gaps]] = scale_columns(filled.values, drawn.categories, trees.settings.scale, codes=codes).T
        answers = np.stack([predicted_classes(tree, cells.T) for tree in stopped])
        both = [*answers, majority_vote(answers, n_classes)]
        found[number] = [balanced_accuracy(confusion_matrix(classes, one, n_classes)) for one in both]
    return found
