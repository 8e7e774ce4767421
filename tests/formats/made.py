"""Sets of shared trees made by hand: every number follows from the counts at the leaves."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ksdt_core.formats.result import result_document
from ksdt_core.measures.accuracy import accuracy, shared_accuracy
from ksdt_core.measures.distribution import distribution_similarity, tree_similarity
from ksdt_core.measures.diversity import difference_matrix, tree_diversity
from ksdt_core.measures.quality import set_quality, tree_quality
from ksdt_core.measures.usage import attribute_usages
from ksdt_core.mining.tree_set import PairSummary, SetScores, SideSummary, TreeSet
from ksdt_core.mining.used_settings import Settings
from ksdt_core.mining.weights import WeightPool, WeightVector
from ksdt_core.trees.shared_tree import SharedTree
from ksdt_core.trees.tree import Tree


@dataclass(frozen=True)
class Leaf:
    left: Sequence[int]
    right: Sequence[int]


@dataclass(frozen=True)
class Split:
    attribute: str
    at: float | str  # a threshold, or a category
    yes: Split | Leaf
    no: Split | Leaf
    units: tuple[float, float] | None = None  # the threshold in the units of either table


@dataclass(frozen=True)
class Swept:
    pool: WeightPool
    entries: tuple[TreeSet, ...]
    cv_sa: tuple[float, ...] | None = None
    folds: int | None = None


@dataclass(frozen=True)
class Written:
    """Stands for a finished significance test or cross-validation."""

    document: dict[str, Any]

    def to_document(self) -> dict[str, Any]:
        return self.document


NAMES = ("age", "colour", 'size <&> "größe"\n')
CATEGORIES = (None, ("blue", "green", "red"), None)
CLASSES = ("neg", "pos")


def shared_tree(
    root: Split | Leaf, *, classes: Sequence[str] = CLASSES, accuracies: tuple[float, float] | None = None
) -> SharedTree:
    """The tree, its nodes numbered as the miner does: the s-th split makes nodes 2s + 1 and 2s + 2."""
    nodes: list[Split | Leaf] = [root]
    children: dict[int, tuple[int, int]] = {}
    waiting = [0]
    while waiting:
        number = waiting.pop()
        node = nodes[number]
        if isinstance(node, Split):
            children[number] = (len(nodes), len(nodes) + 1)
            nodes += [node.yes, node.no]
            waiting += [len(nodes) - 1, len(nodes) - 2]
    counts = np.array([_counts(node) for node in nodes], dtype=np.int64)
    splits = [node if isinstance(node, Split) else None for node in nodes]
    labels = np.argmax(counts.sum(axis=1), axis=1).astype(np.int32)
    tree = Tree(
        attributes=NAMES,
        categories=CATEGORIES,
        class_names=tuple(classes),
        attribute=np.array([NAMES.index(s.attribute) if s else -1 for s in splits], dtype=np.int32),
        threshold=np.array([_threshold(s, None) for s in splits]),
        category=np.array([_category(s) for s in splits], dtype=np.int32),
        left=np.array([children.get(n, (-1, -1))[0] for n in range(len(nodes))], dtype=np.int32),
        right=np.array([children.get(n, (-1, -1))[1] for n in range(len(nodes))], dtype=np.int32),
        label=labels,
    )
    cdv_left, cdv_right = np.ascontiguousarray(counts[:, 0]), np.ascontiguousarray(counts[:, 1])
    dsn = distribution_similarity(cdv_left, cdv_right)
    leaf = tree.is_leaf
    left, right = accuracies or (accuracy(cdv_left[leaf], labels[leaf]), accuracy(cdv_right[leaf], labels[leaf]))
    sa, ds = shared_accuracy(left, right), tree_similarity(dsn)
    return SharedTree(
        tree=tree,
        threshold_left=np.array([_threshold(s, 0) for s in splits]),
        threshold_right=np.array([_threshold(s, 1) for s in splits]),
        cdv_left=cdv_left,
        cdv_right=cdv_right,
        dsn=dsn,
        accuracy_left=left,
        accuracy_right=right,
        sa=sa,
        ds=ds,
        sdtq=tree_quality(sa, ds),
    )


def _counts(node: Split | Leaf) -> list[list[int]]:
    if isinstance(node, Leaf):
        return [list(node.left), list(node.right)]
    return [
        [a + b for a, b in zip(y, n, strict=True)] for y, n in zip(_counts(node.yes), _counts(node.no), strict=True)
    ]


def _threshold(split: Split | None, side: int | None) -> float:
    if split is None or isinstance(split.at, str):
        return float("nan")
    return split.at if side is None or split.units is None else split.units[side]


def _category(split: Split | None) -> int:
    return ("blue", "green", "red").index(split.at) if split and isinstance(split.at, str) else -1


def tree_set(trees: Sequence[SharedTree], **settings: Any) -> TreeSet:
    """A set of these trees; `settings` replace those of an ordinary parallel run."""
    first = trees[0]
    rows = int(first.cdv_left[0].sum()), int(first.cdv_right[0].sum())
    single = settings.get("method") == "single"
    defaults: dict[str, Any] = {
        "k": len(trees),
        "method": "parallel",
        "weights": WeightVector(0.5, 0.5, None) if single else WeightVector(0.3, 0.4, 0.3),
        "aus": "lnc",
        "ell": 3,
        "attr_fraction": 1.0,
        "min_size": 0.4,
        "max_depth": 3,
        "traversal": "depth",
        "scale": "none",
        "balance": False,
        "missing": "fail",
        "seed": 0,
        "exclude": (),
        "roots": (),
        "holdout": 0.0,
    }
    chosen = Settings(**(defaults | settings))
    tpd = difference_matrix(attribute_usages([shared.tree for shared in trees], chosen.aus))
    sa = sum(shared.sa for shared in trees) / len(trees)
    ds = sum(shared.ds for shared in trees) / len(trees)
    td = tree_diversity(tpd)
    return TreeSet(
        pair=PairSummary(
            left=SideSummary("red wine", rows[0] - 2, 2, 0),
            right=SideSummary('white "wine"', rows[1], 0, 5),
            n_attributes=len(NAMES),
            class_names=first.tree.class_names,
            values=(("colour", ("blue", "green", "red")),),
            fingerprint="0123456789abcdef",
        ),
        settings=chosen,
        trees=tuple(map(two_drawn_again, trees)),
        tpd=tpd,
        scores=SetScores(sa=sa, ds=ds, td=td, sdtsq=set_quality(sa, ds, td)),
    )


def two_drawn_again(shared: SharedTree) -> SharedTree:
    """The tree as if two of the left table's rows of the first class were copies: all at the leaf with most of them."""
    rows, parents = shared.cdv_left.copy(), shared.tree.parents.tolist()
    node = int(np.where(shared.tree.is_leaf, rows[:, 0], -1).argmax())
    while node >= 0:
        rows[node, 0] -= 2
        node = parents[node] if node else -1
    return replace(shared, rows_left=rows, rows_right=shared.cdv_right)


