"""What the rows of a table say of a rule, and whether two tables say the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ksdt_core.measures.intervals import wilson_interval


@dataclass(frozen=True, slots=True)
class Evidence:
    """The rows of one table that meet the conditions of a rule; each row of the table counts once."""

    table: str
    counts: tuple[int, ...]  # by class
    answer: int  # the class of the rule
    class_share: float  # of that class in the whole table

    @property
    def support(self) -> int:
        """Rows that meet the conditions."""
        return sum(self.counts)

    @property
    def correct(self) -> int:
        """Those of them that are of the rule's class."""
        return self.counts[self.answer]

    @property
    def confidence(self) -> float | None:
        """correct / support; None where no row meets the conditions."""
        return self.correct / self.support if self.support else None

    @property
    def lift(self) -> float | None:
        """confidence / share of the class in the table; 1 means that the conditions tell nothing."""
        confidence = self.confidence
        return None if confidence is None or not self.class_share else confidence / self.class_share

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % Wilson interval of the confidence."""
        return wilson_interval(self.correct, self.support) if self.support else None


def difference_p_value(left: Evidence, right: Evidence) -> float | None:
    """Fisher's exact test (two-sided) that the rule is right equally often in both tables; None without rows."""
    if not left.support or not right.support:
        return None
    return mixes_p_value(*((evidence.correct, evidence.support - evidence.correct) for evidence in (left, right)))


def mixes_p_value(left: Sequence[int], right: Sequence[int]) -> float:
    """A test that the rows of two tables mix the classes alike, from the rows of each class; both tables have rows.

    Fisher's exact test for two classes, Pearson's χ² for more. Classes that neither table has there do not count.
    """
    from scipy.stats import chi2_contingency, fisher_exact  # takes a second to import

    present = [both for both in zip(left, right, strict=True) if any(both)]
    if len(present) < 2:
        return 1.0
    table = list(zip(*present, strict=True))
    test = fisher_exact(table) if len(present) == 2 else chi2_contingency(table)
    return min(1.0, float(test[1]))


def holm(p_values: Sequence[float | None]) -> list[float | None]:
    """p-values corrected for their number by Holm's step-down [H79, section 3]: any false alarm stays rare.

    The i-th smallest of m becomes max over j ≤ i of min(1, (m − j + 1) p_j). A test that was not made (None) does not
    count.
    """
    made = sorted((p, position) for position, p in enumerate(p_values) if p is not None)
    corrected: list[float | None] = [None] * len(p_values)
    highest = 0.0
    for rank, (p, position) in enumerate(made):
        highest = max(highest, min(1.0, (len(made) - rank) * p))
        corrected[position] = highest
    return corrected
