"""Every path of a tree as a rule; together they part the rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.model.dataset import Dataset
from ksdt_core.data.model.pair import DatasetPair
from ksdt_core.measures.distribution import distribution_similarity
from ksdt_core.rules.conditions import path_conditions
from ksdt_core.rules.evidence import difference_p_value, holm
from ksdt_core.rules.rule import Rule, RuleKey, RuleList, TreeSummary
from ksdt_core.rules.table_rows import TableRows, dataset_rows, pair_rows
from ksdt_core.trees.paths import walk
from ksdt_core.trees.shared_tree import SharedTree
from ksdt_core.trees.tree import Tree
from ksdt_core.trees.walk import leaf_of_rows


class HasTrees(Protocol):
    """A set of trees."""

    @property
    def trees(self) -> tuple[SharedTree, ...]: ...


Trees = HasTrees | Sequence[SharedTree]


@dataclass(frozen=True, slots=True, eq=False)
class Routed:
    """A tree, its thresholds in the units of each table, and the rows it sorts."""

    number: int
    tree: Tree
    thresholds: tuple[NDArray[np.float64], ...]
    rows: tuple[TableRows, ...]
    dsn: NDArray[np.float64] | None = None  # of each node as mined
    is_complete: bool = True  # whether no cell is missing
    shared: SharedTree | None = None  # the tree with what it knows of both tables; None of one table alone

    def leaves(self) -> list[NDArray[np.int32]]:
        """For each table the leaf that every row reaches."""
        return [
            leaf_of_rows(self.tree, rows.cells, thresholds=units)
            for rows, units in zip(self.rows, self.thresholds, strict=True)
        ]


def tree_rules(trees: Trees, pair: DatasetPair) -> RuleList:
    """Every path from the root to a leaf of every tree as a rule, counted on the rows of the pair, each row once."""
    routed = routed_trees(trees, pair)
    rules = rule_list(
        [rule for each in routed for rule in path_rules(each)],
        [summary_of(each) for each in routed],
        rows=routed[0].rows,
        class_names=pair.class_names,
        scale=pair.preparation.scale,
    )
    return replace(rules, renamed=renamed_attributes(pair), is_balanced=pair.is_balanced)


def table_rules(tree: Tree, table: Dataset) -> RuleList:
    """The same for a tree of one table, such as a classic learner returns."""
    routed = routed_alone(tree, table)
    return rule_list(
        path_rules(routed), [summary_of(routed)], rows=routed.rows, class_names=table.class_names, scale="none"
    )


def routed_trees(trees: Trees, pair: DatasetPair) -> list[Routed]:
    """The trees with the rows of the pair."""
    shared_trees = list_of_trees(trees)
    first = shared_trees[0].tree
    rows = pair_rows(first, pair)
    routed = []
    for number, shared in enumerate(shared_trees):
        same = shared.tree.attributes == first.attributes and shared.tree.categories == first.categories
        own = rows if same else pair_rows(shared.tree, pair)
        units = (shared.threshold_left, shared.threshold_right)
        routed.append(Routed(number, shared.tree, units, own, shared.dsn, shared=shared))
    return routed


def routed_alone(tree: Tree, table: Dataset) -> Routed:
    """The tree with the rows of one table."""
    return Routed(0, tree, (tree.threshold,), (dataset_rows(tree, table),), is_complete=table.n_missing == 0)


def renamed_attributes(pair: DatasetPair) -> tuple[tuple[str, str], ...]:
    """Attributes that the right table calls otherwise, with its names for them."""
    names = zip(pair.matched.left.attributes, pair.matched.right_names, strict=False)
    return tuple((left, right) for left, right in names if left != right)


def list_of_trees(trees: Trees) -> tuple[SharedTree, ...]:
    return tuple(trees) if isinstance(trees, Sequence) else trees.trees


def path_rules(routed: Routed) -> list[Rule]:
    """The rules of one tree, in the order of its leaves, ≤ before >; p-values come with the whole list."""
    tree, leaves = routed.tree, routed.leaves()
    rules = []
    for leaf, path in walk(tree):
        if not tree.is_leaf[leaf]:
            continue
        answer = int(tree.label[leaf])
        counts = [rows.counts(reached == leaf) for rows, reached in zip(routed.rows, leaves, strict=True)]
        on_the_way = [node for node, _ in path] + [leaf]
        dsn = None if routed.dsn is None else routed.dsn[on_the_way]
        rules.append(
            Rule(
                tree=routed.number,
                leaf=leaf,
                conditions=path_conditions(
                    tree, path, routed.thresholds, is_complete=routed.is_complete, shared=routed.shared
                ),
                answer=tree.class_names[answer],
                evidence=tuple(rows.evidence(each, answer) for rows, each in zip(routed.rows, counts, strict=True)),
                decided=tuple(map(sum, counts)),
                dsn=mix_similarity(counts),
                dsn_lowest=None if dsn is None else float(dsn.min()),
                dsn_mean=None if dsn is None else float(dsn.mean()),
            )
        )
    return rules


def mix_similarity(counts: Sequence[tuple[int, ...]]) -> float | None:
    """DSN of the class counts of two tables; None of one."""
    return float(distribution_similarity(counts[0], counts[1])) if len(counts) == 2 else None


def summary_of(routed: Routed) -> TreeSummary:
    """How often the tree is right on each row of each table once."""
    accuracy = tuple(
        float((routed.tree.label[reached] == rows.classes).mean()) if rows.n_rows else 0.0
        for rows, reached in zip(routed.rows, routed.leaves(), strict=True)
    )
    n_leaves = routed.tree.n_leaves
    return TreeSummary(routed.number, n_leaves, accuracy, n_leaves, accuracy)


def rule_list(
    rules: Sequence[Rule],
    trees: Sequence[TreeSummary],
    *,
    rows: Sequence[TableRows],
    class_names: tuple[str, ...],
    scale: str,
    is_reduced: bool = False,
) -> RuleList:
    """The list, with tests corrected for the number of its rules and each rule counted across the trees."""
    tests = [difference_p_value(rule.left, rule.right) if len(rows) == 2 else None for rule in rules]
    trees_with: dict[RuleKey, set[int]] = {}
    for rule in rules:
        if not rule.is_default:
            trees_with.setdefault(rule.key, set()).add(rule.tree)
    finished = [
        replace(rule, p_value=p, p_corrected=corrected, copies=len(trees_with.get(rule.key, ())) or 1)
        if not rule.is_default
        else replace(rule, p_value=p, p_corrected=corrected)
        for rule, p, corrected in zip(rules, tests, holm(tests), strict=True)
    ]
    return RuleList(
        tables=tuple(each.name for each in rows),
        class_names=class_names,
        n_rows=tuple(each.n_rows for each in rows),
        scale=scale,
        is_reduced=is_reduced,
        rules=tuple(finished),
        trees=tuple(trees),
    )
