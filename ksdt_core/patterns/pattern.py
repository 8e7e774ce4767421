"""A pattern with its evidence, the patterns of a pair, and their document `ksdt-patterns/1`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ksdt_core.codec import COUNT, NUMBER, TEXT, Codec, Derived, Field, Item, Nested, many, optional, record
from ksdt_core.rules.evidence import Evidence
from ksdt_core.rules.rules_view import CONDITION, ConditionView

PATTERNS_FORMAT = "ksdt-patterns/1"
SIDES = ("left", "right")
LEVEL = 0.05


@dataclass(frozen=True, slots=True)
class Pattern:
    """Rows that meet all conditions are more often of the class than others, in both tables."""

    conditions: tuple[ConditionView, ...]
    text: str  # the conditions as people read them, in the units of both tables
    answer: str  # the class
    evidence: tuple[Evidence, Evidence]  # of each table
    p_values: tuple[float, float]  # P(as many rows of the class or more) at random, in each table
    p_corrected: float  # the larger of the two, corrected by Holm for all patterns and classes that were looked at
    said_by: int | None = None  # the first tree with a rule that says it

    @property
    def shared_lift(self) -> float:
        """The smaller of the two lifts."""
        return min(evidence.lift or 0.0 for evidence in self.evidence)

    @property
    def is_clear(self) -> bool:
        """Whether both tables show it beyond chance."""
        return self.p_corrected <= LEVEL


@dataclass(frozen=True, slots=True)
class Patterns:
    """The patterns of a pair, the clearest first."""

    tables: tuple[str, str]
    n_rows: tuple[int, int]
    class_names: tuple[str, ...]
    scale: str
    min_support: float
    max_length: int
    bins: int
    n_items: int
    n_itemsets: int  # sets of items with enough rows in both tables
    n_distinct: int  # of these, those that cover different rows
    patterns: tuple[Pattern, ...]
    n_trees: int | None = None  # trees whose rules were compared; None where no trees were given

    @property
    def n_clear(self) -> int:
        """Patterns that both tables show beyond chance."""
        return sum(pattern.is_clear for pattern in self.patterns)

    @property
    def n_said(self) -> int:
        """Patterns that some tree says."""
        return sum(pattern.said_by is not None for pattern in self.patterns)

    def to_document(self) -> dict[str, Any]:
        """As JSON."""
        found: dict[str, Any] = PATTERNS.write(self)
        return found


EVIDENCE: Codec[Evidence] = record(
    Evidence,
    {
        "table": TEXT,
        "counts": many(COUNT),
        "class": Field("answer", COUNT),
        "class_share": NUMBER,
        "support": Derived(lambda found: found.support),
        "correct": Derived(lambda found: found.correct),
        "confidence": Derived(lambda found: found.confidence),
        "lift": Derived(lambda found: found.lift),
    },
)
PATTERN = record(
    Pattern,
    {
        "conditions": many(CONDITION),
        "text": TEXT,
        "class": Field("answer", TEXT),
        **{side: Item("evidence", table, EVIDENCE) for table, side in enumerate(SIDES)},
        **{f"p_value_{side}": Item("p_values", table, NUMBER) for table, side in enumerate(SIDES)},
        "p_corrected": NUMBER,
        "shared_lift": Derived(lambda pattern: pattern.shared_lift),
        "said_by": optional(COUNT),
    },
)
PATTERNS: Codec[Patterns] = record(
    Patterns,
    {
        "format": Derived(lambda _: PATTERNS_FORMAT),
        "pair": Nested(
            {
                side: Nested({"name": Item("tables", table, TEXT), "rows": Item("n_rows", table, COUNT)})
                for table, side in enumerate(SIDES)
            }
        ),
        "classes": Field("class_names", many(TEXT)),
        "scale": TEXT,
        "min_support": NUMBER,
        "max_length": COUNT,
        "bins": COUNT,
        "items": Field("n_items", COUNT),
        "itemsets": Field("n_itemsets", COUNT),
        "distinct": Field("n_distinct", COUNT),
        "correction": Derived(lambda _: "holm"),
        "clear": Derived(lambda found: found.n_clear),
        "trees": Field("n_trees", optional(COUNT)),
        "said_by_trees": Derived(lambda found: None if found.n_trees is None else found.n_said),
        "patterns": many(PATTERN),
    },
)
