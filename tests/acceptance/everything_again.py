"""Everything that a report says of two files, computed again; each part when it is first asked for."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

import numpy as np
import pandas as pd

from tests.acceptance import chance_again as chance
from tests.acceptance import evidence_again as evidence
from tests.acceptance import mining_again as mining
from tests.acceptance import recounting as plain
from tests.acceptance.report_lines import Line

SIDES = (0, 1)


@dataclass(frozen=True)
class Again:
    """One pair of files, how it was mined, and what follows."""

    study: chance.Study
    tables: tuple[plain.Table, plain.Table]
    raw: tuple[pd.DataFrame, pd.DataFrame]  # as read, under one set of names
    sparse: Sequence[str]
    most_missing: float
    conversions: Sequence[float]  # numbers of the formulas that were asked for
    n_mapped: int  # attributes that a map alone matches
    n_folds: int
    n_shuffles: int
    names: tuple[str, str]
    ids: Sequence[Sequence[int]]  # of the nodes of each tree, depth first
    lines: Sequence[Line]  # of the report

    @cached_property
    def mined(self) -> tuple[mining.Ground, list[mining.Tree]]:
        return self.study.mined()

    @cached_property
    def trees(self) -> list[mining.Tree]:
        return self.mined[1]

    @cached_property
    def scores(self) -> list[tuple[float, ...]]:
        """Of each tree: accuracy left and right, SA, DS, SDTQ."""
        return [self._scores(tree) for tree in self.trees]

    @staticmethod
    def _scores(tree: mining.Tree) -> tuple[float, ...]:
        nodes = list(tree.nodes())
        leaves = [node for node in nodes if not node.children]
        own = [sum(leaf.cdv[side][leaf.label] for leaf in leaves) / nodes[0].cdv[side].sum() for side in SIDES]
        ds = float(np.mean([plain.cosine(*node.cdv) for node in nodes]))
        return (*own, min(own), ds, mining.quality(tree))

    @cached_property
    def differences(self) -> np.ndarray:
        """TPD of every two trees."""
        n = len(self.study.kinds.names)
        used = [mining.usage(tree.splits, n) for tree in self.trees]
        return np.array([[mining.difference(one, other) for other in used] for one in used])

    @cached_property
    def set_scores(self) -> dict[str, float]:
        k = len(self.trees)
        sa, ds = (float(np.mean([each[at] for each in self.scores])) for at in (2, 3))
        td = float(self.differences.sum() / (k * (k - 1)))
        return {"sdtsq": min(sa, ds, td) * (sa + ds + td) / 3, "sa": sa, "ds": ds, "td": td}

    @cached_property
    def statistic(self) -> float:
        return float(np.mean([each[4] for each in self.scores]))

    @cached_property
    def shuffles(self) -> dict[str, list[list[float]]]:
        return {
            null: [chance.shuffled(self.study, null, number) for number in range(self.n_shuffles)]
            for null in chance.NULLS
        }

    @cached_property
    def reached(self) -> dict[str, np.ndarray]:
        return {null: np.array([np.mean(each) for each in found]) for null, found in self.shuffles.items()}

    def p(self, null: str) -> float:
        return self._p(self.reached[null], self.statistic)

    def p_tree(self, null: str, tree: int) -> float:
        return self._p(np.array([max(each) for each in self.shuffles[null]]), self.scores[tree][4])

    @staticmethod
    def _p(values: np.ndarray, observed: float) -> float:
        return (1 + int((values >= observed).sum())) / (1 + values.size)

    @cached_property
    def folds(self) -> list[np.ndarray]:
        return chance.cross_validated(self.study, self.n_folds)

    @cached_property
    def training(self) -> list[np.ndarray]:
        """What each tree answers for the rows of each table."""
        ground, trees = self.mined
        sides = self.study.sides()
        return [np.array([mining.answers(ground, tree, at, sides[at].original) for tree in trees]) for at in SIDES]

    @cached_property
    def evidence(self) -> evidence.Evidence:
        return evidence.evidence(self.study, 999)

    @cached_property
    def yardsticks(self) -> dict[tuple[str, str, int], np.ndarray]:
        return chance.yardsticks(self.study, self.n_folds)

    @cached_property
    def gained(self) -> list[int]:
        return [int(side.weights.sum()) - side.classes.size for side in self.mined[0].sides]

    @property
    def baselines(self) -> list[float]:
        return [max(table.all_counts) / table.n_rows for table in self.tables]

    def counts(self, path: Sequence[str]) -> tuple[plain.Counts, plain.Counts]:
        """The rows of each class in both tables that meet printed conditions."""
        left, right = (
            table.counts(table.mask([re.sub(r"(\S+) \| (\S+)", rf"\{at + 1}", each) for each in path]))
            for at, table in enumerate(self.tables)
        )
        return left, right

    @cached_property
    def rule_ps(self) -> list[float]:
        """Of all rules of all trees, Fisher's test of the shares, corrected by Holm."""
        ps = []
        for tree in self.trees:
            for leaf in (node for node in tree.nodes() if not node.children):
                own = [np.bincount(self.study.classes[at][leaf.rows[at]], minlength=2) for at in SIDES]
                ps.append(plain.fisher(*((int(each[leaf.label]), int(each.sum())) for each in own)))
        return plain.holm(ps)

    @cached_property
    def grid(self) -> list[np.ndarray]:
        """The answer of each tree in every cell of the domain that their cuts make."""
        kinds, cuts = self.study.kinds, {}
        for tree in self.trees:
            for node in tree.nodes():
                if node.children:
                    cuts.setdefault(node.attribute, set()).add(node.threshold)
        values = []
        for attribute, own in cuts.items():
            name, found = kinds.names[attribute], sorted(own)
            words = kinds.words.get(name)
            values.append(list(range(len(words))) if words else [*found, math.inf])
        cells = np.zeros((len(kinds.names), math.prod(map(len, values))))
        cells[list(cuts)] = np.array(list(product(*values))).T
        return [self._answers_in(tree, cells) for tree in self.trees]

    def _answers_in(self, tree: mining.Tree, cells: np.ndarray) -> np.ndarray:
        said, stack = np.zeros(cells.shape[1], int), [(tree.root, np.ones(cells.shape[1], bool))]
        while stack:
            node, here = stack.pop()
            if not node.children:
                said[here] = node.label
                continue
            met = mining.passing(self.mined[0], cells, node.attribute, node.threshold)
            stack += [(node.children[0], here & met), (node.children[1], here & ~met)]
        return said

    @cached_property
    def variances(self) -> np.ndarray:
        """Shares of the variance of the trees' answers along their principal components."""
        answers = np.array(self.grid, dtype=float)
        centred = answers - answers.mean(axis=0)
        values = np.linalg.eigvalsh(centred @ centred.T)[::-1]
        return values / values.sum()
