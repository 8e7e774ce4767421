"""From grown nodes to a scored set of shared trees."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.model.pair import DatasetPair, Domain
from ksdt_core.data.preparing.pairing import midpoint, threshold_between
from ksdt_core.measures.accuracy import accuracy, shared_accuracy
from ksdt_core.measures.distribution import tree_similarity
from ksdt_core.measures.diversity import difference_matrix, tree_diversity
from ksdt_core.measures.quality import set_quality, tree_quality
from ksdt_core.measures.usage import attribute_usages
from ksdt_core.mining import growing
from ksdt_core.mining.growing import Growth
from ksdt_core.mining.observing import observed_tree
from ksdt_core.mining.parameters import Usage
from ksdt_core.mining.tree_set import SetScores
from ksdt_core.mining.workbench import Bench, Test
from ksdt_core.trees.shared_tree import SharedTree
from ksdt_core.trees.tree import Tree

_FIELDS = [growing.ROW_SET, growing.ATTRIBUTE, growing.LINK, growing.LEFT, growing.RIGHT]


def finished_trees(
    pair: DatasetPair, bench: Bench, growth: Growth, *, observed: bool = False
) -> tuple[SharedTree, ...]:
    """The trees of a growth, each with its own node numbers, counts of both tables and scores.

    `observed` trees are for people: see `observed_tree`.
    """
    n_nodes = int(growth.cursor[growing.N_NODES])
    owner = growth.nodes[growing.TREE, :n_nodes]
    return tuple(
        _finished(pair, bench, growth, np.flatnonzero(owner == t), observed=observed) for t in range(growth.norm.size)
    )


def _finished(
    pair: DatasetPair, bench: Bench, growth: Growth, nodes: NDArray[np.intp], *, observed: bool
) -> SharedTree:
    """One tree; the same nodes give the same tree, which is then computed only once."""
    number = np.full(int(growth.cursor[growing.N_NODES]) + 1, -1, dtype=np.int32)  # a leaf's child NONE is the last
    number[nodes] = np.arange(nodes.size)
    row_sets, columns, links, *children = growth.nodes[_FIELDS][:, nodes]
    left, right = (number[child] for child in children)
    key = row_sets.tobytes() + links.tobytes() + left.tobytes()
    known = bench.finished.get(key)
    if known is not None:
        if observed and known.between_left is None:
            known = bench.finished[key] = observed_tree(known, pair)
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
    cdvs = (cdv_left, cdv_right)
    rows = None if pair.is_balanced else cdvs
    finished = scored_tree(tree, tests[1], tests[2], cdvs=cdvs, dsn=dsn, accuracies=accuracies, rows=rows)
    if observed:
        finished = observed_tree(finished, pair)
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
    rows: tuple[NDArray[np.int64], NDArray[np.int64]] | None = None,
) -> SharedTree:
    """A tree with its scores SA, DS and SDTQ; `rows` are its class counts with every row once, None: not counted."""
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
        rows_left=cdvs[0] if rows is None else rows[0],
        rows_right=cdvs[1] if rows is None else rows[1],
        rows_known=rows is not None,
    )


def with_accuracies(shared: SharedTree, accuracies: tuple[float, float]) -> SharedTree:
    """The same tree with other accuracies and the scores that follow from them."""
    sa = shared_accuracy(*accuracies)
    left, right = accuracies
    return replace(shared, accuracy_left=left, accuracy_right=right, sa=sa, sdtq=tree_quality(sa, shared.ds))


def scored_set(trees: tuple[SharedTree, ...], aus: Usage) -> tuple[NDArray[np.float64], SetScores]:
    """The TPD matrix of a set of trees, and its scores."""
    tpd = difference_matrix(attribute_usages([shared.tree for shared in trees], aus))
    return tpd, set_scores(trees, tpd)


def set_scores(trees: tuple[SharedTree, ...], tpd: NDArray[np.float64]) -> SetScores:
    """The scores of a set of trees that differ by `tpd`."""
    sa = math.fsum(shared.sa for shared in trees) / len(trees)
    ds = math.fsum(shared.ds for shared in trees) / len(trees)
    td = tree_diversity(tpd)
    return SetScores(sa=sa, ds=ds, td=td, sdtsq=set_quality(sa, ds, td))


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
        if pair.preparation.scale != "none" and not (pair.codes and pair.codes[attribute]):
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
