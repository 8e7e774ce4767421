"""What the document of rules holds, `ksdt-rules/1`, with the differences where they were asked for.

Each bound of an interval is its own condition, so that any program can count the rows again. `tree` and `leaf` are
positions in the result; the rules of a reduced tree are in the order in which they are tried.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ksdt_core.codec import COUNT, NUMBER, PLAIN, TEXT, Codec, Derived, Field, Item, Nested, many, optional, record
from ksdt_core.measures.intervals import wilson_interval
from ksdt_core.rules.conditions import Condition, Value
from ksdt_core.rules.difference_words import difference_sentence, differences_headline
from ksdt_core.rules.differences import Difference, Differences
from ksdt_core.rules.rule import DESCRIPTIVE, Rule, RuleKey, RuleList, TreeSummary
from ksdt_core.rules.rule_words import rule_sentence
from ksdt_core.text import encodable

RULES_FORMAT = "ksdt-rules/1"
SIDES = ("left", "right")
Names = tuple[str, ...]
Counts = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ConditionView:
    """One bound or one value of an attribute."""

    attribute: str
    op: str
    values: tuple[Value, ...]  # in the units of each table
    value: Value  # as mined
    attribute_right: str | None = None  # where the right table calls the attribute otherwise


@dataclass(frozen=True, slots=True)
class RuleView:
    """A rule with what each table says of it."""

    tree: int
    conditions: tuple[ConditionView, ...]
    answer: str
    is_default: bool
    leaf: int | None
    correct: Counts
    counts: tuple[Counts, ...]
    lift: tuple[float | None, ...]
    decided: Counts
    dsn: float | None
    dsn_lowest: float | None
    dsn_mean: float | None
    p_value: float | None
    p_corrected: float | None
    copies: int
    sentence: str

    @property
    def key(self) -> RuleKey:
        """What makes two rules the same: conditions in any order, and the class."""
        return frozenset((each.attribute, each.op, each.value) for each in self.conditions), self.answer

    def support(self, table: int) -> int:
        """Rows of a table that meet the conditions."""
        return sum(self.counts[table])

    def confidence(self, table: int) -> float | None:
        """correct / support; None where no row meets the conditions."""
        support = self.support(table)
        return self.correct[table] / support if support else None

    def interval(self, table: int) -> list[float] | None:
        """The 95 % Wilson interval of the confidence."""
        support = self.support(table)
        return list(wilson_interval(self.correct[table], support)) if support else None


@dataclass(frozen=True, slots=True)
class DifferenceView:
    """A node of a similar tree at which the two tables differ beyond their base rates."""

    rank: int
    trees: Counts
    node: int
    is_leaf: bool
    conditions: tuple[ConditionView, ...]
    counts: tuple[Counts, ...]
    shares: tuple[tuple[float, ...], ...]
    answer: str
    log_odds: float
    dsn: float
    dsn_above: float
    tree_ds: float
    p_corrected: float
    more: tuple[Names, ...]  # classes of which each table has more
    excess: tuple[float, ...]
    rows: tuple[Counts, ...]  # of these classes, by number
    sentence: str


@dataclass(frozen=True, slots=True)
class DifferencesAsked:
    """Where differences were looked for, and how many there are."""

    min_ds: float
    min_rows: Counts
    n_trees: int
    n_checked: int
    n_found: int
    n_clear: int


@dataclass(frozen=True, slots=True)
class BaseRateView:
    """How common the class is that differs most between the whole tables."""

    answer: str
    shares: tuple[float, ...]
    p_value: float
    sentence: str


@dataclass(frozen=True, slots=True)
class RulesView:
    """The rules of a pair's trees; the last three are None unless differences were asked for."""

    tables: Names
    n_rows: Counts
    class_names: Names
    scale: str
    is_reduced: bool
    trees: tuple[TreeSummary, ...]
    rules: tuple[RuleView, ...]
    differences: tuple[DifferenceView, ...] | None = None
    asked: DifferencesAsked | None = None
    base_rate: BaseRateView | None = None

    @property
    def n_distinct(self) -> int:
        """Different rules, defaults aside."""
        return len({rule.key for rule in self.rules if not rule.is_default})

    @property
    def n_repeated(self) -> int:
        """Rules that stand in more than one tree, each counted once; defaults aside."""
        return len({rule.key for rule in self.rules if rule.copies > 1})


