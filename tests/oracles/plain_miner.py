"""The whole miner as SPEC.md section 3 defines it: slow, plain, and the reference for the fast one.

Nothing is kept from one node to the next: every candidate is split and counted again, and every tree is summed up
from its tests at every split.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ksdt_core.data.model.pair import DatasetPair
from tests.oracles.plain_measures import (
    CRITERIA,
    Usage,
    aggregate,
    cosine,
    for_cost,
    mean,
    tree_pair_difference,
    usage,
)
from tests.oracles.plain_rows import PlainPair, Row, class_counts, count
from tests.oracles.plain_splits import Test, attr_set, best_gain, common_tests
from tests.oracles.plain_trees import PlainNode, PlainTree, SetReport, report_of

TIE = 1e-9
HAIR = 1e-12


@dataclass
class PlainMiner:
    """What mining needs to know, with the steps of the method."""

    pair: PlainPair
    weights: tuple[float, ...]
    k: int
    method: str
    aus: str
    atd: str
    ell: int
    min_size: float
    min_leaf_share: float
    max_depth: int
    traversal: str
    candidates: list[int]
    roots: list[int]
    criterion: str
    costs: dict[str, float]
    cost_rule: str
    cost_weight: float
    on_a_hair: bool = False  # some choice hung on a score or gain within rounding error of a tie's edge
    tied: bool = False  # some choice between attributes was made by column order

    def grow_all(self) -> list[PlainTree]:
        """The k trees, in the order of splits that the method asks for."""
        trees = [PlainTree([PlainNode(None, 1, self.pair.left, self.pair.right)]) for _ in range(self.k)]
        if self.method == "parallel":
            # each tree makes one split in its turn; it ends with the first round in which none could split
            going = True
            while going:
                turns = [self.split_next(tree, [other for other in trees if other is not tree]) for tree in trees]
                going = any(turns)
        else:
            for i, tree in enumerate(trees):
                while self.split_next(tree, trees[:i]):
                    pass
        return trees

    def split_next(self, tree: PlainTree, others: list[PlainTree]) -> bool:
        """Split the tree's next node, passing over those that terminate; False when none is left."""
        while tree.waiting:
            place = tree.waiting.pop(0)
            node = tree.nodes[place]
            tests = [] if self.terminates(node) else self.candidates_of(node)
            if tests:
                summaries = [usage(other.tests(), self.aus) for other in others]
                self.split(tree, place, self.best_test(tree, node, tests, summaries))
                return True
        return False

    def candidates_of(self, node: PlainNode) -> list[Test]:
        """The common candidates of AttrSet; at the root those of the attributes a root must use, if any are named."""
        allowed = self.roots if node.level == 1 and self.roots else self.candidates
        return common_tests(self.pair, node.rows_left, node.rows_right, allowed, leaf_share=self.min_leaf_share)

    def terminates(self, node: PlainNode) -> bool:
        """Too few rows or one class only in at least one table, or as deep as allowed."""
        if self.max_depth and node.level - 1 >= self.max_depth:
            return True
        return any(
            count(rows) < self.min_size or len({row.class_ for row in rows}) == 1
            for rows in (node.rows_left, node.rows_right)
        )

    def best_test(self, tree: PlainTree, node: PlainNode, tests: list[Test], others: list[Usage]) -> Test:
        """The test of the best score; within 1e-9 of it the earliest attribute, then the smallest threshold."""
        scores = [self.score(tree, node, test, others) for test in tests]
        best = max(scores)
        if any(abs(best - score - TIE) < HAIR for score in scores):
            self.on_a_hair = True
        leaders = [test for test, score in zip(tests, scores, strict=True) if score >= best - TIE]
        if len({test.attribute for test in leaders}) > 1:
            self.tied = True
        return leaders[0]

    def score(self, tree: PlainTree, node: PlainNode, test: Test, others: list[Usage]) -> float:
        """IDT = w_IG·IG + w_DS·DSN + w_ATD·ATD; another criterion may stand for IG, and be set against a cost."""
        m = self.pair.n_classes
        left_yes, left_no = (class_counts(rows, m) for rows in test.part(node.rows_left))
        right_yes, right_no = (class_counts(rows, m) for rows in test.part(node.rows_right))
        union_yes = [a + b for a, b in zip(left_yes, right_yes, strict=True)]
        union_no = [a + b for a, b in zip(left_no, right_no, strict=True)]
        ig = CRITERIA[self.criterion](union_yes, union_no)
        if self.costs:
            cost = self.costs.get(self.pair.attributes[test.attribute], 1.0)
            ig = for_cost(ig, cost, self.cost_rule, self.cost_weight)
        dsn = (cosine(left_yes, right_yes) + cosine(left_no, right_no)) / 2
        if self.method == "single":
            w_ig, w_ds = self.weights
            return w_ig * ig + w_ds * dsn
        w_ig, w_ds, w_atd = self.weights
        after = usage([*tree.tests(), (test.attribute, node.level)], self.aus)
        differences = [tree_pair_difference(after, other) for other in others]
        return w_ig * ig + w_ds * dsn + w_atd * aggregate(differences, self.atd, self.ell)

    def split(self, tree: PlainTree, place: int, test: Test) -> None:
        """Make the two children, the one for which the test holds first."""
        node = tree.nodes[place]
        left_yes, left_no = test.part(node.rows_left)
        right_yes, right_no = test.part(node.rows_right)
        node.test, node.left, node.right = test, len(tree.nodes), len(tree.nodes) + 1
        tree.nodes.append(PlainNode(place, node.level + 1, left_yes, right_yes))
        tree.nodes.append(PlainNode(place, node.level + 1, left_no, right_no))
        children = [node.left, node.right]
        tree.waiting = children + tree.waiting if self.traversal == "depth" else tree.waiting + children


