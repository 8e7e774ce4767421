"""From grown nodes to a scored set of shared trees."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.pair import DatasetPair, Domain
from ksdt_core.data.pairing import midpoint, threshold_between
from ksdt_core.measures.accuracy import accuracy, shared_accuracy
from ksdt_core.measures.distribution import tree_similarity
from ksdt_core.measures.diversity import difference_matrix, tree_diversity
from ksdt_core.measures.quality import set_quality, tree_quality
from ksdt_core.measures.usage import attribute_usages
from ksdt_core.mining import growing
from ksdt_core.mining.growing import Growth
from ksdt_core.mining.parameters import Usage
from ksdt_core.mining.tree_set import SetScores
from ksdt_core.mining.workbench import Bench, Test
from ksdt_core.trees.shared_tree import SharedTree
from ksdt_core.trees.tree import Tree

_FIELDS = [growing.ROW_SET, growing.ATTRIBUTE, growing.LINK, growing.LEFT, growing.RIGHT]


def finished_trees(pair: DatasetPair, bench: Bench, growth: Growth) -> tuple[SharedTree, ...]:
    """The trees of a growth, each with its own node numbers, counts of both tables and scores."""
    n_nodes = int(growth.cursor[growing.N_NODES])
    owner = growth.nodes[growing.TREE, :n_nodes]
    return tuple(_finished(pair, bench, growth, np.flatnonzero(owner == t)) for t in range(growth.norm.size))


def _finished(pair: DatasetPair, bench: Bench, growth: Growth, nodes: NDArray[np.intp]) -> SharedTree:
    """One tree; the same nodes give the same tree, which is then worked out only once."""
    number = np.full(int(growth.cursor[growing.N_NODES]) + 1, -1, dtype=np.int32)  # a leaf's child NONE is the last
    number[nodes] = np.arange(nodes.size)
    row_sets, columns, links, *children = growth.nodes[_FIELDS][:, nodes]
    left, right = (number[child] for child in children)
    key = row_sets.tobytes() + links.tobytes() + left.tobytes()
    known = bench.finished.get(key)
    if known is not None:
        return known
    splits = bench.splits
    labels, dsn = splits.labels_and_similarities(row_sets)
    counts = splits.tables.counts[row_sets]
    cdv_left, cdv_right = counts[:, : splits.n_classes], counts[:, splits.n_classes :]
    is_leaf = columns == growing.NONE
    attribute = np.where(is_leaf, -1, bench.candidates.columns[columns]).astype(np.int32)
    tests = np.full((4, nodes.size), np.nan)
    tests[3] = -1
    for position in np.flatnonzero(~is_leaf).tolist():
        tests[:, position] = _test(pair, bench, int(links[position]))
    tree = Tree(
        attributes=pair.attributes,
        categories=pair.categories,
        class_names=pair.class_names,
        attribute=attribute,
        threshold=tests[0],
        category=tests[3].astype(np.int32),
        left=left,
        right=right,
        label=labels,
    )
    accuracies = tuple(accuracy(cdv[is_leaf], labels[is_leaf]) for cdv in (cdv_left, cdv_right))
    finished = scored_tree(tree, tests[1], tests[2], cdvs=(cdv_left, cdv_right), dsn=dsn, accuracies=accuracies)
    bench.finished[key] = finished
    return finished


def scored_tree(
    tree: Tree,
    threshold_left: NDArray[np.float64],
    threshold_right: NDArray[np.float64],
    *,
    cdvs: tuple[NDArray[np.int64], NDArray[np.int64]],
    dsn: NDArray[np.float64],
    accuracies: tuple[float, ...],
) -> SharedTree:
    """A tree with its scores SA, DS and SDTQ."""
    sa = shared_accuracy(*accuracies)
    ds = tree_similarity(dsn)
    return SharedTree(
        tree=tree,
        threshold_left=threshold_left,
        threshold_right=threshold_right,
        cdv_left=cdvs[0],
        cdv_right=cdvs[1],
        dsn=dsn,
        accuracy_left=accuracies[0],
        accuracy_right=accuracies[1],
        sa=sa,
        ds=ds,
        sdtq=tree_quality(sa, ds),
    )


def scored_set(trees: tuple[SharedTree, ...], aus: Usage) -> tuple[NDArray[np.float64], SetScores]:
    """The TPD matrix of a set of trees, and its scores."""
    tpd = difference_matrix(attribute_usages([shared.tree for shared in trees], aus))
    sa = math.fsum(shared.sa for shared in trees) / len(trees)
    ds = math.fsum(shared.ds for shared in trees) / len(trees)
    td = tree_diversity(tpd)
    return tpd, SetScores(sa=sa, ds=ds, td=td, sdtsq=set_quality(sa, ds, td))


def _test(pair: DatasetPair, bench: Bench, link: int) -> Test:
    """What a split asks: the midpoint of the two values it parts, as mined and in each table's units, or a category."""
    known = bench.tests.get(link)
    if known is not None:
        return known
    column, lower_row, upper_row = bench.splits.split_of_link(link)
    attribute = int(bench.candidates.columns[column])
    lower = _cell(pair, lower_row, attribute)
    if pair.categories[attribute] is not None:
        test: Test = (math.nan, math.nan, math.nan, lower)
    else:
        threshold = midpoint(lower, _cell(pair, upper_row, attribute))
        left = right = threshold
        if pair.preparation.scale != "none":
            left, right = (
                threshold_between(domain.original[:, attribute], domain.scaled[:, attribute], threshold)
                for domain in (pair.left, pair.right)
            )
        test = (threshold, left, right, -1.0)
    bench.tests[link] = test
    return test


def _cell(pair: DatasetPair, row: int, attribute: int) -> float:
    """A cell as it is mined; rows of the right table follow those of the left."""
    domain: Domain = pair.left if row < pair.left.n_rows else pair.right
    return float(domain.scaled[row if domain is pair.left else row - pair.left.n_rows, attribute])