def rules_view(rules: RuleList, differences: Differences | None = None) -> RulesView:
    """What is written of the rules, and of the differences where they were looked for."""
    return RulesView(
        tables=rules.tables,
        n_rows=rules.n_rows,
        class_names=rules.class_names,
        scale=rules.scale,
        is_reduced=rules.is_reduced,
        trees=rules.trees,
        rules=tuple(_rule_view(rule, rules) for rule in rules.rules),
        **({} if differences is None else _differences_parts(differences, dict(rules.renamed))),
    )


def _differences_parts(differences: Differences, renamed: Mapping[str, str]) -> dict[str, Any]:
    base = differences.base
    return {
        "differences": tuple(_difference_view(each, differences, renamed) for each in differences.found),
        "asked": DifferencesAsked(
            min_ds=differences.min_ds,
            min_rows=differences.min_rows,
            n_trees=differences.n_trees,
            n_checked=differences.n_checked,
            n_found=differences.n_found,
            n_clear=differences.n_clear,
        ),
        "base_rate": BaseRateView(base.answer, base.shares, base.p_value, differences_headline(differences)),
    }


def _rule_view(rule: Rule, rules: RuleList) -> RuleView:
    return RuleView(
        tree=rule.tree,
        conditions=condition_views(rule.conditions, dict(rules.renamed)),
        answer=rule.answer,
        is_default=rule.is_default,
        leaf=rule.leaf,
        correct=tuple(each.correct for each in rule.evidence),
        counts=tuple(each.counts for each in rule.evidence),
        lift=tuple(each.lift for each in rule.evidence),
        decided=rule.decided,
        dsn=rule.dsn,
        dsn_lowest=rule.dsn_lowest,
        dsn_mean=rule.dsn_mean,
        p_value=rule.p_value,
        p_corrected=rule.p_corrected,
        copies=rule.copies,
        sentence=rule_sentence(rule, rules),
    )


def _difference_view(difference: Difference, differences: Differences, renamed: Mapping[str, str]) -> DifferenceView:
    responsible = difference.responsible
    return DifferenceView(
        rank=difference.rank,
        trees=difference.trees,
        node=difference.node,
        is_leaf=difference.is_leaf,
        conditions=condition_views(difference.conditions, renamed),
        counts=difference.counts,
        shares=difference.shares,
        answer=difference.answer,
        log_odds=difference.log_odds,
        dsn=difference.dsn,
        dsn_above=difference.dsn_above,
        tree_ds=difference.tree_ds,
        p_corrected=difference.p_corrected,
        more=tuple(each.classes for each in responsible),
        excess=tuple(each.excess for each in responsible),
        rows=tuple(tuple(each.rows.tolist()) for each in responsible),
        sentence=difference_sentence(difference, differences),
    )


def condition_views(conditions: Sequence[Condition], renamed: Mapping[str, str]) -> tuple[ConditionView, ...]:
    """Conditions as they are written; `renamed` has what the right table calls some attributes."""
    return tuple(
        ConditionView(each.attribute, each.op, each.values, each.value, renamed.get(each.attribute))
        for each in conditions
    )


def _sides(name: str, codec: Codec[Any], key: str = "") -> dict[str, Item]:
    """A field with an item for each table: `support_left`, `support_right`."""
    return {f"{key or name}_{side}": Item(name, table, codec) for table, side in enumerate(SIDES)}


