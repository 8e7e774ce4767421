"""C4.5 with missing cells as the book tells it: exact parts of rows, no arrays, every branch looked at.

A row is (cells, class, weight); a missing cell is None. Weights are fractions, so nothing is lost on the way.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise

from scipy.stats import beta

from tests.oracles.plain_learners import TIE, first_best
from tests.oracles.plain_measures import entropy, mean
from tests.oracles.plain_splits import midpoint

Row = tuple[tuple[float | None, ...], int, Fraction]


@dataclass
class Node:
    """A leaf with its rows, or a split with a child for each branch."""

    rows: list[Row]
    n_classes: int
    attribute: int | None = None
    cut: float | None = None  # of a number: ≤ cut, then > cut
    values: tuple[float, ...] = ()  # of a category: a child for each, and one for all others where there are others
    children: list[Node] = field(default_factory=list)

    @property
    def counts(self) -> list[Fraction]:
        if self.children:
            return [sum(parts, Fraction(0)) for parts in zip(*(child.counts for child in self.children), strict=True)]
        return [sum((w for _, c, w in self.rows if c == class_), Fraction(0)) for class_ in range(self.n_classes)]

    @property
    def weight(self) -> Fraction:
        return sum(self.counts, Fraction(0))

    def child_of(self, cell: float) -> int:
        if self.cut is not None:
            return 0 if cell <= self.cut else 1
        return self.values.index(cell) if cell in self.values else len(self.children) - 1

    def rows_below(self) -> list[Row]:
        return [row for child in self.children for row in child.rows_below()] if self.children else self.rows


def weight_of(rows: Sequence[Row]) -> Fraction:
    return sum((weight for _, _, weight in rows), Fraction(0))


def bits(rows: Sequence[Row]) -> float:
    weights: dict[int, Fraction] = {}
    for _, class_, weight in rows:
        weights[class_] = weights.get(class_, Fraction(0)) + weight
    return entropy([float(weight) for weight in weights.values()])


def gain(parts: Sequence[Sequence[Row]], total: Fraction) -> float:
    """The known share of the rows, times the gain on those."""
    known = [row for part in parts for row in part]
    after = sum(float(weight_of(part) / weight_of(known)) * bits(part) for part in parts)
    return float(weight_of(known) / total) * (bits(known) - after)


def gain_ratio(parts: Sequence[Sequence[Row]], total: Fraction) -> float:
    """Rows with a missing cell are one branch more of the split information."""
    sizes = [weight_of(part) for part in parts]
    return gain(parts, total) / entropy([float(size) for size in (*sizes, total - sum(sizes))])


def grow(rows: list[Row], numeric: Sequence[bool], n_values: Sequence[int], n_classes: int) -> Node:
    node = Node(rows, n_classes)
    total = weight_of(rows)
    if total < 2 or max(node.counts) == total:
        return node
    found: list[tuple[int, float | None, list[list[Row]]]] = []  # attribute, cut, parts of the rows whose cell is known
    for attribute, is_numeric in enumerate(numeric):
        known = [row for row in rows if row[0][attribute] is not None]
        there = sorted({row[0][attribute] for row in known})
        by_value = [[row for row in known if row[0][attribute] == value] for value in there]
        if not is_numeric:
            if sum(weight_of(part) >= 2 for part in by_value) >= 2:
                found.append((attribute, None, by_value))
            continue
        sides = [
            (midpoint(a, b), [[row for part in some for row in part] for some in (by_value[:at], by_value[at:])])
            for at, (a, b) in enumerate(pairwise(there), start=1)
        ]
        sides = [(cut, parts) for cut, parts in sides if min(map(weight_of, parts)) >= 2]
        if sides:
            best = first_best([(each, gain(each[1], weight_of(known))) for each in sides])
            found.append((attribute, *best))
    if not any(gain(each[2], total) > TIE for each in found):
        return node
    average = mean([gain(each[2], total) for each in found])
    found = [each for each in found if gain(each[2], total) > TIE]
    eligible = [(each, gain_ratio(each[2], total)) for each in found if gain(each[2], total) >= average - TIE]
    attribute, cut, parts = first_best(eligible)
    node.attribute, node.cut = attribute, cut
    if cut is None:
        node.values = tuple(part[0][0][attribute] for part in parts)
        if len(parts) < n_values[attribute]:
            parts.append([])
    known_weight = weight_of([row for part in parts for row in part])
    unknown = [row for row in rows if row[0][attribute] is None]
    for part in parts:
        share = weight_of(part) / known_weight
        theirs = part + [(cells, class_, weight * share) for cells, class_, weight in unknown if share]
        node.children.append(grow(theirs, numeric, n_values, n_classes))
    return node


def errors_of_leaf(counts: Sequence[Fraction], confidence: float) -> float:
    """n times the rate at which so few errors, or fewer, have the probability `confidence`."""
    n, wrong = float(sum(counts)), float(sum(counts) - max(counts))
    if n == 0:
        return 0.0
    return n if wrong == n else n * float(beta.ppf(1 - confidence, wrong + 1, n - wrong))


def errors_of(node: Node, confidence: float) -> float:
    if node.children:
        return sum(errors_of(child, confidence) for child in node.children)
    return errors_of_leaf(node.counts, confidence)


def route(node: Node, rows: Sequence[Row]) -> None:
    """Give the leaves these rows alone; where the cell is missing, in parts by the rows here whose cell is known."""
    node.rows = list(rows)
    if not node.children:
        return
    assert node.attribute is not None
    theirs: list[list[Row]] = [[] for _ in node.children]
    for row in rows:
        cell = row[0][node.attribute]
        if cell is not None:
            theirs[node.child_of(cell)].append(row)
    known = [weight_of(some) for some in theirs]
    for cells, class_, weight in rows:
        for at, size in enumerate(known):
            if cells[node.attribute] is None and size:
                theirs[at].append((cells, class_, weight * size / sum(known)))
    for child, some in zip(node.children, theirs, strict=True):
        route(child, some)


def copied(node: Node) -> Node:
    children = [copied(child) for child in node.children]
    return Node(list(node.rows), node.n_classes, node.attribute, node.cut, node.values, children)


def pruned(node: Node, confidence: float) -> Node:
    """From the leaves up: a leaf, else the largest branch in the place of the node, else the node as it is."""
    node = copied(node)
    node.children = [pruned(child, confidence) for child in node.children]
    if not node.children:
        return node
    leaf = Node(node.rows_below(), node.n_classes)
    as_leaf, as_tree = errors_of(leaf, confidence), errors_of(node, confidence)
    largest = first_best([(at, float(child.weight)) for at, child in enumerate(node.children)])
    branch = copied(node.children[largest])
    as_branch = float("inf")
    if branch.children:
        route(branch, node.rows_below())
        as_branch = errors_of(branch, confidence)
    if as_leaf <= min(as_tree, as_branch) + TIE:
        return leaf
    if as_branch <= as_tree + TIE:
        return pruned(branch, confidence)
    return node