FIRST = Split("age", 4.5, Leaf([9, 1], [7, 0]), Split("colour", "red", Leaf([1, 4], [1, 6]), Leaf([2, 3], [2, 4])))
SECOND = Split(NAMES[2], -1.25, Split("age", 2.0, Leaf([5, 0], [3, 1]), Leaf([5, 2], [3, 3])), Leaf([2, 6], [4, 6]))


def ordinary_set(**settings: Any) -> TreeSet:
    """Two trees: numeric and categorical tests, a name that needs escaping."""
    return tree_set([shared_tree(FIRST), shared_tree(SECOND)], **settings)


def scaled_set() -> TreeSet:
    """One tree of a ranked pair: three different thresholds."""
    root = Split("age", 0.5, Leaf([9, 1], [7, 0]), Leaf([3, 7], [3, 10]), units=(12.5, 3000.0))
    return tree_set([shared_tree(root)] * 2, scale="rank")


def single_set() -> TreeSet:
    return tree_set([shared_tree(FIRST)], method="single")


def rootless_set() -> TreeSet:
    """Two trees that could not be split at all."""
    return tree_set([shared_tree(Leaf([12, 8], [10, 10]))] * 2)


def swept_set() -> tuple[TreeSet, Swept]:
    """The ordinary set as the second, better vector of a pool of three, the last not finished."""
    vectors = (WeightVector(0.1, 0.1, 0.8), WeightVector(0.3, 0.4, 0.3), WeightVector(0.5, 0.3, 0.2))
    worse = tree_set([shared_tree(FIRST)] * 2, weights=vectors[0])
    best = ordinary_set(weights=vectors[1])
    return best, Swept(WeightPool("mine.txt", vectors), (worse, best))


def full_document() -> dict[str, Any]:
    """A document with every part there is."""
    best, swept = swept_set()
    statistic = sum(shared.sdtq for shared in best.trees) / 2
    null = {"p": 0.1, "mean": 0.4, "sd": 0.05, "max": 0.5}
    nulls = {"left": null, "right": {**null, "p": 0.2}, "matching": None}
    significance = {"permutations": 9, "statistic": statistic, "p_value": 0.2, "nulls": nulls, "sdtsq": nulls}
    validated = {"folds": 5, "sa": 0.65, "accuracy_left": 0.75, "accuracy_right": 0.675}
    document = result_document(
        best, sweep=swept, significance=Written(significance), cross_validated=Written(validated)
    )
    return json.loads(json.dumps(document))


def edited(document: dict[str, Any], edit: Callable[[dict[str, Any]], object]) -> bytes:
    """The bytes of the document after a change by hand."""
    changed = json.loads(json.dumps(document))
    edit(changed)
    return json.dumps(changed).encode()