def mine(
    dataset_pair: DatasetPair,
    *,
    weights: tuple[float, ...],
    k: int = 5,
    method: str = "parallel",
    aus: str = "lnc",
    atd: str = "avgmin",
    ell: int = 3,
    attr_fraction: float | None = None,
    min_size: float | None = None,
    min_leaf_share: float = 0.0,
    max_depth: int = 3,
    traversal: str = "depth",
    exclude: tuple[str, ...] = (),
    roots: tuple[str, ...] = (),
    criterion: str = "gain",
    costs: Mapping[str, float] | None = None,
    cost_rule: str = "squared",
    cost_weight: float = 1.0,
) -> SetReport:
    """Mine a set of shared trees from a prepared pair (matched, filled, scaled, balanced) and report every number."""
    pair = PlainPair.of(dataset_pair, exclude)
    if min_size is None:
        min_size = 0.02 * min(count(pair.left), count(pair.right))
    miner = PlainMiner(
        pair=pair,
        weights=weights,
        k=1 if method == "single" else k,
        method=method,
        aus=aus,
        atd=atd,
        ell=ell,
        min_size=min_size,
        min_leaf_share=min_leaf_share,
        max_depth=max_depth,
        traversal=traversal,
        candidates=attr_set(pair, attr_fraction),
        roots=[pair.attributes.index(name) for name in roots],
        criterion=criterion,
        costs=dict(costs or {}),
        cost_rule=cost_rule,
        cost_weight=cost_weight,
        on_a_hair=any(_gain_on_a_hair(pair, rows) for rows in (pair.left, pair.right)),
    )
    trees = miner.grow_all()
    reports = [report_of(pair, tree) for tree in trees]
    usages = [usage(tree.tests(), aus) for tree in trees]
    tpd = [[tree_pair_difference(a, b) if i != j else 0.0 for j, b in enumerate(usages)] for i, a in enumerate(usages)]
    sa, ds = mean([report.sa for report in reports]), mean([report.ds for report in reports])
    if len(trees) == 1:
        return SetReport(reports, tpd, sa, ds, None, min(sa, ds) * mean([sa, ds]), miner.on_a_hair, miner.tied)
    td = mean([tpd[i][j] for i in range(len(trees)) for j in range(len(trees)) if i != j])
    return SetReport(reports, tpd, sa, ds, td, min(sa, ds, td) * mean([sa, ds, td]), miner.on_a_hair, miner.tied)


def _gain_on_a_hair(pair: PlainPair, rows: list[Row]) -> bool:
    """Whether a gain lies so near the edge of its 10th decimal that rounding error could tip it over."""
    gains = (best_gain(pair, rows, attribute) for attribute in range(len(pair.attributes)))
    return any(abs(gain_ * 1e10 % 1 - 0.5) < 1e-4 for gain_ in gains)
