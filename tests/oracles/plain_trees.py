"""Trees of the plain miner while they grow, and what a result says of them."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.oracles.plain_measures import cosine, mean
from tests.oracles.plain_rows import PlainPair, Row, class_counts, count
from tests.oracles.plain_splits import Test, own_threshold


@dataclass
class PlainNode:
    """A node with its rows of both tables."""

    parent: int | None
    level: int  # the root is level 1
    rows_left: list[Row]
    rows_right: list[Row]
    test: Test | None = None
    left: int | None = None
    right: int | None = None


@dataclass
class PlainTree:
    """A growing tree; `waiting` holds the nodes still to be looked at, the next one first."""

    nodes: list[PlainNode]
    waiting: list[int] = field(default_factory=lambda: [0])

    def tests(self) -> list[tuple[int, int]]:
        return [(node.test.attribute, node.level) for node in self.nodes if node.test is not None]


@dataclass(frozen=True)
class NodeReport:
    """What a result says of a node."""

    parent: int | None
    level: int
    attribute: str | None
    threshold: float | None
    threshold_left: float | None
    threshold_right: float | None
    category: str | None
    left: int | None
    right: int | None
    cdv_left: list[int]
    cdv_right: list[int]
    dsn: float
    label: int


@dataclass(frozen=True)
class TreeReport:
    nodes: list[NodeReport]
    accuracy_left: float
    accuracy_right: float
    sa: float
    ds: float
    sdtq: float


@dataclass(frozen=True)
class SetReport:
    trees: list[TreeReport]
    tpd: list[list[float]]
    sa: float
    ds: float
    td: float | None
    sdtsq: float
    on_a_hair: bool
    tied: bool


def report_of(pair: PlainPair, tree: PlainTree) -> TreeReport:
    nodes = [_node_report_of(pair, node) for node in tree.nodes]
    leaves = [node for node in nodes if node.attribute is None]
    accuracy_left = sum(leaf.cdv_left[leaf.label] for leaf in leaves) / count(pair.left)
    accuracy_right = sum(leaf.cdv_right[leaf.label] for leaf in leaves) / count(pair.right)
    sa, ds = min(accuracy_left, accuracy_right), mean([node.dsn for node in nodes])
    return TreeReport(nodes, accuracy_left, accuracy_right, sa, ds, sdtq=min(sa, ds) * mean([sa, ds]))


def _node_report_of(pair: PlainPair, node: PlainNode) -> NodeReport:
    cdv_left, cdv_right = class_counts(node.rows_left, pair.n_classes), class_counts(node.rows_right, pair.n_classes)
    union = [a + b for a, b in zip(cdv_left, cdv_right, strict=True)]
    test = node.test
    values = None if test is None else pair.values[test.attribute]
    threshold = None if test is None else test.threshold
    return NodeReport(
        parent=node.parent,
        level=node.level,
        attribute=None if test is None else pair.attributes[test.attribute],
        threshold=threshold,
        threshold_left=own_threshold(pair.left, test) if test and pair.scaled[test.attribute] else threshold,
        threshold_right=own_threshold(pair.right, test) if test and pair.scaled[test.attribute] else threshold,
        category=None if test is None or values is None or test.category is None else values[test.category],
        left=node.left,
        right=node.right,
        cdv_left=cdv_left,
        cdv_right=cdv_right,
        dsn=cosine(cdv_left, cdv_right),
        label=union.index(max(union)),  # the majority class of both tables, the one listed first on a tie
    )
