"""What a test of a set against shuffled tables found: the types, and their part of the result document."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, Self

from ksdt_core.evidence.sequential_p import counts_of

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

    def to_document(self) -> dict[str, Any]:
        return {"p": self.p, "mean": self.mean, "sd": self.sd, "max": self.max, "values": list(self.values)}

    @classmethod
    def of_document(cls, part: Mapping[str, Any]) -> Self:
        """What `to_document` wrote; a document of another program may leave the values of the shuffles out."""
        numbers = {name: float(part[name]) for name in ("p", "mean", "sd", "max")}
        return cls(**numbers, values=tuple(float(value) for value in part.get("values") or ()))


@dataclass(frozen=True, slots=True)
class SeparateP:
    """A p-value for each null; None where a null was not tried."""

    left: float
    right: float
    matching: float | None

    def to_document(self) -> dict[str, Any]:
        return {"p_left": self.left, "p_right": self.right, "p_matching": self.matching}

    @classmethod
    def of_document(cls, part: Mapping[str, Any]) -> Self:
        matching = part.get("p_matching")
        return cls(float(part["p_left"]), float(part["p_right"]), None if matching is None else float(matching))


@dataclass(frozen=True, slots=True)
class EarlierTest:
    """The p-values of a test that was corrected for fewer weightings."""

    n_vectors: int
    permutations: int
    p: SeparateP

    def to_document(self) -> dict[str, Any]:
        return {"vectors": self.n_vectors, "permutations": self.permutations, **self.p.to_document()}

    @classmethod
    def of_document(cls, part: Mapping[str, Any]) -> Self:
        return cls(int(part["vectors"]), int(part["permutations"]), SeparateP.of_document(part))


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

    def made(self, null: Null) -> int:
        """How many shuffles of a null were made."""
        return dict(self.shuffles).get(null, self.permutations)

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
        further: dict[str, Any] = {
            "trees": [tree.to_document() for tree in self.trees],
            "best_tree": _by_null({null: list(values) for null, values in self.best_tree}),
            "shuffles": _by_null(dict(self.shuffles)),
            "earlier": [test.to_document() for test in self.earlier],
        }
        return {
            "permutations": self.permutations,
            "statistic": self.statistic,
            "p_value": self.p_value,
            "nulls": {name: null and null.to_document() for name, null in self.nulls},
            "sdtsq": {name: null and null.to_document() for name, null in self.sdtsq},
            "vectors": self.n_vectors,
            "stop_after": self.stop_after,
            **({"largest": True} if self.takes_largest else {}),
            **{key: part for key, part in further.items() if part},
        }

    @classmethod
    def of_document(cls, part: Mapping[str, Any]) -> Self:
        """The test that a result document, or a finished job, carries."""

        def summaries(name: str) -> tuple[tuple[Null, NullSummary | None], ...]:
            found = part.get(name) or {}
            return tuple(
                (null, (null_part := found.get(null)) and NullSummary.of_document(null_part)) for null in NULLS
            )

        def tried(name: str) -> list[tuple[Null, Any]]:
            found = part.get(name) or {}
            return [(null, found[null]) for null in NULLS if found.get(null) is not None]

        return cls(
            permutations=int(part["permutations"]),
            statistic=float(part["statistic"]),
            p_value=float(part["p_value"]),
            nulls=summaries("nulls"),
            sdtsq=summaries("sdtsq"),
            n_vectors=int(part.get("vectors") or 1),
            trees=tuple(SeparateP.of_document(tree) for tree in part.get("trees") or ()),
            best_tree=tuple((null, tuple(map(float, values))) for null, values in tried("best_tree")),
            shuffles=tuple((null, int(count)) for null, count in tried("shuffles")),
            stop_after=part.get("stop_after"),
            takes_largest=bool(part.get("largest")),
            earlier=tuple(EarlierTest.of_document(test) for test in part.get("earlier") or ()),
        )


def _by_null(found: Mapping[Null, Any]) -> dict[Null, Any]:
    return {null: found.get(null) for null in NULLS} if found else {}
