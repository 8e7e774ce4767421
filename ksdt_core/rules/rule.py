"""A rule with its evidence, and the rules of a set of trees."""

from __future__ import annotations

from dataclasses import dataclass

from ksdt_core.rules.conditions import Condition, Value
from ksdt_core.rules.evidence import Evidence

RuleKey = tuple[frozenset[tuple[str, str, Value]], str]

DESCRIPTIVE = (
    "These counts come from the training rows and are optimistic. Rely on the permutation test and on cross-validation."
)


@dataclass(frozen=True, slots=True)
class Rule:
    """If all conditions hold, then the class; with what each table says of it."""

    tree: int  # position in the set
    leaf: int | None  # the node that the rule comes from; None for a default rule
    conditions: tuple[Condition, ...]
    answer: str  # the class
    evidence: tuple[Evidence, ...]  # of each table
    decided: tuple[int, ...]  # rows of each table that the rule answers; fewer than its support after a reduction
    dsn: float | None = None  # similarity of the two class mixes among its rows; None of one table
    dsn_lowest: float | None = None  # along the path as mined, root and leaf included; None where it was reduced
    dsn_mean: float | None = None
    p_value: float | None = None  # Fisher's test that both tables give it the same confidence
    p_corrected: float | None = None  # by Holm for all rules of the list
    copies: int = 1  # trees of the set with this very rule
    is_default: bool = False

    @property
    def left(self) -> Evidence:
        return self.evidence[0]

    @property
    def right(self) -> Evidence:
        """What the right table says; of one table alone there is no such thing."""
        return self.evidence[1]

    @property
    def key(self) -> RuleKey:
        """What makes two rules the same: conditions in any order, and the class."""
        return frozenset(condition.key for condition in self.conditions), self.answer


@dataclass(frozen=True, slots=True)
class TreeSummary:
    """How often a tree, and the list of rules made from it, answer rightly: on every row of each table once."""

    tree: int
    n_leaves: int
    accuracy: tuple[float, ...]  # of the tree, for each table
    n_rules: int  # the default aside
    list_accuracy: tuple[float, ...]  # of its list of rules; the same as the tree's without a reduction


@dataclass(frozen=True, slots=True)
class RuleList:
    """The rules of one or more trees. The rules of a tree stand together.

    Full paths part the rows of each table. Of a reduced list the first rule of a tree whose conditions hold answers,
    and the default rule, which stands last, whatever none of them covers.
    """

    tables: tuple[str, ...]
    class_names: tuple[str, ...]
    n_rows: tuple[int, ...]
    scale: str
    is_reduced: bool
    rules: tuple[Rule, ...]
    trees: tuple[TreeSummary, ...]
    renamed: tuple[tuple[str, str], ...] = ()  # attributes that the right table calls otherwise, and how
    is_balanced: bool = False  # whether DSN along paths counts rows that balancing drew again

    def of_tree(self, tree: int) -> tuple[Rule, ...]:
        return tuple(rule for rule in self.rules if rule.tree == tree)
