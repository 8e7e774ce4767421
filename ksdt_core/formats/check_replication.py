"""A replication, read from a document that anybody may have changed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ksdt_core.errors import InvalidDocumentError
from ksdt_core.evidence.answers import Answers
from ksdt_core.evidence.replicated import REPLICATION, REPLICATION_FORMAT, ReplicatedTree, Replication
from ksdt_core.formats.agree import read_checked
from ksdt_core.mining.tree_set import TreeSet
from ksdt_core.trees.tree import LEAF, Tree


def replication_of_document(document: Mapping[str, Any]) -> Replication:
    """The replication in a document; one that does not hold together is refused."""
    return read_checked(
        REPLICATION,
        document,
        lambda found: document["format"] == REPLICATION_FORMAT and _holds(found),
        InvalidDocumentError("replication-damaged"),
    )


def replications_of_document(part: object, trees: TreeSet) -> tuple[Replication, ...]:
    """Those that a result carries; they are of its trees."""
    if not isinstance(part, list):
        raise InvalidDocumentError("replication-damaged")
    found = tuple(replication_of_document(each) for each in part)
    if not all(_is_of(one, trees) for one in found):
        raise InvalidDocumentError("replication-damaged")
    return found


def _is_of(found: Replication, trees: TreeSet) -> bool:
    """Whether a replication has the nodes and the classes of these trees."""
    tests = [[node.attribute for node in tree.nodes] for tree in found.trees]
    return found.result.classes == trees.pair.class_names and tests == [_tests(each.tree) for each in trees.trees]


def _tests(tree: Tree) -> list[str | None]:
    return [None if column == LEAF else tree.attributes[column] for column in tree.attribute.tolist()]


def _holds(found: Replication) -> bool:
    """Whether counts add up and p-values are shares."""
    m, n = len(found.result.classes), found.table.rows
    every: list[Answers] = [found.vote, *found.trees]
    ps = [found.vote.p_classes, *(tree.p_classes for tree in found.trees)]
    ps += [] if found.vote.p_pairing is None else [found.vote.p_pairing]
    return (
        m >= 2
        and bool(found.trees)
        and found.permutations >= 1
        and min(found.filled, found.dropped, found.seed) >= 0
        and 0 <= found.max_missing <= 1
        and all(0 < p <= 1 for p in ps)
        and all(_counts_hold(answers, m, n) for answers in every)
        and all(_nodes_hold(tree, m) for tree in found.trees)
    )


def _counts_hold(answers: Answers, m: int, n: int) -> bool:
    square = len(answers.confusion) == m and all(len(row) == m for row in answers.confusion)
    return square and all(count >= 0 for row in answers.confusion for count in row) and answers.n_rows == n


def _nodes_hold(tree: ReplicatedTree, m: int) -> bool:
    sizes = [sum(row) for row in tree.confusion]
    return (
        bool(tree.nodes)
        and list(tree.nodes[0].cdv) == sizes
        and all(
            node.id == number
            and (number == 0 if node.parent is None else 0 <= node.parent < number)
            and len(node.cdv) == m
            and min(node.cdv) >= 0
            and node.level >= 1
            and (node.split is None) == (node.attribute is None)
            and (node.p is None or 0 <= node.p <= 1)
            and (node.holds is None) == (node.p is None)
            for number, node in enumerate(tree.nodes)
        )
    )
