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
from tests.acceptance import pairing_again as pairing
from tests.acceptance import recounting as plain
from tests.acceptance.report_lines import Line

SIDES = (0, 1)


@dataclass(frozen=True)
class Again:
    """One pair of files, how it was mined, and what follows."""

    whole: chance.Study
    whole_tables: tuple[plain.Table, plain.Table]
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
    share_held_out: float = 0.0

    @cached_property
    def _parts(self) -> tuple[chance.Study, chance.Held | None]:
        return chance.held_out(self.whole, self.share_held_out) if self.share_held_out else (self.whole, None)

    @property
    def study(self) -> chance.Study:
        """Of the rows that were mined."""
        return self._parts[0]

    @property
    def held(self) -> chance.Held | None:
        return self._parts[1]

    @cached_property
    def tables(self) -> tuple[plain.Table, plain.Table]:
        """The rows that were mined, each once, their cells filled by themselves."""
        if not self.share_held_out:
            return self.whole_tables
        left, right = (self._table(at) for at in SIDES)
        return left, right

    def _table(self, at: int) -> plain.Table:
        kinds, target = self.study.kinds, self.whole_tables[at].target
        cells = mining.filled(self.study.cells[at], self.study.cells[at], kinds)
        columns: dict[str, object] = {
            name: [kinds.words[name][int(cell)] for cell in own] if name in kinds.words else own
            for name, own in zip(kinds.names, cells, strict=True)
        }
        columns[target] = [self.study.class_names[c] for c in self.study.classes[at]]
        return plain.Table(pd.DataFrame(columns), target, self.study.class_names)

    @cached_property
    def found(self) -> chance.Found:
        return self.study.best(self.study.sides(), self.study.seed, self.held)

    @property
    def mined(self) -> tuple[mining.Ground, list[mining.Tree]]:
        return self.found.ground, self.found.trees

    @property
    def trees(self) -> list[mining.Tree]:
        return self.found.trees

    @property
    def n_classes(self) -> int:
        return len(self.whole.class_names)

    @property
    def scores(self) -> list[tuple[float, ...]]:
        """Of each tree: accuracy left and right, SA, DS, SDTQ."""
        return self.found.of_trees

    @property
    def differences(self) -> np.ndarray:
        """TPD of every two trees."""
        return self.found.differences

    @property
    def set_scores(self) -> dict[str, float]:
        return self.found.scores

    @cached_property
    def statistic(self) -> float:
        return float(np.mean([each[4] for each in self.scores]))

    @cached_property
    def shuffles(self) -> dict[str, list[list[float]]]:
        return {
            null: [chance.shuffled(self.study, null, number, self.held) for number in range(self.n_shuffles)]
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
    def answered(self) -> dict[str, tuple[list[np.ndarray], Sequence[np.ndarray]]]:
        """By the heading of their table the answers of the trees and the classes of these rows."""
        ground, trees = self.mined
        if self.held is None:
            unseen = {"Cross-validated": (self.folds, self.study.classes)} if self.n_folds else {}
        else:
            cells = self.held.cells
            said = [np.array([mining.answers(ground, tree, at, cells[at]) for tree in trees]) for at in SIDES]
            unseen = {"Held-out rows": (said, self.held.classes)}
        return {**unseen, "Training rows": (self.training, self.study.classes)}

    @property
    def on_new_rows(self) -> tuple[list[np.ndarray], Sequence[np.ndarray]]:
        """Answers and classes of the rows that tell most of what to expect."""
        return next(iter(self.answered.values()))

    @cached_property
    def evidence(self) -> evidence.Evidence:
        return evidence.evidence(self.whole, 999)

    @cached_property
    def p_pairing(self) -> float | None:
        return pairing.p_value(self.whole, 999)

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
                own = [np.bincount(self.study.classes[at][leaf.rows[at]], minlength=self.n_classes) for at in SIDES]
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
        answers = np.hstack([np.array(self.grid) == c for c in range(self.n_classes)]).astype(float)
        centred = answers - answers.mean(axis=0)
        values = np.linalg.eigvalsh(centred @ centred.T)[::-1]
        return values / values.sum()