VALUE: Codec[Value] = Codec(lambda value: encodable(value) if isinstance(value, str) else value, PLAIN.read)
MAYBE = optional(NUMBER)
COUNTS = many(COUNT)
CONDITION = record(
    ConditionView,
    {
        "attribute": TEXT,
        "op": TEXT,
        **_sides("values", VALUE, "value"),
        "value": VALUE,
        "attribute_right": Field("attribute_right", TEXT, usual=None),
    },
)
TREE = record(
    TreeSummary,
    {
        "tree": COUNT,
        "leaves": Field("n_leaves", COUNT),
        "rules": Field("n_rules", COUNT),
        **_sides("accuracy", NUMBER),
        **_sides("list_accuracy", NUMBER),
    },
)
RULE = record(
    RuleView,
    {
        "tree": COUNT,
        "conditions": many(CONDITION),
        "class": Field("answer", TEXT),
        "support_left": Derived(lambda rule: rule.support(0)),
        "support_right": Derived(lambda rule: rule.support(1)),
        "confidence_left": Derived(lambda rule: rule.confidence(0)),
        "confidence_right": Derived(lambda rule: rule.confidence(1)),
        "default": Field("is_default", PLAIN),
        "leaf": optional(COUNT),
        **_sides("correct", COUNT),
        **_sides("counts", COUNTS),
        "interval_left": Derived(lambda rule: rule.interval(0)),
        "interval_right": Derived(lambda rule: rule.interval(1)),
        **_sides("lift", MAYBE),
        **_sides("decided", COUNT),
        "dsn": MAYBE,
        "dsn_lowest": MAYBE,
        "dsn_mean": MAYBE,
        "p_value": MAYBE,
        "p_corrected": MAYBE,
        "copies": COUNT,
        "sentence": TEXT,
    },
)
DIFFERENCE = record(
    DifferenceView,
    {
        "rank": COUNT,
        "trees": COUNTS,
        "node": COUNT,
        "leaf": Field("is_leaf", PLAIN),
        "conditions": many(CONDITION),
        **_sides("counts", COUNTS),
        **_sides("shares", many(NUMBER)),
        "class": Field("answer", TEXT),
        "log_odds_ratio": Field("log_odds", NUMBER),
        "dsn": NUMBER,
        "dsn_above": NUMBER,
        "tree_ds": NUMBER,
        "p_corrected": NUMBER,
        **_sides("more", many(TEXT)),
        **_sides("excess", NUMBER),
        **_sides("rows", COUNTS),
        "sentence": TEXT,
    },
)
ASKED = record(
    DifferencesAsked,
    {
        "min_ds": NUMBER,
        **_sides("min_rows", COUNT),
        "trees": Field("n_trees", COUNT),
        "checked": Field("n_checked", COUNT),
        "found": Field("n_found", COUNT),
        "clear": Field("n_clear", COUNT),
    },
)
BASE_RATE = record(
    BaseRateView,
    {"class": Field("answer", TEXT), **_sides("shares", NUMBER, "share"), "p_value": NUMBER, "sentence": TEXT},
)
RULES = record(
    RulesView,
    {
        "format": Derived(lambda _: RULES_FORMAT),
        "pair": Nested(
            {
                side: Nested({"name": Item("tables", table, TEXT), "rows": Item("n_rows", table, COUNT)})
                for table, side in enumerate(SIDES)
            }
        ),
        "classes": Field("class_names", many(TEXT)),
        "scale": TEXT,
        "reduced": Field("is_reduced", PLAIN),
        "note": Derived(lambda _: DESCRIPTIVE),
        "correction": Derived(lambda _: "holm"),
        "trees": many(TREE),
        "rules": many(RULE),
        "differences": Field("differences", many(DIFFERENCE), usual=None),
        "differences_asked": Field("asked", ASKED, usual=None),
        "base_rate": Field("base_rate", BASE_RATE, usual=None),
    },
)
