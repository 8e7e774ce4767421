"""What a test of a set against shuffled tables found: the types, and their part of the result document."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeVar

from ksdt_core.codec import COUNT, NUMBER, PLAIN, Codec, Field, Inlined, many, optional, record
from ksdt_core.evidence.sequential_p import counts_of

T = TypeVar("T")
Null = Literal["left", "right", "matching"]
NULLS: tuple[Null, ...] = ("left", "right", "matching")


@dataclass(frozen=True, slots=True)
class NullSummary:
    """What the shuffles of one null reached, and how often they reached the observed value."""

    p: float
    mean: float
    sd: float
    max: float
    values: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class SeparateP:
    """A p-value for each null; None where a null was not tried."""

    left: float
    right: float
    matching: float | None


@dataclass(frozen=True, slots=True)
class EarlierTest:
    """The p-values of a test that was corrected for fewer weightings."""

    n_vectors: int
    permutations: int
    p: SeparateP


@dataclass(frozen=True, slots=True)
class Significance:
    """How a set compares with what chance gives."""

    permutations: int  # the most shuffles of each null
    statistic: float  # mean SDTQ of the set's trees
    p_value: float  # the largest of the nulls' p
    nulls: tuple[tuple[Null, NullSummary | None], ...]  # of the statistic
    sdtsq: tuple[tuple[Null, NullSummary | None], ...]  # of SDTSQ, for comparison
    n_vectors: int  # weight vectors among which each shuffle chose again
    trees: tuple[SeparateP, ...] = ()  # of each tree; older documents have none
    best_tree: tuple[tuple[Null, tuple[float, ...]], ...] = ()  # the largest SDTQ of a tree in each shuffle
    shuffles: tuple[tuple[Null, int], ...] = ()  # made of each null; older documents made all that were asked for
    stop_after: int | None = None  # shuffles that reach a value after which it needs no more; None: all are made
    earlier: tuple[EarlierTest, ...] = ()  # tests of the same set, corrected for fewer weightings
    takes_largest: bool = False  # each shuffle counts with its largest value, since cross-validation chose

    @property
    def p(self) -> SeparateP:
        """The p-value of each null."""
        found = {null: summary.p for null, summary in self.nulls if summary is not None}
        return SeparateP(found["left"], found["right"], found.get("matching"))

    def counts(self, p: float) -> tuple[int, int]:
        """How many shuffles reached the value that has this p, and of how many."""
        found = counts_of(p, most=self.permutations, stop_after=self.stop_after)
        return found or (round(p * (1 + self.permutations)) - 1, self.permutations)

    def after(self, before: Significance | None) -> Significance:
        """This test with what an earlier one of the set found, unless that was corrected for as many weightings."""
        if before is None:
            return self
        known = {test.n_vectors: test for test in before.earlier}
        known[before.n_vectors] = EarlierTest(before.n_vectors, before.permutations, before.p)
        known.pop(self.n_vectors, None)
        return replace(self, earlier=tuple(known[n] for n in sorted(known)))

    def to_document(self) -> dict[str, Any]:
        document: dict[str, Any] = SIGNIFICANCE.write(self)
        return document

    @staticmethod
    def of_document(part: Mapping[str, Any]) -> Significance:
        """The test that a result document, or a finished job, carries."""
        return SIGNIFICANCE.read(part)


def _of_each_null(item: Codec[T]) -> Codec[tuple[tuple[Null, T | None], ...]]:
    """What was found for each null; null where it was not tried."""
    maybe = optional(item)
    return Codec(
        lambda pairs: {null: maybe.write(found) for null, found in pairs},
        lambda found: tuple((null, maybe.read(found.get(null))) for null in NULLS),
    )


def _of_tried_nulls(item: Codec[T]) -> Codec[tuple[tuple[Null, T], ...]]:
    """The same; in memory only the nulls that were tried."""
    each = _of_each_null(item)
    return Codec(
        lambda pairs: each.write(tuple((null, dict(pairs).get(null)) for null in NULLS)),
        lambda found: tuple((null, part) for null, part in each.read(found or {}) if part is not None),
    )


def _perhaps_many(item: Codec[T]) -> Codec[tuple[T, ...]]:
    """A list for which other programs may write null."""
    several = many(item)
    return Codec(several.write, lambda found: several.read(found or ()))


NULL_SUMMARY = record(
    NullSummary,
    {
        **dict.fromkeys(("p", "mean", "sd", "max"), NUMBER),
        "values": Field("values", _perhaps_many(NUMBER), absent=()),
    },
)
SEPARATE_P = record(
    SeparateP,
    {
        "p_left": Field("left", NUMBER),
        "p_right": Field("right", NUMBER),
        "p_matching": Field("matching", optional(NUMBER), absent=None),
    },
)
EARLIER_TEST = record(
    EarlierTest,
    {
        "vectors": Field("n_vectors", COUNT),
        "permutations": COUNT,
        "p": Inlined("p", SEPARATE_P, ("p_left", "p_right", "p_matching")),
    },
)
SIGNIFICANCE: Codec[Significance] = record(
    Significance,
    {
        "permutations": COUNT,
        "statistic": NUMBER,
        "p_value": NUMBER,
        "nulls": _of_each_null(NULL_SUMMARY),
        "sdtsq": _of_each_null(NULL_SUMMARY),
        "vectors": Field("n_vectors", COUNT, absent=1),
        "stop_after": Field("stop_after", optional(COUNT), absent=None),
        "largest": Field("takes_largest", PLAIN, usual=False),
        "trees": Field("trees", _perhaps_many(SEPARATE_P), usual=()),
        "best_tree": Field("best_tree", _of_tried_nulls(many(NUMBER)), usual=()),
        "shuffles": Field("shuffles", _of_tried_nulls(COUNT), usual=()),
        "earlier": Field("earlier", many(EARLIER_TEST), usual=()),
    },
)
