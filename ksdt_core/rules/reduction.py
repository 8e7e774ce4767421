"""Rule post-pruning: conditions and rules that nothing is lost without go, and a default rule covers the rest.

The rules of a tree become an ordered list: the first whose conditions hold answers. Two numbers are guarded, both taken
over the tables, so that a shared tree is not made simpler at the cost of one of them:

* the reliability of a rule, min over the tables of its confidence on all rows that meet its conditions (0 in a table
  where none do);
* the shared accuracy of the list, min over the tables of its accuracy. The list of the full paths has that of the tree.

1. *Order.* By falling reliability, then by rows covered in all tables, then as the leaves stand in the tree.
2. *Conditions.* For each rule in order: of the conditions without which neither the rule's reliability nor the list's
   shared accuracy is lower, the one is dropped that leaves the highest reliability, then the most rows covered, then
   the first; again until there is none.
3. *Rules.* For each class as the default: from the last rule to the first, one is dropped if the list's shared accuracy
   is not lower without it; again until a whole round drops none.
4. *Default.* The class whose list has the highest shared accuracy, then the fewest rules, then the fewest conditions,
   then the most rows of the class in all tables, then the first class.

So the reduced list is never less accurate, in shared accuracy on these rows, than the tree it comes from.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ksdt_core.data.model.dataset import Dataset
from ksdt_core.data.model.pair import DatasetPair
from ksdt_core.rules.conditions import Condition
from ksdt_core.rules.full_paths import (
    Routed,
    Trees,
    mix_similarity,
    path_rules,
    renamed_attributes,
    routed_alone,
    routed_trees,
    rule_list,
    summary_of,
)
from ksdt_core.rules.ordered_list import OrderedList
from ksdt_core.rules.rule import Rule, RuleList, TreeSummary
from ksdt_core.rules.table_rows import TableRows
from ksdt_core.trees.tree import Tree


def reduced_rules(trees: Trees, pair: DatasetPair) -> RuleList:
    """For each tree the reduced list of its rules with a default, each row of the pair counted once.

    Rule post-pruning [Q87, production rules], applied to both tables as described at the top of this file.
    """
    rules = _reduced_list(routed_trees(trees, pair), pair.class_names, scale=pair.preparation.scale)
    return replace(rules, renamed=renamed_attributes(pair), is_balanced=pair.is_balanced)


def reduced_table_rules(tree: Tree, table: Dataset) -> RuleList:
    """The same for a tree of one table."""
    return _reduced_list([routed_alone(tree, table)], table.class_names)


def _reduced_list(routed: Sequence[Routed], class_names: tuple[str, ...], *, scale: str = "none") -> RuleList:
    reduced = [_reduced(each) for each in routed]
    return rule_list(
        [rule for rules, _ in reduced for rule in rules],
        [summary for _, summary in reduced],
        rows=routed[0].rows,
        class_names=class_names,
        scale=scale,
        is_reduced=True,
    )


def _reduced(routed: Routed) -> tuple[list[Rule], TreeSummary]:
    rules = sorted(path_rules(routed), key=lambda rule: (-_reliability_of(rule), -sum(rule.decided)))
    covers = [[table.covered_by(rule.conditions) for table in routed.rows] for rule in rules]
    answers = [rule.evidence[0].answer for rule in rules]
    full = OrderedList.of(routed.rows, covers, answers)
    kept = [_fewer_conditions(full, position, rule.conditions) for position, rule in enumerate(rules)]
    best = _best_default(full, [len(conditions) for conditions in kept])
    summary = summary_of(routed)
    alive = np.flatnonzero(best.alive).tolist()
    shorter = [_counted(rules[at], kept[at], best, at) for at in alive]
    summary = replace(summary, n_rules=len(alive), list_accuracy=best.accuracy)
    return [*shorter, _default_rule(routed, best)], summary


def _reliability_of(rule: Rule) -> float:
    return min(evidence.confidence or 0.0 for evidence in rule.evidence)


def _fewer_conditions(full: OrderedList, position: int, conditions: tuple[Condition, ...]) -> tuple[Condition, ...]:
    """Drop conditions of one rule as long as nothing gets worse; the list is changed with it."""
    rule = Shortening(full.rows, conditions, int(full.answers[position]))
    reliability = rule.reliability()
    while rule.conditions:
        without = rule.reliabilities_without()
        allowed = []
        for at in np.flatnonzero(without >= reliability).tolist():
            masks = rule.masks_without(at)
            change = full.if_widened(position, masks)
            if change.shared_accuracy >= full.shared_accuracy:
                n_covered = sum(int(mask.sum()) for mask in masks)
                allowed.append((-float(without[at]), -n_covered, at, masks, change))
        if not allowed:
            break
        less, _, at, masks, change = min(allowed, key=lambda each: each[:3])
        reliability = -less
        full.widen(position, masks, change)
        rule.drop(at)
    return rule.conditions


def _best_default(full: OrderedList, n_conditions: Sequence[int]) -> OrderedList:
    """The list with as many rules dropped as a default allows, for the best default."""
    n_classes = full.rows[0].n_classes
    class_rows = np.sum([np.bincount(table.classes, minlength=n_classes) for table in full.rows], axis=0)

    def worse(rules: OrderedList) -> tuple[float, int, int, int]:
        size = int(rules.alive.sum()), int(np.array(n_conditions)[rules.alive].sum())
        return -rules.shared_accuracy, *size, -int(class_rows[rules.answers[-1]])

    return min((_fewer_rules(full.with_default(answer)) for answer in range(n_classes)), key=worse)


def _fewer_rules(rules: OrderedList) -> OrderedList:
    dropped = True
    while dropped:
        dropped = False
        for rule in np.flatnonzero(rules.alive)[::-1].tolist():
            change = rules.if_dropped(rule)
            if change.shared_accuracy >= rules.shared_accuracy:
                rules.drop(rule, change)
                dropped = True
    return rules


def _counted(rule: Rule, conditions: tuple[Condition, ...], rules: OrderedList, position: int) -> Rule:
    """The rule with the conditions it kept, counted again; the path it came from no longer describes it."""
    counts = [table.counts(cover[position]) for table, cover in zip(rules.rows, rules.covers, strict=True)]
    answer = int(rules.answers[position])
    same = len(conditions) == len(rule.conditions)
    return replace(
        rule,
        conditions=conditions,
        evidence=tuple(table.evidence(each, answer) for table, each in zip(rules.rows, counts, strict=True)),
        decided=rules.decided_by(position),
        dsn=mix_similarity(counts),
        dsn_lowest=rule.dsn_lowest if same else None,
        dsn_mean=rule.dsn_mean if same else None,
    )


def _default_rule(routed: Routed, rules: OrderedList) -> Rule:
    """What no rule covers; its evidence is the rows that are left to it."""
    answer = int(rules.answers[-1])
    counts = [table.counts(by == rules.default) for table, by in zip(rules.rows, rules.decider, strict=True)]
    return Rule(
        tree=routed.number,
        leaf=None,
        conditions=(),
        answer=routed.tree.class_names[answer],
        evidence=tuple(table.evidence(each, answer) for table, each in zip(rules.rows, counts, strict=True)),
        decided=rules.decided_by(rules.default),
        dsn=mix_similarity(counts),
        is_default=True,
    )


class Shortening:
    """The conditions a rule still has, and for each table which rows fail which of them.

    A row that fails only one condition is covered as soon as that one is dropped; so one look at these rows tells what
    dropping any of the conditions would do.
    """

    def __init__(self, rows: tuple[TableRows, ...], conditions: tuple[Condition, ...], answer: int) -> None:
        self.conditions = conditions
        self._rows, self._answer = rows, answer
        self._fails = [
            ~np.array([each.holds(table.cells, table.position) for each in conditions], dtype=np.bool_).reshape(
                len(conditions), table.n_rows
            )
            for table in rows
        ]
        self._n_failed = [fails.sum(axis=0) for fails in self._fails]

    def reliability(self) -> float:
        """The smallest confidence over the tables; 0 in one where no row meets the conditions."""
        shares = []
        for table, n_failed in zip(self._rows, self._n_failed, strict=True):
            classes = table.classes[n_failed == 0]
            shares.append(float((classes == self._answer).sum()) / classes.size if classes.size else 0.0)
        return min(shares)

    def reliabilities_without(self) -> NDArray[np.float64]:
        """The same without each of the conditions."""
        n_conditions = len(self.conditions)
        least = np.ones(n_conditions)
        for table, fails, n_failed in zip(self._rows, self._fails, self._n_failed, strict=True):
            covered = n_failed == 0
            alone = np.flatnonzero(n_failed == 1)
            which = fails[:, alone].argmax(axis=0)
            right = table.classes == self._answer
            n_rows = int(covered.sum()) + np.bincount(which, minlength=n_conditions)
            n_right = int(right[covered].sum()) + np.bincount(which[right[alone]], minlength=n_conditions)
            least = np.minimum(least, n_right / np.maximum(n_rows, 1))
        return least

    def masks_without(self, position: int) -> list[NDArray[np.bool_]]:
        """For each table the rows that meet all conditions but this one."""
        return [n_failed - fails[position] == 0 for n_failed, fails in zip(self._n_failed, self._fails, strict=True)]

    def drop(self, position: int) -> None:
        self.conditions = self.conditions[:position] + self.conditions[position + 1 :]
        self._n_failed = [
            n_failed - fails[position] for n_failed, fails in zip(self._n_failed, self._fails, strict=True)
        ]
        self._fails = [np.delete(fails, position, axis=0) for fails in self._fails]
