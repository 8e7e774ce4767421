"""What the evidence of a pair says: shared signal, pairing, attributes; and its document."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from ksdt_core.codec import COUNT, NUMBER, PLAIN, TEXT, Codec, Derived, Field, many, optional, record

EVIDENCE_FORMAT = "ksdt-evidence/1"
FEWEST_MOVABLE = 20  # columns that must be able to change places for the test of the pairing
CLAIMED = 0.05  # an attribute is named when its adjusted p is at most this


@dataclass(frozen=True, slots=True)
class EvidenceTable:
    """One table of a tested pair."""

    name: str
    rows: int


@dataclass(frozen=True, slots=True)
class EvidencePair:
    """What was tested."""

    left: EvidenceTable
    right: EvidenceTable
    attributes: int
    classes: tuple[str, ...]
    scale: str


@dataclass(frozen=True, slots=True)
class ClassNull:
    """What shuffling the classes of one table gives: p = (1 + #{null ≥ observed}) / (1 + shuffles)."""

    p: float
    mean: float
    max: float


@dataclass(frozen=True, slots=True)
class SharedSignal:
    """Does the same attribute predict the class, in the same direction, in both tables?"""

    p: float  # min(1, 2·max(p_left, p_right))
    left: ClassNull
    right: ClassNull
    statistic: float


@dataclass(frozen=True, slots=True)
class Pairing:
    """Does it matter which attribute is paired with which?"""

    p: float
    statistic: float
    mean: float
    max: float


@dataclass(frozen=True, slots=True)
class AttributeEvidence:
    """One attribute: whether it predicts the class alike in both tables, and how well in each.

    `direction` states where rows of `class_name` are more frequent than elsewhere: at `higher` or `lower` values, at a
    value (`equal`) or at the `other` ones. None where no split counts.
    The effect is the AUC (the probability that a row of `class_name` has the higher value, for a categorical attribute
    that it has the value of the split) for two classes, Cramér's V of the split beyond. Intervals are of 95 %.
    """

    attribute: str
    p: float  # family-wise adjusted over all attributes
    score: float  # m, the largest of min(g·z_L, g·z_R)
    class_name: str
    direction: str | None
    split_left: float | str | None  # in the units of each table
    split_right: float | str | None
    effect_left: float
    interval_left: tuple[float, float]
    effect_right: float
    interval_right: tuple[float, float]
    p_difference: float  # of the two log odds at the split, Holm-corrected
    weight_share: float | None = None  # of all weightings: how many mine a set that uses it; None while not known

    @property
    def is_claimed(self) -> bool:
        return self.p <= CLAIMED

    @property
    def differs(self) -> bool:
        """Whether the effects in the two tables differ."""
        return self.p_difference <= CLAIMED


@dataclass(frozen=True, slots=True)
class Evidence:
    """The evidence of a pair; `attributes` are sorted by p, then by the smaller of the two effects."""

    pair: EvidencePair
    permutations: int
    shared: SharedSignal
    pairing: Pairing | None
    attributes: tuple[AttributeEvidence, ...]

    @property
    def claimed(self) -> tuple[AttributeEvidence, ...]:
        """The attributes that predict the class in both tables."""
        return tuple(entry for entry in self.attributes if entry.is_claimed)

    @property
    def has_weight_shares(self) -> bool:
        return any(entry.weight_share is not None for entry in self.attributes)

    def with_weight_shares(self, shares: Iterable[tuple[str, float]]) -> Evidence:
        """The same evidence beside the share of the weight triangle in which each attribute is used."""
        known = dict(shares)
        attributes = (replace(entry, weight_share=known.get(entry.attribute, 0.0)) for entry in self.attributes)
        return replace(self, attributes=tuple(attributes))

    def to_document(self) -> dict[str, Any]:
        document: dict[str, Any] = EVIDENCE.write(self)
        return document


INTERVAL: Codec[Any] = Codec(list, lambda found: (float(found[0]), float(found[1])))
EVIDENCE_TABLE = record(EvidenceTable, {"name": TEXT, "rows": COUNT})
EVIDENCE_PAIR = record(
    EvidencePair,
    {
        "left": EVIDENCE_TABLE,
        "right": EVIDENCE_TABLE,
        "attributes": COUNT,
        "classes": many(TEXT),
        "scale": TEXT,
    },
)
CLASS_NULL = record(ClassNull, {"p": NUMBER, "mean": NUMBER, "max": NUMBER})
SHARED_SIGNAL = record(SharedSignal, {"p": NUMBER, "left": CLASS_NULL, "right": CLASS_NULL, "statistic": NUMBER})
PAIRING = record(Pairing, {"p": NUMBER, "statistic": NUMBER, "mean": NUMBER, "max": NUMBER})
ATTRIBUTE = record(
    AttributeEvidence,
    {
        "attribute": TEXT,
        "p": NUMBER,
        "score": NUMBER,
        "class": Field("class_name", TEXT),
        "direction": optional(TEXT),
        "split_left": PLAIN,
        "split_right": PLAIN,
        "effect_left": NUMBER,
        "interval_left": INTERVAL,
        "effect_right": NUMBER,
        "interval_right": INTERVAL,
        "p_difference": NUMBER,
        "weight_share": Field("weight_share", optional(NUMBER), usual=None),
    },
)
EVIDENCE = record(
    Evidence,
    {
        "format": Derived(lambda _: EVIDENCE_FORMAT),
        "pair": EVIDENCE_PAIR,
        "permutations": COUNT,
        "shared": SHARED_SIGNAL,
        "pairing": optional(PAIRING),
        "attributes": many(ATTRIBUTE),
    },
)
