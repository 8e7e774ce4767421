"""Whether every score of a document is the one its definition gives, from the counts upwards."""

from __future__ import annotations

import math

import numpy as np

from ksdt_core.formats.agree import require_close, require_same
from ksdt_core.formats.shape import ResultPart, SetScoresPart, place
from ksdt_core.measures.accuracy import accuracy, shared_accuracy
from ksdt_core.measures.distribution import distribution_similarity, tree_similarity
from ksdt_core.measures.diversity import difference_matrix, tree_diversity
from ksdt_core.measures.quality import set_quality, tree_quality
from ksdt_core.measures.usage import attribute_usages
from ksdt_core.mining.tree_set import SET_SCORES, SetScores, TreeSet
from ksdt_core.trees.shared_tree import SharedTree


def check_scores(part: ResultPart, tree_set: TreeSet) -> None:
    """Raise at the first number that the trees, or the numbers below it, do not give."""
    for number, shared in enumerate(tree_set.trees):
        _check_nodes(shared, number)
        _check_tree_scores(shared, number, counted=tree_set.settings.holdout == 0)
    _check_differences(part, tree_set)
    _check_set_scores(tree_set)


def scores_of(part: SetScoresPart) -> SetScores:
    """The scores of a set, or of one entry of a sweep."""
    return SET_SCORES.read(part.model_dump())


def check_set_quality(scores: SetScores, where: str) -> None:
    """SDTSQ is a function of the other three."""
    expected = set_quality(scores.sa, scores.ds, scores.td)
    require_close(f"{where}.sdtsq", scores.sdtsq, expected, source="SA, DS and TD give")


def _check_nodes(shared: SharedTree, number: int) -> None:
    similarity = distribution_similarity(shared.cdv_left, shared.cdv_right)
    labels = np.argmax(shared.cdv_left + shared.cdv_right, axis=1)  # the first of equals
    names = shared.tree.class_names
    for node in range(shared.tree.n_nodes):
        where = place("trees", number, "nodes", node)
        require_close(f"{where}.dsn", float(shared.dsn[node]), float(similarity[node]), source="the counts give")
        label, majority = names[int(shared.tree.label[node])], names[int(labels[node])]
        require_same(f"{where}.label", label, majority, source="the majority class of the counts is")


def _check_tree_scores(shared: SharedTree, number: int, *, counted: bool) -> None:
    where = place("trees", number, "scores")
    leaves = shared.tree.is_leaf
    labels = shared.tree.label[leaves]
    if counted:  # accuracies on held-out rows are not in the counts
        left, right = accuracy(shared.cdv_left[leaves], labels), accuracy(shared.cdv_right[leaves], labels)
        require_close(f"{where}.accuracy_left", shared.accuracy_left, left, source="the leaves' counts give")
        require_close(f"{where}.accuracy_right", shared.accuracy_right, right, source="the leaves' counts give")
    sa = shared_accuracy(shared.accuracy_left, shared.accuracy_right)
    require_close(f"{where}.sa", shared.sa, sa, source="the smaller accuracy is")
    require_close(f"{where}.ds", shared.ds, tree_similarity(shared.dsn), source="the mean DSN of its nodes is")
    require_close(f"{where}.sdtq", shared.sdtq, tree_quality(shared.sa, shared.ds), source="SA and DS give")


def _check_differences(part: ResultPart, tree_set: TreeSet) -> None:
    k = len(tree_set.trees)
    usages = attribute_usages([shared.tree for shared in tree_set.trees], tree_set.settings.aus)
    expected = difference_matrix(usages)
    for i in range(k):
        for j in range(k):
            source = "the attributes that the two trees test give"
            require_close(place("tpd", i, j), part.tpd[i][j], float(expected[i, j]), source=source)


def _check_set_scores(tree_set: TreeSet) -> None:
    trees, scores = tree_set.trees, tree_set.scores
    sa = math.fsum(shared.sa for shared in trees) / len(trees)
    ds = math.fsum(shared.ds for shared in trees) / len(trees)
    require_close("scores.sa", scores.sa, sa, source="the mean over the trees is")
    require_close("scores.ds", scores.ds, ds, source="the mean over the trees is")
    require_close("scores.td", scores.td, tree_diversity(tree_set.tpd), source="the mean of tpd is")
    check_set_quality(scores, "scores")
